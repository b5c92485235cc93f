import type { TransferRow } from '#shared/inventory/transfers/api.ts'
import { DocumentStatusBadge } from '#web/inventory/stock/document-status-badge.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { TwoLines } from '#web/ui/table/two-lines.tsx'

/** The columns of the transfer list. */
export const transferColumns: Column<TransferRow>[] = [
  { id: 'number', header: 'Transfer', cell: ({ number }) => number, sortable: true },
  {
    id: 'source',
    header: 'Source',
    cell: ({ source }) => <TwoLines first={source.name} second={source.type} className="max-w-48 max-lg:max-w-64" />,
    phone: true,
  },
  {
    id: 'destination',
    header: 'Destination',
    cell: ({ destination }) => (
      <TwoLines first={destination.name} second={destination.type} className="max-w-48 max-lg:max-w-64" />
    ),
    phone: true,
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status, dispatchedAt }) => <DocumentStatusBadge status={status} underway={dispatchedAt !== null} />,
    phone: 'corner',
  },
  { id: 'lines', header: 'Items', cell: ({ lines }) => lines.toLocaleString(), align: 'end' },
  {
    id: 'pieces',
    header: 'Pieces',
    cell: ({ pieces }) => pieces.toLocaleString(),
    align: 'end',
    phone: true,
    sortable: true,
  },
  {
    id: 'createdAt',
    header: 'Created',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    sortable: true,
    phone: true,
  },
]
