/**
 * For every integrity check, a corruption that it must detect. `{v}` in `sql` is the record to corrupt: the ID that the
 * query `victim` finds in the demo company. `says` must match the text of the first bad row. `id` is a query for the ID
 * in that row if it is not the victim's, or null if the row has none because the record has no page.
 */
export interface Corruption {
  victim: string
  sql: readonly string[]
  says: RegExp
  id?: string | null
}

export const of = (table: string, where = 'true') => `select id from ${table} where ${where} order by id limit 1`
export const set = (table: string, what: string) => `update ${table} set ${what} where id = '{v}'`
/** Updates the first line of the corrupted document. */
export const line = (table: string, document: string, what: string) =>
  `update ${table} set ${what} where id = (select id from ${table} where ${document} = '{v}' order by id limit 1)`
export const stocked = `select item_id as id from stock_balance where on_hand > 50 and committed = 0 and item_id in
  (select id from items where deleted_at is null) order by item_id limit 1`
export const oneEntry = (what: string, where: string) =>
  `update stock_entry set ${what} where id = (select id from stock_entry where ${where} order by id limit 1)`
export const order = (status: string, more = 'true') =>
  of('sales_orders', `status = '${status}' and origin = 'app' and deleted_at is null and ${more}`)
export const purchase = (status: string) => of('purchase_orders', `status = '${status}'`)
export const transfer = (status: string) => of('stock_transfers', `status = '${status}' and deleted_at is null`)
export const kitOrder = (status: string) => of('kit_orders', `status = '${status}' and deleted_at is null`)
export const received = `select o.id from purchase_orders o join goods_receipts g on g.order_id = o.id
  join goods_receipt_lines x on x.receipt_id = g.id where x.returned = 0 and g.reversed_at is null order by 1 limit 1`
