import type { ReturnRow } from '#shared/sales/returns/api.ts'
import type { Column } from '#web/ui/table/column.ts'
import { NameCell } from '#web/ui/table/name-cell.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { ReturnStatusBadge } from '#web/sales/public/return-status-badge.tsx'
import { TwoLines } from '#web/ui/table/two-lines.tsx'

/** The columns of the return list. */
export const returnColumns = (currency: string): Column<ReturnRow>[] => [
  { id: 'number', header: 'Number', cell: (one) => one.number, sortable: true, width: '9.5rem' },
  {
    id: 'account',
    sortable: true,
    header: 'Customer',
    // Fills the remaining width.
    cell: (one) => <NameCell name={one.account.name} />,
    width: '100%',
    phone: true,
  },
  { id: 'status', header: 'Status', cell: ({ status }) => <ReturnStatusBadge status={status} />, phone: 'corner' },
  { id: 'order', header: 'Order', cell: (one) => one.order.number, phone: true },
  {
    id: 'quantity',
    exportedAs: ['quantity', 'received'],
    header: 'Pieces',
    cell: ({ quantity, received }) =>
      received === null ? (
        quantity.toLocaleString()
      ) : (
        <TwoLines align="end" first={received.toLocaleString()} second={`of ${quantity.toLocaleString()}`} />
      ),
    align: 'end',
    phone: true,
  },
  {
    id: 'credit',
    exportedAs: ['creditNote', 'credit'],
    header: `Credit, ${currency}`,
    cell: ({ creditNote }) =>
      creditNote ? formatDecimalInput(creditNote.total, 2) : <span className="text-muted">–</span>,
    align: 'end',
    phone: true,
  },
  { id: 'createdAt', header: 'Requested', cell: (one) => <RelativeTime at={one.createdAt} />, sortable: true },
]
