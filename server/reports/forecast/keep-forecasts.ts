import { sql } from 'kysely'
import { JobInterrupted } from '#server/kernel/job-contract.ts'
import { businessDate } from '#shared/dates.ts'
import { forecastDemand, maxHistoryWeeks } from '#shared/reports/forecast/forecast.ts'
import type { Database, Tx } from '#server/db/database.ts'
import type { CommandDeps } from '#server/kernel/command.ts'
import { type DemandHistory, mondayOf, readDemand } from './demand-history.ts'

const batchSize = 200
/** For the query that reads all histories at once. */
const readTimeout = '30min'

/** Days of the week: the observed share of each day is averaged with an equal share. */
const equalParts = 7

const weekdayShares = (weekdays: readonly number[]): number[] => {
  const known = weekdays.map((quantity) => Math.max(0, quantity))
  const total = known.reduce((sum, quantity) => sum + quantity, 0)
  if (total === 0) return known.map(() => 1 / 7)
  return known.map((quantity) => (quantity / total + 1 / equalParts) / 2)
}

/** The row that stores an item's forecast. */
function rowOf({ itemId, weeks: history, weekdays }: DemandHistory, firstWeek: string) {
  const { weeks, low, high, error, naive, ...rest } = forecastDemand(history)
  return {
    item_id: itemId,
    first_week: firstWeek,
    history: history.slice(-maxHistoryWeeks),
    weeks,
    low,
    high,
    demand: weeks.reduce((sum, quantity) => sum + quantity, 0),
    method: rest.method,
    intermittent: rest.intermittent,
    wape: error?.wape ?? null,
    bias: error?.bias ?? null,
    naive_wape: naive?.wape ?? null,
    month_error: rest.monthError,
    tested: rest.tested,
    weekdays: weekdayShares(weekdays),
  }
}

const sharesOf = ({ itemId, locations }: DemandHistory) => {
  const total = locations.reduce((sum, { quantity }) => sum + quantity, 0)
  return locations.map(({ id, quantity }) => ({ item_id: itemId, location_id: id, share: quantity / total }))
}

/** Forecasts these items and replaces their stored forecasts. */
async function keep(tx: Tx, histories: readonly DemandHistory[], firstWeek: string): Promise<void> {
  const rows = histories.map((history) => rowOf(history, firstWeek))
  await tx
    .insertInto('demand_forecasts')
    .columns([
      'item_id',
      'first_week',
      'made_at',
      'history',
      'weeks',
      'low',
      'high',
      'demand',
      'method',
      'intermittent',
      'wape',
      'bias',
      'naive_wape',
      'month_error',
      'tested',
      'weekdays',
    ])
    .expression(sql`select f.item_id, f.first_week, moment(), f.history, f.weeks, f.low, f.high, f.demand, f.method, f.intermittent, f.wape, f.bias,
      f.naive_wape, f.month_error, f.tested, f.weekdays
    from json_populate_recordset(null::demand_forecasts, ${JSON.stringify(rows)}::json) f
    join items i on i.id = f.item_id
    order by f.item_id`)
    .onConflict((oc) =>
      oc.column('item_id').doUpdateSet((eb) => ({
        first_week: eb.ref('excluded.first_week'),
        made_at: eb.ref('excluded.made_at'),
        history: eb.ref('excluded.history'),
        weeks: eb.ref('excluded.weeks'),
        low: eb.ref('excluded.low'),
        high: eb.ref('excluded.high'),
        demand: eb.ref('excluded.demand'),
        method: eb.ref('excluded.method'),
        intermittent: eb.ref('excluded.intermittent'),
        wape: eb.ref('excluded.wape'),
        bias: eb.ref('excluded.bias'),
        naive_wape: eb.ref('excluded.naive_wape'),
        month_error: eb.ref('excluded.month_error'),
        tested: eb.ref('excluded.tested'),
        weekdays: eb.ref('excluded.weekdays'),
      })),
    )
    .execute()
  await sql`delete from demand_shares where item_id = any(${histories.map(({ itemId }) => itemId)}::uuid[])`.execute(tx)
  await tx
    .insertInto('demand_shares')
    .columns(['item_id', 'location_id', 'share'])
    .expression(sql`select s.item_id, s.location_id, s.share
    from json_populate_recordset(null::demand_shares, ${JSON.stringify(histories.flatMap(sharesOf))}::json) s
    join demand_forecasts f on f.item_id = s.item_id join locations l on l.id = s.location_id`)
    .execute()
}

/** Forecasts one item now. Nothing is stored if there was never any demand for it. */
export async function forecastItem(tx: Tx, itemId: string, today: string): Promise<void> {
  const histories = await readDemand(tx, today, itemId)
  await keep(tx, histories, mondayOf(today))
}

/** Forecasts all items with demand in the past five years, in batches, and deletes the forecasts of all others. */
export async function forecastAll(database: Database, today: string, signal?: AbortSignal): Promise<number> {
  const histories = await database.db.transaction().execute(async (tx) => {
    await sql.raw(`set local statement_timeout = '${readTimeout}'`).execute(tx)
    return readDemand(tx, today)
  })
  for (let start = 0; start < histories.length; start += batchSize) {
    if (signal?.aborted) throw new JobInterrupted()
    const batch = histories.slice(start, start + batchSize)
    await database.transaction((tx) => keep(tx, batch, mondayOf(today)))
  }
  await sql`delete from demand_forecasts where item_id <> all(${histories.map(({ itemId }) => itemId)}::uuid[])`.execute(
    database.db,
  )
  return histories.length
}

/** The handler of the nightly job. */
export const forecastJob = ({ database, clock, timeZone }: CommandDeps) => ({
  async run({ signal }: { signal: AbortSignal }) {
    await forecastAll(database, businessDate(clock(), timeZone()), signal)
  },
})
