import { type RawBuilder, sql } from 'kysely'
import type { JournalAccount } from '#shared/accounting/accounts.ts'
import type { EntryKind } from '#shared/accounting/journal-api.ts'
import { containing } from '#server/db/keyset.ts'
import { moneyLines } from './money-lines.ts'
import { stockLines } from './stock-lines.ts'

/** Earlier than any posting. */
export const firstDay = '1900-01-01'

/** Kinds of entries that come from money documents; all others come from stock. */
const moneyKinds: ReadonlySet<EntryKind> = new Set<EntryKind>([
  'invoice',
  'invoice_void',
  'credit_note',
  'payment',
  'payment_void',
  'credit_use',
  'refund',
  'opening_balance',
])

/** The CTE with the lines of a kind of entries; both CTEs without a kind. */
function linesFor(kind: EntryKind | undefined): RawBuilder<unknown> {
  const [money, stock] = [sql`select * from money_lines`, sql`select * from stock_lines`]
  if (!kind) return sql`${money} union all ${stock}`
  return moneyKinds.has(kind) ? money : stock
}

/** CTEs that end with `lines(entry, day, kind, document, document_id, partner_id, role, key, amount)`; `since` and `until` are SQL. */
export const linesBetween = (since: RawBuilder<unknown>, until: RawBuilder<unknown>, kind?: EntryKind) => sql`
  days as materialized (
    select ${since}::date as since, ${until}::date as until, coalesce((select content->>'timeZone' from settings), 'UTC') as zone),
  ${moneyLines},
  ${stockLines},
  lines as (${linesFor(kind)})`

const chartRows = (chart: readonly JournalAccount[]) =>
  sql`chart as materialized (select * from jsonb_to_recordset(${JSON.stringify(chart)}::jsonb) as c(role text, key text, number text, name text))`

/** The lines of a period, and `chart`. */
const linesOf = (from: string, until: string, chart: readonly JournalAccount[], kind?: EntryKind) =>
  sql`${linesBetween(sql`${from}`, sql`${until}`, kind)},
  ${chartRows(chart)}`

/** The account of a journal line `l`: the one for its key, or else the one for its role. */
const account = sql`coalesce(own.number, role.number)`
const accountName = sql`coalesce(own.name, role.name)`
const joinChart = sql`join chart role on role.role = l.role and role.key = ''
      left join chart own on own.role = l.role and own.key = l.key and own.key <> ''`

/**
 * All journal lines of a period with their accounts, as CTEs that end with `ledger(entry, day, kind, document, document_id,
 * partner_id, account, name, amount)`. With `kind`, lines of other kinds may be included too.
 */
const ledgerOf = (
  from: string,
  until: string,
  chart: readonly JournalAccount[],
  kind?: EntryKind,
) => sql`${linesOf(from, until, chart, kind)},
  ledger as materialized (
    select l.entry, l.day, l.kind, l.document, l.document_id, l.partner_id, ${account} as account, ${accountName} as name,
      sum(l.amount)::bigint as amount
    from lines l ${joinChart}
    group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(l.amount) <> 0)`

/**
 * The balance of each role and key at the end of a day, as rows of role, key and amount: the stored balances of the last period
 * that was closed by then, plus all later lines.
 */
export const balancesByRole = (until: string) => sql`
  with last_closed as materialized (select max(closed_until) as day from closing_balances where closed_until <= ${until}::date),
  ${linesBetween(sql`(select coalesce(day + 1, ${firstDay}) from last_closed)`, sql`${until}`)}
  select role, key, sum(amount) as amount
  from (select role, key, amount from lines
    union all select c.role, c.key, c.amount from closing_balances c join last_closed l on l.day = c.closed_until) l
  group by 1, 2 having sum(amount) <> 0`

/** The balance of each account at the end of a day, as rows of account, name and amount. */
export const balancesOf = <Row>(until: string, chart: readonly JournalAccount[]) => sql<Row>`/* plan each time */
  with l as (${balancesByRole(until)}),
  ${chartRows(chart)}
  select ${account} as account, ${accountName} as name, sum(l.amount)::text as amount
  from l ${joinChart}
  group by 1, 2 having sum(l.amount) <> 0`

/**
 * The debits and credits of each account in a period, as rows of account, name, debit and credit. An entry that books to both
 * sides of an account counts with its net amount.
 */
export const turnoverOf = <Row>(
  from: string,
  until: string,
  chart: readonly JournalAccount[],
) => sql<Row>`/* plan each time */ with ${linesOf(from, until, chart)}
  select account, name, coalesce(sum(amount) filter (where amount > 0), 0)::text as debit,
    coalesce(-sum(amount) filter (where amount < 0), 0)::text as credit
  from (select ${account} as account, ${accountName} as name, sum(l.amount) as amount from lines l ${joinChart}
    group by l.entry, 1, 2 having sum(l.amount) <> 0) e
  group by 1, 2`

