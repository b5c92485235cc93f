import type { CatalogueRow } from '#shared/portal/orders-api.ts'
import { StatusBadge } from '#web/ui/badge.tsx'
import { formatDay } from '#shared/format-day.ts'

/** Shows whether there is enough stock, and when more is expected; never the quantity. */
export function AvailabilityBadge({ availability, expectedOn }: Pick<CatalogueRow, 'availability' | 'expectedOn'>) {
  if (availability === 'in_stock') return <StatusBadge tone="good">In stock</StatusBadge>
  return <StatusBadge tone="warn">{expectedOn ? `Short, expected on ${formatDay(expectedOn)}` : 'Short'}</StatusBadge>
}
