type Separators = { decimal: string; group: string }

/** The decimal and group separators of a locale. */
function separatorsOf(locale?: string): Separators {
  const parts = new Intl.NumberFormat(locale).formatToParts(1234567.8)
  const mark = (type: string) => parts.find((part) => part.type === type)?.value
  return { decimal: mark('decimal') ?? '.', group: mark('group') ?? ',' }
}

/** Currencies before or after an amount, and percent: "$5", "US$ 5", "5 EUR", "5 %". */
const currencyBefore = /^([-+−–]?)\s*(?:[A-Z]{0,2}\p{Sc}|[A-Z]{3}(?!\p{L}))/u
const unitBehind = /(?:\p{Sc}|(?<!\p{L})[A-Z]{3}|%)$/u

/**
 * Parses a typed or pasted number ("1 234,50", "$1,234.50") to a plain decimal string; undefined if it isn't a number,
 * such as "2 cases".
 */
export function parseDecimalInput(text: string, separators = separatorsOf()): string | undefined {
  const bare = text
    .trim()
    .replace(currencyBefore, '$1')
    .replace(unitBehind, '')
    .replace(/[\s'’]/g, '')
    .replace(/^[−–]/, '-')
  const negative = bare.startsWith('-')
  const digits = bare.replace(/^[-+]/, '')
  if (!/^[\d.,]*\d[\d.,]*$/.test(digits)) return undefined
  const decimal = decimalMark(digits, separators)
  const at = decimal ? digits.lastIndexOf(decimal) : -1
  const whole = at < 0 ? digits : digits.slice(0, at)
  const part = at < 0 ? '' : digits.slice(at + 1)
  if (!grouped.test(whole) || (decimal && whole.includes(decimal)) || /[.,]/.test(part)) return undefined
  const bareWhole = whole.replace(/[.,]/g, '').replace(/^0+(?=\d)/, '') || '0'
  return `${negative ? '-' : ''}${bareWhole}${part && `.${part}`}`
}

/** Parses a non-negative integer; null if it isn't one. */
export function parseWholeInput(text: string): number | null {
  const decimal = parseDecimalInput(text)
  return decimal !== undefined && /^\d+$/.test(decimal) ? Number(decimal) : null
}

// Groups of three digits, or India's groups of two and a last one of three; "1,2,3" is a list, not a number.
const grouped = /^(\d*|\d{1,3}([.,]\d{2,3})*[.,]\d{3})$/

// With both separators, the last one is the decimal separator; one that occurs twice is the group separator; one that
// occurs once follows the locale, except that its group separator must be a decimal separator unless exactly three digits
// follow.
function decimalMark(digits: string, separators: Separators): string | undefined {
  const marks = digits.match(/[.,]/g) ?? []
  const last = marks.at(-1)
  if (!last) return undefined
  if (new Set(marks).size > 1) return last
  if (marks.length > 1) return undefined
  return last === separators.group && /[.,]\d{3}$/.test(digits) ? undefined : last
}

/** Formats a plain decimal string in the locale, with a true minus sign; exact, since no float is involved. */
export function formatDecimalInput(decimal: string, minimumFractionDigits = 0, locale?: string) {
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits, maximumFractionDigits: 20 })
  return format.format(decimal as Intl.StringNumericLiteral).replace('-', '−')
}
