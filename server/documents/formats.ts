/* Figures and days on paper: the same for every reader, whatever language their browser speaks. */

/** "1234.5" → "1,234.50", exact, with at least so many decimals. */
export function formatFigure(decimal: string, least: number): string {
  const format = new Intl.NumberFormat('en', { minimumFractionDigits: least, maximumFractionDigits: 20 })
  return format.format(decimal as Intl.StringNumericLiteral)
}

/** A moment as people there read it: "21 Nov 2026, 14:05". */
export const formatMoment = (moment: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(moment))
