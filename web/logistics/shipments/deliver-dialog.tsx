import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import type { Shipment } from '#shared/logistics/shipments/shipment.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { RecordDeliveryDialog } from '#web/logistics/public/record-delivery-dialog.tsx'
import { useDeliveryForm } from '#web/logistics/public/use-delivery-form.ts'
import { shipmentStatusMessage } from './shipment-status-message.ts'

/** Staff record the delivery of a shipment. */
export function DeliverDialog({ shipment: { id, lines, blocked }, close }: { shipment: Shipment; close: () => void }) {
  const delivery = useDeliveryForm(id, lines)
  const save = useApiMutation(shipmentsApi.deliverShipment, {
    successMessage: shipmentStatusMessage,
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
      blocked={blocked}
      busy={save.isPending}
      onSubmit={(body) => save.submit({ params: { id }, body })}
      close={close}
    />
  )
}
