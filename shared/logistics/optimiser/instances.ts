import type { RouteProblem } from './route-problem.ts'
import { seededRandom } from './random.ts'

export type WindowWidth = 'none' | 'wide' | 'narrow'

/** Half the width of a window in seconds. */
const halfWidths: Record<Exclude<WindowWidth, 'none'>, number> = { wide: 5400, narrow: 1200 }
const serviceSeconds = 480

/**
 * Generates a round trip through a town from a seed, for tests and benchmarks. The windows are around the times of a decent
 * tour, so that an order without lateness exists.
 */
export function makeInstance(seed: number, stops: number, width: WindowWidth, isOneWay = false): RouteProblem {
  const random = seededRandom(seed)
  const spots = Array.from({ length: stops + 1 }, () => ({ x: random() * 20_000, y: random() * 20_000 }))
  const places = [...spots, spots[0]!]
  const travel = places.map((a) =>
    places.map(
      (b) => Math.round((Math.hypot(a.x - b.x, a.y - b.y) * 1.3) / 9.7) * (isOneWay ? 1 + (a.x > b.x ? 1 : 0) : 1),
    ),
  )
  const service = places.map((_, index) => (index === 0 || index === stops + 1 ? 0 : serviceSeconds))
  const windows = places.map(() => ({ from: 0, to: 1_000_000 }))
  if (width !== 'none') {
    let at = 0
    let here = 0
    for (const next of sweep(spots)) {
      at += travel[here]![next]! + serviceSeconds
      const middle = at + (random() - 0.5) * halfWidths[width]
      windows[next] = {
        from: Math.max(0, Math.round(middle - halfWidths[width])),
        to: Math.round(middle + halfWidths[width]),
      }
      here = next
    }
  }
  return { travelSeconds: travel, windows, serviceSeconds: service }
}

/** All stops, nearest first: the tour that the windows are based on. */
function sweep(spots: readonly { x: number; y: number }[]): number[] {
  const open = new Set(spots.keys())
  open.delete(0)
  const order: number[] = []
  let here = spots[0]!
  while (open.size > 0) {
    const next = [...open].toSorted((a, b) => far(here, spots[a]!) - far(here, spots[b]!))[0]!
    open.delete(next)
    order.push(next)
    here = spots[next]!
  }
  return order
}

const far = (a: { x: number; y: number }, b: { x: number; y: number }) => Math.hypot(a.x - b.x, a.y - b.y)
