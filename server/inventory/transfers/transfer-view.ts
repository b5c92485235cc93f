import { sql } from 'kysely'
import { addDays } from '#shared/dates.ts'
import { Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { ItemOnHand, Transfer, transfersApi, TransferRow } from '#shared/inventory/transfers/api.ts'
import { formatPrice } from '#shared/money.ts'
import type { Db } from '#server/db/database.ts'
import { containing, type ListPlan, listPage, pageOfRows, sortOf } from '#server/db/keyset.ts'
import { selection } from '#server/db/selection.ts'
import { stepsSql } from '#server/inventory/stock/document-transitions.ts'
import { mayUse } from '#server/kernel/usable-lots.ts'
import { companyToday } from '#server/kernel/company-day.ts'

type Query = RequestOf<(typeof transfersApi.listTransfers)['spec']>['query']
type OnHandQuery = RequestOf<(typeof transfersApi.listStandingItems)['spec']>['query']

const columns = selection<TransferRow, { t: 'stock_transfers' }>({
  id: 't.id',
  number: 't.number',
  source: sql`json_build_object('id', s.id, 'name', s.name, 'type', s.type)`,
  destination: sql`json_build_object('id', d.id, 'name', d.name, 'type', d.type)`,
  status: 't.status',
  dispatchedAt: 't.dispatched_at',
  completedAt: 't.completed_at',
  lines: 't.line_count',
  pieces: 't.pieces',
  createdAt: 't.created_at',
})
const from = sql`stock_transfers t join locations s on s.id = t.source_id join locations d on d.id = t.destination_id`

const sorts = {
  createdAt: { by: sql`t.created_at`, type: 'timestamptz' },
  number: { by: sql`t.number`, type: 'text' },
  pieces: { by: sql`t.pieces`, type: 'bigint' },
} as const satisfies Record<string, Omit<ListPlan['sort'], 'descending'>>

/** `timeZone`: the company's, for filters by day. */
export async function listTransfers(db: Db, query: Query, timeZone: string) {
  const day = (date: string) => sql`(${date}::date::timestamp at time zone ${timeZone})`
  const where = [sql`t.deleted_at is null`]
  if (query.status) where.push(sql`t.status = ${query.status}`)
  if (query.source) where.push(sql`t.source_id = ${query.source}`)
  if (query.destination) where.push(sql`t.destination_id = ${query.destination}`)
  if (query.from) where.push(sql`t.created_at >= ${day(query.from)}`)
  if (query.to) where.push(sql`t.created_at < ${day(addDays(query.to, 1))}`)
  if (query.q) {
    const like = containing(query.q)
    where.push(sql`(t.number ilike ${like} or t.note ilike ${like} or exists (select 1 from stock_transfer_lines l
      join items i on i.id = l.item_id where l.transfer_id = t.id and (i.name || ' ' || i.sku) ilike ${like}))`)
  }
  const { name, descending } = sortOf(query.sort)
  const listed = await listPage(
    db,
    { columns, from, narrow: sql`stock_transfers t`, where, sort: { ...sorts[name], descending }, id: sql`t.id` },
    query,
  )
  return pageOfRows(listed, (row) => row)
}

/** The counted lots after the transfer is completed; before that, the committed ones. */
const lotsSql = sql`coalesce((
  select json_agg(json_build_object('lotId', lot.id, 'lotNumber', lot.lot_number, 'lotStatus', lot.status,
      'expiryDate', lot.expiry_date, 'quantity', x.quantity, 'received', x.received, 'rest', x.rest, 'reason', x.reason,
      'customReason', x.custom_reason) order by lot.expiry_date nulls last, lot.lot_number)
  from (select lot_id, sent as quantity, received, rest, reason, custom_reason from stock_transfer_receipts r
      where r.line_id = l.id
    union all select lot_id, sum(quantity), null, null, null, null from commitment k
      where k.source_id = t.id and k.source_line_id = l.id and k.state = 'open' group by lot_id) x
  join lots lot on lot.id = x.lot_id), '[]')`

/** One transfer with everything its page shows, in one statement. Throws NOT_FOUND. */
export async function getTransfer(db: Db, id: string): Promise<Transfer> {
  const { rows } = await sql<Transfer>`select ${columns}, t.note, t.cancel_reason as "cancelReason",
      (select json_agg(json_build_object('id', l.id, 'quantity', l.quantity, 'lots', ${lotsSql},
          'item', json_build_object('id', i.id, 'name', i.name, 'sku', i.sku, 'kind', i.kind),
          'lot', (select json_build_object('id', c.id, 'lotNumber', c.lot_number) from lots c where c.id = l.lot_id))
          order by l.position)
        from stock_transfer_lines l join items i on i.id = l.item_id where l.transfer_id = t.id) as "transferLines",
      ${stepsSql(sql`t.id`)} as timeline, t.version
    from ${from} where t.id = ${id} and t.deleted_at is null`.execute(db)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0]
}

/** Uncommitted stock at a location, by item and lot, in one statement. */
export async function listItemsOnHand(db: Db, query: OnHandQuery): Promise<{ data: ItemOnHand[] }> {
  const like = query.q ? containing(query.q) : null
  const items = query.item === undefined ? null : [query.item].flat()
  const { rows } = await sql<Omit<ItemOnHand, 'cost'> & { cost: number }>`
    with own as (select item_id, lot_id, sum(quantity)::int as quantity from commitment
      where source_id = ${query.transfer ?? null}::uuid and location_id = ${query.location} and state = 'open' group by 1, 2),
    free as (select b.item_id, b.lot_id, b.on_hand - b.committed + coalesce(own.quantity, 0) as pieces
      from stock_balance b left join own using (item_id, lot_id) where b.location_id = ${query.location} and b.on_hand > 0)
    select i.id, i.name, i.sku, i.kind, i.lot_controlled as "lotControlled", i.cost,
      coalesce(sum(f.pieces) filter (where ${mayUse('lot', companyToday)}), 0)::int as available,
      json_agg(json_build_object('lotId', lot.id, 'lotNumber', lot.lot_number, 'lotStatus', lot.status,
        'expiryDate', lot.expiry_date, 'free', f.pieces)
        order by lot.expiry_date nulls last, lot.lot_number) as lots
    from free f join items i on i.id = f.item_id join lots lot on lot.id = f.lot_id
    where f.pieces > 0 and i.deleted_at is null
      and (${items}::uuid[] is null or i.id = any(${items}))
      and (${like}::text is null or (i.name || ' ' || i.sku || ' ' || coalesce(i.barcode, '')) ilike ${like})
    group by i.id order by lower(i.name), i.id limit ${query.limit}`.execute(db)
  return { data: rows.map((row) => ({ ...row, cost: formatPrice(row.cost) })) }
}
