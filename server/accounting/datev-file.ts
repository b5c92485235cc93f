import { type DatevHeader, entryKindNames, fiscalYearStart, type JournalEntry } from '#shared/accounting/journal-api.ts'
import { amountScale, formatAmount, parseDecimal } from '#shared/money.ts'
import { harmless } from '#server/files/csv-text.ts'

/*
 * The posting batch of the DATEV format ("Buchungsstapel", EXTF 700, version 13): a header line, column titles, and lines with
 * one account on each side. Quoted text, semicolons as separators, decimal comma, Windows-1252, CRLF.
 */

interface Batch {
  from: string
  until: string
  currency: string
  now: Date
  accountLength: number
  datev: DatevHeader
}

const columns = 125
const titles = [
  'Umsatz (ohne Soll/Haben-Kz)',
  'Soll/Haben-Kennzeichen',
  'WKZ Umsatz',
  'Kurs',
  'Basis-Umsatz',
  'WKZ Basis-Umsatz',
  'Konto',
  'Gegenkonto (ohne BU-Schlüssel)',
  'BU-Schlüssel',
  'Belegdatum',
  'Belegfeld 1',
  'Belegfeld 2',
  'Skonto',
  'Buchungstext',
]

export const datevName = (from: string, until: string) => `EXTF_Buchungsstapel_${compact(from)}_${compact(until)}.csv`

const compact = (day: string) => day.replaceAll('-', '')

/** Characters outside the format's character set become question marks, control characters such as line breaks become spaces. */
const text = (value: string, length: number) => {
  const plain = value.replace(/\p{Cc}/gu, ' ').replace(/[^\u0020-\u007e\u00a0-\u00ff]/g, '?')
  return `"${harmless(plain).slice(0, length).replaceAll('"', '""')}"`
}

function headerOf({ from, until, currency, now, accountLength, datev }: Batch): string {
  const made = now.toISOString().replace(/[-:T.Z]/g, '')
  const { consultant, client, fiscalMonth } = datev
  const year = compact(fiscalYearStart(from, fiscalMonth))
  const head = ['"EXTF"', 700, 21, '"Buchungsstapel"', 13, made, '', '"RE"', '""', '""', consultant, client, year]
  const length = Math.max(4, accountLength)
  const batch = [length, compact(from), compact(until), '"Wardstock"', '""', 1, 0, 0, `"${currency}"`]
  const rest = ['', '""', '', '', '""', '', '', '""', '""']
  return [...head, ...batch, ...rest].join(';')
}

interface Pair {
  debit: string
  credit: string
  amount: bigint
}

/** Allocates the debits of an entry to its credits, in order: lines with one account on each side that add up to both. */
function pairsOf(lines: JournalEntry['lines']): Pair[] {
  const units = (amount: string | null) => parseDecimal(amount ?? '0', amountScale) ?? 0n
  const debits = lines.map(({ account, debit }) => ({ account, left: units(debit) })).filter(({ left }) => left > 0n)
  const credits = lines.map(({ account, credit }) => ({ account, left: units(credit) })).filter(({ left }) => left > 0n)
  const pairs: Pair[] = []
  for (const debit of debits) {
    for (const credit of credits) {
      const amount = debit.left < credit.left ? debit.left : credit.left
      if (amount === 0n) continue
      pairs.push({ debit: debit.account, credit: credit.account, amount })
      debit.left -= amount
      credit.left -= amount
    }
  }
  return pairs
}

function lineOf(entry: JournalEntry, { debit, credit, amount }: Pair): string {
  const { document, partner, kind } = entry
  const words = [entryKindNames[kind], partner].filter(Boolean).join(' ')
  const day = `${entry.day.slice(8)}${entry.day.slice(5, 7)}`
  const sides = [formatAmount(amount).replace('.', ','), '"S"', '""', '', '', '""', debit, credit, '""', day]
  const cells = [...sides, text(document?.number ?? '', 36), '""', '', text(words, 60)]
  return [...cells, ...Array.from({ length: columns - cells.length }, () => '')].join(';')
}

/** Streams the file. */
export async function* datevFile(batch: Batch, entries: AsyncIterable<JournalEntry[]>): AsyncGenerator<Buffer> {
  const padded = [...titles, ...Array.from({ length: columns - titles.length }, () => '')]
  yield Buffer.from(`${headerOf(batch)}\r\n${padded.join(';')}\r\n`, 'latin1')
  for await (const some of entries) {
    const lines = some.flatMap((entry) => pairsOf(entry.lines).map((pair) => `${lineOf(entry, pair)}\r\n`))
    yield Buffer.from(lines.join(''), 'latin1')
  }
}
