import { groupSeparator } from './group-separator.ts'
import { wantedCheckDigit } from './gtin.ts'

export { groupSeparator }

/** The values of an element string by application identifier. */
export interface Gs1 {
  /** 01, 14 digits. */
  gtin?: string
  /** 10 */
  lotNumber?: string
  /** 11, YYYY-MM-DD. */
  manufacturedOn?: string
  /** 17, YYYY-MM-DD. */
  expiryDate?: string
  /** 21 */
  serial?: string
  /** 30: pieces in a pack of variable count. */
  pieces?: number
  /** 37: trade items in a logistic unit. */
  contained?: number
}

export type ParsedGs1 =
  | { ok: true; values: Gs1 /** Values of unknown application identifiers. */; others: Record<string, string> }
  | { ok: false; problem: string }

const text = /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]+$/

/** For each identifier: its field, the length of its value, and its parser (which returns a string if the value is wrong). */
const known = {
  '01': { field: 'gtin', name: 'GTIN', fixed: 14 },
  '17': { field: 'expiryDate', name: 'expiry date', fixed: 6 },
  '11': { field: 'manufacturedOn', name: 'production date', fixed: 6 },
  '10': { field: 'lotNumber', name: 'lot', max: 20 },
  '21': { field: 'serial', name: 'serial number', max: 20 },
  '30': { field: 'pieces', name: 'count', max: 8 },
  '37': { field: 'contained', name: 'count of trade items', max: 8 },
} as const satisfies Record<string, { field: keyof Gs1; name: string; fixed?: number; max?: number }>
type Known = keyof typeof known

/** Lengths of values that are fixed by the first two digits of the identifier, so that no separator follows. */
const fixedLengths: Record<string, number> = {
  '00': 18,
  '01': 14,
  '02': 14,
  '03': 14,
  '04': 16,
  '11': 6,
  '12': 6,
  '13': 6,
  '14': 6,
  '15': 6,
  '16': 6,
  '17': 6,
  '18': 6,
  '19': 6,
  '20': 2,
  '31': 6,
  '32': 6,
  '33': 6,
  '34': 6,
  '35': 6,
  '36': 6,
  '41': 13,
}
/** Prefixes of identifiers with three digits instead of two. */
const threeDigits = ['23', '24', '25', '40', '41', '42', '71']
const fourDigits = ['31', '32', '33', '34', '35', '36', '39', '43', '70', '72', '80', '81', '82']
const lengthOf = (two: string) => (threeDigits.includes(two) ? 3 : fourDigits.includes(two) ? 4 : 2)

/** Parses an element string without its symbology identifier. `today` determines the century of two-digit years. */
export function parseElements(elements: string, today: string): ParsedGs1 {
  const parts: [string, string][] = []
  for (let rest = elements; rest !== ''; ) {
    if (rest.startsWith(groupSeparator)) {
      rest = rest.slice(1)
      continue
    }
    const identifier = /^\d\d/.test(rest) ? rest.slice(0, lengthOf(rest.slice(0, 2))) : ''
    if (!/^\d+$/.test(identifier)) {
      return { ok: false, problem: `“${rest.slice(0, 4)}” is no application identifier.` }
    }
    rest = rest.slice(identifier.length)
    const fixed = fixedLengths[identifier.slice(0, 2)]
    const until = rest.indexOf(groupSeparator)
    const end = fixed ?? (until < 0 ? rest.length : until)
    parts.push([identifier, rest.slice(0, end)])
    rest = rest.slice(end)
  }
  return readParts(parts, today)
}

/** Parses the human-readable form: (01)09506000134352(17)271231(10)ABC. */
export function parseBracketed(written: string, today: string): ParsedGs1 {
  const parts = [...written.matchAll(/\((\d{2,4})\)(.*?)(?=\(\d{2,4}\)|$)/gs)].map(
    ([, identifier = '', value = '']): [string, string] => [identifier, value.trim()],
  )
  if (
    parts.map(([identifier, value]) => `(${identifier})${value}`).join('') !==
    written.replaceAll(/\s+(?=\(|$)|(?<=\))\s+/g, '')
  ) {
    return { ok: false, problem: 'Each value needs its identifier in brackets before it, such as (10).' }
  }
  return readParts(parts, today)
}

