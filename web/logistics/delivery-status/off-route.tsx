import { Link } from 'react-router'
import type { ShipmentRow } from '#shared/logistics/shipments/shipment.ts'
import { ShipmentStatusBadge } from '#web/logistics/public/shipment-status.tsx'
import { methodOf } from '#web/logistics/shipments/method-of.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'

/** Shipments expected that day without a route: carrier, pickup, or not planned. */
export function OffRoute({ shipments }: { shipments: readonly ShipmentRow[] }) {
  return (
    <Card
      flush
      title="Not on a route"
      help={shipments.length === 1 ? '1 shipment' : `${shipments.length.toLocaleString()} shipments`}
    >
      <ul className="divide-y divide-line border-line border-t">
        {shipments.map((one) => (
          <li key={one.id} className="flex items-start gap-3 px-5 py-3 max-md:px-4">
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-x-2">
                <span className="min-w-0 truncate font-medium">{one.account.name}</span>
                <Link to={paths.shipment(one.id)} className="link text-table">
                  {one.number}
                </Link>
              </p>
              <p className="text-muted text-table">{methodOf(one) ?? 'Not planned'}</p>
            </div>
            <ShipmentStatusBadge status={one.status} isLate={one.isLate} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
