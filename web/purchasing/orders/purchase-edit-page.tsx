import { useState } from 'react'
import { useParams } from 'react-router'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import type { PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import { useEditedRecord, useRounds, useSavedRecord } from '#web/forms/record-form.tsx'
import { paths } from '#web/paths.ts'
import { PurchaseForm } from './purchase-form.tsx'
import { purchaseTables } from './purchase-tables.ts'
import { blankLine, purchaseBody, purchaseField, purchaseValues } from './purchase-values.ts'
import { useCan } from '#web/session/session.ts'
import { NoRight, NotOpen, RecordGate } from '#web/records/record-gate.tsx'
import { purchasePlace } from '#web/records/record-places.ts'

const title = 'Edit purchase order'

/** The edit page of a draft purchase order. */
export default function PurchaseEditPage() {
  const { id = '' } = useParams()
  const mayWrite = useCan('purchaseOrders.edit')
  const { query, saved } = useSavedRecord(purchasingApi.getPurchaseOrder, id)
  const { round, onReload } = useRounds(id, query)
  if (!mayWrite) return <NoRight title={title} place={purchasePlace} />
  return (
    <RecordGate query={{ ...query, data: saved }} place={purchasePlace} title={title} isForm>
      {(found) => <OpenedPurchase key={round} latest={found} onReload={onReload} />}
    </RecordGate>
  )
}

type OpenedPurchaseProps = { latest: PurchaseOrder; onReload: () => void }

/** Keeps the record as it was opened as the base of the edit, even if it is refetched meanwhile. */
function OpenedPurchase({ latest, onReload }: OpenedPurchaseProps) {
  const [order] = useState(latest)
  if (order.status !== 'Draft')
    return (
      <NotOpen
        title={`Edit ${order.number}`}
        place={purchasePlace}
        status={order.status}
        to={paths.purchaseOrder(order.id)}
      >
        Only a draft can be changed. Move it back to draft first.
      </NotOpen>
    )
  return <EditPurchaseForm order={order} onReload={onReload} />
}

function EditPurchaseForm({ order, onReload }: { order: PurchaseOrder; onReload: () => void }) {
  const { dialog, ...edit } = useEditedRecord({
    route: purchasingApi.updatePurchaseOrder,
    record: order,
    what: 'purchase order',
    startOf: purchaseValues,
    blank: { lines: [blankLine] },
    tables: purchaseTables,
    bodyOf: purchaseBody,
    fieldOf: purchaseField,
    successMessage: ({ number }) => `Purchase order ${number} saved`,
    page: ({ id }) => paths.purchaseOrder(id),
    onReload,
  })
  return (
    <>
      <PurchaseForm {...edit} title={`Edit ${order.number}`} order={order} />
      {dialog}
    </>
  )
}
