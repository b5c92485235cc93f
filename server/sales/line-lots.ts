import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import { allocate, fefoOrder, mayPromise, type Place } from '#shared/inventory/allocate.ts'
import { type LotStatus, lotStatusNames } from '#shared/inventory/lot-status.ts'
import { addDays } from '#shared/dates.ts'
import type { LineLot } from '#shared/sales/line-lots-api.ts'
import type { Db } from '#server/db/database.ts'

interface Row extends Place {
  location: string
  lotNumber: string
  lotStatus: LotStatus
  held: number
}

/** Every place and lot of a line's item, those that first expiring first would take before the others. Throws NOT_FOUND. */
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
    await sql<Row>`select b.item_id as "itemId", b.location_id as "locationId", p.name as location, b.lot_id as "lotId",
      l.lot_number as "lotNumber", l.status as "lotStatus", l.expiry_date as "expiryDate", coalesce(k.held, 0)::int as held,
      (b.on_hand - b.committed + coalesce(k.held, 0))::int as available, coalesce(i.location_id = b.location_id, false) as "isHome"
    from stock_balance b join lots l on l.id = b.lot_id join items i on i.id = b.item_id join locations p on p.id = b.location_id
    left join lateral (select sum(quantity) as held from commitment k where k.source_id = ${orderId} and k.source_line_id = ${lineId}
      and k.lot_id = b.lot_id and k.location_id = b.location_id and k.state = 'open') k on true
    where b.item_id = ${line.item_id} and b.on_hand > 0`.execute(db)
  const expectedOn = line.requested && line.requested > today ? line.requested : today
  const rule = { expectedOn, minShelfLifeDays: line.shelf_life }
  const { taken } = allocate(rows, line.quantity, rule)
  const data = rows.toSorted(fefoOrder).map(
    (row): LineLot => ({
      location: { id: row.locationId, name: row.location },
      lotId: row.lotId,
      lotNumber: row.lotNumber,
      status: row.lotStatus,
      expiryDate: row.expiryDate,
      free: row.available,
      held: row.held,
      proposed: taken.find(({ place }) => place === row)?.quantity ?? 0,
      whyNot: mayPromise(row, rule) ? (row.available > 0 ? null : 'All of it is promised.') : whyNot(row, today, rule),
    }),
  )
  return {
    data: data.toSorted((a, b) => Number(a.whyNot !== null) - Number(b.whyNot !== null)),
    quantity: line.quantity,
  }
}

function whyNot(row: Row, today: string, rule: { expectedOn: string; minShelfLifeDays: number }): string {
  if (row.lotStatus !== 'AVAILABLE') return `${lotStatusNames[row.lotStatus]}.`
  if (row.expiryDate !== null && row.expiryDate < today) return 'Expired.'
  const asked = rule.minShelfLifeDays > 0 ? `, ${rule.minShelfLifeDays} days after it arrives` : ''
  return `Expires too soon: this customer needs it until ${addDays(rule.expectedOn, rule.minShelfLifeDays)}${asked}.`
}
