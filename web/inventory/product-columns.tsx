import type { ProductRow } from '#shared/inventory/product.ts'
import { StockStatusBadge } from '#web/inventory/stock-status-badge.tsx'
import type { Column } from '#web/ui/column.ts'
import { writeDecimal } from '#web/ui/decimal-input.ts'

const pieces = (count: number) => count.toLocaleString()

/** The columns of the inventory list; prices are told in the company's currency. */
export const productColumns = (currency: string): Column<ProductRow>[] => [
  { id: 'name', header: 'Product', cell: (product) => product.name, sortable: true },
  {
    id: 'sku',
    header: 'SKU',
    cell: (product) => <span className="text-secondary">{product.sku}</span>,
    sortable: true,
    phone: true,
  },
  { id: 'category', header: 'Category', cell: (product) => product.category },
  { id: 'supplier', header: 'Supplier', cell: (product) => product.supplier.name },
  {
    id: 'warehouse',
    header: 'Location',
    cell: ({ warehouse }) => (
      <>
        {warehouse.name} <span className="text-muted">{warehouse.type}</span>
      </>
    ),
    phone: true,
  },
  { id: 'onHand', header: 'On hand', cell: (product) => pieces(product.onHand), align: 'end' },
  { id: 'committed', header: 'Committed', cell: (product) => pieces(product.committed), align: 'end' },
  {
    id: 'available',
    header: 'Available',
    cell: (product) => <span className="font-medium">{pieces(product.available)}</span>,
    align: 'end',
    phone: true,
  },
  {
    id: 'status',
    header: 'Status',
    cell: (product) => <StockStatusBadge status={product.stockStatus} />,
    phone: 'corner',
  },
  {
    id: 'price',
    header: `Price, ${currency}`,
    cell: (product) => writeDecimal(product.price, 2),
    align: 'end',
    phone: true,
  },
]
