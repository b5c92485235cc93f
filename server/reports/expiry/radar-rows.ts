import { sql } from 'kysely'
import { addDays } from '#shared/dates.ts'
import { notSales } from '#shared/reports/api.ts'
import type { Db } from '#server/db/database.ts'
import { expiresWithin, isForSale, mayUse } from '#server/kernel/usable-lots.ts'

/** Available pieces of a lot at a location. */
export interface LotBalance {
  lotId: string
  lotNumber: string
  expiryDate: string | null
  itemId: string
  item: string
  sku: string
  kind: string
  /** In ten-thousandths: the item's price and cost, and the lot's own cost. */
  price: number
  cost: number
  lotCost: number | null
  locationId: string
  location: string
  quantity: number
}

/**
 * All usable lots, except consigned goods, of items with a lot that expires by `until`: lots that expire later take a share of
 * the demand too, but last.
 */
export async function readLots(db: Db, today: string, until: string): Promise<LotBalance[]> {
  const { rows } = await sql<LotBalance>`with expiring as materialized (
      select distinct l.item_id from lots l join stock_balance b on b.item_id = l.item_id and b.lot_id = l.id
      where b.on_hand > b.committed and ${expiresWithin('l', today, until)})
    select l.id as "lotId", l.lot_number as "lotNumber", l.expiry_date as "expiryDate", i.id as "itemId", i.name as item, i.sku,
      i.kind, i.price, i.cost, l.unit_cost as "lotCost", p.id as "locationId", p.name as location,
      (b.on_hand - b.committed)::int as quantity
    from expiring e join items i on i.id = e.item_id and i.deleted_at is null
    join stock_balance b on b.item_id = i.id and b.on_hand > b.committed and ${isForSale('b')}
    join lots l on l.id = b.lot_id and ${mayUse('l', today)} join locations p on p.id = b.location_id
    order by i.id, l.id, p.id`.execute(db)
  return rows
}

export interface ItemDemand {
  itemId: string
  firstWeek: string
  weeks: number[]
  history: number[]
  weekdays: number[]
}

export async function readForecasts(db: Db, items: readonly string[]): Promise<Map<string, ItemDemand>> {
  const { rows } =
    await sql<ItemDemand>`select f.item_id as "itemId", f.first_week as "firstWeek", f.weeks, f.history, f.weekdays
    from demand_forecasts f where f.item_id = any(${items}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.itemId, row]))
}

export interface Returnable {
  lotId: string
  orderId: string
  number: string
  quantity: number
}

/** How much of each lot the supplier may still take back: received pieces less returned ones. The receipt with the most of it. */
export async function readReturnable(db: Db, lots: readonly string[]): Promise<Map<string, Returnable>> {
  const { rows } = await sql<Returnable>`select distinct on (x.lot_id) x.lot_id as "lotId", o.id as "orderId", o.number,
      (x.quantity - x.returned)::int as quantity
    from goods_receipt_lines x join goods_receipts g on g.id = x.receipt_id and g.reversed_at is null
    join purchase_orders o on o.id = g.order_id and o.deleted_at is null
    where x.lot_id = any(${lots}::uuid[]) and not x.damaged and x.quantity > x.returned
    order by x.lot_id, x.quantity - x.returned desc, o.id`.execute(db)
  return new Map(rows.map((row) => [row.lotId, row]))
}

export interface Buyer {
  itemId: string
  id: string
  name: string
  /** Average pieces per order in the past year. */
  quantity: number
}

const shownBuyers = 5

/** The customers who bought each item in the past year, the largest first. */
export async function readBuyers(db: Db, items: readonly string[], today: string): Promise<Map<string, Buyer[]>> {
  const { rows } = await sql<Buyer>`select "itemId", id, name, quantity from (
      select l.item_id as "itemId", a.id, a.name, round(sum(l.quantity)::numeric / count(distinct o.id))::int as quantity,
        row_number() over (partition by l.item_id order by sum(l.quantity) desc, a.id) as place
      from sales_orders o join sales_order_lines l on l.order_id = o.id
      join accounts a on a.id = o.account_id and a.deleted_at is null
      where o.deleted_at is null and o.status <> all(${notSales}) and o.order_date >= ${addDays(today, -365)}::date
        and l.item_id = any(${items}::uuid[]) group by l.item_id, a.id, a.name) b
    where place <= ${shownBuyers} order by place`.execute(db)
  const buyers = new Map<string, Buyer[]>()
  for (const row of rows) buyers.set(row.itemId, [...(buyers.get(row.itemId) ?? []), row])
  return buyers
}
