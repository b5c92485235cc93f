/* GTINs of all lengths; stored and compared with 14 digits. */

/** The check digit for these digits: every second one from the right counts three times. */
export function checkDigit(digits: string): number {
  let sum = 0
  for (let at = digits.length - 1, weight = 3; at >= 0; at -= 1, weight = 4 - weight) sum += Number(digits[at]) * weight
  return (10 - (sum % 10)) % 10
}

/** The correct check digit, or null if the last digit is right. */
export function wantedCheckDigit(code: string): number | null {
  const wanted = checkDigit(code.slice(0, -1))
  return wanted === Number(code.at(-1)) ? null : wanted
}

export const asGtin14 = (digits: string): string => digits.padStart(14, '0')

/** The UPC-A (12 digits) that a UPC-E (8 digits) stands for with zeros left out; null if it is none. */
export function expandUpcE(code: string): string | null {
  const [, system, body, check] = /^([01])(\d{6})(\d)$/.exec(code) ?? []
  if (!system || !body || !check) return null
  const last = Number(body[5])
  const maker =
    last <= 2
      ? `${body.slice(0, 2)}${last}00`
      : last === 3
        ? `${body.slice(0, 3)}00`
        : last === 4
          ? `${body.slice(0, 4)}0`
          : body.slice(0, 5)
  const item =
    last <= 2
      ? `00${body.slice(2, 5)}`
      : last === 3
        ? `000${body.slice(3, 5)}`
        : last === 4
          ? `0000${body[4]}`
          : `0000${last}`
  return `${system}${maker}${item}${check}`
}

export type GtinForm = 'EAN-8' | 'EAN-13' | 'UPC-A' | 'UPC-E' | 'GTIN-14'
/** A GTIN as printed in its form: an EAN-13 from its 14 digits. */
export const printedGtin = (gtin14: string, form: GtinForm): string =>
  gtin14.slice(-{ 'EAN-8': 8, 'EAN-13': 13, 'UPC-A': 12, 'UPC-E': 12, 'GTIN-14': 14 }[form])

const formOfLength: Record<number, GtinForm> = { 8: 'EAN-8', 12: 'UPC-A', 13: 'EAN-13', 14: 'GTIN-14' }

export type ParsedGtin =
  | { gtin: string; form: GtinForm /** The GTIN if the eight digits are a UPC-E. */; also: string | null }
  | { problem: string }

/** Parses digits as a GTIN; `asUpcE` if the scanner has reported it as UPC-E. Null if a GTIN has no such length. */
export function parseGtin(digits: string, asUpcE = false): ParsedGtin | null {
  const form = formOfLength[digits.length]
  if (!form || !/^\d+$/.test(digits)) return null
  const expanded = digits.length === 8 ? expandUpcE(digits) : null
  const upc = expanded && wantedCheckDigit(expanded) === null ? asGtin14(expanded) : null
  if (upc && (asUpcE || wantedCheckDigit(digits) !== null)) return { gtin: upc, form: 'UPC-E', also: null }
  const wanted = wantedCheckDigit(digits)
  if (wanted === null) return { gtin: asGtin14(digits), form, also: upc }
  return { problem: `The last digit of an ${form} that begins like this is ${wanted}, not ${digits.at(-1)}.` }
}
