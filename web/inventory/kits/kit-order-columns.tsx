import type { KitOrderRow } from '#shared/inventory/kits/kit-orders-api.ts'
import { DocumentStatusBadge } from '#web/inventory/stock/document-status-badge.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { TwoLines } from '#web/ui/table/two-lines.tsx'

/** The columns of the kit order list. */
export const kitOrderColumns = (currency: string): Column<KitOrderRow>[] => [
  {
    id: 'number',
    exportedAs: ['number', 'kit', 'sku'],
    header: 'Kit order',
    cell: ({ number, kit }) => <TwoLines first={kit.name} second={number} className="max-w-64 max-md:max-w-full" />,
    sortable: true,
  },
  {
    id: 'warehouse',
    header: 'Warehouse',
    cell: ({ warehouse }) => <TwoLines first={warehouse.name} second={warehouse.type} className="max-w-48" />,
    phone: true,
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <DocumentStatusBadge status={status} />,
    phone: 'corner',
  },
  {
    id: 'quantity',
    sortable: true,
    exportedAs: ['quantity', 'takenApart'],
    header: 'Kits',
    cell: ({ quantity, takenApart }) =>
      takenApart === 0 ? (
        quantity.toLocaleString()
      ) : (
        <TwoLines align="end" first={quantity.toLocaleString()} second={`${takenApart.toLocaleString()} taken apart`} />
      ),
    align: 'end',
    phone: true,
  },
  {
    id: 'price',
    header: `Price, ${currency}`,
    cell: ({ price }) => formatDecimalInput(price, 2),
    align: 'end',
    phone: true,
  },
  { id: 'createdAt', header: 'Created', cell: ({ createdAt }) => <RelativeTime at={createdAt} />, sortable: true },
]
