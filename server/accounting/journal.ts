import { sql } from 'kysely'
import { daysBetween } from '#shared/dates.ts'
import type { JournalAccount } from '#shared/accounting/accounts.ts'
import { type EntryKind, type JournalEntry, type journalApi, maxJournalDays } from '#shared/accounting/journal-api.ts'
import { invalid } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import { maxCounted, type Page } from '#shared/http/paging.ts'
import { formatAmount } from '#shared/money.ts'
import type { Db } from '#server/db/database.ts'
import { readCursor, writeCursor } from '#server/db/cursors.ts'
import { getChart } from './chart.ts'
import { type EntryFilter, entriesOf, shownEntries } from './journal-query.ts'

type Query = RequestOf<(typeof journalApi.listJournal)['spec']>['query']

interface Row {
  id: string
  day: string
  kind: EntryKind
  total: number
  document: JournalEntry['document']
  partner: string | null
  lines: { account: string; name: string; amount: number }[]
}

interface ListedRow extends Row {
  counted: number
}

const shape = ({ lines, total, ...row }: Row): JournalEntry => ({
  id: row.id,
  day: row.day,
  kind: row.kind,
  document: row.document,
  partner: row.partner,
  total: formatAmount(total),
  lines: lines.map(({ account, name, amount }) => ({
    account,
    name,
    debit: amount > 0 ? formatAmount(amount) : null,
    credit: amount < 0 ? formatAmount(-amount) : null,
  })),
})

/** Throws INVALID if the period has more days than a journal may show. */
export function assertDays(from: string, until: string): void {
  if (daysBetween(from, until) >= maxJournalDays)
    throw invalid('until', `is more than ${maxJournalDays} days after the start`)
}

interface Days {
  from: string
  until: string
}

/**
 * Parts of a period in which to search for a page, from small to large, ending with the whole period. Most entries come from
 * invoices: days with `most` invoices have more than `most` entries, and days with a quarter of that usually have, too.
 */
async function partsOf(db: Db, { from, until }: Days, isDescending: boolean, most: number): Promise<Days[]> {
  const dayAt = (place: number) => sql`(select issued_date from invoices where issued_date between ${from} and ${until}
    order by issued_date ${sql.raw(isDescending ? 'desc' : 'asc')} offset ${place} limit 1)`
  const { rows } = await sql<{
    day: string | null
  }>`select ${dayAt(Math.ceil(most / 4))} as day union all select ${dayAt(most)}`.execute(db)
  const days = rows.flatMap(({ day }) => day ?? [])
  return [...days.map((day) => (isDescending ? { from: day, until } : { from, until: day })), { from, until }]
}

/** One page of the journal by keyset pagination; entries are counted up to `most`. Throws INVALID. */
export async function listJournal(db: Db, query: Query, most = maxCounted): Promise<Page<JournalEntry>> {
  const { limit, sort, kind, account, q } = query
  assertDays(query.from, query.until)
  const isDescending = sort.startsWith('-')
  const { chart } = await getChart(db)
  // Filtered entries may be anywhere in the period.
  const parts = kind || account || q ? [query] : await partsOf(db, query, isDescending, most)
  let rows: ListedRow[] = []
  let counted = 0
  for (const days of parts) {
    rows = await listEntries(db, days, chart, query)
    counted = rows[0]?.counted ?? 0
    if (counted > most && rows.length > limit) break
  }
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    data: shown.map(shape),
    nextCursor: rows.length > limit && last ? writeCursor({ sort_key: last.day, id: last.id }) : null,
    total: Math.min(counted, most),
    totalIsMore: counted > most,
  }
}

/** The page of entries of these days, with one more row to detect a next page. Each row has the entry count. */
async function listEntries(db: Db, { from, until }: Days, chart: readonly JournalAccount[], query: Query) {
  const isDescending = query.sort.startsWith('-')
  const direction = sql.raw(isDescending ? 'desc' : 'asc')
  const after = query.cursor ? readCursor(query.cursor) : null
  const beyond = after
    ? sql`where (e.day, e.id) ${sql.raw(isDescending ? '<' : '>')} (${after.key}::date, ${after.id}::uuid)`
    : sql``
  const order = sql`order by e.day ${direction}, e.id ${direction}`
  const { rows } = await sql<ListedRow>`${entriesOf(from, until, chart, query)},
    page as materialized (select * from entries e ${beyond} ${order} limit ${query.limit + 1})
    select e.*, (select count(*) from entries) as counted from ${shownEntries(sql`page`)} ${order}`.execute(db)
  return rows
}

const batchSize = 2000

/** All entries of a period by day, for files. Reads one snapshot, so that the ledger is computed only once. */
export async function* journalEntries(
  db: Db,
  days: { from: string; until: string } & EntryFilter,
): AsyncGenerator<JournalEntry[]> {
  const { chart } = await getChart(db)
  const { rows } = await sql<Row>`${entriesOf(days.from, days.until, chart, days)}
    select e.* from ${shownEntries(sql`entries`)} order by e.day, e.document->>'number', e.id`.execute(db)
  for (let at = 0; at < rows.length; at += batchSize) yield rows.slice(at, at + batchSize).map(shape)
}
