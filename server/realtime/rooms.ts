import { can } from '#shared/access/can.ts'
import { readable } from '#shared/access/field-access.ts'
import { type Module, modules } from '#shared/access/roles.ts'
import { events } from '#shared/realtime.ts'
import { settingsFields } from '#shared/settings/api.ts'
import type { Announcement, Caller } from '#server/kernel/work.ts'

/* Who hears of what. Rooms come from the rights that the database has; nothing that a client says makes or joins one. */

const everyone = 'everyone'
const ofArea = (module: Module) => `mod:${module}`
export const ofCustomer = (accountId: string) => `customer:${accountId}`
/** Of those who see raw materials and not the inventory: they are told of no other item. */
export const ofRawMaterialsAlone = 'raw materials alone'
export const ofUser = (userId: string) => `user:${userId}`
const ofRoute = (routeId: string) => `route:${routeId}`

/**
 * The rooms of a user. A customer and a driver hear only of what is theirs, so no area is told to them; nor to those who may
 * read nothing before they have set up a second factor.
 */
export function roomsOfUser({ userId, role, permissions, accountId, owesSecondFactor }: Caller): string[] {
  const mayReceiveAreas = role !== 'customer' && role !== 'driver' && !owesSecondFactor
  const areas = mayReceiveAreas ? modules.filter((module) => can({ role, permissions }, `${module}.view`)) : []
  const rawMaterials = receivesRawMaterialsAlone(areas) ? [ofRawMaterialsAlone] : []
  const own = role === 'customer' && accountId && !owesSecondFactor ? [ofCustomer(accountId)] : []
  return [everyone, ofUser(userId), ...own, ...rawMaterials, ...areas.map(ofArea)]
}

const receivesRawMaterialsAlone = (areas: readonly Module[]) =>
  areas.includes('rawmaterials') && !areas.includes('inventory')

/** The rooms of an event; never none, which would mean all. */
export function roomsOfEvent({ name, payload, to }: Announcement): [string, ...string[]] {
  const audience = to ?? events[name].audience
  if (audience === 'everyone') return [everyone]
  if ('userId' in audience) return [ofUser(audience.userId)]
  const [first, ...others] = audience
  const rooms: [string, ...string[]] = [ofArea(first), ...(others as readonly Module[]).map(ofArea)]
  if (name === 'route_updated' || name === 'tracking_updated') rooms.push(ofRoute(payload.routeId))
  return rooms
}

/** What of an event somebody who is told may read: of the settings, the sections that are for them. */
export const payloadFor = ({ name, payload }: Announcement, caller: Caller) =>
  name === 'settings_updated' ? readable(payload, settingsFields, caller.owesSecondFactor ? null : caller) : payload
