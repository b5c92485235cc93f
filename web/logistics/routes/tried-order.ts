import type { RouteStop } from '#shared/logistics/routes/route.ts'

/** An order of stops that was tried and is not saved yet, of the version of the route that it was made from. */
export type TriedOrder = { stopIds: string[]; version: number }

/** The stops in that order. Where some were added or removed meanwhile, a tried order is worthless: as they are saved. */
export function inTriedOrder(stops: readonly RouteStop[], tried: TriedOrder | undefined): readonly RouteStop[] {
  if (tried?.stopIds.length !== stops.length) return stops
  const byId = new Map(stops.map((stop) => [stop.id, stop]))
  const ordered = tried.stopIds.flatMap((id) => byId.get(id) ?? [])
  return ordered.length === stops.length ? ordered : stops
}
