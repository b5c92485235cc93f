import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import type { Shipment } from '#shared/logistics/shipments/shipment.ts'
import { RecordDeliveryDialog } from '#web/logistics/public/record-delivery-dialog.tsx'
import { shipmentStatusMessage } from './shipment-status-message.ts'

/** Lets staff record the delivery of a shipment. */
export function DeliverDialog({ shipment: { id, lines, blocked }, close }: { shipment: Shipment; close: () => void }) {
  return (
    <RecordDeliveryDialog
      route={shipmentsApi.deliverShipment}
      id={id}
      lines={lines}
      blocked={blocked}
      successMessage={shipmentStatusMessage}
      close={close}
    />
  )
}
