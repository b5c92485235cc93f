import { sql } from 'kysely'
import { divideHalfEven, formatAmount } from '#shared/money.ts'
import { type DateRange, daysOf } from '#shared/reports/date-range.ts'
import { maxStockRows, type StockReport } from '#shared/reports/inventory-api.ts'
import { topRows } from '#shared/reports/report.ts'
import type { Db } from '#server/db/database.ts'
import { costSteps } from '#server/kernel/cost-steps.ts'
import { saleEffects, usageEffects } from '#server/kernel/shipped-goods.ts'

const corrections = sql`('ADD', 'REDUCE', 'ADJUST', 'WRITE_OFF', 'SCRAP')`

/** Formats ten-thousandths of the major unit. */
const money = (value: string | null | undefined) => formatAmount(divideHalfEven(BigInt(value ?? 0), 100n))

interface Part {
  dimension: 'category' | 'location' | 'supplier'
  key: string | null
  label: string | null
  quantity: number
  cents: string
}

/** The stock over a range at moving average cost, computed backwards from the current stock. */
export async function reportStock(db: Db, range: DateRange): Promise<StockReport> {
  const [periods, parts, dead, changes] = await Promise.all([
    readPeriods(db, range),
    readParts(db, range),
    readDead(db, range),
    readChanges(db, range),
  ])
  const { start, end, groupBy } = range
  const values = periods.map(({ value }) => BigInt(value))
  const average = values.reduce((sum, value) => sum + value, 0n) / BigInt(Math.max(1, values.length))
  const ship = changes.filter(({ effect }) => effect === null)[0]?.value ?? '0'
  const yearly = (Number(ship) * 365) / daysOf(range)
  const turns = average > 0n && yearly > 0 ? yearly / Number(average) : null
  const partsOf = (dimension: Part['dimension']) =>
    parts
      .filter((part) => part.dimension === dimension)
      .map(({ key, label, quantity, cents }) => ({
        key,
        label: label ?? 'None',
        quantity,
        value: formatAmount(BigInt(cents)),
      }))
  return {
    range: { start, end, groupBy },
    value: { start: money(periods[0]?.value), end: money(periods.at(-1)?.value) },
    periods: periods
      .slice(1)
      .map(({ first, last, value }) => ({ start: first < start ? start : first, end: last, value: money(value) })),
    costOfSales: money(ship),
    turns: turns === null ? null : Math.round(turns * 10) / 10,
    daysOfSupply: turns === null ? null : Math.round(365 / turns),
    byCategory: partsOf('category'),
    byLocation: partsOf('location'),
    bySupplier: partsOf('supplier'),
    dead: {
      products: dead[0]?.products ?? 0,
      value: money(dead[0]?.all_value),
      items: dead.map(({ id, name, kind, quantity, value }) => ({ id, name, kind, quantity, value: money(value) })),
    },
    changes: changes.flatMap(({ effect, reason, quantity, value }) =>
      effect === null || reason === null ? [] : [{ effect, reason, quantity, value: money(value) }],
    ),
  }
}

/** The value before the range, and at the end of each period. */
async function readPeriods(db: Db, { start, end, groupBy }: DateRange) {
  const unit = sql`${groupBy}::text`
  const step = sql`('1 ' || ${unit})::interval`
  const { rows } = await sql<{ first: string; last: string; value: string }>`with ${costSteps},
    spans as (
      select period::date as bucket, least((period + ${step})::date - 1, ${end}::date) as last
      from generate_series(date_trunc(${unit}, ${start}::timestamp), ${end}::timestamp, ${step}) as period
      union all select '-infinity', ${start}::date - 1),
    moved as (
      select item_id, case when day > ${end}::date then 'infinity'::date
          else date_trunc(${unit}, day::timestamp)::date end as bucket, sum(quantity) as quantity
      from stock_days where day >= ${start}::date group by 1, 2),
    rows as (
      select t.item_id, s.bucket, s.last, t.on_hand, coalesce(m.quantity, 0) as quantity
        from item_stock t cross join spans s left join moved m on m.item_id = t.item_id and m.bucket = s.bucket
      union all
      select t.item_id, m.bucket, null, t.on_hand, m.quantity from moved m join item_stock t on t.item_id = m.item_id
        where m.bucket = 'infinity'),
    levels as (
      select item_id, bucket, last, on_hand - coalesce(sum(quantity) over (partition by item_id order by bucket desc
        rows between unbounded preceding and 1 preceding), 0) as on_hand from rows)
    select case when l.bucket = '-infinity' then l.last else l.bucket end as first, l.last, coalesce(sum(l.on_hand * c.cost), 0)::text as value
    from levels l left join steps c on c.item_id = l.item_id and c.first <= l.last and c.until > l.last and l.on_hand <> 0
    where l.last is not null group by l.bucket, l.last order by l.bucket`.execute(db)
  return rows
}

