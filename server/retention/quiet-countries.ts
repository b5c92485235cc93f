import { isQuiet, timeZonesByCountry } from '#shared/retention/quiet-hours.ts'
import type { RetentionSettings } from '#shared/retention/settings-api.ts'

export interface QuietNow {
  /** Where the company is: for customers whose country is not known. */
  company: boolean
  /** Countries, by name or code in lower case, in which it is the other way round. */
  others: string[]
}

/** Where it is quiet now. In a country with several time zones it is quiet as long as it is quiet in one of them. */
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
