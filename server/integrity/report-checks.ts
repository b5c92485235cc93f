import { readModels, differences } from '#server/reports/read-models.ts'
import { type Check, money } from './check-rules.ts'

const wrong = (table: string) => {
  const model = readModels.find((one) => one.table === table)
  if (!model) throw new Error(`No read model ${table}`)
  return differences(model)
}

/** The daily sums that reports are made of: kept by triggers, compared here with the rows that they sum. */
export const reportChecks: readonly Check[] = [
  {
    id: 'R1 sales days',
    title: 'The daily sales of reports are those of the orders.',
    rows: `select 'account' as kind, a.id, a.name || ' on ' || w.day || ', ' || w.status as name,
        'reports lack ' || w.diff_orders || ' orders and ' || ${money('w.diff_total')} as says,
        'the orders of the day say so' as explained
      from (${wrong('sales_days')}) w join accounts a on a.id = w.account_id`,
  },
  {
    id: 'R2 item sales days',
    title: 'The daily sales of each item in reports are those of the order lines.',
    rows: `select i.kind, i.id, i.name || ' on ' || w.day as name,
        'reports lack ' || w.diff_quantity || ' units and ' || ${money('w.diff_net')} as says,
        'the order lines of the day say so' as explained
      from (${wrong('item_sales_days')}) w join items i on i.id = w.item_id`,
  },
  {
    id: 'R3 purchase days',
    title: 'The daily purchases of reports are those of the purchase orders.',
    rows: `select 'other' as kind, null::uuid as id, s.name || ' on ' || w.day || ', ' || w.status as name,
        'reports lack ' || w.diff_orders || ' orders and ' || ${money('w.diff_total')} as says,
        'the purchase orders of the day say so' as explained
      from (${wrong('purchase_days')}) w join suppliers s on s.id = w.supplier_id`,
  },
  {
    id: 'R4 stock days',
    title: 'The daily movements of reports are those of the stock ledger.',
    rows: `select i.kind, i.id, i.name || ' on ' || w.day || ', ' || w.effect as name,
        'reports lack ' || w.diff_quantity || ' units' as says, 'the stock entries of the day say so' as explained
      from (${wrong('stock_days')}) w join items i on i.id = w.item_id`,
  },
]
