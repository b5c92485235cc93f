import { divideHalfEven, parseDecimal } from '#shared/money.ts'
import { maxQuantity } from '#shared/quantity.ts'
import { parseWrittenDate } from '#shared/written-date.ts'
import { withoutApostrophes } from '#server/files/csv-text.ts'

/* A parsed cell: its value, or the problem as text: "is not a date". */

export type ParsedCell<T> = { value: T } | { problem: string }

const problem = (words: string): { problem: string } => ({ problem: words })

// oxlint-disable-next-line no-control-regex -- they are what is refused
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\u202A-\u202E\u2066-\u2069\uFFFD]/u
const loneSurrogate = /[\uD800-\uDFFF]/u

/** Trims and collapses whitespace; removes an apostrophe that escapes a formula. */
export function plainText(cell: string): string {
  const text = cell.normalize('NFC').replace(/\s+/gu, ' ').trim()
  return withoutApostrophes(text)
}

export function parseText(text: string, max: number): ParsedCell<string> {
  if (forbidden.test(text) || loneSurrogate.test(text)) return problem('contains invalid characters')
  return [...text].length > max ? problem(`may have at most ${max} characters`) : { value: text }
}

export function parseDate(text: string): ParsedCell<string> {
  const value = parseWrittenDate(text)
  return value ? { value } : problem('is not a date such as 2-Jun-06 or 2006-06-02')
}

/** The number format of a file: if semicolons separate the columns, the decimal separator is a comma. */
export interface NumberStyle {
  decimalComma: boolean
}

/** "1.250" in a file with decimal commas: the point separates thousands, or decimals if the file mixes both. */
const isAmbiguous = (text: string, { decimalComma }: NumberStyle): boolean =>
  decimalComma && /^[+-]?[1-9]\d{0,2}\.\d{3}$/.test(text)

/** The problem with a decimal number that can be read two ways; null if there is none. */
export function ambiguityOf(text: string, style: NumberStyle): string | null {
  if (!isAmbiguous(text, style)) return null
  const [whole = '', decimals = ''] = text.split('.')
  return `could be ${whole}${decimals} or ${whole},${decimals}: write it one of these ways`
}

/** For whole numbers, where such a point separates thousands: "1.250" → "1250". */
export const plainWhole = (text: string, style: NumberStyle): string | null =>
  plainNumber(isAmbiguous(text, style) ? text.replace('.', '') : text, style)

/** "1,234.50" → "1234.50"; null if it isn't a plain number. */
export function plainNumber(text: string, { decimalComma }: NumberStyle): string | null {
  const sign = /^[+-]/.exec(text)?.[0] ?? ''
  let digits = text.slice(sign.length).replace(/^\./, '0.')
  if (decimalComma && /^\d{1,3}(\.\d{3}){2,}$/.test(digits)) digits = digits.replaceAll('.', '')
  else if (decimalComma && digits.includes(',')) {
    if (!/^(\d+|\d{1,3}(\.\d{3})+),\d+$/.test(digits)) return null
    digits = digits.replaceAll('.', '').replace(',', '.')
  } else if (/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(digits)) digits = digits.replaceAll(',', '')
  return /^\d{1,18}(\.\d{1,20})?$/.test(digits) ? `${sign === '-' ? '-' : ''}${digits}` : null
}

/** Whole pieces or packs, 1 … 1,000,000,000. */
export function parseQuantity(text: string, style: NumberStyle): ParsedCell<number> {
  const plain = plainWhole(text, style)
  if (plain === null) return problem('is not a number')
  const whole = parseDecimal(plain, 0)
  if (whole === null) return problem('must be a whole number')
  if (whole < 0n) return problem('must not be negative')
  if (whole === 0n) return problem('must be at least 1')
  if (whole > BigInt(maxQuantity)) return problem(`must be at most ${maxQuantity.toLocaleString('en')}`)
  return { value: Number(whole) }
}

export interface Scale {
  /** The number of decimals that are stored; the value is an integer in the last of them: cents, grams. */
  decimals: number
  largest: bigint
  /** Whether further decimals are rounded half to even, instead of being a problem. */
  rounds: boolean
}

/** An amount, a price or a weight, 0 or more. */
export function parseDecimalCell(text: string, scale: Scale, style: NumberStyle): ParsedCell<number> {
  const ambiguity = ambiguityOf(text, style)
  if (ambiguity) return problem(ambiguity)
  const plain = plainNumber(text, style)
  if (plain === null) return problem('is not a number')
  const fine = parseDecimal(plain, 20)
  if (fine === null) return problem('is not a number')
  const step = 10n ** BigInt(20 - scale.decimals)
  if (fine < 0n) return problem('must not be negative')
  if (!scale.rounds && fine % step !== 0n) return problem(`has more than ${scale.decimals} decimals`)
  const units = divideHalfEven(fine, step)
  return units > scale.largest ? problem('is too large') : { value: Number(units) }
}

/** The same, but text is allowed instead of a number ("Freight Included in Commodity Cost", "See ASN-93"): the value is then unknown. */
export function parseDecimalOrText(text: string, scale: Scale, style: NumberStyle): ParsedCell<number | null> {
  return /^[+\-.,\d]/.test(text) ? parseDecimalCell(text, scale, style) : { value: null }
}
