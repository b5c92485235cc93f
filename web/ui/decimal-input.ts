type Separators = { decimal: string; group: string }

/** The marks a reader's language puts between whole and part, and between thousands. */
function separatorsOf(locale?: string): Separators {
  const parts = new Intl.NumberFormat(locale).formatToParts(1234567.8)
  const mark = (type: string) => parts.find((part) => part.type === type)?.value
  return { decimal: mark('decimal') ?? '.', group: mark('group') ?? ',' }
}

/** A currency before or behind an amount, and per cent: "$5", "US$ 5", "5 EUR", "5 %". */
const currencyBefore = /^([-+−–]?)\s*(?:[A-Z]{0,2}\p{Sc}|[A-Z]{3}(?!\p{L}))/u
const unitBehind = /(?:\p{Sc}|(?<!\p{L})[A-Z]{3}|%)$/u

/** Reads a typed or pasted number ("1 234,50", "$1,234.50") as a plain decimal; undefined when it is none, "2 cases" among them. */
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

/** Reads a whole number from 0 on; null where it is none. */
export function parseWholeInput(text: string): number | null {
  const decimal = parseDecimalInput(text)
  return decimal !== undefined && /^\d+$/.test(decimal) ? Number(decimal) : null
}

// Thousands, or the twos and a three of India; "1,2,3" is a list and no number.
const grouped = /^(\d*|\d{1,3}([.,]\d{2,3})*[.,]\d{3})$/

// Of two different marks the last one parts; one mark used twice groups; one mark used once is what the locale
// says, except that its group mark before anything but three digits can only be meant as the decimal one.
function decimalMark(digits: string, separators: Separators): string | undefined {
  const marks = digits.match(/[.,]/g) ?? []
  const last = marks.at(-1)
  if (!last) return undefined
  if (new Set(marks).size > 1) return last
  if (marks.length > 1) return undefined
  return last === separators.group && /[.,]\d{3}$/.test(digits) ? undefined : last
}

/** Writes a plain decimal the way the reader's language does, a debt with a real minus; it stays exact, as no float is involved. */
export function formatDecimalInput(decimal: string, minimumFractionDigits = 0, locale?: string) {
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits, maximumFractionDigits: 20 })
  return format.format(decimal as Intl.StringNumericLiteral).replace('-', '−')
}
