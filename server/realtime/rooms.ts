import { can } from '#shared/access/can.ts'
import { readable } from '#shared/access/field-access.ts'
import { type Module, modules } from '#shared/access/roles.ts'
import { events } from '#shared/realtime.ts'
import { settingsFields } from '#shared/settings/api.ts'
import type { Announcement, Caller } from '#server/kernel/work.ts'

/* Which users receive which events. Rooms follow from the user's rights in the database; clients can neither create nor join one. */

const everyone = 'everyone'
const ofArea = (module: Module) => `mod:${module}`
export const ofCustomer = (accountId: string) => `customer:${accountId}`
/** The room of users who may see raw materials but not the inventory: it receives events of raw materials only. */
export const ofRawMaterialsAlone = 'raw materials alone'
export const ofUser = (userId: string) => `user:${userId}`
const ofRoute = (routeId: string) => `route:${routeId}`

/**
 * The rooms of a user. Customers and drivers are in no room of a module, as they receive only events of their own records; nor are
 * users who must set up a second factor before they may read anything.
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

/** The rooms of an event; at least one, because socket.io sends an event without rooms to everyone. */
export function roomsOfEvent({ name, payload, to }: Announcement): [string, ...string[]] {
  const audience = to ?? events[name].audience
  if (audience === 'everyone') return [everyone]
  if ('userId' in audience) return [ofUser(audience.userId)]
  const [first, ...others] = audience
  const rooms: [string, ...string[]] = [ofArea(first), ...(others as readonly Module[]).map(ofArea)]
  if (name === 'route_updated' || name === 'tracking_updated') rooms.push(ofRoute(payload.routeId))
  return rooms
}

/** The payload with only what the receiver may read: of the settings, the sections that their rights allow. */
export const payloadFor = ({ name, payload }: Announcement, caller: Caller) =>
  name === 'settings_updated' ? readable(payload, settingsFields, caller.owesSecondFactor ? null : caller) : payload
