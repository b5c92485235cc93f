import { sql } from 'kysely'
import { wrongClosingBalances } from '#server/accounting/closing-balances.ts'
import { readModels, differences } from '#server/reports/read-models.ts'
import { wrongLastOrders, wrongSteps } from '#server/retention/last-orders.ts'
import { type Check, money } from './check-rules.ts'

const wrong = (table: string) => {
  const model = readModels.find((one) => one.table === table)
  if (!model) throw new Error(`No read model ${table}`)
  return differences(model)
}

/** The daily sums that reports use: maintained by triggers, compared here with the rows that they sum. */
export const reportChecks: readonly Check[] = [
  {
    id: 'R1 sales days',
    title: 'The daily sales of reports match the orders.',
    rows: `select 'account' as kind, a.id, a.name || ' on ' || w.day || ', ' || w.status as name,
        'reports lack ' || w.diff_orders || ' orders and ' || ${money('w.diff_total')} as says,
        'the orders of the day say so' as explained
      from (${wrong('sales_days')}) w join accounts a on a.id = w.account_id`,
  },
  {
    id: 'R2 item sales days',
    title: 'The daily sales of each item in reports match the order lines.',
    rows: `select i.kind, i.id, i.name || ' on ' || w.day as name,
        'reports lack ' || w.diff_quantity || ' units and ' || ${money('w.diff_net')} as says,
        'the order lines of the day say so' as explained
      from (${wrong('item_sales_days')}) w join items i on i.id = w.item_id`,
  },
  {
    id: 'R3 purchase days',
    title: 'The daily purchases of reports match the purchase orders.',
    rows: `select 'other' as kind, null::uuid as id, s.name || ' on ' || w.day || ', ' || w.status as name,
        'reports lack ' || w.diff_orders || ' orders and ' || ${money('w.diff_total')} as says,
        'the purchase orders of the day say so' as explained
      from (${wrong('purchase_days')}) w join suppliers s on s.id = w.supplier_id`,
  },
  {
    id: 'R4 stock days',
    title: 'The daily movements of reports match the stock ledger.',
    rows: `select i.kind, i.id, i.name || ' on ' || w.day || ', ' || w.effect as name,
        'reports lack ' || w.diff_quantity || ' units' as says, 'the stock entries of the day say so' as explained
      from (${wrong('stock_days')}) w join items i on i.id = w.item_id`,
  },
  {
    id: 'R5 forecasts',
    title:
      'Every forecast has 12 weeks within their bounds that add up to its demand, and its locations have all of it.',
    rows: `select i.kind, i.id, i.name, 'the forecast says ' || round(f.demand::numeric, 2) as says,
        'its weeks add up to ' || round(coalesce(w.total, 0)::numeric, 2) || ', its locations to '
          || round(100 * coalesce(s.share, 0)::numeric) || '%' as explained
      from demand_forecasts f join items i on i.id = f.item_id
      left join (select item_id, sum(share) as share from demand_shares group by 1) s on s.item_id = f.item_id
      left join (select f.item_id, sum(u.week) as total, count(*) as weeks, bool_and(u.low <= u.week and u.week <= u.high) as bounded
        from demand_forecasts f cross join lateral unnest(f.weeks, f.low, f.high) u(week, low, high) group by 1) w
        on w.item_id = f.item_id
      where abs(f.demand - coalesce(w.total, 0)) > 0.01 + abs(f.demand) * 1e-9 or w.weeks is distinct from 12
        or w.bounded is distinct from true or abs(coalesce(s.share, 1) - 1) > 1e-6`,
  },
  {
    id: 'R6 history of forecasts',
    title: 'Forecasts match the recorded demand, unless an order of that time was changed since.',
    rows: `select i.kind, i.id, i.name, 'the forecast was made of ' || round(k.total::numeric) || ' units' as says,
        'orders and production of these weeks asked for ' || round(coalesce(b.total, 0)::numeric) as explained
      from (select f.item_id, f.made_at, sum(h) as total from demand_forecasts f cross join lateral unnest(f.history) h
        group by 1, 2) k
      join items i on i.id = k.item_id
      left join (select f.item_id, sum(d.quantity) as total from demand_forecasts f
        join (select item_id, day, quantity from item_sales_days
          union all select item_id, day, -quantity from stock_days where effect in ('KIT_OUT', 'UNKIT_IN', 'MAKE_OUT', 'UNMAKE_IN')) d
          on d.item_id = f.item_id and d.day < f.first_week and d.day >= f.first_week - 7 * cardinality(f.history)
        group by 1) b on b.item_id = k.item_id
      left join (select l.item_id, max(o.updated_at) as at from sales_orders o join sales_order_lines l on l.order_id = o.id
        where o.updated_at > (select min(made_at) from demand_forecasts) group by 1) o on o.item_id = k.item_id
      left join (select item_id, max(written_at) as at from stock_entry
        where written_at > (select min(made_at) from demand_forecasts) and effect in ('KIT_OUT', 'UNKIT_IN', 'MAKE_OUT', 'UNMAKE_IN')
        group by 1) e on e.item_id = k.item_id
      where abs(k.total - coalesce(b.total, 0)) > 0.5 and coalesce(greatest(o.at, e.at), '-infinity') <= k.made_at
        and not exists (select 1 from settings where updated_at > k.made_at)`,
  },
  {
    id: 'R7 last orders',
    title: 'The last order date of a customer in retention is the date of their newest order.',
    rows: `select 'account' as kind, a.id, a.name, 'last order noted on ' || coalesce(w.noted::text, 'no day') as says,
        'the orders say ' || coalesce(w.actual::text, 'none') as explained
      from (${wrongLastOrders}) w join accounts a on a.id = w.account_id`,
  },
  {
    id: 'R8 retention steps',
    title: 'Messages since the last order, and whether a customer is active, are in retention as in their records.',
    rows: `select 'account' as kind, a.id, a.name, w.noted || ' noted' as says, w.actual || ' in the books' as explained
      from (${wrongSteps}) w join accounts a on a.id = w.account_id`,
  },
  {
    id: 'R9 closing balances',
    title: 'The balances of closed periods are what the journal says.',
    rows: sql`select 'other' as kind, null::uuid as id, w.role || case when w.key = '' then '' else ' ' || w.key end || ' on ' || w.closed_until as name,
        'closed with ' || ${sql.raw(money('w.stored'))} as says, 'the journal says ' || ${sql.raw(money('w.said'))} as explained
      from (${wrongClosingBalances}) w`,
  },
]
