import type { RouteStop } from '#shared/logistics/routes/route.ts'

/** An unsaved order of stops, with the version of the route that it is based on. */
export type TriedOrder = { stopIds: string[]; version: number }

/** The stops in that order; in the saved order if stops were added or removed since. */
export function inTriedOrder(stops: readonly RouteStop[], tried: TriedOrder | undefined): readonly RouteStop[] {
  if (tried?.stopIds.length !== stops.length) return stops
  const byId = new Map(stops.map((stop) => [stop.id, stop]))
  const ordered = tried.stopIds.flatMap((id) => byId.get(id) ?? [])
  return ordered.length === stops.length ? ordered : stops
}