function readParts(parts: readonly [string, string][], today: string): ParsedGs1 {
  const values: Record<string, string | number> = {}
  const others: Record<string, string> = {}
  if (parts.length === 0) return { ok: false, problem: 'The code is empty.' }
  for (const [identifier, value] of parts) {
    if (value === '') return { ok: false, problem: `No value after identifier ${identifier}.` }
    if (!(identifier in known)) {
      others[identifier] = value
      continue
    }
    const { field } = known[identifier as Known]
    const read = readValue(identifier as Known, value, today)
    if (typeof read === 'object') return { ok: false, problem: read.problem }
    if (field in values && values[field] !== read) {
      return { ok: false, problem: `The code has two values of identifier ${identifier}.` }
    }
    values[field] = read
  }
  return { ok: true, values: values, others }
}

function readValue(identifier: Known, value: string, today: string): string | number | { problem: string } {
  const rule: { name: string; fixed?: number; max?: number } = known[identifier]
  const called = `The ${rule.name} (${identifier})`
  if (rule.fixed !== undefined && value.length !== rule.fixed) {
    return { problem: `${called} has ${value.length} characters instead of ${rule.fixed}.` }
  }
  if (rule.max !== undefined && value.length > rule.max) {
    return { problem: `${called} has ${value.length} characters; it may have ${rule.max}.` }
  }
  if (identifier === '10' || identifier === '21') {
    return text.test(value) ? value : { problem: `${called} has a character that no GS1 code may have.` }
  }
  if (!/^\d+$/.test(value)) return { problem: `${called} may have digits only.` }
  if (identifier === '30' || identifier === '37') return Number(value)
  if (identifier === '01') {
    const wanted = wantedCheckDigit(value)
    return wanted === null ? value : { problem: `${called} ends with ${value.at(-1)}; its check digit is ${wanted}.` }
  }
  return parseGs1Date(value, today) ?? { problem: `${called} ${value} is no date (YYMMDD).` }
}

/** YYMMDD → YYYY-MM-DD: in the nearest century; day 00 is the last of the month. */
export function parseGs1Date(value: string, today: string): string | null {
  const [yy, month, day] = [Number(value.slice(0, 2)), Number(value.slice(2, 4)), Number(value.slice(4, 6))]
  const now = Number(today.slice(0, 4))
  const ahead = yy - (now % 100)
  const year = now - (now % 100) + yy + (ahead >= 51 ? -100 : ahead <= -50 ? 100 : 0)
  if (month < 1 || month > 12) return null
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  if (day > last) return null
  return `${year}-${value.slice(2, 4)}-${String(day === 0 ? last : day).padStart(2, '0')}`
}

/** The values as identifier and text, fixed lengths first, which keeps the symbol short. */
function elementsOf(values: Gs1): [string, string][] {
  return (Object.keys(known) as Known[])
    .toSorted((a, b) => Number('max' in known[a]) - Number('max' in known[b]) || order.indexOf(a) - order.indexOf(b))
    .flatMap((identifier): [string, string][] => {
      const value = values[known[identifier].field]
      if (value === undefined) return []
      const isDate = identifier === '11' || identifier === '17'
      return [[identifier, isDate ? String(value).replaceAll('-', '').slice(2) : String(value)]]
    })
}
const order = ['01', '17', '11', '10', '21', '30', '37']

/** (01)…(17)…(10)…: the text below a symbol, and the input of bwip-js. */
export const formatBracketed = (values: Gs1): string =>
  elementsOf(values)
    .map(([identifier, value]) => `(${identifier})${value}`)
    .join('')

/** The element string as a scanner sends it, without symbology identifier. */
export function elementString(values: Gs1): string {
  const parts = elementsOf(values)
  return parts
    .map(([identifier, value], at) => {
      const open = 'max' in known[identifier as Known] && at < parts.length - 1
      return `${identifier}${value}${open ? groupSeparator : ''}`
    })
    .join('')
}
