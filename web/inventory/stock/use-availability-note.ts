import type { Product } from '#shared/inventory/stock/product.ts'
import { useToday } from '#web/session/today.ts'
import { mayUse, onDay } from '#shared/inventory/stock/usable-lots.ts'

type Stocked = Pick<Product, 'available'> & { stock: readonly Product['stock'][number][] }

/** Under what is available: "Free to sell", or how much of it is, where the rest is in lots that are blocked or have expired. */
export function useAvailabilityNote({ available, stock }: Stocked, act: 'sell' | 'use'): string {
  const today = useToday()
  const fit = stock.filter((place) => mayUse(place, onDay(today)))
  const free = fit.reduce((sum, place) => sum + place.available, 0)
  return free >= available ? `Available to ${act}` : `${free.toLocaleString()} available to ${act}`
}
