const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Parses a date as spreadsheets write it, to YYYY-MM-DD: 2-Jun-06, 8/27/14 (month first), 2.6.2006 (day first) and 2006-06-02.
 * Two-digit years up to 69 are 20xx, others 19xx. Null for anything else, for dates that don't exist and for years before 1900.
 */
export function parseWrittenDate(text: string): string | null {
  const named = /^(\d{1,2})[-\s]([A-Za-z]{3})[A-Za-z]*\.?[-\s,]+(\d{4}|\d{2})$/.exec(text)
  const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(text)
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})$/.exec(text)
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  const [year, month, day] = named
    ? [yearOf(named[3]), months.indexOf((named[2] ?? '').toLowerCase()) + 1, Number(named[1])]
    : slashed
      ? [yearOf(slashed[3]), Number(slashed[1]), Number(slashed[2])]
      : dotted
        ? [yearOf(dotted[3]), Number(dotted[2]), Number(dotted[1])]
        : iso
          ? [Number(iso[1]), Number(iso[2]), Number(iso[3])]
          : [0, 0, 0]
  const moment = new Date(Date.UTC(year, month - 1, day))
  const exists = year >= 1900 && moment.getUTCMonth() === month - 1 && moment.getUTCDate() === day
  return exists ? moment.toISOString().slice(0, 10) : null
}

function yearOf(digits = ''): number {
  const year = Number(digits)
  if (digits.length === 4) return year
  return year <= 69 ? 2000 + year : 1900 + year
}
