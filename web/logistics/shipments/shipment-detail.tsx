import { addressLine } from '#shared/crm/partners/postal-address.ts'
import { Link } from 'react-router'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import type { Shipment } from '#shared/logistics/shipments/shipment.ts'
import { deliveryFailureNames, shipmentStatusNames } from '#shared/logistics/shipments/shipment-status.ts'
import { DocumentFrame } from '#web/documents/document-frame.tsx'
import { progressOf } from '#web/documents/progress-steps.ts'
import { ListNeighbours } from '#web/lists/list-neighbours.tsx'
import { ShipmentStatusBadge, shipmentStatusTones } from '#web/logistics/public/shipment-status.tsx'
import { paths } from '#web/paths.ts'
import { shipmentPlace } from '#web/records/record-places.ts'
import { useCan } from '#web/session/session.ts'
import { formatDay } from '#shared/format-day.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PrintButton } from './print-button.tsx'
import { useShipmentActions } from './shipment-actions.tsx'
import { ShipmentFacts } from './shipment-facts.tsx'
import { ShipmentLines } from './shipment-lines.tsx'
import { ShipmentPackages } from './shipment-packages.tsx'
import { ShipmentPlace } from './shipment-place.tsx'
import { ShipmentProofs } from './shipment-proofs.tsx'
import { ShipmentTimeline } from './shipment-timeline.tsx'
import { unbrokenAddress } from '#web/ui/table/unbroken-numbers.tsx'

/** A loaded shipment. */
export function ShipmentDetail({ shipment }: { shipment: Shipment }) {
  const { id, number, status, isLate, account, address, expectedDate, window, proofs } = shipment
  const acts = useShipmentActions(shipment)
  const seesCustomers = useCan('crm.view')
  return (
    <DocumentFrame
      place={shipmentPlace}
      number={number}
      status={<ShipmentStatusBadge status={status} isLate={isLate} />}
      facts={[
        {
          label: 'Customer',
          value: seesCustomers ? <Link to={paths.customer(account.id)}>{account.name}</Link> : account.name,
        },
        { label: 'Ship to', value: unbrokenAddress(addressLine({ name: null, address, country: null })) },
        { label: 'Expected', value: expectedDate && formatDay(expectedDate) },
        window !== null && { label: 'Window', value: `${window.from}–${window.to}` },
      ]}
      progress={progressOf({
        status,
        steps: [['READY_FOR_SHIPPING'], ['ON_THE_WAY'], ['DELIVERED', 'FAILED_DELIVERY']],
        names: shipmentStatusNames,
        tone: shipmentStatusTones[status],
        timeline: shipment.timeline.map((step) => ({ at: step.at, from: null, to: step.status })),
      })}
      actions={acts}
      tools={
        <>
          <ListNeighbours route={shipmentsApi.getNeighbours} id={id} what="shipment" path={paths.shipment} />
          <PrintButton ids={[id]} delivered={proofs.length > 0 ? shipment : null} />
        </>
      }
      notices={<ShipmentNotices shipment={shipment} />}
      rail={{ party: <ShipmentPlace shipment={shipment} />, shipment: <ShipmentFacts shipment={shipment} /> }}
      history={<ShipmentTimeline shipment={shipment} />}
    >
      <ShipmentLines shipment={shipment} />
      <ShipmentPackages shipment={shipment} />
      {proofs.length > 0 && <ShipmentProofs proofs={proofs} />}
    </DocumentFrame>
  )
}

function ShipmentNotices({ shipment }: { shipment: Shipment }) {
  const { blocked, status, failureReason } = shipment
  return (
    <>
      {blocked.length > 0 && (
        <Notice tone="bad" title="Do not hand over these goods">
          <ul>
            {blocked.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </Notice>
      )}
      {status === 'FAILED_DELIVERY' && (
        <Notice
          tone="warn"
          title={`The delivery failed${failureReason ? `: ${deliveryFailureNames[failureReason].toLowerCase()}` : ''}`}
        >
          <AfterFailure shipment={shipment} />
        </Notice>
      )}
    </>
  )
}

/** The next step after a failed delivery: what is open, or the return that the goods come back with. */
function AfterFailure({ shipment: { transitions, returns, order } }: { shipment: Shipment }) {
  const seesReturns = useCan('invoices.view')
  if (order.status === 'RETURNED') return 'The goods have been returned.'
  const back = returns.at(-1)
  if (!back || transitions.some(({ action, reason }) => action === 'checkIn' && reason === null))
    return 'Reschedule it for another attempt, or check the goods back in.'
  return (
    <>
      Return{' '}
      {seesReturns ? (
        <Link to={paths.return(back.id)} className="link">
          {back.number}
        </Link>
      ) : (
        back.number
      )}{' '}
      was requested: receive and inspect its goods to put them into stock.
    </>
  )
}
