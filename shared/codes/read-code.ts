import { parseDocumentNumber } from './document-number.ts'
import { type Gs1, groupSeparator, parseBracketed, parseElements } from './gs1.ts'
import { type GtinForm, parseGtin } from './gtin.ts'
import { type OwnKind, parseOwnCode } from './own-codes.ts'

export type Code =
  | { kind: 'gs1'; values: Gs1; others: Record<string, string> }
  | { kind: 'gtin'; gtin: string; form: GtinForm; also: string | null }
  | { kind: 'own'; what: OwnKind; id: string }
  | { kind: 'document'; number: string }
  /** A SKU, a supplier's lot number, or any barcode; `doubt` is the reason why it may be misread. */
  | { kind: 'text'; text: string; doubt: string | null }

export type ParsedCode = { ok: true; code: Code } | { ok: false; problem: string }

export const maxCodeLength = 400

const symbology = /^\]([A-Za-z]\d)/
/** GS1-128, GS1 DataMatrix, GS1 QR, GS1 DataBar, and their dotted variants. */
const gs1Symbologies = ['C1', 'd2', 'Q3', 'e0', 'e1', 'e2', 'J1']
// oxlint-disable-next-line no-control-regex -- they are what is refused
const unreadable = /[\u0000-\u001C\u001E\u001F\u007F]/

/**
 * Parses the input of a scanner, a camera or a user: GS1 element strings, EAN and UPC, and our own codes. All features use it,
 * so a label means the same everywhere. `today` (YYYY-MM-DD) determines the century of two-digit years.
 */
export function parseCode(sent: string, today: string): ParsedCode {
  const code = sent
    .replaceAll(/<GS>|\u241D/g, groupSeparator)
    .trim()
    .normalize('NFC')
  if (code === '') return { ok: false, problem: 'The code is empty.' }
  if (code.length > maxCodeLength) return { ok: false, problem: `The code is longer than ${maxCodeLength} characters.` }
  if (unreadable.test(code)) return { ok: false, problem: 'The code has characters that no code has. Scan it again.' }
  const kind = symbology.exec(code)?.[1]
  const rest = kind ? code.slice(3) : code
  if (rest === '') return { ok: false, problem: 'The code is empty.' }
  if (kind ? gs1Symbologies.includes(kind) : rest.startsWith(groupSeparator)) return gs1(parseElements(rest, today))
  if (/^\(\d{2,4}\)/.test(rest)) return gs1(parseBracketed(rest, today))
  const own = parseOwnCode(rest)
  if (own) return { ok: true, code: { kind: 'own', ...own } }
  const number = parseDocumentNumber(rest)
  if (number) return { ok: true, code: { kind: 'document', number } }
  const isTrade = kind === 'E0' || kind === 'E4'
  const gtin = parseGtin(rest, kind === 'E0' && rest.length === 8)
  if (gtin && 'gtin' in gtin) return { ok: true, code: { kind: 'gtin', ...gtin } }
  if (isTrade) return { ok: false, problem: gtin?.problem ?? 'An EAN or UPC has 8, 12 or 13 digits.' }
  // Without a symbology identifier, only text that begins with a valid GTIN is parsed as an element string.
  if (/^01\d{14}/.test(rest)) {
    const elements = parseElements(rest, today)
    if (elements.ok || rest.includes(groupSeparator)) return gs1(elements)
    return { ok: true, code: { kind: 'text', text: rest, doubt: elements.problem } }
  }
  if (rest.includes(groupSeparator)) return gs1(parseElements(rest, today))
  return { ok: true, code: { kind: 'text', text: rest, doubt: gtin?.problem ?? null } }
}

function gs1(reading: ReturnType<typeof parseElements>): ParsedCode {
  if (!reading.ok) return reading
  return { ok: true, code: { kind: 'gs1', values: reading.values, others: reading.others } }
}
