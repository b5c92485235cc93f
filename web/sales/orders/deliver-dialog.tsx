import { salesApi } from '#shared/sales/orders/api.ts'
import type { Order } from '#shared/sales/orders/order.ts'
import { stoppedWords } from '#shared/sales/orders/order-guards.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { RecordDeliveryDialog } from '#web/logistics/public/record-delivery-dialog.tsx'
import { useDeliveryForm } from '#web/logistics/public/use-delivery-form.ts'
import { orderStatusMessage } from './use-simple-transitions.ts'

/** Staff record that the goods of an order arrived. */
export function DeliverDialog({ order, close }: { order: Order; close: () => void }) {
  const lines = order.shipments.at(-1)?.parcel ?? []
  const delivery = useDeliveryForm(order.id, lines)
  const save = useApiMutation(salesApi.deliver, {
    successMessage: orderStatusMessage,
    onSuccess: () => {
      delivery.draft.forget()
      close()
    },
    errors: 'page',
    onError: delivery.refusal.onError,
  })
  return (
    <RecordDeliveryDialog
      delivery={delivery}
      lines={lines}
      blocked={stoppedWords(order.stopped)}
      busy={save.isPending}
      onSubmit={(body) => save.submit({ params: { id: order.id }, body })}
      close={close}
    />
  )
}
