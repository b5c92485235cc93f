import { beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { forecastApi } from '#shared/reports/forecast/api.ts'
import { jobsApi } from '#shared/jobs/api.ts'
import { addAccount, addPlace, addProduct, deliveredOrder, type TestPlace } from '#test/builders.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let now = new Date('2026-03-02T10:00:00Z')
let server: TestServer
let admin: Client
let place: TestPlace
let account: string

/** Twelve Mondays with sales; the forecast is made on Wednesday, 27 May. */
const mondays = Array.from({ length: 12 }, (_none, at) => addDays('2026-03-02', 7 * at))
const on = (day: string) => {
  now = new Date(`${day}T10:00:00Z`)
}

beforeAll(async () => {
  server = await startServer({ clock: () => now })
  admin = await server.as('admin')
  place = await addPlace(admin)
  account = (await addAccount(admin)).id
})

async function sellWeekly(quantity: number, stock = 1000) {
  on('2026-03-02')
  const { id } = await addProduct(admin, place, { quantity: stock, name: `Weekly ${quantity}`, cost: '2' })
  for (const day of mondays) {
    on(day)
    await deliveredOrder(admin, account, [[id, quantity]])
  }
  on('2026-05-27')
  return id
}
const forecastOf = async (id: string, client = admin) =>
  (await client.do(forecastApi.getForecast, { params: { id } })).data

describe('the demand forecast', () => {
  test('is created by the nightly job from whole weeks, with demand by week and location and its error', async () => {
    const steady = await sellWeekly(10)
    const unsold = (await addProduct(admin, place, { quantity: 5 })).id
    // The current week is not over, so it doesn't count yet.
    await deliveredOrder(admin, account, [[steady, 300]])
    expect(await forecastOf(steady)).toBeNull()
    await server.app.runJobs('forecast-demand')
    const forecast = await forecastOf(steady)
    expect(forecast).toMatchObject({
      isCurrent: true,
      demand: 120,
      wape: 0,
      bias: 0,
      naiveWape: 0,
      intermittent: false,
    })
    expect(forecast?.history.map(({ week, quantity }) => [week, quantity])).toEqual(mondays.map((day) => [day, 10]))
    expect(forecast?.weeks[0]).toEqual({ week: '2026-05-25', quantity: 10, low: 10, high: 10 })
    expect(forecast?.weeks.at(-1)?.week).toBe('2026-08-10')
    expect(forecast?.locations).toEqual([{ id: place.warehouse.id, name: place.warehouse.name, share: 1, demand: 120 }])
    expect(forecast?.weekdays[0]).toBeGreaterThan(0.5)
    expect(forecast?.weekdays.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1)
    expect(await forecastOf(unsold)).toBeNull()
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('is outdated once a new week has begun, and can be recalculated on demand', async () => {
    const id = await sellWeekly(20)
    const made = await admin.do(forecastApi.recalculateForecast, { params: { id }, body: {} })
    expect(made.data).toMatchObject({ isCurrent: true, demand: 240 })
    on('2026-06-01')
    expect(await forecastOf(id)).toMatchObject({ isCurrent: false, demand: 240 })
    await admin.do(forecastApi.recalculateForecasts, { body: {} })
    await server.app.runJobs()
    const { data } = await admin.do(jobsApi.listJobs, { query: { queue: 'forecast-demand' } })
    expect(data[0]).toMatchObject({ state: 'done' })
    const after = await forecastOf(id)
    expect(after).toMatchObject({ isCurrent: true })
    expect(after?.history.at(-1)).toEqual({ week: '2026-05-25', quantity: 0 })
    on('2026-05-27')
  })

  test('the list and the summary add up the forecasts', async () => {
    await server.app.runJobs('forecast-demand')
    const { data, total } = await admin.do(forecastApi.listForecasts, {})
    expect(total).toBe(2)
    expect(data.map(({ name, demand, value }) => [name, demand, value])).toEqual([
      ['Weekly 20', 240, '480.00'],
      ['Weekly 10', 120, '240.00'],
    ])
    expect(data[1]).toMatchObject({ previous: 120, available: 580, weeksLeft: 58 })
    const found = await admin.do(forecastApi.listForecasts, { query: { q: 'weekly 1', sort: 'name' } })
    expect(found.data.map(({ name }) => name)).toEqual(['Weekly 10'])
    const first = await admin.do(forecastApi.listForecasts, { query: { limit: 1 } })
    const next = await admin.do(forecastApi.listForecasts, { query: { limit: 1, cursor: first.nextCursor ?? '' } })
    expect(next.data.map(({ name }) => name)).toEqual(['Weekly 10'])
    const summary = await admin.do(forecastApi.summarizeForecasts, {})
    expect(summary).toMatchObject({ items: 2, wape: 0, bias: 0, naiveWape: 0 })
    expect(summary.weeks.map(({ value }) => value)).toEqual(summary.weeks.map(() => 60))
    expect(summary.history.map(({ week, value }) => [week, value])).toEqual(mondays.map((day) => [day, 60]))
  })

  test('is removed with its item; invalid requests and users without permission are refused', async () => {
    const id = await sellWeekly(7, 12 * 7)
    await admin.do(forecastApi.recalculateForecast, { params: { id }, body: {} })
    await admin.do(inventoryApi.deleteProduct, { params: { id } })
    const { data } = await admin.do(forecastApi.listForecasts, { query: { q: 'weekly 7' } })
    expect(data).toEqual([])
    const again = await admin.send('POST', `/api/forecasts/${id}`, {})
    expect(again.status).toBe(404)
    await server.app.runJobs('forecast-demand')
    expect(await forecastOf(id)).toBeNull()
    expect((await server.nobody.send('GET', '/api/forecasts')).status).toBe(401)
    expect((await (await server.as('driver')).send('GET', '/api/forecasts')).status).toBe(403)
    expect((await admin.send('GET', '/api/forecasts?sort=cost')).status).toBe(422)
    expect((await admin.send('GET', '/api/forecasts/1')).status).toBe(404)
    expect((await admin.send('POST', '/api/forecasts', { now: true })).status).toBe(422)
  })
})
