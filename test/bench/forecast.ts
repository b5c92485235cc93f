import { chmodSync, createReadStream, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'csv-parse'
import { daysBetween } from '#shared/dates.ts'
import { forecastDemand, monthWeeks } from '#shared/reports/forecast/forecast.ts'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { loadDemoCompany } from '#server/demo/company.ts'
import { startEmbedded } from '#server/postgres/embedded.ts'
import { readDemand } from '#server/reports/forecast/demand-history.ts'
import { randomFrom } from '#test/companies/random-company.ts'
import { replayYear } from './expiry-replay.ts'

/*
 * npm run bench:forecast: the error of the monthly forecast and of "same as last month", as weighted absolute
 * percentage error over every month of the history. A month is four weeks; each is forecast only from the weeks before
 * it, with the method chosen at that time. Also compares what the expiry radar predicted for a year's lots with what
 * expired.
 */

interface Score {
  months: number
  demand: number
  forecast: number
  lastMonth: number
  bias: number
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

interface Item {
  weeks: number[]
  cost: number
}

/** `least`: number of weeks of history before the first forecast month; a month begins every `step` weeks. */
function replay(items: readonly Item[], least: number, step: number): Score {
  const score: Score = { months: 0, demand: 0, forecast: 0, lastMonth: 0, bias: 0 }
  for (const { weeks: history, cost } of items) {
    for (let origin = history.length - monthWeeks; origin >= least; origin -= step) {
      const before = history.slice(0, origin)
      const actual = sum(history.slice(origin, origin + monthWeeks))
      const predicted = sum(forecastDemand(before).weeks.slice(0, monthWeeks))
      score.months += 1
      score.demand += cost * actual
      score.forecast += cost * Math.abs(predicted - actual)
      score.bias += cost * (predicted - actual)
      score.lastMonth += cost * Math.abs(sum(before.slice(-monthWeeks)) - actual)
    }
  }
  return score
}

const percent = (value: number) => `${(100 * value).toFixed(1)} %`

function print(name: string, items: number, { months, demand, forecast, lastMonth, bias }: Score): void {
  console.log(
    `${name}: ${items} items, ${months} months; WAPE of the forecast ${percent(forecast / demand)} (bias ${percent(bias / demand)}), of “same as last month” ${percent(lastMonth / demand)}`,
  )
  if (forecast >= lastMonth) {
    console.error(`${name}: the forecast does not beat “same as last month”.`)
    process.exitCode = 1
  }
}

async function demoItems(): Promise<Item[]> {
  const folder = mkdtempSync(join(tmpdir(), 'wardstock-forecast-'))
  chmodSync(folder, 0o755)
  const postgres = await startEmbedded({ dataDir: folder, log: () => {}, fsync: false })
  await migrate(postgres.connection)
  const database = openDatabase(postgres.connection, { max: 4 })
  try {
    const admin = '00000000-0000-4000-8000-000000000001'
    await database.db
      .insertInto('users')
      .values({
        id: admin,
        email: 'bench@wardstock.example',
        email_key: 'bench@wardstock.example',
        name: 'Bench',
        role: 'admin',
      })
      .execute()
    await loadDemoCompany(database, admin)
    const found = await readDemand(database.db, new Date().toISOString().slice(0, 10))
    const costs = new Map(
      (await database.db.selectFrom('items').select(['id', 'cost']).execute()).map(({ id, cost }) => [
        id,
        cost / 10_000,
      ]),
    )
    return found.map(({ itemId, weeks }) => ({ weeks, cost: costs.get(itemId) ?? 0 }))
  } finally {
    await database.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Items with constant, seasonal, trending and rare demand: three years of each, the same in every run. */
function generatedItems(): Item[] {
  const pick = randomFrom(14)
  return Array.from({ length: 120 }, (_none, at) => {
    const level = 4 + pick(60)
    const rare = at % 4 === 3
    const weeks = Array.from({ length: 156 }, (_week, week) => {
      if (rare) return pick(6) === 0 ? level * 3 : 0
      const season = at % 4 === 1 ? 1 + 0.5 * Math.sin((2 * Math.PI * week) / 52) : 1
      const trend = at % 4 === 2 ? 1 + (week - 78) / 200 : 1
      return Math.round(level * season * trend * (0.5 + pick(100) / 100))
    })
    return { weeks, cost: 1 + pick(40) }
  })
}

const file = fileURLToPath(new URL('../../../shared/data/scms-delivery-history.csv', import.meta.url))
const epoch = '2006-01-02'

/** Demand by item, identified as in the import, in weeks of the due date of each line. */
async function realItems(): Promise<Item[]> {
  const items = new Map<string, { weeks: Map<number, number>; pieces: number; value: number }>()
  let last = 0
  for await (const row of createReadStream(file).pipe(parse({ columns: true, bom: true }))) {
    const cells = row as Record<string, string>
    const day = new Date(`${cells['Scheduled Delivery Date']} UTC`)
    const quantity = Number(cells['Line Item Quantity'])
    if (Number.isNaN(day.getTime()) || !(quantity > 0)) continue
    const name = ['Item Description', 'Brand', 'Dosage', 'Unit of Measure (Per Pack)']
      .map((key) => cells[key])
      .join('|')
    const week = Math.floor(daysBetween(epoch, day.toISOString().slice(0, 10)) / 7)
    const item = items.get(name) ?? { weeks: new Map<number, number>(), pieces: 0, value: 0 }
    item.weeks.set(week, (item.weeks.get(week) ?? 0) + quantity)
    item.pieces += quantity
    item.value += Number(cells['Line Item Value'])
    items.set(name, item)
    last = Math.max(last, week)
  }
  return [...items.values()].map(({ weeks, pieces, value }) => {
    const first = Math.min(...weeks.keys())
    return {
      weeks: Array.from({ length: last - first + 1 }, (_none, at) => weeks.get(first + at) ?? 0),
      cost: value / pieces,
    }
  })
}

function printReplay(name: string, items: readonly Item[]): void {
  const { items: used, questions, onHand, predicted, expired, pace, off, paceOff, chances } = replayYear(items)
  if (questions === 0) return console.log(`${name}, expiry: no item with a year of history`)
  console.log(
    `${name}, expiry of a replayed year: ${used} items, ${questions} lots asked about; of their value ${percent(expired / onHand)} expired, the radar said ${percent(predicted / onHand)}, the pace of the past quarter ${percent(pace / onHand)}; off by ${percent(off / onHand)} and ${percent(paceOff / onHand)}`,
  )
  for (const [at, { lots, did, said: chance }] of chances.entries())
    if (lots > 0)
      console.log(
        `  chance ${['below 20 %', '20 to 50 %', '50 to 80 %', 'above 80 %'][at]}: ${lots} lots, said ${percent(chance / lots)}, did ${percent(did / lots)}`,
      )
}

if (existsSync(file)) {
  const real = await realItems()
  print('Real delivery history', real.length, replay(real, 8, monthWeeks))
  printReplay('Real delivery history', real)
} else console.log('Real delivery history: skipped, there is no ../shared/data')
const demo = await demoItems()
print('Demo company', demo.length, replay(demo, monthWeeks, 1))
printReplay('Generated company', generatedItems())
