import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { recallsApi } from '#shared/inventory/recalls/api.ts'
import type { Drill, Recall, RecallRow } from '#shared/inventory/recalls/recall.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { containing, listPage, pageOfRows, sortOf } from '#server/db/keyset.ts'
import { selection } from '#server/db/selection.ts'
import { openPoints } from '#shared/inventory/recalls/open-points.ts'
import { isNotifiedSql } from './notified.ts'
import { readFinds } from './recall-findings.ts'
import { recallCustomers, recallFigures } from './recall-figures.ts'
import { lotsConcerned, type RecallSearch } from './recall-search.ts'

type Query = RequestOf<(typeof recallsApi.listRecalls)['spec']>['query']

const columns = selection<RecallRow, { r: 'recalls' }>({
  id: 'r.id',
  number: 'r.number',
  status: 'r.status',
  reason: 'r.reason',
  createdAt: 'r.created_at',
  lots: sql`(select count(*) from recall_lots x where x.recall_id = r.id)`,
  products: sql`(select coalesce(array_agg(distinct i.name), '{}') from recall_lots x join lots l on l.id = x.lot_id
    join items i on i.id = l.item_id where x.recall_id = r.id)`,
  customers: sql`(with ${recallFigures(sql`r.id`)}, ${recallCustomers(sql`r.id`)} select count(*) from concerned)`,
  told: sql`(select count(*) from recall_customers t where t.recall_id = r.id and ${isNotifiedSql('t')})`,
})

export async function listRecalls(db: Db, query: Query) {
  const { descending } = sortOf(query.sort)
  const where = [sql`true`]
  if (query.status) where.push(sql`r.status = ${query.status}`)
  if (query.q) {
    const words = containing(query.q)
    where.push(sql`(r.number ilike ${words} or r.reason ilike ${words} or exists (select 1 from recall_lots x
      join lots l on l.id = x.lot_id where x.recall_id = r.id and l.lot_number ilike ${words}))`)
  }
  const listed = await listPage(
    db,
    {
      columns,
      from: sql`recalls r`,
      where,
      sort: { by: sql`r.created_at`, type: 'timestamptz', descending },
      id: sql`r.id`,
    },
    query,
  )
  return pageOfRows(listed, (row) => row)
}

interface Row {
  id: string
  number: string
  status: Recall['status']
  reason: string
  instruction: string
  supplier: Recall['supplier']
  received_from: string | null
  received_to: string | null
  summary: string | null
  took_ms: number
  effect: Recall['effect']
  created_by: string | null
  created_at: string
  ended_by: string | null
  ended_at: string | null
  version: number
}

/** One recall with everything its page and its report show. Throws NOT_FOUND. */
export async function getRecall(db: Db | Tx, id: string, seesCustomers: boolean): Promise<Recall> {
  const { rows } =
    await sql<Row>`select r.id, r.number, r.status, r.reason, r.instruction, r.received_from, r.received_to,
      r.summary, r.took_ms, r.effect, r.created_at, r.ended_at, r.version, u.name as created_by, e.name as ended_by,
      (select json_build_object('id', s.id, 'name', s.name) from suppliers s where s.id = r.supplier_id) as supplier
    from recalls r left join users u on u.id = r.created_by left join users e on e.id = r.ended_by
    where r.id = ${id}`.execute(db)
  const row = rows[0]
  if (!row) throw new Refusal('NOT_FOUND')
  const found = await readFinds(db, id, seesCustomers)
  const search = {
    lotIds: found.lots.map((lot) => lot.id),
    supplierId: row.supplier?.id,
    receivedFrom: row.received_from,
    receivedTo: row.received_to,
  }
  return {
    id: row.id,
    number: row.number,
    status: row.status,
    reason: row.reason,
    instruction: row.instruction,
    supplier: row.supplier,
    receivedFrom: row.received_from,
    receivedTo: row.received_to,
    summary: row.summary,
    tookMs: row.took_ms,
    createdBy: row.created_by,
    createdAt: row.created_at,
    endedBy: row.ended_by,
    endedAt: row.ended_at,
    effect: row.effect,
    ...found,
    openPoints: row.status === 'OPEN' ? openPoints(found) : [],
    untraceable: await untraceableOf(db, search),
    returns: await returnsOf(db, id),
    version: row.version,
  }
}

async function returnsOf(db: Db | Tx, id: string): Promise<Recall['returns']> {
  const { rows } = await sql<Recall['returns'][number]>`select b.id, b.at, u.name as actor,
      json_build_object('id', a.id, 'name', a.name) as customer, l.lot_number as "lotNumber", p.name as location, b.quantity, b.note
    from recall_returns b join accounts a on a.id = b.account_id join lots l on l.id = b.lot_id
    join locations p on p.id = b.location_id left join users u on u.id = b.actor_id
    where b.recall_id = ${id} order by b.at desc, b.id desc`.execute(db)
  return rows
}

/** Products without lots that may contain such goods: made from the lots, or delivered by the supplier on these days. */
export async function untraceableOf(db: Db | Tx, search: RecallSearch): Promise<Drill['untraceable']> {
  const { untraceable } = await lotsConcerned(db, search.lotIds)
  const { rows } = await sql<Drill['untraceable'][number]>`
    select json_build_object('id', i.id, 'name', i.name, 'sku', i.sku) as product, e.quantity
    from items i cross join lateral (select sum(e.d_on_hand)::bigint as quantity from stock_entry e
      where e.lot_id = i.id and e.d_on_hand <> 0 and e.d_on_hand > 0 and e.source_type not in ('sales_order', 'import')
        and (i.id = any(${untraceable}::uuid[]) or e.effect in ('INITIAL', 'ADD', 'RECEIVE')
          and (e.at at time zone coalesce((select content->>'timeZone' from settings), 'UTC'))::date
            between ${search.receivedFrom ?? null}::date and ${search.receivedTo ?? null}::date)) e
    where (i.id = any(${untraceable}::uuid[]) or not i.lot_controlled and i.supplier_id = ${search.supplierId ?? null}::uuid)
      and e.quantity > 0
    order by i.name`.execute(db)
  return rows
}
