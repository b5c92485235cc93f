import type { ProductRow } from '#shared/inventory/stock/product.ts'
import { partsOf, type StockPart, stockPartNames, stockParts } from '#shared/inventory/stock/stock-parts.ts'
import { cn } from '#web/ui/class-names.ts'

const fills: Record<StockPart, string> = {
  available: 'bg-chart-1',
  reserved: 'bg-chart-2',
  onHold: 'bg-chart-3',
  expired: 'bg-chart-5',
  atCustomers: 'bg-chart-6',
}

/** The stock on hand as a stacked bar; the list below it has the same data as text. */
export function StockBar({ product }: { product: ProductRow }) {
  const parts = partsOf(product)
  const shown = stockParts.filter((part) => parts[part] > 0)
  if (shown.length === 0) return null
  return (
    <div className="mt-4">
      <div aria-hidden className="flex h-2.5 gap-0.5 overflow-hidden rounded-full">
        {shown.map((part) => (
          <span key={part} className={cn('min-w-1.5', fills[part])} style={{ flex: `${parts[part]} 1 0` }} />
        ))}
      </div>
      <ul aria-label="Stock on hand" className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-table">
        {shown.map((part) => (
          <li key={part} className="inline-flex items-center gap-1.5">
            <span aria-hidden className={cn('size-2 shrink-0 rounded-full', fills[part])} />
            <span className="text-muted">{stockPartNames[part]}</span>
            <span className="figures font-medium">{parts[part].toLocaleString()}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
