import type { DeliveryWindow } from '#shared/crm/partners/delivery-windows.ts'

/** The customer's opening hours for goods on a day, the longest of several; null for any time. YYYY-MM-DD → HH:MM. */
export function windowOn(windows: readonly DeliveryWindow[], date: string): { from: string; to: string } | null {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay() || 7
  const [longest] = windows
    .filter(({ days }) => days.includes(weekday))
    .toSorted((a, b) => minutes(b.to) - minutes(b.from) - minutes(a.to) + minutes(a.from))
  return longest ? { from: longest.from, to: longest.to } : null
}

/** Minutes since midnight, from HH:MM. */
function minutes(time: string): number {
  const [hours = 0, rest = 0] = time.split(':').map(Number)
  return hours * 60 + rest
}
