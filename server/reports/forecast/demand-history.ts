import { makingEffects, usageEffects } from '#server/kernel/shipped-goods.ts'
import { type RawBuilder, sql } from 'kysely'
import { addDays } from '#shared/dates.ts'
import { maxHistoryWeeks } from '#shared/reports/forecast/forecast.ts'
import type { Db, Tx } from '#server/db/database.ts'

/** The demand for one item in whole weeks before the current one, the oldest first. */
export interface DemandHistory {
  itemId: string
  weeks: number[]
  /** Demand of half a year by day of the week, Monday first. */
  weekdays: number[]
  /** Shipped and used in the past year, by location; only locations with any. */
  locations: { id: string; quantity: number }[]
}

/** The Monday of the week of a day. */
export const mondayOf = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

/** Demand by day: quantities of orders that count as sales, by order date, whether shipped or not, and of goods used. */
const demandDays = (where: RawBuilder<unknown>) => sql`(
    select item_id, day, quantity from item_sales_days where ${where}
    union all select item_id, day, -quantity from stock_days where effect in ${makingEffects} and ${where})`

interface Row {
  itemId: string
  ago: number[]
  quantity: number[]
  knownAgo: number
  weekdays: number[]
  locations: { id: string; quantity: number }[]
}

/** Reads the demand of one item, or of all items with demand in the past five years. */
export async function readDemand(db: Db | Tx, today: string, itemId?: string): Promise<DemandHistory[]> {
  const first = mondayOf(today)
  const only = itemId === undefined ? sql`true` : sql`item_id = ${itemId}`
  const since = (weeks: number) => sql`day >= ${addDays(first, -7 * weeks)}::date and day < ${first}::date and ${only}`
  const { rows } = await sql<Row>`with asked as materialized (
      select item_id, day, sum(quantity)::float8 as quantity from ${demandDays(since(maxHistoryWeeks))} d group by 1, 2),
    weekly as (
      select item_id, (${first}::date - day - 1) / 7 as ago, sum(quantity) as quantity from asked group by 1, 2),
    histories as (
      select item_id, array_agg(ago) as ago, array_agg(quantity) as quantity from weekly group by 1),
    by_weekday as (
      select item_id, array_agg(coalesce(quantity, 0) order by weekday) as weekdays from (
        select h.item_id, n as weekday, sum(a.quantity) as quantity from histories h cross join generate_series(1, 7) n
        left join asked a on a.item_id = h.item_id and extract(isodow from a.day) = n and a.day >= ${first}::date - 182
        group by 1, 2) d group by 1),
    stocked as (select item_id, min(day) as day from stock_days where ${only} group by 1),
    by_location as (
      select item_id, json_agg(json_build_object('id', location_id, 'quantity', quantity) order by location_id) as locations from (
        select item_id, location_id, sum(-quantity)::float8 as quantity from stock_days
        where effect in ${usageEffects} and ${since(52)} group by 1, 2 having sum(-quantity) > 0) d group by 1)
    select h.item_id as "itemId", h.ago, h.quantity, (${first}::date - least(company_day(i.created_at), s.day) - 1) / 7 as "knownAgo", w.weekdays, coalesce(l.locations, '[]') as locations
    from histories h join items i on i.id = h.item_id and i.deleted_at is null
    join by_weekday w on w.item_id = h.item_id left join stocked s on s.item_id = h.item_id left join by_location l on l.item_id = h.item_id
    order by h.item_id`.execute(db)
  return rows.map(({ ago, quantity, knownAgo, ...row }) => ({ ...row, weeks: weeksOf(ago, quantity, knownAgo) }))
}

/** Weeks without gaps, from the week in which the item was first in stock; for imports from the first demand. */
function weeksOf(ago: readonly number[], quantity: readonly number[], knownAgo: number): number[] {
  const oldest = Math.min(maxHistoryWeeks - 1, Math.max(knownAgo, ...ago))
  const weeks = Array.from({ length: oldest + 1 }, () => 0)
  for (const [at, before] of ago.entries()) weeks[weeks.length - 1 - before] = quantity[at] ?? 0
  return weeks
}
