import type { LotRow } from '#shared/inventory/lots/api.ts'
import { isBlocked } from '#shared/inventory/stock/usable-lots.ts'
import { ExpiryDate } from '#web/inventory/stock/expiry-date.tsx'
import { LotStatusBadge } from '#web/inventory/stock/lot-status-badge.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { NameCell } from '#web/ui/table/name-cell.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { TwoLines } from '#web/ui/table/two-lines.tsx'

/** The columns of the lot list; the value is in the company's currency. */
export const lotColumns = (currency: string): Column<LotRow>[] => [
  {
    id: 'lotNumber',
    header: 'Lot',
    cell: ({ lotNumber, product }) => (
      <TwoLines first={lotNumber} second={product.sku} className="max-w-44 max-md:max-w-full" />
    ),
    sortable: true,
  },
  {
    id: 'product',
    sortable: true,
    exportedAs: ['product', 'sku'],
    header: 'Product',
    cell: ({ product }) => <NameCell name={product.name} />,
    width: '100%',
    phone: true,
  },
  {
    id: 'expiryDate',
    header: 'Expires',
    // The status of lots that aren't blocked shows already that they have expired.
    cell: ({ expiryDate, status }) => <ExpiryDate date={expiryDate} showExpired={isBlocked({ lotStatus: status })} />,
    sortable: true,
    phone: true,
  },
  {
    id: 'status',
    header: 'State',
    cell: ({ status, expiryDate }) => <LotStatusBadge status={status} expiryDate={expiryDate} />,
    phone: 'corner',
  },
  {
    id: 'onHand',
    header: 'On hand',
    cell: ({ onHand }) => <span className="font-medium">{onHand.toLocaleString()}</span>,
    align: 'end',
    phone: true,
  },
  { id: 'committed', header: 'Reserved', cell: ({ committed }) => committed.toLocaleString(), align: 'end' },
  {
    id: 'value',
    header: `Value, ${currency}`,
    cell: ({ value }) => formatDecimalInput(value, 2),
    align: 'end',
    phone: true,
  },
]