export interface EntryFilter {
  kind?: EntryKind | undefined
  account?: string | undefined
  q?: string | undefined
}

/** Joins the documents of the entries `e`. */
const records = sql`
    left join invoices v on e.document = 'invoice' and v.id = e.document_id
    left join payments p on e.document = 'payment' and p.id = e.document_id
    left join sales_orders so on e.document in ('sales_order', 'import') and so.id = e.document_id
    left join purchase_orders po on e.document = 'purchase_order' and po.id = e.document_id
    left join stock_adjustments sa on e.document = 'adjustment' and sa.id = e.document_id
    left join items i on i.id = case e.document when 'item' then e.document_id else sa.item_id end
    left join stock_transfers st on e.document = 'transfer' and st.id = e.document_id
    left join kit_orders ko on e.document = 'kit' and ko.id = e.document_id
    left join production_runs pr on e.document = 'production' and pr.id = e.document_id
    left join recalls rc on e.document = 'recall' and rc.id = e.document_id
    left join stock_counts sc on e.document = 'count' and sc.id = e.document_id
    left join sales_return_lines rl on e.document = 'set_aside' and rl.id = e.document_id
    left join sales_returns sr on sr.id = case e.document when 'return' then e.document_id else rl.return_id end
    left join accounts a on a.id = coalesce(e.partner_id, so.account_id, sr.account_id)
    left join suppliers s on s.id = po.supplier_id`

const documentSql = sql`case
    when v.id is not null then json_build_object('kind', 'invoice', 'id', v.id, 'number', v.number)
    when p.id is not null then json_build_object('kind', 'payment', 'id', p.account_id, 'number', p.number)
    when so.id is not null then json_build_object('kind', 'sales_order', 'id', so.id, 'number', so.number)
    when po.id is not null then json_build_object('kind', 'purchase_order', 'id', po.id, 'number', po.number)
    when i.id is not null then json_build_object('kind', i.kind, 'id', i.id, 'number', coalesce(sa.number, i.sku, i.name))
    when st.id is not null then json_build_object('kind', 'transfer', 'id', st.id, 'number', st.number)
    when ko.id is not null then json_build_object('kind', 'kit_order', 'id', ko.id, 'number', ko.number)
    when pr.id is not null then json_build_object('kind', 'production', 'id', pr.id, 'number', pr.number)
    when rc.id is not null then json_build_object('kind', 'recall', 'id', rc.id, 'number', rc.number)
    when sc.id is not null then json_build_object('kind', 'count', 'id', sc.id, 'number', sc.number)
    when sr.id is not null then json_build_object('kind', 'return', 'id', sr.id, 'number', sr.number)
    when e.document = 'account' then json_build_object('kind', 'account', 'id', a.id, 'number', a.name) end`

const numberSql = sql`coalesce(v.number, p.number, so.number, po.number, sa.number, st.number, ko.number, pr.number, rc.number,
  sc.number, sr.number, i.sku, i.name, a.name, '')`

/**
 * The entries `those` for display, as `e`, with their document and its kind on screens, the partner, and their lines: debits
 * first, then by account.
 */
export const shownEntries = (those: RawBuilder<unknown>) => sql`(
  with l as materialized (
    select entry, json_agg(json_build_object('account', account, 'name', name, 'amount', amount) order by amount < 0, account) as lines
    from ledger where entry in (select id from ${those}) group by entry)
  select e.id, e.day, e.kind, e.total, ${documentSql} as document, coalesce(a.name, s.name) as partner, l.lines
  from ${those} e join l on l.entry = e.id ${records}) e`

/** The start of a statement over the entries of a period: CTEs that end with `entries(id, day, kind, total, document, document_id, partner_id)`. */
export function entriesOf(
  from: string,
  until: string,
  chart: readonly JournalAccount[],
  { kind, account: number, q }: EntryFilter,
): RawBuilder<unknown> {
  const conditions = [
    kind && sql`e.kind = ${kind}`,
    number && sql`e.id in (select entry from ledger where account = ${number})`,
    q && sql`${numberSql} || ' ' || coalesce(a.name, s.name, '') ilike ${containing(q)}`,
  ].filter((one) => typeof one === 'object')
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
  return sql`/* plan each time */ with ${ledgerOf(from, until, chart, kind)},
    heads as (
      select entry as id, day, kind, document, document_id, partner_id,
        coalesce(sum(amount) filter (where amount > 0), 0)::bigint as total
      from ledger group by 1, 2, 3, 4, 5, 6),
    entries as materialized (select e.* from heads e ${q ? records : sql``} ${where})`
}
