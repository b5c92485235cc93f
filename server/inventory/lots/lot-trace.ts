import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { Trace } from '#shared/inventory/lots/api.ts'
import { afterDeduction } from '#shared/sales/orders/order-transitions.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { outsideSources } from '#server/inventory/stock/stock-entry.ts'
import { documentNumber } from '#server/inventory/stock/stock-documents.ts'

type Step = Trace['steps'][number]

const maxSteps = 500

/**
 * The lots that went into a lot, or that were made from it, in one operation of an internal document; `end_` is the entry of the
 * known lot `of`, `other` that of the found one. Putting pieces back into a lot they were taken from (a kit that is taken apart)
 * doesn't count.
 */
const neighbours = (of: RawBuilder<unknown>, way: 'forward' | 'backward') => sql`
  select other.lot_id from stock_entry end_
  join stock_entry other on other.source_type = end_.source_type and other.source_id = end_.source_id
    and other.cycle = end_.cycle and other.lot_id <> end_.lot_id
  where end_.lot_id = ${of} and end_.d_on_hand <> 0 and other.d_on_hand <> 0
    and end_.source_type <> all(${outsideSources}::text[])
    and sign(end_.d_on_hand) = ${way === 'forward' ? -1 : 1} and sign(other.d_on_hand) = ${way === 'forward' ? 1 : -1}
    and not exists (select 1 from stock_entry earlier
      where earlier.source_type = end_.source_type and earlier.source_id = end_.source_id and earlier.cycle < end_.cycle
        and earlier.lot_id = ${way === 'forward' ? sql`other.lot_id` : sql`end_.lot_id`} and earlier.d_on_hand < 0)`

/** These lots and all lots made from them, through any number of steps. */
export const madeOf = (lotIds: readonly string[]) => sql`with recursive made(lot_id) as (
    select unnest(${lotIds}::uuid[])
    union select next.lot_id from made cross join lateral (${neighbours(sql`made.lot_id`, 'forward')}) next)
  select lot_id from made`

const wentInto = (lotIds: readonly string[]) => sql`with recursive part(lot_id) as (
    select unnest(${lotIds}::uuid[])
    union select next.lot_id from part cross join lateral (${neighbours(sql`part.lot_id`, 'backward')}) next)
  select lot_id from part`

/** A lot's origin and use: the lots that went into it and were made from it, with all their receipts, shipments and transfers. */
export async function traceLot(db: Db | Tx, id: string, seesCustomers: boolean): Promise<Trace> {
  const { rows: family } = await sql<{ lot_id: string }>`select lot_id from (${madeOf([id])}) f
    union select lot_id from (${wentInto([id])}) b`.execute(db)
  const ids = family.map((row) => row.lot_id)
  const [lots, links, steps] = await Promise.all([lotsOf(db, ids), linksOf(db, ids), stepsOf(db, ids, seesCustomers)])
  if (!lots.some((lot) => lot.id === id && !lot.isNone)) throw new Refusal('NOT_FOUND')
  return { lots, links, steps: steps.slice(0, maxSteps), more: steps.length > maxSteps }
}

async function lotsOf(db: Db | Tx, ids: readonly string[]): Promise<Trace['lots']> {
  const { rows } = await sql<
    Trace['lots'][number]
  >`select l.id, l.lot_number as "lotNumber", l.id = l.item_id as "isNone",
      json_build_object('id', i.id, 'name', i.name, 'sku', i.sku) as product, l.status, l.expiry_date as "expiryDate",
      (select json_build_object('id', s.id, 'name', s.name) from suppliers s where s.id = l.supplier_id) as supplier,
      coalesce((select sum(e.d_on_hand) from stock_entry e where e.lot_id = l.id and e.d_on_hand <> 0
        and e.effect in ('ADD', 'INITIAL', 'RECEIVE')), 0)::bigint as received,
      coalesce((select sum(b.on_hand) from stock_balance b where b.item_id = l.item_id and b.lot_id = l.id), 0)::bigint as "onHand"
    from lots l join items i on i.id = l.item_id where l.id = any(${ids}::uuid[]) order by i.name, l.lot_number`.execute(
    db,
  )
  return rows
}

interface LinkRow {
  from: string
  to: string
  used: number
  made: number
  at: string
  source_type: string
  source_id: string
  number: string | null
}

