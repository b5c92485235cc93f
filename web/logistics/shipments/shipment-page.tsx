import { useParams } from 'react-router'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { RecordGate } from '#web/records/record-gate.tsx'
import { shipmentPlace } from '#web/records/record-places.ts'
import { ShipmentDetail } from './shipment-detail.tsx'

export const record = shipmentsApi.getShipment

/** A shipment: its lines, destination, available actions and history. */
export default function ShipmentPage() {
  const { id = '' } = useParams()
  const query = useApiQuery(record, { params: { id } })
  return (
    <RecordGate query={query} place={shipmentPlace}>
      {(shipment) => <ShipmentDetail key={shipment.id} shipment={shipment} />}
    </RecordGate>
  )
}
