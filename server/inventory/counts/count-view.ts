import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { countsApi } from '#shared/inventory/counts/api.ts'
import type { CountDocument, CountLine, CountRow } from '#shared/inventory/counts/count.ts'
import { divideHalfEven, formatAmount } from '#shared/money.ts'
import type { Db } from '#server/db/database.ts'
import { containing, listPage, pageOfRows, sortOf } from '#server/db/keyset.ts'
import { inNaturalOrder } from '#server/db/natural-order.ts'
import { piecesInTransit } from '#server/kernel/expected-goods.ts'
import { selection } from '#server/db/selection.ts'

type ListQuery = RequestOf<(typeof countsApi.listCounts)['spec']>['query']
type LinesQuery = RequestOf<(typeof countsApi.listCountLines)['spec']>['query']

const idOf = { locations: 'c.location_id', zones: 'c.zone_id', categories: 'c.category_id' }
const named = (table: keyof typeof idOf) =>
  sql`(select json_build_object('id', n.id, 'name', n.name) from ${sql.table(table)} n where n.id = ${sql.ref(idOf[table])})`
const columns = selection<CountSqlRow, { c: 'stock_counts' }>({
  id: 'c.id',
  number: 'c.number',
  status: 'c.status',
  location: named('locations'),
  category: named('categories'),
  zone: named('zones'),
  abc_class: 'c.abc_class',
  blind: 'c.blind',
  created_at: 'c.created_at',
  lines: sql`(select json_build_object('total', count(*), 'open', count(*) filter (where l.state = 'open'),
    'recount', count(*) filter (where l.state = 'recount'),
    'different', count(*) filter (where l.state = 'counted' and l.counted <> l.expected))
    from stock_count_lines l where l.count_id = c.id)`,
})

interface CountSqlRow {
  id: string
  number: string
  status: CountRow['status']
  location: CountRow['location']
  zone: CountRow['zone']
  category: CountRow['category']
  abc_class: CountRow['abcClass']
  blind: boolean
  created_at: string
  lines: CountRow['lines']
}

/** Users who are still counting a blind count must not see expected quantities. */
const hides = (count: { status: string; blind: boolean }) =>
  count.blind && (count.status === 'PLANNED' || count.status === 'COUNTING')

const countRow = (row: CountSqlRow): CountRow => ({
  id: row.id,
  number: row.number,
  status: row.status,
  location: row.location,
  zone: row.zone,
  category: row.category,
  abcClass: row.abc_class,
  blind: row.blind,
  lines: hides(row) ? { ...row.lines, different: null } : row.lines,
  createdAt: row.created_at,
})

export async function listCounts(db: Db, query: ListQuery) {
  const { descending } = sortOf(query.sort)
  const where = [sql`true`]
  if (query.status) where.push(sql`c.status = ${query.status}`)
  if (query.location) where.push(sql`c.location_id = ${query.location}`)
  if (query.q) where.push(sql`(c.number ilike ${containing(query.q)} or c.note ilike ${containing(query.q)})`)
  const listed = await listPage(
    db,
    {
      columns,
      from: sql`stock_counts c`,
      where,
      sort: { by: sql`c.created_at`, type: 'timestamptz', descending },
      id: sql`c.id`,
    },
    query,
  )
  return pageOfRows(listed, countRow)
}

type FullRow = CountSqlRow &
  Pick<CountDocument, 'note' | 'version'> & {
    recount_percent: number
    recount_pieces: number
    found: string
    missing: string
    moves: CountDocument['moves'] | null
    counters: CountDocument['counters'] | null
  }

