import { salesApi } from '#shared/sales/orders/api.ts'
import type { Order } from '#shared/sales/orders/order.ts'
import { stoppedWords } from '#shared/sales/orders/order-guards.ts'
import { RecordDeliveryDialog } from '#web/logistics/public/record-delivery-dialog.tsx'
import { orderStatusMessage } from './use-simple-transitions.ts'

/** Lets staff record the delivery of an order. */
export function DeliverDialog({ order, close }: { order: Order; close: () => void }) {
  return (
    <RecordDeliveryDialog
      route={salesApi.deliver}
      id={order.id}
      lines={order.shipments.at(-1)?.parcel ?? []}
      blocked={stoppedWords(order.stopped)}
      successMessage={orderStatusMessage}
      close={close}
    />
  )
}
