import { isQuiet, timeZonesByCountry } from '#shared/retention/quiet-hours.ts'
import type { RetentionSettings } from '#shared/retention/settings-api.ts'

export interface QuietNow {
  /** True if it is quiet at the company: for customers whose country is unknown. */
  company: boolean
  /** Countries, by name or code in lower case, where it is the opposite. */
  others: string[]
}

/** Where quiet hours apply now. A country with several time zones is quiet if at least one of them is. */
export function quietNow(now: Date, timeZone: string, { quietFrom, quietTo }: RetentionSettings): QuietNow {
  const known = new Map<string, boolean>()
  const isQuietIn = (zone: string) => {
    const found = known.get(zone) ?? isQuiet(now, zone, quietFrom, quietTo)
    known.set(zone, found)
    return found
  }
  const company = isQuietIn(timeZone)
  if (quietFrom === quietTo) return { company, others: [] }
  const others: string[] = []
  for (const [name, zones] of timeZonesByCountry()) if (zones.some(isQuietIn) !== company) others.push(name)
  return { company, others }
}
