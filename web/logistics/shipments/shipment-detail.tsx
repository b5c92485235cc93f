import { Link } from 'react-router'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import type { Shipment } from '#shared/logistics/shipments/shipment.ts'
import { deliveryFailureNames } from '#shared/logistics/shipments/shipment-status.ts'
import { ListNeighbours, useListOrigin } from '#web/lists/list-neighbours.tsx'
import { ShipmentStatusBadge } from '#web/logistics/public/shipment-status.tsx'
import { paths } from '#web/paths.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { PrintButton } from './print-button.tsx'
import { useShipmentActions } from './shipment-actions.tsx'
import { ShipmentFacts } from './shipment-facts.tsx'
import { ShipmentLines } from './shipment-lines.tsx'
import { ShipmentPackages } from './shipment-packages.tsx'
import { ShipmentPlace } from './shipment-place.tsx'
import { ShipmentProofs } from './shipment-proofs.tsx'
import { ShipmentTimeline } from './shipment-timeline.tsx'

/** A loaded shipment. */
export function ShipmentDetail({ shipment }: { shipment: Shipment }) {
  const { id, number, status, isLate, account, blocked, failureReason, proofs } = shipment
  const actions = useShipmentActions(shipment)
  const search = useListOrigin()
  return (
    <>
      <PageHeader
        title={number}
        status={<ShipmentStatusBadge status={status} isLate={isLate} />}
        help={account.name}
        breadcrumbs={
          <Breadcrumbs>
            <Link to={{ pathname: paths.shipping, search }}>Shipping</Link>
          </Breadcrumbs>
        }
        menu={
          <>
            <ListNeighbours route={shipmentsApi.getNeighbours} id={id} what="shipment" path={paths.shipment} />
            <PrintButton ids={[id]} small={false} />
            {actions.menu}
          </>
        }
        action={actions.action}
      />
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
          Reschedule it for another attempt, or check the goods back in.
        </Notice>
      )}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <ShipmentLines shipment={shipment} />
          <ShipmentPackages shipment={shipment} />
          {proofs.length > 0 && <ShipmentProofs proofs={proofs} />}
          <ShipmentTimeline shipment={shipment} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <ShipmentFacts shipment={shipment} />
          <ShipmentPlace shipment={shipment} />
        </div>
      </div>
      {actions.dialogs}
    </>
  )
}
