import { sql } from 'kysely'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { recallsApi } from '#shared/inventory/recalls/api.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { addProduct } from '#test/builders.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { current, isHeld, phoneScene, routeOfToday, waiting } from './phone-scene.ts'

const portal = '/logistics/driver-portal'

test.use({ viewport: { width: 390, height: 844 } })

test('[DRV-01] [DRV-02] (R4) changes by the office show on an open driver page at once, and after a reconnect', async ({
  page,
  app,
}) => {
  const scene = await phoneScene(app)
  const { admin, place } = scene
  const product = await addProduct(admin, place, { name: 'Recalled syringes', lotControlled: true })
  const stock = { quantity: 50, reason: 'return' as const, lotNumber: 'LIVE-1', expiryDate: '2035-01-31' }
  await admin.do(inventoryApi.addStock, { params: { id: product.id }, body: stock })
  const driver = await app.signIn(page, 'driver')
  const { route, packed, stops } = await routeOfToday(scene, driver, [{ productId: product.id }, {}, {}, {}])
  // Disables polling every 30 seconds, so that only live updates are tested.
  await page.addInitScript(() => {
    const every = window.setInterval.bind(window)
    const withoutPolls = (act: TimerHandler, ms?: number) => (ms === 30_000 ? 0 : every(act, ms))
    window.setInterval = withoutPolls as typeof window.setInterval
  })
  const connected = () => page.waitForResponse((answer) => /socket\.io.*sid=/.test(answer.url()) && answer.ok())
  const isConnected = connected()
  await page.goto(`${portal}/route/${route.id}`)
  await isHeld(page)
  await isConnected
  const next = page.getByRole('list').filter({ hasText: packed[1]!.account })
  await expect(page.getByRole('listitem')).toHaveCount(4)

  // The office removes a stop and reorders the others.
  await admin.do(routesApi.removeStop, { params: { id: route.id, stopId: stops[3]!.id } })
  await expect(page.getByRole('listitem')).toHaveCount(3)
  await admin.do(routesApi.reorderStops, {
    params: { id: route.id },
    body: { stopIds: [stops[2]!.id, stops[0]!.id, stops[1]!.id] },
  })
  await expect(next.getByRole('listitem').first()).toContainText(packed[2]!.account)

  // A lot on the vehicle is recalled while the route is in progress.
  await admin.do(routesApi.startRoute, { params: { id: route.id }, body: {} })
  await expect(current(page)).toContainText(packed[2]!.account)
  const body = { lotIds: [stops[0]!.lines[0]!.lot.id], reason: 'Particles', instruction: 'Keep it apart' }
  await admin.do(recallsApi.startRecall, { body })
  await expect(page.getByRole('listitem').filter({ hasText: packed[0]!.account })).toContainText('Do not hand over')

  // Offline the page gets no updates; after reconnecting it shows the changes made in between.
  await page.context().setOffline(true)
  await expect(page.getByText('No connection', { exact: true })).toBeVisible()
  await admin.do(routesApi.postponeStop, {
    params: { id: route.id, stopId: stops[2]!.id },
    body: { reason: 'The customer called' },
  })
  await expect(current(page)).toContainText(packed[2]!.account)
  const isBack = connected()
  await page.context().setOffline(false)
  await expect(current(page)).toContainText(packed[0]!.account)
  await isBack

  // The office records the stop while the driver fills in the form: a message replaces the form.
  await current(page).getByRole('button', { name: 'Arrived' }).click()
  await current(page).getByRole('button', { name: 'Record failed delivery' }).click()
  await page.getByLabel('Customer absent').check()
  await admin.do(shipmentsApi.failShipment, {
    params: { id: packed[0]!.shipmentId },
    body: { failureReason: 'CLOSED', note: null },
  })
  await expect(page.getByText('Already recorded: Failed delivery')).toBeVisible()
  await expect(page.getByText(/^The office or another phone recorded it at /)).toBeVisible()
  await page.getByRole('button', { name: 'Back to the route' }).click()
  await expect(current(page)).toContainText(packed[1]!.account)

  // The session expires on the server: the phone shows it without polling.
  await sql`update sessions set expires_at = now() - interval '1 hour' where user_id = ${driver.userId}`.execute(
    app.database.db,
  )
  await expect(page.getByText('You are logged out')).toBeVisible()
  await expect(waiting(page)).toHaveText('All sent')
})

test('[DRV-01] a finished stop never shows as open while the server response is written to the phone’s database (race)', async ({
  page,
  app,
}) => {
  const scene = await phoneScene(app)
  const driver = await app.signIn(page, 'driver')
  const { route } = await routeOfToday(scene, driver, [{}])
  await scene.admin.do(routesApi.startRoute, { params: { id: route.id }, body: {} })
  await page.goto(`${portal}/route/${route.id}`)
  await isHeld(page)
  await page.context().setOffline(true)
  await current(page).getByRole('button', { name: 'Arrived' }).click()
  await current(page).getByRole('button', { name: 'Failed' }).click()
  await page.getByLabel('Closed').check()
  await page.getByRole('button', { name: 'Confirm failed delivery' }).click()
  await expect(page.getByRole('button', { name: 'End route' })).toBeVisible()
  await expect(waiting(page)).toHaveText('2 waiting to send')
  await page.evaluate(writeAnswerWhileRead)
  const reload = () => page.evaluate(() => new BroadcastChannel('wardstock-driver').postMessage('changed'))
  await reload()
  await page.waitForFunction(() => document.body.dataset['answer'] === 'written')
  await reload()
  await expect(waiting(page)).not.toContainText('waiting to send')
  expect(await page.evaluate(() => document.body.dataset['gaps'])).toBe('0')
})

/**
 * Writes the new route and settled events right after the page has started to read, and counts the renders in which
 * “End route” is missing.
 */
function writeAnswerWhileRead() {
  const data = document.body.dataset
  data['gaps'] = '0'
  new MutationObserver(() => {
    if (!document.body.textContent?.includes('End route')) data['gaps'] = String(Number(data['gaps']) + 1)
  }).observe(document.body, { childList: true, subtree: true })
  const open = IDBDatabase.prototype.transaction
  IDBDatabase.prototype.transaction = function (names, mode, options) {
    const reading = open.call(this, names, mode, options)
    if (data['answer'] || mode === 'readwrite' || ![names].flat().includes('routes')) return reading
    data['answer'] = 'begun'
    const writing = open.call(this, ['routes', 'events'], 'readwrite')
    const change = (store: string, changed: (row: never) => object) => {
      writing.objectStore(store).openCursor().onsuccess = ({ target }) => {
        const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result
        if (!cursor) return
        cursor.update(changed(cursor.value as never))
        cursor.continue()
      }
    }
    change('events', (event: object) => ({ ...event, state: 'settled' }))
    change('routes', (row: { route: { driverStops: object[] } }) => ({
      ...row,
      route: { ...row.route, driverStops: row.route.driverStops.map((stop) => ({ ...stop, status: 'DELIVERED' })) },
    }))
    writing.oncomplete = () => {
      data['answer'] = 'written'
    }
    return reading
  }
}
