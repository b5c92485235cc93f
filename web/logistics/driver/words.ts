import { businessDate } from '#shared/dates.ts'
import type { DriverStop } from '#shared/logistics/driver/api.ts'
import { shipmentStatusNames } from '#shared/logistics/shipments/shipment-status.ts'
import type { ShipmentStatus } from '#shared/logistics/shipments/shipment-status.ts'
import type { Tone } from '#web/ui/badge.tsx'

/** The company's day, whatever the phone's time zone and clock. */
export const companyToday = (timeZone: string, clockOffset: number): string =>
  businessDate(new Date(Date.now() + clockOffset), timeZone)

/** A moment as a clock shows it where the company is. */
export const clock = (moment: string | number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(new Date(moment))

export const windowWords = ({ window }: Pick<DriverStop, 'window'>, timeZone: string): string | null =>
  window && `${clock(window.from, timeZone)}–${clock(window.to, timeZone)}`

/** "3 packages", on one line. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${count}\u00a0${count === 1 ? one : many}`

/** "ETA 14:05", on one line; null where it is not known. */
export const etaWords = ({ eta }: Pick<DriverStop, 'eta'>, timeZone: string): string | null =>
  eta && `ETA\u00a0${clock(eta, timeZone)}`

export const stopTones: Record<ShipmentStatus, Tone> = {
  READY_FOR_SHIPPING: 'neutral',
  ON_THE_WAY: 'info',
  DELIVERED: 'good',
  FAILED_DELIVERY: 'bad',
}
export const stopStatusNames = shipmentStatusNames

/** Why nothing of a stop's blocked lots may be handed over; empty where all may. */
export const blockedReasons = ({ lines }: Pick<DriverStop, 'lines'>): string[] => [
  ...new Set(lines.flatMap((line) => line.doNotHandOver ?? [])),
]

/** What of a stop's goods was not accepted: “2 refused, 1 damaged”; empty where all was. */
export function returnedWords({ lines }: Pick<DriverStop, 'lines'>): string {
  const refused = lines.reduce((sum, line) => sum + line.refused, 0)
  const damaged = lines.reduce((sum, line) => sum + line.damaged, 0)
  return [refused > 0 && `${refused} refused`, damaged > 0 && `${damaged} damaged`].filter(Boolean).join(', ')
}

/** Of a telephone number what a telephone understands. */
export const dialled = (phone: string): string => phone.replace(/[^\d+*#]/g, '')

const isApple = () => /iPhone|iPad|Macintosh/.test(navigator.userAgent)

/** Opens the map program of the phone; null without an address. */
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
