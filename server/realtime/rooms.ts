import { can } from '#shared/access/can.ts'
import { type Module, modules } from '#shared/access/roles.ts'
import { events } from '#shared/realtime.ts'
import type { Announcement, Caller } from '#server/kernel/work.ts'

/* Who hears of what. Rooms come from the rights that the database has; nothing that a client says makes or joins one. */

const everyone = 'everyone'
const ofArea = (module: Module) => `mod:${module}`
export const ofCustomer = (accountId: string) => `customer:${accountId}`
const ofRoute = (routeId: string) => `route:${routeId}`

/**
 * The rooms of a user. A customer and a driver hear only of what is theirs, so no area is told to them; nor to those who may
 * read nothing before they have set up a second factor.
 */
export function roomsOfUser({ userId, role, permissions, accountId, owesSecondFactor }: Caller): string[] {
  const hearsAreas = role !== 'customer' && role !== 'driver' && !owesSecondFactor
  const areas = hearsAreas ? modules.filter((module) => can({ role, permissions }, `${module}.view`)) : []
  const own = role === 'customer' && accountId && !owesSecondFactor ? [ofCustomer(accountId)] : []
  return [everyone, `user:${userId}`, ...own, ...areas.map(ofArea)]
}

/** The rooms of an event; never none, which would mean all. */
export function roomsOfEvent({ name, payload }: Announcement): [string, ...string[]] {
  const { audience } = events[name]
  if (audience === 'everyone') return [everyone]
  const [first, ...others] = audience
  const rooms: [string, ...string[]] = [ofArea(first), ...(others as readonly Module[]).map(ofArea)]
  if (name === 'route_updated' || name === 'tracking_updated') rooms.push(ofRoute(payload.routeId))
  return rooms
}
