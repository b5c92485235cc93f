import { sql } from 'kysely'

/** What the receipts of each lot that stand came to, with all their fees: added up once, not for every entry. */
export const lotReceipts = sql`(
  select r.lot_id, sum(r.value + r.fees + coalesce(f.amount, 0)) as value, sum(r.quantity) as quantity
  from goods_receipt_lines r join goods_receipts g on g.id = r.receipt_id
    left join (select receipt_line_id, sum(amount) as amount from purchase_fee_entries group by 1) f on f.receipt_line_id = r.id
  where g.reversed_at is null group by r.lot_id)`

/**
 * What pieces of a lot cost in minor units: what its receipts cost (`c`, of `lotReceipts`), else what it was made for, else the
 * item's average cost now; `b` is the lot, `i` the item. Divided last: half a cent must stay half a cent.
 */
export const lotCost = (
  pieces: ReturnType<typeof sql>,
) => sql`round(coalesce(${pieces} * c.value / nullif(c.quantity, 0),
  ${pieces} * b.unit_cost / 100.0, ${pieces} * i.cost / 100.0, 0))::bigint`
