import { Navigate, useSearchParams } from 'react-router'
import { type Kit, kitsApi } from '#shared/inventory/kits/api.ts'
import { kitOrdersApi } from '#shared/inventory/kits/kit-orders-api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useNewRecord } from '#web/forms/record-form.tsx'
import { KitOrderForm } from './kit-order-form.tsx'
import { kitOrderBody, kitOrderField, type KitOrderValues, kitOrderValues } from './kit-order-values.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { NoRight, RecordGate } from '#web/records/record-gate.tsx'
import { kitOrderPlace, kitPlace } from '#web/records/record-places.ts'

const title = 'Pack kits'

/** Creates a kit order for the kit `?kit=<id>`. Its items are reserved at once. */
export default function KitOrderNewPage() {
  const [params] = useSearchParams()
  const id = params.get('kit') ?? ''
  const mayEdit = useCan('inventory.edit')
  const kit = useApiQuery(kitsApi.getKit, { params: { id } }, { enabled: id !== '' && mayEdit })
  if (!mayEdit) return <NoRight title={title} place={kitOrderPlace} />
  // Without a kit, the user chooses one in the kit list.
  if (id === '') return <Navigate to={paths.kitList} replace />
  return (
    <RecordGate query={kit} place={kitPlace} title={title}>
      {(found) => <NewKitOrder key={found.id} kit={found} />}
    </RecordGate>
  )
}

function NewKitOrder({ kit }: { kit: Kit }) {
  const order = useNewRecord({
    route: kitOrdersApi.createKitOrder,
    draft: `kit-order-${kit.id}`,
    start: kitOrderValues(null, kit.warehouse, ''),
    bodyOf: (values: KitOrderValues) => ({ kitId: kit.id, ...kitOrderBody(values) }),
    fieldOf: kitOrderField,
    successMessage: ({ number }) => `${number} saved, items reserved`,
    page: (saved) => paths.kitOrder(saved.id),
  })
  const canBuild = (warehouse: string) =>
    kit.buildable.find(({ location }) => location.id === warehouse)?.canBuild.toLocaleString() ?? '0'
  return (
    <KitOrderForm
      {...order}
      title={`Pack ${kit.name}`}
      kit={kit}
      components={kit.components.map(({ item, quantity }) => ({ item, perKit: quantity }))}
      quantityHelp={(warehouse) => `${canBuild(warehouse)} can be packed there at present.`}
    />
  )
}
