import { inOneLine } from '#shared/in-one-line.ts'
import type { ShipmentRow } from '#shared/logistics/shipments/shipment.ts'
import { ShipmentStatusBadge } from '#web/logistics/public/shipment-status.tsx'
import { formatDay } from '#shared/format-day.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { NameCell } from '#web/ui/table/name-cell.tsx'
import { TwoLines } from '#web/ui/table/two-lines.tsx'
import { loadFacts } from './format-load.ts'
import { methodOf } from './method-of.ts'

/** The columns of the shipment list. */
export const shipmentColumns: Column<ShipmentRow>[] = [
  {
    id: 'number',
    exportedAs: ['number', 'order'],
    header: 'Number',
    cell: ({ number, order }) => <TwoLines first={number} second={order.number} />,
    sortable: true,
    width: '9.5rem',
  },
  {
    id: 'customer',
    header: 'Customer',
    sortable: true,
    cell: ({ account }) => <NameCell name={account.name} />,
    width: '100%',
    phone: true,
  },
  {
    id: 'address',
    header: 'Address',
    cell: ({ address }) => address && <span className="block max-w-64 truncate">{inOneLine(address)}</span>,
    extra: true,
  },
  {
    id: 'status',
    exportedAs: ['status', 'late'],
    header: 'Status',
    cell: ({ status, isLate }) => <ShipmentStatusBadge status={status} isLate={isLate} />,
    phone: 'corner',
  },
  {
    id: 'method',
    exportedAs: ['method', 'carrier'],
    header: 'Method',
    cell: (row) => (
      <span className="line-clamp-2 min-w-24 max-w-32 whitespace-normal max-md:max-w-full md:leading-tight">
        {methodOf(row) ?? <span className="text-muted">Not planned</span>}
      </span>
    ),
    phone: true,
  },
  {
    id: 'expectedDate',
    exportedAs: ['expectedDate', 'window'],
    header: 'Expected',
    cell: ({ expectedDate, window }) =>
      expectedDate && (
        <TwoLines first={formatDay(expectedDate)} second={window ? `${window.from}–${window.to}` : undefined} />
      ),
    sortable: true,
    phone: true,
  },
  {
    id: 'route',
    exportedAs: ['route', 'stop', 'driver'],
    header: 'Route',
    cell: ({ route, stop }) =>
      route && (
        <TwoLines
          first={stop?.sequence ? `${route.number}, stop ${stop.sequence}` : route.number}
          second={route.driver.name}
          className="max-w-44"
        />
      ),
  },
  {
    id: 'packages',
    exportedAs: ['packages', 'weight'],
    header: 'Load',
    cell: (row) => {
      const [first, second] = loadFacts(row)
      return first && <TwoLines align="end" first={first} second={second} />
    },
    align: 'end',
  },
  { id: 'attempt', header: 'Attempts', cell: ({ attempt }) => attempt.toLocaleString(), align: 'end', extra: true },
  {
    id: 'deliveredAt',
    header: 'Delivered',
    cell: ({ deliveredAt }) => deliveredAt && <RelativeTime at={deliveredAt} />,
    extra: true,
  },
  {
    id: 'failedAt',
    header: 'Failed',
    cell: ({ failedAt }) => failedAt && <RelativeTime at={failedAt} />,
    sortable: true,
    extra: true,
  },
  {
    id: 'createdAt',
    header: 'Created',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    sortable: true,
    extra: true,
  },
]
