import { Link, useParams } from 'react-router'
import { type Kit, kitsApi } from '#shared/inventory/kits/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { KitBuildable } from './kit-buildable.tsx'
import { KitComponents } from './kit-components.tsx'
import { KitMenu } from './kit-menu.tsx'
import { StockPlaces } from '#web/inventory/stock/stock-places.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, Figure } from '#web/ui/card.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { RecordGate } from '#web/records/record-gate.tsx'
import { kitPlace } from '#web/records/record-places.ts'

export const record = kitsApi.getKit

/** A kit: its items, packed kits on hand, and how many can be packed at each location. */
export default function KitPage() {
  const { id = '' } = useParams()
  const kit = useApiQuery(record, { params: { id } })
  return (
    <RecordGate query={kit} place={kitPlace}>
      {(found) => <KitView kit={found} />}
    </RecordGate>
  )
}

function KitView({ kit }: { kit: Kit }) {
  const mayEdit = useCan('inventory.edit')
  const { currency } = useSettings()
  return (
    <>
      <PageHeader
        title={kit.name}
        help={kit.sku}
        breadcrumbs={
          <Breadcrumbs>
            <Link to={paths.kits}>Kitting & bundles</Link>
            <Link to={paths.kitList}>Kits</Link>
          </Breadcrumbs>
        }
        menu={<KitMenu kit={kit} />}
        action={
          mayEdit && (
            <Button asChild variant="primary">
              <Link to={`${paths.kitOrderNew}?kit=${kit.id}`}>Pack kits</Link>
            </Button>
          )
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)_20rem] items-start gap-6 max-xl:grid-cols-1">
        <div className="flex min-w-0 flex-col gap-6">
          <Card>
            <div className="grid grid-cols-3 gap-4">
              <Figure label="On hand" value={kit.onHand.toLocaleString()} note="All locations" />
              <Figure label="Available" value={kit.available.toLocaleString()} note="Available to sell" />
              <Figure label="Can be packed now" value={kit.canBuild.toLocaleString()} note={kit.warehouse.name} />
            </div>
          </Card>
          <KitComponents kit={kit} />
          <StockPlaces item={{ ...kit, lotControlled: true, home: kit.warehouse }} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <KitBuildable kit={kit} />
          <Card title="Details">
            <DescriptionList
              facts={[
                { label: 'Warehouse', value: `${kit.warehouse.name} (${kit.warehouse.type})` },
                { label: `Price, ${currency}`, value: formatDecimalInput(kit.price, 2), numeric: true },
                { label: `Cost, ${currency}`, value: formatDecimalInput(kit.cost, 2), numeric: true },
                { label: 'Added', value: <RelativeTime at={kit.createdAt} /> },
              ]}
            />
            <p className="mt-4 whitespace-pre-line text-pretty break-words text-secondary">{kit.description}</p>
            <Link to={`${paths.kits}?kit=${kit.id}`} className="link mt-3 inline-block">
              All orders to pack it
            </Link>
          </Card>
        </div>
      </div>
    </>
  )
}
