import { beforeAll, expect, test } from 'vitest'
import { settingsApi } from '#shared/settings/api.ts'
import { addDays } from '#shared/dates.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { expiryApi } from '#shared/reports/expiry/api.ts'
import { reorderApi } from '#shared/purchasing/reorder/api.ts'
import { addAccount, addPlace, addProduct, deliveredOrder, type TestPlace } from '#test/builders.ts'
import { transferLot } from '#test/consignment.ts'
import { changeSettings, settingsWith } from '#test/settings.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let now = new Date('2026-03-02T10:00:00Z')
let server: TestServer
let admin: Client
let place: TestPlace
const on = (day: string) => {
  now = new Date(`${day}T10:00:00Z`)
}
/** Weeks of demand. */
const sales = 12
const mondays = Array.from({ length: sales }, (_none, at) => addDays('2026-03-02', 7 * at))
const today = '2026-05-25'
let sold = ''
let unsold = ''

const add = (id: string, quantity: number, lotNumber: string, expiryDate: string) =>
  admin.do(inventoryApi.addStock, {
    params: { id },
    body: { quantity, reason: 'purchase_order', lotNumber, expiryDate },
  })

/** One product sells seven pieces a week, another none; both have lots that expire. */
beforeAll(async () => {
  server = await startServer({ clock: () => now })
  admin = await server.as('admin')
  place = await addPlace(admin)
  const account = (await addAccount(admin)).id
  const lots = { lotControlled: true, quantity: 0, price: '5', cost: '2' }
  sold = (await addProduct(admin, place, { ...lots, name: 'Sold' })).id
  unsold = (await addProduct(admin, place, { ...lots, name: 'Unsold' })).id
  await add(sold, 84, 'OLD', '2027-01-01')
  for (const day of mondays) {
    on(day)
    await deliveredOrder(admin, account, [[sold, 7]])
  }
  on(today)
  await add(sold, 20, 'NEAR', addDays(today, 27))
  await add(sold, 50, 'NEXT', addDays(today, 55))
  await add(unsold, 10, 'IDLE', addDays(today, 30))
  await server.app.runJobs('forecast-demand')
}, 240_000)

const radar = async (weeks: '12' | '26' | '52' = '26') => admin.do(expiryApi.readRadar, { query: { weeks } })

test('stock that the forecast sells in time is not at risk; the rest is, with its value, in the week in which it expires', async () => {
  const { data, value, expiring, weeks, total } = await radar()
  // 28 pieces are sold until NEAR expires, 56 until NEXT does; 20 of them are NEAR's.
  expect(data.map(({ lotNumber, chance, units, value: worth }) => [lotNumber, chance, units, worth])).toEqual([
    ['NEXT', 1, expect.closeTo(14, 0), expect.stringMatching(/^2\d\.\d\d$/)],
    ['IDLE', 1, 10, '20.00'],
  ])
  expect(total).toBe(2)
  expect(expiring).toBe('160.00')
  expect(Number(value)).toBeCloseTo(
    data.reduce((sum, one) => sum + Number(one.value), 0),
    1,
  )
  expect(weeks).toHaveLength(27)
  expect(weeks.filter(({ lots }) => lots > 0).map(({ week }) => week)).toEqual(['2026-06-22', '2026-07-13'])
  expect((await radar('12')).weeks).toHaveLength(13)
  expect(await radar()).toEqual(await radar())
})

test('suggested actions have a value and name the customers to offer the lot to', async () => {
  const { data } = await radar()
  const next = data[0]?.actions ?? []
  expect(next.map(({ action }) => action)).toContain('promote')
  const offer = next.find(({ action }) => action === 'offer')
  expect(offer).toMatchObject({ units: 3.5, saved: '17.50', customers: [{ quantity: 7 }] })
  expect(data[1]?.actions).toEqual([
    { action: 'writeOff', quantity: 10, units: 10, saved: '0.00', purchaseOrder: null, customers: [] },
  ])
})

test('stock at another location counts as sold from there: transfers are not suggested and change no risk', async () => {
  const depot = (await addPlace(admin)).warehouse.id
  const before = await radar()
  const { stock } = await admin.do(inventoryApi.getProduct, { params: { id: sold } })
  const lotId = stock.find((one) => one.lotNumber === 'NEXT')?.lotId ?? ''
  await transferLot(admin, place, depot, [sold, lotId, 30])
  const after = await radar()
  expect(after.data.map(({ units }) => units)).toEqual(before.data.map(({ units }) => units))
  expect(after.data.flatMap(({ actions }) => actions.map(({ action }) => action))).not.toContain('transfer')
})

test('the reorder page shows the suggestion of the forecast beside its own', async () => {
  const place2 = await addPlace(admin)
  const { id } = await addProduct(admin, place2, { quantity: 0, reorderPoint: 5, pcsPerCase: 1 })
  const itemOf = async () =>
    (await admin.do(reorderApi.listReorders, {})).data.flatMap(({ items }) => items).find((one) => one.id === id)
  expect(await itemOf()).toMatchObject({ quantity: 6, forecast: null })
  on('2026-05-11')
  await admin.do(inventoryApi.addStock, { params: { id }, body: { quantity: 70, reason: 'purchase_order' } })
  await deliveredOrder(admin, (await addAccount(admin)).id, [[id, 70]])
  on(today)
  await server.app.runJobs('forecast-demand')
  const item = await itemOf()
  // 70 pieces in 90 days are 34.2 in 44 days.
  expect(item).toMatchObject({ consumed: 70, needed: 35, quantity: 35 })
  expect(item?.forecast?.needed).toBe((item?.forecast?.demand ?? 0) + (item?.forecast?.safetyStock ?? 0))
  expect(item?.forecast?.quantity).toBe(item?.forecast?.needed)
  const safetyStock = item?.forecast?.safetyStock ?? 0
  expect(safetyStock).toBeGreaterThan(0)
  // A service level of 99 % instead of 95 %: 2.326 standard deviations instead of 1.645.
  await changeSettings(admin, { purchasing: { serviceLevelPercent: 99 } })
  const safer = (await itemOf())?.forecast
  expect(safer?.safetyStock).toBeGreaterThan(safetyStock * 1.3)
  expect(safer?.quantity).toBe((safer?.demand ?? 0) + (safer?.safetyStock ?? 0))
  const { body, version } = await settingsWith(admin, { purchasing: { serviceLevelPercent: 100 } })
  const refused = await admin.call(settingsApi.putSettings, { body }, { version })
  expect([refused.status, refused.body.fields]).toEqual([
    422,
    { 'purchasing.serviceLevelPercent': 'must be at most 99' },
  ])
})

test('refuses users without inventory permission, and unknown time spans', async () => {
  expect((await server.nobody.send('GET', '/api/expiry-radar')).status).toBe(401)
  expect((await (await server.as('driver')).send('GET', '/api/expiry-radar')).status).toBe(403)
  expect((await admin.send('GET', '/api/expiry-radar?weeks=13')).status).toBe(422)
})
