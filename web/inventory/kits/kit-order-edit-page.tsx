import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useParams } from 'react-router'
import { type KitOrder, kitOrdersApi } from '#shared/inventory/kits/kit-orders-api.ts'
import { documentStatusNames } from '#shared/inventory/stock/stock-document.ts'
import { useEditedRecord, useRounds, useSavedRecord } from '#web/forms/record-form.tsx'
import { KitOrderForm } from './kit-order-form.tsx'
import { kitOrderBody, kitOrderField, kitOrderValues } from './kit-order-values.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { NoRight, NotOpen, RecordGate } from '#web/records/record-gate.tsx'
import { kitOrderPlace } from '#web/records/record-places.ts'
import { Notice } from '#web/ui/notice.tsx'

const title = 'Edit kit order'

/** The edit page of a pending kit order; saving commits stock again where the change requires it. */
export default function KitOrderEditPage() {
  const { id = '' } = useParams()
  const mayEdit = useCan('inventory.edit')
  const { query, saved } = useSavedRecord(kitOrdersApi.getKitOrder, id, mayEdit)
  const { round, onReload } = useRounds(id, query)
  if (!mayEdit) return <NoRight title={title} place={kitOrderPlace} />
  return (
    <RecordGate query={{ ...query, data: saved }} place={kitOrderPlace} title={title} isForm>
      {(found) => <Opened key={round} saved={found} onReload={onReload} />}
    </RecordGate>
  )
}

type OpenedProps = { saved: KitOrder; onReload: () => void }

/** Keeps the record as it was opened as the base of the edit, even if it is refetched meanwhile. */
function Opened({ saved, onReload }: OpenedProps) {
  const [order] = useState(saved)
  if (order.status !== 'pending')
    return (
      <NotOpen
        title={`Edit ${order.number}`}
        place={kitOrderPlace}
        status={documentStatusNames[order.status]}
        to={paths.kitOrder(order.id)}
      >
        Only pending kit orders can be changed.
      </NotOpen>
    )
  return <EditForm order={order} onReload={onReload} />
}

function EditForm({ order, onReload }: { order: KitOrder; onReload: () => void }) {
  const { dialog, ...edit } = useEditedRecord({
    route: kitOrdersApi.updateKitOrder,
    record: order,
    what: 'kit order',
    startOf: ({ quantity: kits, warehouse: place, note }: KitOrder) => kitOrderValues(kits, place, note ?? ''),
    bodyOf: kitOrderBody,
    fieldOf: kitOrderField,
    successMessage: ({ number }) => `${number} saved`,
    page: ({ id }) => paths.kitOrder(id),
    onReload,
  })
  const [quantity, warehouse] = useWatch({ control: edit.form.control, name: ['quantity', 'warehouse'] })
  const isAnew = quantity !== order.quantity || warehouse?.id !== order.warehouse.id
  const isChosen = order.lines.some((line) => line.lots.some((lot) => lot.lotReason !== null))
  return (
    <>
      <KitOrderForm
        {...edit}
        title={`Edit ${order.number}`}
        kit={order.kit}
        components={order.lines}
        order={order}
        warning={
          isAnew &&
          isChosen && (
            <Notice tone="warn">
              Lots are allocated again, first expiring first. Choose your lots again if needed.
            </Notice>
          )
        }
      />
      {dialog}
    </>
  )
}
