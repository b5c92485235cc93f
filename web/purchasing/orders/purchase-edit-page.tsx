import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import type { PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import { useEditedRecord, useRounds, useSavedRecord } from '#web/forms/record-form.tsx'
import { paths } from '#web/paths.ts'
import { PurchaseForm } from './purchase-form.tsx'
import { purchaseBody, purchaseField, purchaseValues } from './purchase-values.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { NoRight, RecordGate } from '#web/records/record-gate.tsx'
import { purchasePlace } from '#web/records/record-places.ts'

const title = 'Edit purchase order'

/** Changes a draft. */
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

/** What was opened stays the base of the edit, whatever is loaded meanwhile. */
function OpenedPurchase({ latest, onReload }: OpenedPurchaseProps) {
  const [order] = useState(latest)
  if (order.status !== 'Draft') return <NoDraft order={order} />
  return <EditPurchaseForm order={order} onReload={onReload} />
}

function EditPurchaseForm({ order, onReload }: { order: PurchaseOrder; onReload: () => void }) {
  const { dialog, ...edit } = useEditedRecord({
    route: purchasingApi.updatePurchaseOrder,
    record: order,
    what: 'order',
    start: purchaseValues(order),
    bodyOf: purchaseBody,
    fieldOf: purchaseField,
    told: ({ number }) => `Purchase order ${number} saved`,
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

function NoDraft({ order }: { order: PurchaseOrder }) {
  return (
    <>
      <PageHeader title={`Edit ${order.number}`} />
      <Card>
        <EmptyState
          kind="no-permission"
          title={`The order is ${order.status.toLowerCase()}`}
          action={
            <Button asChild>
              <Link to={paths.purchaseOrder(order.id)}>Go to the order</Link>
            </Button>
          }
        >
          Only a draft can be changed. Move it back to draft first.
        </EmptyState>
      </Card>
    </>
  )
}
