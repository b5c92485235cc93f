import type { Corruption } from './corruption.ts'

const one = (table: string, what: string, key: string) =>
  `update ${table} set ${what} where ctid = (select ctid from ${table} where ${key} = '{v}' limit 1)`
const of = (table: string, key: string) => `select ${key} as id from ${table} order by ${key} limit 1`

/** The daily sums of reports. */
export const reportCorruptions: Record<string, Corruption> = {
  'R1 sales days': {
    victim: of('sales_days', 'account_id'),
    sql: [one('sales_days', 'total = total + 1', 'account_id')],
    says: /^reports lack 0 orders and -0\.01; the orders of the day say so$/,
  },
  'R2 item sales days': {
    victim: of('item_sales_days', 'item_id'),
    sql: [one('item_sales_days', 'quantity = quantity + 1', 'item_id')],
    says: /^reports lack -1 units and 0\.00; the order lines of the day say so$/,
  },
  'R3 purchase days': {
    victim: of('purchase_days', 'supplier_id'),
    sql: [one('purchase_days', 'orders = orders - 1', 'supplier_id')],
    says: /^reports lack 1 orders and 0\.00; the purchase orders of the day say so$/,
    id: null,
  },
  'R4 stock days': {
    victim: of('stock_days', 'item_id'),
    sql: [one('stock_days', 'quantity = quantity + 1', 'item_id')],
    says: /^reports lack -1 units; the stock entries of the day say so$/,
  },
}
