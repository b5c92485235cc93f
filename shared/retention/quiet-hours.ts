const formats = new Map<string, Intl.DateTimeFormat>()

/** Minutes since midnight in a time zone. */
export function minuteOfDay(moment: Date, timeZone: string): number {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  formats.set(timeZone, format)
  const [hour = 0, minute = 0] = format.format(moment).split(':').map(Number)
  return hour * 60 + minute
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** True during quiet hours: from the first time up to the second, which may be on the next day. */
export function isQuiet(moment: Date, timeZone: string, from: string, to: string): boolean {
  const [now, start, end] = [minuteOfDay(moment, timeZone), minutesOf(from), minutesOf(to)]
  if (start === end) return false
  return start < end ? now >= start && now < end : now >= start || now < end
}

type Region = { getTimeZones?: () => string[] | undefined; timeZones?: string[] }

let countries: ReadonlyMap<string, readonly string[]> | null = null

/** Country, by its English name or its code in lower case → its time zones. */
export function timeZonesByCountry(): ReadonlyMap<string, readonly string[]> {
  if (countries) return countries
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const found = new Map<string, readonly string[]>()
  for (const code of letters.flatMap((a) => letters.map((b) => a + b))) {
    const name = names.of(code)?.toLowerCase()
    const region = new Intl.Locale(`und-${code}`) as unknown as Region
    const zones = region.getTimeZones?.() ?? region.timeZones ?? []
    if (!name || zones.length === 0) continue
    for (const key of [code.toLowerCase(), name, name.replaceAll('’', "'")]) found.set(key, zones)
  }
  countries = found
  return found
}
