import { divideHalfEven, parseDecimal } from '#shared/money.ts'
import { maxQuantity } from '#shared/quantity.ts'
import { parseWrittenDate } from '#shared/written-date.ts'
import { withoutApostrophes } from '#server/files/csv-text.ts'

/* What a cell says. Each reader gives the value, or in words why there is none: "is not a date". */

export type ParsedCell<T> = { value: T } | { problem: string }

const problem = (words: string): { problem: string } => ({ problem: words })

// oxlint-disable-next-line no-control-regex -- they are what is refused
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\u202A-\u202E\u2066-\u2069\uFFFD]/u
const loneSurrogate = /[\uD800-\uDFFF]/u

/** Text without spaces around it and with single ones in it; an apostrophe that keeps a spreadsheet from calculating goes. */
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

/** How numbers are written in a file: where semicolons part the columns, a comma is the decimal sign. */
export interface NumberStyle {
  decimalComma: boolean
}

/** "1,234.50" → "1234.50"; null when it is no plain number. */
export function plainNumber(text: string, { decimalComma }: NumberStyle): string | null {
  const sign = /^[+-]/.exec(text)?.[0] ?? ''
  let digits = text.slice(sign.length).replace(/^\./, '0.')
  if (decimalComma && digits.includes(',')) {
    if (!/^(\d+|\d{1,3}(\.\d{3})+),\d+$/.test(digits)) return null
    digits = digits.replaceAll('.', '').replace(',', '.')
  } else if (/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(digits)) digits = digits.replaceAll(',', '')
  return /^\d{1,18}(\.\d{1,20})?$/.test(digits) ? `${sign === '-' ? '-' : ''}${digits}` : null
}

/** Whole pieces or packs, 1 … 1,000,000,000. */
export function parseQuantity(text: string, style: NumberStyle): ParsedCell<number> {
  const plain = plainNumber(text, style)
  if (plain === null) return problem('is not a number')
  const whole = parseDecimal(plain, 0)
  if (whole === null) return problem('must be a whole number')
  if (whole < 0n) return problem('must not be negative')
  if (whole === 0n) return problem('must be at least 1')
  if (whole > BigInt(maxQuantity)) return problem(`must be at most ${maxQuantity.toLocaleString('en')}`)
  return { value: Number(whole) }
}

export interface Scale {
  /** Decimals kept; the value comes in the last of them: cents, grams. */
  decimals: number
  largest: bigint
  /** More decimals than are kept are rounded half to even, where they aren't a problem. */
  rounds: boolean
}

/** An amount, a price or a weight, 0 or more. */
export function parseDecimalCell(text: string, scale: Scale, style: NumberStyle): ParsedCell<number> {
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

/** The same where words may stand instead ("Freight Included in Commodity Cost", "See ASN-93"): they mean not captured. */
export function parseDecimalOrText(text: string, scale: Scale, style: NumberStyle): ParsedCell<number | null> {
  return /^[+\-.,\d]/.test(text) ? parseDecimalCell(text, scale, style) : { value: null }
}
