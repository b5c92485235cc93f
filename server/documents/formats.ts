/* Figures and dates on documents: the same for all readers, whatever the language of their browser. */

/** "1234.5" → "1,234.50", exact, with at least `least` decimals. */
export function formatFigure(decimal: string, least: number): string {
  const format = new Intl.NumberFormat('en', { minimumFractionDigits: least, maximumFractionDigits: 20 })
  return format.format(decimal as Intl.StringNumericLiteral)
}

/** Date and time in a time zone: "21 Nov 2026, 14:05". */
export const formatMoment = (moment: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(moment))
