import { businessDate } from '#shared/dates.ts'
import type { DriverStop } from '#shared/logistics/driver/api.ts'
import { shipmentStatusNames } from '#shared/logistics/shipments/shipment-status.ts'
import type { ShipmentStatus } from '#shared/logistics/shipments/shipment-status.ts'
import type { Tone } from '#web/ui/badge.tsx'

/** Today in the company's time zone, independent of the phone's time zone and clock. */
export const companyToday = (timeZone: string, clockOffset: number): string =>
  businessDate(new Date(Date.now() + clockOffset), timeZone)

/** A time of day in the company's time zone. */
export const clock = (moment: string | number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(new Date(moment))

export const windowWords = ({ window }: Pick<DriverStop, 'window'>, timeZone: string): string | null =>
  window && `${clock(window.from, timeZone)}–${clock(window.to, timeZone)}`

/** "3 packages", without a line break. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${count}\u00a0${count === 1 ? one : many}`

/** "ETA 14:05", without a line break; null if unknown. */
export const etaWords = ({ eta }: Pick<DriverStop, 'eta'>, timeZone: string): string | null =>
  eta && `ETA\u00a0${clock(eta, timeZone)}`

export const stopTones: Record<ShipmentStatus, Tone> = {
  READY_FOR_SHIPPING: 'neutral',
  ON_THE_WAY: 'info',
  DELIVERED: 'good',
  FAILED_DELIVERY: 'bad',
}
export const stopStatusNames = shipmentStatusNames

/** Why blocked lots of a stop may not be handed over; empty if all may. */
export const blockedReasons = ({ lines }: Pick<DriverStop, 'lines'>): string[] => [
  ...new Set(lines.flatMap((line) => line.doNotHandOver ?? [])),
]

/** The goods of a stop that were not accepted: “2 refused, 1 damaged”; empty if all were. */
export function returnedWords({ lines }: Pick<DriverStop, 'lines'>): string {
  const refused = lines.reduce((sum, line) => sum + line.refused, 0)
  const damaged = lines.reduce((sum, line) => sum + line.damaged, 0)
  return [refused > 0 && `${refused} refused`, damaged > 0 && `${damaged} damaged`].filter(Boolean).join(', ')
}

/** The characters of a phone number that can be dialled. */
export const dialled = (phone: string): string => phone.replace(/[^\d+*#]/g, '')

const isApple = () => /iPhone|iPad|Macintosh/.test(navigator.userAgent)

/** Opens the phone's maps app; null without an address. */
export function navigationAddress({
  latitude,
  longitude,
  address,
}: Pick<DriverStop, 'latitude' | 'longitude' | 'address'>): string | null {
  const spot = latitude === null || longitude === null ? null : `${latitude},${longitude}`
  const wanted = spot ?? address
  if (wanted === null) return null
  if (isApple()) return `maps:?daddr=${encodeURIComponent(wanted)}`
  return spot ? `geo:${spot}?q=${encodeURIComponent(spot)}` : `geo:0,0?q=${encodeURIComponent(wanted)}`
}
