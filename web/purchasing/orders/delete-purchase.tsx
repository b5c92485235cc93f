import { useNavigate } from 'react-router'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import type { PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import { DeleteDialog } from '#web/forms/delete-dialog.tsx'
import { paths } from '#web/paths.ts'

/** Confirms the deletion of a draft or cancelled order. */
export function DeletePurchase({ order, close }: { order: PurchaseOrder; close: () => void }) {
  const navigate = useNavigate()
  return (
    <DeleteDialog
      route={purchasingApi.deletePurchaseOrder}
      id={order.id}
      kind="purchaseOrder"
      what="purchase order"
      name={order.number}
      onDeleted={() => void navigate(paths.purchaseOrders, { replace: true })}
      close={close}
    >
      The order is removed from the lists. Its number is never reused. You can undo this now, or restore it later from
      the deleted items.
    </DeleteDialog>
  )
}
