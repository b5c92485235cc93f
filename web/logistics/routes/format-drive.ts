/** Formats metres: "12.4 km". */
export const formatKm = (metres: number): string =>
  `${(metres / 1000).toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} km`

/** Formats seconds: "1 h 20 min", "45 min". */
export function formatDuration(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? `${minutes} min` : `${hours} h ${String(minutes % 60).padStart(2, '0')} min`
}

/** Formats a change with its sign: "−3.2 km", "+12 min", "±0 min". */
export function formatChange(change: number, format: (size: number) => string): string {
  const size = format(Math.abs(change))
  if (size === format(0)) return `±${size}`
  return `${change < 0 ? '−' : '+'}${size}`
}
