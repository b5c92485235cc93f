import type { Corruption } from './corruption.ts'

const one = (table: string, what: string, key: string) =>
  `update ${table} set ${what} where ctid = (select ctid from ${table} where ${key} = '{v}' limit 1)`
const of = (table: string, key: string) => `select ${key} as id from ${table} order by ${key} limit 1`

const lastOrdered = `select account_id as id from retention_customers where last_order_date is not null order by 1 limit 1`

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
  'R5 forecasts': {
    victim: of('demand_forecasts', 'item_id'),
    sql: [`update demand_forecasts set weeks[3] = weeks[3] + 5, high[3] = high[3] + 5 where item_id = '{v}'`],
    says: /^the forecast says \d+\.\d\d; its weeks add up to \d+\.\d\d, its locations to 100%$/,
  },
  'R6 history of forecasts': {
    victim: of('demand_forecasts', 'item_id'),
    sql: [
      `update demand_forecasts set history[1] = history[1] + 5, made_at = now() + interval '1 day' where item_id = '{v}'`,
    ],
    says: /^the forecast was made of \d+ units; orders and production of these weeks asked for \d+$/,
  },
  'R7 last orders': {
    victim: lastOrdered,
    sql: [one('retention_customers', 'last_order_date = last_order_date - 1', 'account_id')],
    says: /^last order noted on \d{4}-\d\d-\d\d; the orders say \d{4}-\d\d-\d\d$/,
  },
  'R8 retention steps': {
    victim: lastOrdered,
    sql: [one('retention_customers', 'steps = steps + 1, last_step_at = now()', 'account_id')],
    says: /^\d steps(, inactive)? noted; \d steps(, inactive)? in the books$/,
  },
  'R9 closing balances': {
    victim: `select role as id from closing_balances order by abs(amount) desc limit 1`,
    sql: [one('closing_balances', 'amount = amount + 1', 'role')],
    says: /^closed with -?\d+\.\d\d; the journal says -?\d+\.\d\d$/,
    id: null,
  },
}
