import { sql } from 'kysely'

/** The cost of the valid receipts of each lot, with all fees: added up once, not for every entry. */
export const lotReceipts = sql`(
  select r.lot_id, sum(r.value + r.fees + coalesce(f.amount, 0)) as value, sum(r.quantity) as quantity
  from goods_receipt_lines r join goods_receipts g on g.id = r.receipt_id
    left join (select receipt_line_id, sum(amount) as amount from purchase_fee_entries group by 1) f on f.receipt_line_id = r.id
  where g.reversed_at is null group by r.lot_id)`

/**
 * The cost of pieces of a lot in minor units: that of its receipts (`c`, from `lotReceipts`), else its production cost, else
 * the item's current average cost; `b` is the lot, `i` the item. Divides last, so that half a cent stays half a cent.
 */
export const lotCost = (
  pieces: ReturnType<typeof sql>,
) => sql`round(coalesce(${pieces} * c.value / nullif(c.quantity, 0),
  ${pieces} * b.unit_cost / 100.0, ${pieces} * i.cost / 100.0, 0))::bigint`
