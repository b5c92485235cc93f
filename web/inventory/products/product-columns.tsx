import type { ProductRow } from '#shared/inventory/stock/product.ts'
import { ProductThumbnail } from './product-thumbnail.tsx'
import { StockStatusBadge } from '#web/inventory/stock/stock-status-badge.tsx'
import { unusableLotNote } from '#web/inventory/stock/unusable-lot-note.ts'
import type { Column } from '#web/ui/table/column.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { TwoLines } from '#web/ui/table/two-lines.tsx'

const pieces = (count: number) => count.toLocaleString()

/** Instead of a list price of nothing. */
export const noPrice = 'No price yet'

/** The quantity on hand, and how much of it is not available. */
function OnHand({ product }: { product: ProductRow }) {
  const note = unusableLotNote(product)
  return note === null ? pieces(product.onHand) : <TwoLines align="end" first={pieces(product.onHand)} second={note} />
}

/** The columns of the product list; prices are in the company's currency. */
export const productColumns = (currency: string): Column<ProductRow>[] => [
  {
    id: 'name',
    exportedAs: ['name', 'sku'],
    header: 'Product',
    cell: (product) => (
      <span className="flex min-w-0 items-center gap-2.5 max-md:items-start">
        <ProductThumbnail cover={product.cover} />
        <TwoLines first={product.name} second={product.sku} className="max-w-52 max-md:max-w-full 2xl:max-w-96" />
      </span>
    ),
    sortable: true,
  },
  { id: 'sku', header: 'SKU', cell: (product) => product.sku, sortable: true, extra: true },
  { id: 'barcode', header: 'Barcode', cell: (product) => product.barcode ?? '–', extra: true },
  {
    id: 'category',
    exportedAs: ['category', 'supplier'],
    header: 'Category, supplier',
    cell: (product) => (
      <TwoLines
        first={product.category}
        second={product.supplier.name}
        className="max-w-26 max-lg:max-w-48 2xl:max-w-60"
      />
    ),
  },
  {
    id: 'status',
    header: 'Status',
    cell: (product) => <StockStatusBadge status={product.stockStatus} />,
    phone: true,
  },
  { id: 'onHand', header: 'On hand', cell: (product) => <OnHand product={product} />, align: 'end' },
  { id: 'committed', header: 'Reserved', cell: (product) => pieces(product.committed), align: 'end' },
  {
    id: 'available',
    header: 'Available',
    cell: (product) => <span className="font-medium">{pieces(product.available)}</span>,
    align: 'end',
    phone: true,
  },
  {
    id: 'price',
    sortable: true,
    header: `Price, ${currency}`,
    cell: ({ price }) =>
      Number(price) === 0 ? <span className="text-muted">{noPrice}</span> : formatDecimalInput(price, 2),
    align: 'end',
    phone: true,
  },
  {
    id: 'warehouse',
    header: 'Location',
    cell: ({ warehouse }) => (
      <TwoLines first={warehouse.name} second={warehouse.type} className="max-w-32 max-lg:max-w-48 2xl:max-w-60" />
    ),
    extra: true,
  },
  {
    id: 'cost',
    header: `Cost, ${currency}`,
    cell: ({ cost }) => (cost === null ? '–' : formatDecimalInput(cost, 2)),
    align: 'end',
    extra: true,
  },
  {
    id: 'reorderPoint',
    header: 'Reorder point',
    cell: (product) => orNone(product.reorderPoint),
    align: 'end',
    extra: true,
  },
  {
    id: 'leadTimeDays',
    header: 'Lead time, days',
    cell: (product) => orNone(product.leadTimeDays),
    align: 'end',
    extra: true,
  },
  { id: 'supplierCode', header: "Supplier's code", cell: (product) => product.supplierCode ?? '–', extra: true },
  {
    id: 'updatedAt',
    header: 'Last changed',
    cell: (product) => <RelativeTime at={product.updatedAt} />,
    sortable: true,
    extra: true,
  },
]

const orNone = (count: number | null) => (count === null ? '–' : pieces(count))
