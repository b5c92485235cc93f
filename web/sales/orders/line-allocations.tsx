import { PackageCheck, PackageMinus } from 'lucide-react'
import type { Order } from '#shared/sales/orders/order.ts'
import { LotChip, LotChips } from '#web/documents/line-cells.tsx'
import { formatDay } from '#shared/format-day.ts'

type Allocation = Order['orderLines'][number]['allocations'][number]

/** The lot of products without lot tracking. */
const noLot = 'none'

/** The location and lot of the pieces of a line: reserved, or already taken out. */
export function LineAllocations({ allocations }: { allocations: readonly Allocation[] }) {
  if (allocations.length === 0) return null
  return (
    <LotChips>
      {allocations.map(({ location, lotId, lotNumber, expiryDate, quantity, state }) => (
        <LotChip
          key={`${location.id} ${lotId} ${state}`}
          icon={
            state === 'open' ? (
              <PackageCheck aria-label="Reserved" role="img" size={14} className="shrink-0 text-muted" />
            ) : (
              <PackageMinus aria-label="Shipped" role="img" size={14} className="shrink-0 text-muted" />
            )
          }
        >
          {quantity.toLocaleString()} from {location.name}
          {lotNumber !== noLot && `, lot ${lotNumber}`}
          {expiryDate && `, expires ${formatDay(expiryDate)}`}
        </LotChip>
      ))}
    </LotChips>
  )
}
