import { stockStatusNames, type StockStatus } from '#shared/inventory/stock/stock-status.ts'
import { StatusBadge, type Tone } from '#web/ui/badge.tsx'

const tones = { inStock: 'good', lowStock: 'warn', outOfStock: 'bad' } as const satisfies Record<StockStatus, Tone>

/** The stock status of a product. */
export function StockStatusBadge({ status }: { status: StockStatus }) {
  return <StatusBadge tone={tones[status]}>{stockStatusNames[status]}</StatusBadge>
}
