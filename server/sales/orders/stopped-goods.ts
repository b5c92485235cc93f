import { type RawBuilder, sql } from 'kysely'
import { inParcel, type OrderStatus } from '#shared/sales/orders/order-transitions.ts'
import type { StoppedGoods } from '#shared/sales/orders/order.ts'
import { stoppedWords } from '#shared/sales/orders/order-guards.ts'
import type { Db } from '#server/db/database.ts'
import { oneOf } from '#server/db/one-of.ts'
import { hasExpired, isUnfit } from '#server/kernel/usable-lots.ts'
import type { Work } from '#server/kernel/work.ts'
import { companyToday } from '#server/kernel/company-day.ts'

const unfitIn = (today: RawBuilder<unknown>, and = sql``) => sql`commitment k
  join lots t on t.id = k.lot_id ${and}
  where k.source_id = o.id and k.state = 'consumed' and ${isUnfit('t', today)}`

/** Goods in the shipment of order `o` that must not be delivered, as JSON; an empty list if there are none. */
export const stoppedSql = (today: RawBuilder<unknown> = companyToday) => sql<StoppedGoods[]>`coalesce((
  select json_agg(json_build_object('product', g.name, 'lotId', g.id, 'lotNumber', g.lot_number, 'status', g.status,
    'expiryDate', g.expiry_date, 'quantity', g.quantity) order by g.name, g.lot_number)
  from (select i.name, t.id, t.lot_number, t.status, t.expiry_date, sum(k.quantity)::int as quantity
    from ${unfitIn(today, sql`join items i on i.id = k.item_id`)} and o.status in ${oneOf(inParcel)}
    group by i.name, t.id) g), '[]'::json)`

/** Whether the shipment of order `o` has such goods. */
export const isStoppedSql = sql`(o.status in ${oneOf(inParcel)} and exists (select 1 from ${unfitIn(companyToday)}))`

/**
 * Whether order `o` is stopped, as a filter: first finds all stopped orders among the few with a shipment under way. Checked
 * order by order, a list without any would be scanned to its end.
 */
export const isAmongStoppedSql = sql`o.id = any(array(select o.id from sales_orders o where o.deleted_at is null and ${isStoppedSql}))`

/** Orders with a stopped shipment: their count and the first ones, those in the warehouse before those under way. */
export async function listStoppedOrders(db: Db, shown: number) {
  const { rows } = await sql<{ id: string; number: string; status: OrderStatus; stopped: StoppedGoods[]; all: number }>`
    select o.id, o.number, o.status, ${stoppedSql()} as stopped, o.all from (
      select o.id, o.number, o.status, count(*) over ()::int as all, array_position(${[...inParcel]}::text[], o.status) as rank
      from sales_orders o where o.deleted_at is null and ${isStoppedSql} order by rank, o.number limit ${shown}) o
    order by o.rank, o.number`.execute(db)
  const orders = rows.map(({ id, number, status, stopped }) => ({
    id,
    number,
    status,
    goods: stoppedWords(stopped).join('; '),
  }))
  return { count: rows[0]?.all ?? 0, orders }
}

interface Carrying {
  id: string
  number: string
  quantity: number
  stopped: boolean
}

/** The orders that have pieces of these lots in a shipment that was not delivered yet. */
export async function ordersCarrying(work: Work, lotIds: readonly string[]): Promise<Carrying[]> {
  const { rows } = await sql<Carrying>`select o.id, o.number, sum(k.quantity)::int as quantity,
      bool_or(${isUnfit('t', work.today)}) as stopped
    from lots t join commitment k on k.item_id = t.item_id and k.lot_id = t.id and k.state = 'consumed'
    join sales_orders o on o.id = k.source_id and o.status = any(${[...inParcel]}::text[]) and o.deleted_at is null
    where t.id = any(${[...lotIds]}::uuid[]) group by o.id order by o.number`.execute(work.tx)
  return rows
}

/** Orders whose goods have expired in the shipment, without a notification since that day. */
export async function expiredParcels(db: Db, today: string, batchSize: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct o.id from sales_orders o
    join commitment k on k.source_id = o.id and k.state = 'consumed' join lots t on t.id = k.lot_id
    where o.status = any(${[...inParcel]}::text[]) and o.deleted_at is null and ${hasExpired('t', today)}
      and not exists (select 1 from audit_log x where x.entity = 'salesOrder' and x.entity_id = o.id
        and x.act = 'order.stopped' and x.at >= t.expiry_date)
    order by o.id limit ${batchSize}`.execute(db)
  return rows.map((row) => row.id)
}