/**
 * The stock by location and ownership at the end of the range, rounded like the report stock-value, so that the parts add up to
 * the total to the cent.
 */
async function readParts(db: Db, { end }: DateRange): Promise<Part[]> {
  const { rows } = await sql<Part>`with ${costSteps},
    stood as (
      select item_id, location_id, sum(quantity) as quantity from (
        select item_id, location_id, on_hand as quantity from stock_balance
        union all select item_id, location_id, -quantity from stock_days where day > ${end}::date) x
      group by 1, 2 having sum(quantity) <> 0),
    valued as (
      select i.category_id, s.location_id, i.supplier_id, s.item_id, s.quantity, s.quantity * c.cost as value
      from stood s join items i on i.id = s.item_id
      join steps c on c.item_id = s.item_id and c.first <= ${end}::date and c.until > ${end}::date),
    rounded as (
      select *, minor_units(sum(value) over upto) - minor_units(sum(value) over upto - value) as cents
      from valued window upto as (order by item_id, location_id))
    select g.dimension, g.key, coalesce(c.name, l.name, s.name) as label, g.quantity, g.cents::text as cents from (
      select case when grouping(category_id) = 0 then 'category' when grouping(location_id) = 0 then 'location' else 'supplier' end
          as dimension, coalesce(category_id, location_id, supplier_id) as key,
        sum(quantity)::bigint as quantity, sum(cents) as cents, sum(value) as value
      from rounded group by grouping sets ((category_id), (location_id), (supplier_id))) g
    left join categories c on c.id = g.key left join locations l on l.id = g.key left join suppliers s on s.id = g.key
    order by g.value desc, g.key limit ${maxStockRows * 3}`.execute(db)
  return rows
}

interface Dead {
  id: string
  name: string
  kind: string
  quantity: number
  value: string
  products: number
  all_value: string
}

async function readDead(db: Db, { start, end }: DateRange): Promise<Dead[]> {
  const { rows } = await sql<Dead>`with ${costSteps},
    later as (select item_id, sum(quantity) as quantity from stock_days where day > ${end}::date group by 1),
    active as (select distinct item_id from stock_days where day between ${start}::date and ${end}::date and effect in ${usageEffects}),
    idle as (
      select t.item_id, t.on_hand - coalesce(l.quantity, 0) as quantity from item_stock t left join later l using (item_id)
      where t.item_id not in (select item_id from active) and t.on_hand - coalesce(l.quantity, 0) > 0)
    select i.id, i.name, i.kind, d.quantity::bigint as quantity, (d.quantity * c.cost)::text as value,
      count(*) over () as products, sum(d.quantity * c.cost) over ()::text as all_value
    from idle d join items i on i.id = d.item_id
    join steps c on c.item_id = d.item_id and c.first <= ${end}::date and c.until > ${end}::date
    order by d.quantity * c.cost desc, i.id limit ${topRows}`.execute(db)
  return rows
}

interface Change {
  /** Null for sales. */
  effect: string | null
  reason: string | null
  quantity: number
  value: string
}

async function readChanges(db: Db, { start, end }: DateRange): Promise<Change[]> {
  const { rows } = await sql<Change>`with ${costSteps},
    moved as (
      select case when effect in ${corrections} then effect end as effect, case when effect in ${corrections} then reason end as reason,
        item_id, day, case when effect in ${corrections} then quantity else -quantity end as quantity
      from stock_days where day between ${start}::date and ${end}::date and (effect in ${saleEffects} or effect in ${corrections}))
    select m.effect, m.reason, sum(m.quantity)::bigint as quantity, sum(m.quantity * c.cost)::text as value
    from moved m join steps c on c.item_id = m.item_id and c.first <= m.day and c.until > m.day
    group by m.effect, m.reason having sum(m.quantity) <> 0 or sum(m.quantity * c.cost) <> 0
    order by sum(m.quantity * c.cost), m.effect, m.reason`.execute(db)
  return rows
}

/** The first day with a stock movement; null if there is none. */
export async function firstStockDay(db: Db): Promise<string | null> {
  const { rows } = await sql<{ day: string }>`select day from stock_days order by day limit 1`.execute(db)
  return rows[0]?.day ?? null
}