async function linksOf(db: Db | Tx, ids: readonly string[]): Promise<Trace['links']> {
  const { rows } = await sql<LinkRow>`
    with act as (
      select e.source_type, e.source_id, e.cycle, e.lot_id, sum(e.d_on_hand)::int as change, max(e.at) as at
      from stock_entry e where e.lot_id = any(${ids}::uuid[]) and e.d_on_hand <> 0
        and e.source_type <> all(${outsideSources}::text[])
      group by 1, 2, 3, 4)
    select a.lot_id as "from", b.lot_id as "to", -a.change as used, b.change as made, b.at, a.source_type, a.source_id,
      ${documentNumber('a')} as number
    from act a join act b on (b.source_type, b.source_id, b.cycle) = (a.source_type, a.source_id, a.cycle)
    where a.change < 0 and b.change > 0 and a.lot_id <> b.lot_id
      and not exists (select 1 from act c where (c.source_type, c.source_id) = (a.source_type, a.source_id)
        and c.cycle < a.cycle and c.lot_id = b.lot_id and c.change < 0)
    order by b.at`.execute(db)
  return rows.map(({ source_type, source_id, number, ...link }) => ({
    ...link,
    document: { type: source_type, id: source_id, number },
  }))
}

interface StepRow {
  lot_id: string
  at: string
  effect: string
  came: number
  went: number
  location: string
  source_type: string
  source_id: string
  number: string | null
  order_status: NonNullable<Step['order']>['status'] | null
  customer: { id: string; name: string } | null
  sent_back_by: { id: string; name: string } | null
}

async function stepsOf(db: Db | Tx, ids: readonly string[], seesCustomers: boolean): Promise<Step[]> {
  const { rows } = await sql<StepRow>`
    with step as (
      select e.lot_id, e.source_type, e.source_id, max(e.at) as at, max(e.id) as latest, min(e.effect) as effect,
        coalesce(sum(e.d_on_hand) filter (where e.d_on_hand > 0), 0)::int as came,
        coalesce(-sum(e.d_on_hand) filter (where e.d_on_hand < 0), 0)::int as went,
        string_agg(distinct p.name, ' → ') as location
      from stock_entry e join locations p on p.id = e.location_id
      where e.lot_id = any(${ids}::uuid[]) and e.d_on_hand <> 0 group by 1, 2, 3
      having e.source_type not in ('sales_order', 'production') or sum(e.d_on_hand) <> 0)
    select s.*, ${documentNumber('s')} as number, o.status as order_status,
      case when ${seesCustomers} then json_build_object('id', a.id, 'name', a.name) end as customer,
      case when ${seesCustomers} and c.id is not null then json_build_object('id', c.id, 'name', c.name) end as sent_back_by
    from step s left join sales_orders o on s.source_type = 'sales_order' and o.id = s.source_id
      and o.status = any(${afterDeduction})
    left join accounts a on a.id = o.account_id
    left join sales_returns r on s.source_type = 'return' and r.id = s.source_id
    left join accounts c on c.id = r.account_id
    order by s.latest desc limit ${maxSteps + 1}`.execute(db)
  return rows.map((row) => ({
    lotId: row.lot_id,
    kind: kindOf(row),
    at: row.at,
    quantity: isMoved(row) ? row.came : Math.abs(row.came - row.went),
    location: row.location,
    document: { type: row.source_type, id: row.source_id, number: row.number },
    order:
      row.order_status && row.number
        ? { id: row.source_id, number: row.number, status: row.order_status, customer: row.customer }
        : null,
    sentBackBy: row.sent_back_by,
  }))
}

/** Whether it moved between locations; scrap and kits that were taken apart again count only with what is left of them. */
const isMoved = ({ source_type: type, came, went }: Pick<StepRow, 'source_type' | 'came' | 'went'>) =>
  came > 0 && went > 0 && (type === 'transfer' || (!outsideSources.includes(type) && came === went))

function kindOf({ source_type: type, effect, came, went }: StepRow): Step['kind'] {
  if (type === 'sales_order') return 'shipment'
  if (type === 'recall' || (type === 'return' && came > went)) return 'back'
  if (outsideSources.includes(type)) return came > went && effect !== 'ADJUST' ? 'receipt' : 'correction'
  if (isMoved({ source_type: type, came, went })) return 'transfer'
  return came > went ? 'made' : 'used'
}
