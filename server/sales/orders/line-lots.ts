import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import { addDays } from '#shared/dates.ts'
import { type LineLot, lineLots, type LinePlace } from '#shared/inventory/stock/line-lot.ts'
import type { Db } from '#server/db/database.ts'
import { isForSale } from '#server/kernel/usable-lots.ts'
import { arrivalDay } from '#shared/inventory/stock/usable-lots.ts'

/** All locations and lots of a line's item, in the order in which FEFO allocation takes them. Throws NOT_FOUND. */
export async function listLineLots(
  db: Db,
  orderId: string,
  lineId: string,
  today: string,
): Promise<{ data: LineLot[]; quantity: number }> {
  const { rows: lines } = await sql<{
    item_id: string
    quantity: number
    requested: string | null
    shelf_life: number
  }>`
    select l.item_id, l.quantity, o.requested_date as requested, shelf_life_asked(a.min_shelf_life_days) as shelf_life
    from sales_order_lines l join sales_orders o on o.id = l.order_id join accounts a on a.id = o.account_id
    where l.id = ${lineId} and o.id = ${orderId} and o.deleted_at is null`.execute(db)
  const [line] = lines
  if (!line) throw new Refusal('NOT_FOUND')
  const { rows } =
    await sql<LinePlace>`select b.item_id as "itemId", b.location_id as "locationId", p.name as location, b.lot_id as "lotId",
      l.lot_number as "lotNumber", l.status as "lotStatus", l.expiry_date as "expiryDate", coalesce(k.held, 0)::int as held,
      (b.on_hand - b.committed + coalesce(k.held, 0))::int as available, coalesce(i.location_id = b.location_id, false) as "isHome"
    from stock_balance b join lots l on l.id = b.lot_id join items i on i.id = b.item_id join locations p on p.id = b.location_id
    left join lateral (select sum(quantity) as held from commitment k where k.source_id = ${orderId} and k.source_line_id = ${lineId}
      and k.lot_id = b.lot_id and k.location_id = b.location_id and k.state = 'open') k on true
    where b.item_id = ${line.item_id} and b.on_hand > 0 and (${isForSale('b')} or k.held > 0)`.execute(db)
  const expectedOn = arrivalDay(line.requested, today)
  const rule = { expectedOn, minShelfLifeDays: line.shelf_life }
  const shelfLifeText = line.shelf_life > 0 ? `, ${line.shelf_life} days after it arrives` : ''
  const tooSoon = `Expires too soon: this customer needs it until ${addDays(expectedOn, line.shelf_life)}${shelfLifeText}.`
  return { data: lineLots(rows, line.quantity, rule, today, tooSoon), quantity: line.quantity }
}