export async function getCount(db: Db, id: string, now: Date): Promise<CountDocument> {
  const { rows } = await sql<FullRow>`select ${columns}, c.note, c.version, c.recount_percent, c.recount_pieces,
      v.found::text, v.missing::text,
      (select json_agg(json_build_object('move', m.move, 'to', m.to_status, 'actor', u.name, 'reason', m.reason, 'at', m.at)
        order by m.id) from stock_count_moves m left join users u on u.id = m.actor_id where m.count_id = c.id) as moves,
      (select json_agg(json_build_object('name', w.name, 'lines', w.lines) order by w.lines desc, w.name) from (
        select u.name, count(distinct e.line_id) as lines from stock_count_entries e
        join stock_count_lines l on l.id = e.line_id join users u on u.id = e.actor_id
        where l.count_id = c.id group by u.id, u.name) w) as counters
    from stock_counts c cross join lateral (
      select coalesce(sum((l.counted - l.expected)::bigint * i.cost) filter (where l.counted > l.expected), 0) as found,
        coalesce(sum((l.expected - l.counted)::bigint * i.cost) filter (where l.counted < l.expected), 0) as missing
      from stock_count_lines l join items i on i.id = l.item_id where l.count_id = c.id and l.state = 'counted') v
    where c.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new Refusal('NOT_FOUND')
  const [found, missing] = [BigInt(row.found), BigInt(row.missing)]
  return {
    ...countRow(row),
    recountPercent: row.recount_percent,
    recountPieces: row.recount_pieces,
    note: row.note,
    value: hides(row) ? null : { found: money(found), missing: money(missing), net: money(found - missing) },
    counters: row.counters ?? [],
    moves: row.moves ?? [],
    now: now.toISOString(),
    version: row.version,
  }
}

/** Ten-thousandths → amount with two decimals. */
const money = (value: bigint) => formatAmount(divideHalfEven(value, 100n))

interface LineSqlRow {
  id: string
  product: CountLine['product']
  location: CountLine['location']
  lot: CountLine['lot']
  added: boolean
  state: CountLine['state']
  counted: number | null
  expected: number | null
  /** Current on hand, without pieces in transit from there. */
  here: number
  /** Of these, pieces for orders that are being picked. */
  picking: number
  cost: number
  entries: number
  counted_by: string | null
  counted_at: string | null
  version: number
}

const lineColumns = selection<LineSqlRow, { l: 'stock_count_lines'; i: 'items'; u: 'users'; e: 'stock_count_entries' }>(
  {
    id: 'l.id',
    product: sql`json_build_object('id', i.id, 'sku', i.sku, 'name', i.name, 'barcode', i.barcode)`,
    location: sql`json_build_object('id', p.id, 'name', p.name)`,
    lot: sql`json_build_object('id', lot.id, 'lotNumber', lot.lot_number, 'expiryDate', lot.expiry_date)`,
    added: 'l.added',
    state: 'l.state',
    counted: 'l.counted',
    expected: 'l.expected',
    here: sql`coalesce(b.on_hand, 0) - ${piecesInTransit('l')}`,
    picking: sql`coalesce((select sum(k.quantity) from commitment k join sales_orders o on o.id = k.source_id
      where (k.item_id, k.location_id, k.lot_id) = (l.item_id, l.location_id, l.lot_id) and k.state = 'open'
        and o.status = 'PROCESSING'), 0)::int`,
    cost: 'i.cost',
    entries: 'l.entries',
    counted_by: 'u.name',
    counted_at: 'e.at',
    version: 'l.version',
  },
)
const lineFrom = sql`stock_count_lines l join items i on i.id = l.item_id join locations p on p.id = l.location_id
  join lots lot on lot.id = l.lot_id
  left join stock_balance b on b.item_id = l.item_id and b.location_id = l.location_id and b.lot_id = l.lot_id
  left join stock_count_entries e on e.line_id = l.id and e.round = l.entries left join users u on u.id = e.actor_id`

function countLine(row: LineSqlRow, hidden: boolean, isOver: boolean): CountLine {
  const { counted, expected } = row
  const picking = isOver ? 0 : row.picking
  const isHidden = hidden && row.state === 'recount'
  const difference = counted === null || expected === null ? null : counted - expected
  return {
    id: row.id,
    product: row.product,
    location: row.location,
    lot: row.lot,
    added: row.added,
    state: row.state,
    counted: isHidden ? null : counted,
    expected: hidden ? null : (expected ?? row.here),
    isBeingPicked: picking > 0,
    picking: hidden ? null : picking,
    difference: hidden ? null : difference,
    movedSince: hidden || isOver || expected === null ? null : row.here - expected,
    value: hidden || difference === null ? null : money(BigInt(difference) * BigInt(row.cost)),
    rounds: row.entries,
    countedBy: row.counted_by,
    countedAt: row.counted_at,
    version: row.version,
  }
}

async function stateOf(db: Db, id: string) {
  const { rows } = await sql<{ status: string; blind: boolean }>`select status, blind from stock_counts
    where id = ${id}`.execute(db)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return { hidden: hides(rows[0]), isOver: rows[0].status === 'APPLIED' || rows[0].status === 'CANCELLED' }
}

export async function listCountLines(db: Db, id: string, query: LinesQuery) {
  const { hidden, isOver } = await stateOf(db, id)
  const { descending } = sortOf(query.sort)
  const where = [sql`l.count_id = ${id}`]
  if (query.show === 'todo') where.push(sql`l.state <> 'counted'`)
  if (query.show === 'different')
    where.push(hidden ? sql`false` : sql`(l.state = 'counted' and l.counted <> l.expected)`)
  if (query.product) where.push(sql`l.item_id = ${query.product}`)
  if (query.lot) where.push(sql`l.lot_id = ${query.lot}`)
  if (query.q) {
    where.push(
      sql`(i.name || ' ' || i.sku || ' ' || lot.lot_number || ' ' || coalesce(i.barcode, '')) ilike ${containing(query.q)}`,
    )
  }
  const listed = await listPage(
    db,
    {
      columns: lineColumns,
      from: lineFrom,
      where,
      sort: {
        by: inNaturalOrder(
          sql`p.name || ' / ' || i.name || ' / ' || coalesce(lot.expiry_date::text, '') || lot.lot_number`,
        ),
        type: 'text',
        descending,
      },
      id: sql`l.id`,
    },
    query,
  )
  return pageOfRows(listed, (row) => countLine(row, hidden, isOver))
}

export async function getCountLine(db: Db, id: string, lineId: string): Promise<CountLine> {
  const { hidden, isOver } = await stateOf(db, id)
  const { rows } = await sql<LineSqlRow>`select ${lineColumns} from ${lineFrom}
    where l.id = ${lineId} and l.count_id = ${id}`.execute(db)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return countLine(rows[0], hidden, isOver)
}
