import type { FastifyReply } from 'fastify'
import {
  entryKindNames,
  type DatevHeader,
  type JournalEntry,
  type JournalFormat,
} from '#shared/accounting/journal-api.ts'
import { money } from '#server/delivery/exported-list.ts'
import { type ExportColumn, sendTable } from '#server/http/table-download.ts'
import { streamDownload } from '#server/http/stream-download.ts'
import { datevFile, datevName } from './datev-file.ts'

interface JournalFile {
  format: JournalFormat
  from: string
  until: string
  currency: string
  now: Date
  /** The digits of the chart's longest account number. */
  accountLength: number
  datev: DatevHeader
  entries: AsyncIterable<JournalEntry[]>
}

interface Line {
  entry: JournalEntry
  line: JournalEntry['lines'][number]
}

/** Describes an entry in one line, which ends with a part of its id: accounting programs group lines by it. */
const narrationOf = ({ id, kind, document, partner }: JournalEntry) =>
  [entryKindNames[kind], document?.number, partner, id.slice(0, 8)].filter(Boolean).join(' · ')

/** 2026-03-31 → 03/31/2026 */
const american = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`

const column = (header: string, cell: ExportColumn<Line>['cell']): ExportColumn<Line> => ({ header, cell })

const tables = {
  table: [
    column('Date', ({ entry }) => entry.day),
    column('Entry', ({ entry }) => entry.id),
    column('Kind', ({ entry }) => entryKindNames[entry.kind]),
    column('Document', ({ entry }) => entry.document?.number ?? null),
    column('Partner', ({ entry }) => entry.partner),
    column('Account', ({ line }) => line.account),
    column('Account name', ({ line }) => line.name),
    column('Debit', ({ line }) => money(line.debit)),
    column('Credit', ({ line }) => money(line.credit)),
  ],
  // The columns that QuickBooks Online's import expects; a journal number has at most 21 characters.
  quickbooks: [
    column('JournalNo', ({ entry }) => entry.id.replaceAll('-', '').slice(0, 20)),
    column('JournalDate', ({ entry }) => american(entry.day)),
    column('AccountName', ({ line }) => line.name),
    column('Debits', ({ line }) => money(line.debit)),
    column('Credits', ({ line }) => money(line.credit)),
    column('Description', ({ entry }) => narrationOf(entry)),
    column('Name', ({ entry }) => entry.partner),
  ],
  // Xero's template for manual journals: debits positive, credits negative, one journal per narration.
  xero: [
    column('*Narration', ({ entry }) => narrationOf(entry)),
    column('*Date', ({ entry }) => entry.day),
    column('Description', ({ entry }) => entry.document?.number ?? null),
    column('*AccountCode', ({ line }) => line.account),
    column('*TaxRate', () => 'Tax Exempt'),
    column('*Amount', ({ line }) => money(line.debit ?? `-${line.credit}`)),
    column('TrackingName1', () => null),
    column('TrackingOption1', () => null),
    column('TrackingName2', () => null),
    column('TrackingOption2', () => null),
  ],
}

/** Sends the journal of a period as a file. */
export function sendJournal(reply: FastifyReply, file: JournalFile): never {
  const { format, from, until, entries } = file
  if (format === 'datev') {
    reply
      .type('text/csv; charset=windows-1252')
      .header('content-disposition', `attachment; filename="${datevName(from, until)}"`)
    return streamDownload(reply, datevFile(file, entries))
  }
  async function* lines() {
    for await (const batch of entries)
      yield batch.flatMap((entry) => entry.lines.map((line): Line => ({ entry, line })))
  }
  const isTable = format === 'csv' || format === 'xlsx'
  return sendTable(reply, {
    name: `${isTable ? 'journal' : `journal-${format}`}-${from}-${until}`,
    format: format === 'xlsx' ? 'xlsx' : 'csv',
    columns: isTable ? tables.table : tables[format],
    rows: lines(),
  })
}
