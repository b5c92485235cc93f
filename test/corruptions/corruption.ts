/**
 * For every check of the proof a corruption that it must see. `{v}` in `sql` stands for the victim: what the query `victim`
 * finds in the demo company. `says` is what the first bad row must tell. Where `id` is given the row names that instead of the
 * victim; null is for what has no page.
 */
export interface Corruption {
  victim: string
  sql: readonly string[]
  says: RegExp
  id?: string | null
}

export const of = (table: string, where = 'true') => `select id from ${table} where ${where} order by id limit 1`
export const set = (table: string, what: string) => `update ${table} set ${what} where id = '{v}'`
/** Of a line of the victim. */
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
