import { sql } from 'kysely'
import { daysBetween } from '#shared/dates.ts'
import { type EntryKind, type JournalEntry, type journalApi, maxJournalDays } from '#shared/accounting/journal-api.ts'
import { invalid } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import { maxCounted } from '#shared/http/paging.ts'
import { formatAmount } from '#shared/money.ts'
import type { Db } from '#server/db/database.ts'
import { readCursor, writeCursor } from '#server/db/cursors.ts'
import { getChart } from './chart.ts'
import { type EntryFilter, entriesOf } from './journal-query.ts'

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

/** Debits first, then by account. */
const linesSql = sql`(select json_agg(json_build_object('account', l.account, 'name', l.name, 'amount', l.amount)
    order by l.amount < 0, l.account) from ledger l where l.entry = e.id)`

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

/** Throws INVALID for more days than a journal shows at once. */
export function assertDays(from: string, until: string): void {
  if (daysBetween(from, until) >= maxJournalDays)
    throw invalid('until', `is more than ${maxJournalDays} days after the start`)
}

/** One page of the journal by keyset. Throws INVALID. */
export async function listJournal(db: Db, query: Query) {
  const { from, until, limit, cursor, sort } = query
  assertDays(from, until)
  const { chart } = await getChart(db)
  const isDescending = sort.startsWith('-')
  const after = cursor ? readCursor(cursor) : null
  const direction = sql.raw(isDescending ? 'desc' : 'asc')
  const beyond = after
    ? sql`where (e.day, e.id) ${sql.raw(isDescending ? '<' : '>')} (${after.key}::date, ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<Row & { counted: number }>`${entriesOf(
    from,
    until,
    chart,
    query,
    sql`, page as materialized (select * from entries e ${beyond} order by e.day ${direction}, e.id ${direction} limit ${limit + 1})
      select e.*, ${linesSql} as lines, (select count(*) from entries) as counted
      from page e order by e.day ${direction}, e.id ${direction}`,
  )}`.execute(db)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const counted = rows[0]?.counted ?? 0
  return {
    data: shown.map(shape),
    nextCursor: rows.length > limit && last ? writeCursor({ sort_key: last.day, id: last.id }) : null,
    total: Math.min(counted, maxCounted),
    totalIsMore: counted > maxCounted,
  }
}

const batchSize = 2000

/** Every entry of a period in the order of its days, for files. One snapshot: the ledger is worked out once. */
export async function* journalEntries(
  db: Db,
  days: { from: string; until: string } & EntryFilter,
): AsyncGenerator<JournalEntry[]> {
  const { chart } = await getChart(db)
  const { rows } = await sql<Row>`${entriesOf(
    days.from,
    days.until,
    chart,
    days,
    sql`select e.*, l.lines from entries e join (
        select entry, json_agg(json_build_object('account', account, 'name', name, 'amount', amount)
          order by amount < 0, account) as lines from ledger group by 1) l on l.entry = e.id
      order by e.day, e.document->>'number', e.id`,
  )}`.execute(db)
  for (let at = 0; at < rows.length; at += batchSize) yield rows.slice(at, at + batchSize).map(shape)
}
