import { bothSelections, selection } from '#server/db/selection.ts'
import { sql } from 'kysely'
import { addDays } from '#shared/dates.ts'
import type { RequestOf } from '#shared/http/route.ts'
import { divideHalfEven, formatAmount } from '#shared/money.ts'
import type { DemandForecast, forecastApi, ForecastRow, ForecastSummary } from '#shared/reports/forecast/api.ts'
import { forecastWeeks } from '#shared/reports/forecast/forecast.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { containing, listPage, pageOfRows, sortOf } from '#server/db/keyset.ts'
import { availableSql } from '#server/kernel/usable-lots.ts'
import { mondayOf } from './demand-history.ts'

type Query = RequestOf<(typeof forecastApi.listForecasts)['spec']>['query']

const shownHistoryWeeks = 52
const rounded = (quantity: number) => Math.round(quantity * 100) / 100

interface StoredForecast extends Omit<DemandForecast, 'history' | 'weeks' | 'locations' | 'isCurrent'> {
  firstWeek: string
  history: number[]
  weeks: number[]
  low: number[]
  high: number[]
  locations: { id: string; name: string; share: number }[]
}

type Quality = Pick<ForecastRow, 'method' | 'intermittent' | 'wape' | 'bias' | 'naiveWape' | 'tested'>
const quality = selection<Quality, { f: 'demand_forecasts' }>({
  method: 'f.method',
  intermittent: 'f.intermittent',
  wape: 'f.wape',
  bias: 'f.bias',
  naiveWape: 'f.naive_wape',
  tested: 'f.tested',
})

type ListRow = Omit<ForecastRow, 'weeksLeft' | 'value'> & { cost: number }
const listColumns = selection<Omit<ListRow, keyof Quality>, { i: 'items'; f: 'demand_forecasts' }>({
  id: 'i.id',
  name: 'i.name',
  sku: 'i.sku',
  kind: 'i.kind',
  cost: 'i.cost',
  demand: 'f.demand',
  available: availableSql,
  previous: sql`(select coalesce(sum(greatest(h, 0)), 0)
    from unnest(f.history[greatest(1, cardinality(f.history) - ${forecastWeeks - 1}::int):]) h)`,
})

/** The stored forecast of an item; null if there is none. */
export async function getForecast(db: Db | Tx, itemId: string, today: string): Promise<DemandForecast | null> {
  const { rows } =
    await sql<StoredForecast>`select f.item_id as "itemId", f.first_week as "firstWeek", f.made_at as "madeAt", f.history,
      f.weeks, f.low, f.high, f.demand, f.weekdays, ${quality},
      (select coalesce(json_agg(json_build_object('id', l.id, 'name', l.name, 'share', s.share) order by s.share desc, l.id), '[]')
        from demand_shares s join locations l on l.id = s.location_id where s.item_id = f.item_id) as locations
    from demand_forecasts f where f.item_id = ${itemId}`.execute(db)
  const [row] = rows
  if (!row) return null
  const { firstWeek, history, weeks, low, high, locations, ...rest } = row
  const shown = history.slice(-shownHistoryWeeks)
  return {
    ...rest,
    demand: rounded(row.demand),
    isCurrent: firstWeek === mondayOf(today),
    history: shown.map((quantity, at) => ({ week: addDays(firstWeek, 7 * (at - shown.length)), quantity })),
    weeks: weeks.map((quantity, at) => ({
      week: addDays(firstWeek, 7 * at),
      quantity: rounded(quantity),
      low: rounded(low[at] ?? 0),
      high: rounded(high[at] ?? 0),
    })),
    locations: locations.map((one) => ({ ...one, demand: rounded(one.share * row.demand) })),
  }
}

const sorts = {
  demand: { by: sql`round(f.demand)::bigint`, type: 'bigint' },
  name: { by: sql`lower(i.name)`, type: 'text', isJoined: true },
  wape: { by: sql`round(coalesce(f.wape, -1) * 10000)::bigint`, type: 'bigint' },
} as const

export async function listForecasts(db: Db, query: Query) {
  const { name, descending } = sortOf(query.sort)
  const where = [sql`i.deleted_at is null`]
  if (query.q) where.push(sql`(i.name || ' ' || i.sku || ' ' || coalesce(i.barcode, '')) ilike ${containing(query.q)}`)
  const listed = await listPage(
    db,
    {
      columns: bothSelections(listColumns, quality),
      from: sql`demand_forecasts f join items i on i.id = f.item_id join item_stock t on t.item_id = f.item_id`,
      narrow: sql`demand_forecasts f join items i on i.id = f.item_id`,
      where,
      sort: { ...sorts[name], descending },
      id: sql`f.item_id`,
      planEachTime: Boolean(query.q),
    },
    query,
  )
  return pageOfRows(listed, ({ cost, ...row }) => ({
    ...row,
    previous: rounded(row.previous),
    demand: rounded(row.demand),
    value: formatAmount(divideHalfEven(BigInt(Math.round(row.demand)) * BigInt(cost), 100n)),
    weeksLeft:
      row.demand > 0 ? Math.round((Math.max(0, row.available) / (row.demand / forecastWeeks)) * 10) / 10 : null,
  }))
}

/** The summary of all items: weekly demand at today's cost, and errors weighted by the value of the demand. */
export async function summarizeForecasts(db: Db): Promise<ForecastSummary> {
  interface Total extends Omit<ForecastSummary, 'history' | 'weeks'> {
    firstWeek: string | null
    history: { at: number; value: number }[] | null
    weeks: { at: number; value: number }[] | null
  }
  const byWeek = (array: string, place: string) => sql`(select json_agg(w order by w.at) from (
      select ${sql.raw(place)} as at, round(sum(greatest(u.quantity, 0) * c.cost)::numeric / 10000, 2)::float8 as value
      from current c cross join lateral unnest(${sql.raw(array)}) with ordinality u(quantity, n) group by 1) w)`
  const { rows } = await sql<Total>`with newest as (select max(first_week) as week from demand_forecasts),
    current as materialized (
      select f.*, i.cost::float8 as cost, f.demand * i.cost as value from demand_forecasts f join items i on i.id = f.item_id
      join newest n on n.week = f.first_week where i.deleted_at is null)
    select count(*) as items, max(made_at) as "madeAt", max(first_week) as "firstWeek",
      sum(wape * value) / nullif(sum(value) filter (where wape is not null), 0) as wape,
      sum(bias * value) / nullif(sum(value) filter (where bias is not null), 0) as bias,
      sum(naive_wape * value) / nullif(sum(value) filter (where naive_wape is not null), 0) as "naiveWape",
      ${byWeek('c.weeks', 'n - 1')} as weeks,
      ${byWeek(`c.history[greatest(1, cardinality(c.history) - ${shownHistoryWeeks - 1}):]`, `n - 1 - least(cardinality(c.history), ${shownHistoryWeeks})`)} as history
    from current`.execute(db)
  const { firstWeek = null, history = null, weeks = null, ...rest } = rows[0] ?? {}
  const dated = (values: { at: number; value: number }[] | null) =>
    (values ?? []).map(({ at, value }) => ({ week: addDays(firstWeek ?? '', 7 * at), value }))
  const none = { items: 0, madeAt: null, wape: null, bias: null, naiveWape: null }
  return { ...none, ...rest, history: dated(history), weeks: dated(weeks) }
}
