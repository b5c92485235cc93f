/** The approximate distance, for the driver; null if it is unknown or zero. */
export function formatWay(metres: number | null): string | null {
  if (metres === null || metres === 0) return null
  if (metres < 950) return `${Math.max(50, Math.round(metres / 50) * 50)}\u00a0m`
  return `${(metres / 1000).toFixed(metres < 9950 ? 1 : 0)}\u00a0km`
}
