import type { Order } from '#shared/sales/orders/order.ts'
import { orderHoldApi } from '#shared/sales/orders/order-hold-api.ts'
import { ReasonPromptDialog } from '#web/forms/reason-dialog.tsx'

/** Asks for the reason to put an order on hold. */
export function HoldDialog({ order, close }: { order: Order; close: () => void }) {
  return (
    <ReasonPromptDialog
      route={orderHoldApi.hold}
      sent={{ params: { id: order.id } }}
      successMessage={({ number }) => `${number} is on hold`}
      title="Put this order on hold?"
      description="It is not picked or shipped until the hold is released. Its reserved stock is kept."
      submitLabel="Put on hold"
      help="Visible to everyone on the order."
      close={close}
    />
  )
}
