import { sql } from 'kysely'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { addProduct } from '#test/builders.ts'
import { orderStatus } from '#test/deliveries.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { withoutLiveUpdates } from '#test/e2e/people.ts'
import { expectReadable } from './driver-looks.ts'
import { current, isHeld, phoneScene, queueOf, routeOfToday, sign, waiting } from './phone-scene.ts'

const portal = '/logistics/driver-portal'

test.use({ viewport: { width: 390, height: 844 } })

test('[DRV-01] the driver portal loads at most 260 kB, is installable, loads from cache on reload and works offline', async ({
  page,
  app,
}) => {
  const scene = await phoneScene(app)
  const driver = await app.signIn(page, 'driver')
  const { route } = await routeOfToday(scene, driver, [{}])
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  // An earlier test may have left files of the page in the browser cache.
  await network.send('Network.clearBrowserCache')
  let bytes = 0
  const loaded: string[] = []
  // Live updates load after the page and are not counted, because the page works without them.
  const later = new Set<string>()
  network.on('Network.requestWillBeSent', ({ requestId, request }) => {
    expect(new URL(request.url).origin).toBe(app.baseURL)
    if (/follow-office|socket\.io/.test(request.url)) later.add(requestId)
  })
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!later.has(requestId)) bytes += encodedDataLength
  })
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (!/^\/(api|socket\.io)\//.test(pathname) && !response.fromServiceWorker()) loaded.push(pathname)
  })
  await page.goto(portal)
  await isHeld(page)
  await expect(page.getByRole('link', { name: new RegExp(route.number) })).toBeVisible()
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThanOrEqual(260_000)
  expect(loaded.filter((path) => /\/(index|app)-/.test(path))).toEqual([])

  loaded.length = 0
  await page.reload()
  await expect(page.getByRole('link', { name: new RegExp(route.number) })).toBeVisible()
  expect(loaded).toEqual([])
  await page.context().setOffline(true)
  await page.goto(`${portal}/route/${route.id}`)
  await expect(page.getByRole('heading', { level: 1, name: `Route ${route.number}` })).toBeVisible()
  await page.context().setOffline(false)

  const manifest = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
    return (await fetch(link?.href ?? '')).json()
  })
  expect(manifest).toMatchObject({ start_url: portal, scope: portal, display: 'standalone' })
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate(async (address) => {
      const picture = await createImageBitmap(await (await fetch(address)).blob())
      return `${picture.width}x${picture.height}`
    }, src)
    expect(size).toBe(sizes)
  }
})

test('[DRV-01] (B21) two phones of one driver finish the same stop: the first record wins, and the other phone shows it', async ({
  page,
  app,
  browser,
}) => {
  const scene = await phoneScene(app)
  const driver = await app.signIn(page, 'driver')
  const { route, packed } = await routeOfToday(scene, driver, [{}, {}])
  await scene.admin.do(routesApi.startRoute, { params: { id: route.id }, body: {} })
  await page.goto(`${portal}/route/${route.id}`)
  await isHeld(page)
  await expect(current(page)).toContainText(packed[0]!.account)
  const other = await browser.newContext({
    baseURL: app.baseURL,
    viewport: { width: 390, height: 844 },
    storageState: await page.context().storageState(),
  })
  const second = await other.newPage()
  await second.goto(`${portal}/route/${route.id}`)
  await expect(current(second)).toContainText(packed[0]!.account)
  await isHeld(second)
  await other.setOffline(true)
  await current(second).getByRole('button', { name: 'Arrived' }).click()
  await current(second).getByRole('button', { name: 'Failed' }).click()
  await second.getByLabel('Closed').check()
  await second.getByRole('button', { name: 'Confirm failed delivery' }).click()
  await expect(waiting(second)).toHaveText('2 waiting to send')

  await current(page).getByRole('button', { name: 'Arrived' }).click()
  await current(page).getByRole('button', { name: 'Deliver' }).click()
  await page.getByLabel('Received by').fill('Ana')
  await page.getByRole('button', { name: 'Use the typed name instead' }).click()
  await page.getByRole('button', { name: 'Confirm delivery' }).click()
  await expect(waiting(page)).toHaveText('All sent')
  await expect.poll(() => orderStatus(scene, packed[0]!.orderId)).toBe('DELIVERED')

  await other.setOffline(false)
  const attention = second.getByRole('region', { name: 'Needs attention' })
  await expect(attention).toContainText('Failed delivery to')
  await expect(attention).toContainText('had finished this stop already')
  await attention.getByRole('button', { name: 'OK' }).click()
  await expect(attention).toHaveCount(0)
  expect(await orderStatus(scene, packed[0]!.orderId)).toBe('DELIVERED')
  await expect(current(second)).toContainText(packed[1]!.account)
  await other.close()
})

test('[DRV-01] refuses an offline delivery of a recalled lot and offers a failed delivery; other stops show a recall warning', async ({
  page,
  app,
}) => {
  const scene = await phoneScene(app)
  const { admin, place } = scene
  const bad = await addProduct(admin, place, { quantity: 100, name: 'Recalled syringes' })
  const driver = await app.signIn(page, 'driver')
  const { route, packed, stops } = await routeOfToday(scene, driver, [{ productId: bad.id }, { productId: bad.id }, {}])
  await admin.do(routesApi.startRoute, { params: { id: route.id }, body: {} })
  await page.goto(`${portal}/route/${route.id}`)
  await isHeld(page)
  await expect(current(page)).toContainText(packed[0]!.account)
  await page.context().setOffline(true)
  await current(page).getByRole('button', { name: 'Arrived' }).click()
  await current(page).getByRole('button', { name: 'Deliver' }).click()
  await page.getByLabel('Received by').fill('Ana')
  await page.getByRole('button', { name: 'Use the typed name instead' }).click()
  await page.getByRole('button', { name: 'Confirm delivery' }).click()
  await expect(waiting(page)).toHaveText('2 waiting to send')
  const { db } = app.database
  await sql`update lots set status = 'RECALLED' where id = ${stops[0]!.lines[0]!.lot.id}`.execute(db)
  await page.context().setOffline(false)

  const attention = page.getByRole('region', { name: 'Needs attention' })
  await expect(attention).toContainText('Do not deliver it')
  await expect(current(page).getByRole('alert')).toContainText('Do not hand over')
  await expect(current(page).getByRole('button', { name: 'Deliver', exact: true })).toHaveCount(0)
  expect((await queueOf(page)).states).toContain('stop.deliver attention')
  await expectReadable(page, 'recall')
  await attention.getByRole('button', { name: 'Record failed delivery' }).click()
  await expect(page.getByLabel('Note')).toHaveValue(/recalled/i)
  await page.getByRole('button', { name: 'Confirm failed delivery' }).click()
  await attention.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Dismiss' }).click()
  await expect(attention).toHaveCount(0)
  await expect(waiting(page)).toHaveText('All sent')
  await expect.poll(() => orderStatus(scene, packed[0]!.orderId)).toBe('FAILED_DELIVERY')
  await expect(current(page)).toContainText(packed[1]!.account)
  await expect(current(page).getByRole('alert')).toContainText('Recalled syringes')
  await sql`update lots set status = 'AVAILABLE' where id = ${stops[0]!.lines[0]!.lot.id}`.execute(db)
})

test('[DRV-01] logout with unsent records asks for confirmation, and an expired session loses no records', async ({
  page,
  app,
}) => {
  const scene = await phoneScene(app)
  const driver = await app.signIn(page, 'driver')
  const { route } = await routeOfToday(scene, driver, [{}])
  await page.goto(`${portal}/route/${route.id}`)
  await isHeld(page)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Start route' }).click()
  await expect(waiting(page)).toHaveText('1 waiting to send')
  await page.getByRole('button', { name: /^User menu of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  const confirmation = page.getByRole('alertdialog', { name: 'Not everything is sent' })
  await expect(confirmation).toContainText('1 record on this phone')
  await confirmation.getByRole('button', { name: 'Stay logged in' }).click()
  await expect(waiting(page)).toHaveText('1 waiting to send')
  expect((await queueOf(page)).states).toEqual(['route.start waiting'])

  // The session expires on the road: the records stay queued, and the page shows that the driver is logged out.
  const endSession = (at: string) =>
    sql`update sessions set expires_at = now() + ${at}::interval where user_id = ${driver.userId}`.execute(
      app.database.db,
    )
  await endSession('-1 hour')
  await page.context().setOffline(false)
  await expect(page.getByText('You are logged out')).toBeVisible()
  expect((await queueOf(page)).states).toEqual(['route.start waiting'])
  await endSession('1 day')
  await page.reload()
  await expect(waiting(page)).toHaveText('All sent')
  await expect(page.getByText('In progress')).toBeVisible()
})

test('[DRV-01] queued records are sent when the driver returns to the page (visibilitychange)', async ({
  page,
  app,
  expectConsole,
}) => {
  expectConsole.push(/ERR_FAILED/)
  const scene = await phoneScene(app)
  const driver = await app.signIn(page, 'driver')
  const { route, packed } = await routeOfToday(scene, driver, [{}])
  await scene.admin.do(routesApi.startRoute, { params: { id: route.id }, body: {} })
  // Disables polling, so that no timer sends the queue.
  await page.addInitScript(() => {
    window.setInterval = (() => 0) as never
  })
  await withoutLiveUpdates(page)
  let isRefused = true
  const lost = Promise.withResolvers<void>()
  await page.route('**/api/driver/events', async (sent) => {
    if (!isRefused) return sent.continue()
    await lost.promise
    await sent.abort()
  })
  await page.goto(`/logistics/driver-portal/route/${route.id}`)
  const sending = page.waitForRequest('**/api/driver/events')
  await current(page).getByRole('button', { name: 'Arrived' }).click()
  // After arrival the stop shows the arrival time instead of the ETA.
  await expect(current(page)).toContainText(/arrived \d\d:\d\d/)
  await expect(current(page)).not.toContainText('ETA')
  // The driver returns to the page while the first request is in flight, which then fails.
  await sending
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  isRefused = false
  lost.resolve()
  await expect(waiting(page)).toHaveText('All sent')
  // A distance from an unknown start is not shown as “0 m”.
  await expect(page.getByRole('main')).toContainText('1 stop')
  await expect(page.getByRole('main')).not.toContainText('0 m')
  const shown = await scene.admin.do(routesApi.getRoute, { params: { id: route.id } })
  expect(shown.routeStops[0]?.arrivedAt).not.toBeNull()
  expect(shown.routeStops[0]?.account.name).toBe(packed[0]?.account)
})

test('[DRV-01] “Late” uses the server clock, not the phone clock, also offline', async ({ page, app }) => {
  const scene = await phoneScene(app)
  const driver = await app.signIn(page, 'driver')
  const { route } = await routeOfToday(scene, driver, [{}, {}])
  await scene.admin.do(routesApi.startRoute, { params: { id: route.id }, body: {} })
  await sql`update route_stops set window_from = now() - interval '1 hour', window_to = now() + interval '2 hours',
    eta = now() where route_id = ${route.id}`.execute(app.database.db)
  const hour = 3600_000
  await page.clock.setSystemTime(Date.now() + 3 * hour)
  await page.goto(`${portal}/route/${route.id}`)
  await isHeld(page)
  await expect(current(page)).toContainText('Window')
  await expect(waiting(page)).toHaveText('All sent')
  const late = page.getByText('Late', { exact: true })
  await expect(late).toHaveCount(0)

  await page.context().setOffline(true)
  await page.reload()
  await current(page).getByRole('button', { name: 'Arrived' }).click()
  await expect(current(page).getByRole('button', { name: 'Deliver' })).toBeVisible()
  await expect(late).toHaveCount(0)
  // After 2.5 more hours the delivery window of the other stop has ended.
  await page.clock.setSystemTime(Date.now() + 5.5 * hour)
  await page.reload()
  await expect(late).toHaveCount(1)
  await expect(current(page).getByText('Late', { exact: true })).toHaveCount(0)
})

test('[DRV-01] unsaved input of load check and delivery is restored after Back and a reload; a double tap records one event', async ({
  page,
  app,
}) => {
  const scene = await phoneScene(app)
  const driver = await app.signIn(page, 'driver')
  const { route, packed } = await routeOfToday(scene, driver, [{ packages: 3 }])
  await page.goto(`${portal}/route/${route.id}`)
  const progress = (count: number) =>
    expect(page.getByText(`${count} of 3 packages of ${route.number}`, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Check load' }).click()
  await page.getByRole('checkbox').nth(0).check()
  await page.getByRole('checkbox').nth(1).check()
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Check load' }).click()
  await progress(2)
  await page.reload()
  await progress(2)
  // Packages missing in the load check can still be checked later.
  await page.getByRole('button', { name: 'Finish with 1 missing' }).click()
  await expect(page.getByRole('button', { name: 'Start route' })).toBeVisible()
  await page.getByRole('button', { name: 'Check load' }).click()
  await page.getByRole('checkbox').nth(2).check()
  await page.getByRole('button', { name: 'Finish load check' }).click()
  await expect(page.getByRole('button', { name: 'Check load' })).toHaveCount(0)

  // A double tap records one event.
  await page.getByRole('button', { name: 'Start route' }).dblclick()
  await current(page).getByRole('button', { name: 'Arrived' }).dblclick()
  // The second tap may hit the “Deliver” button that replaces “Arrived”.
  const deliver = current(page).getByRole('button', { name: 'Deliver' })
  await expect(deliver.or(page.getByLabel('Received by'))).toBeVisible()
  if (await deliver.isVisible()) await deliver.click()
  await page.getByRole('button', { name: /^Refused or damaged/ }).click()
  await page.getByRole('button', { name: /^More: Refused/ }).click()
  await page.getByLabel('Received by').fill('Dr Weiss')
  await page.getByLabel('Notes').fill('Back door')
  await sign(page)
  await page.getByRole('button', { name: 'Back' }).click()
  await current(page).getByRole('button', { name: 'Deliver' }).click()
  await expect(page.getByLabel('Received by')).toHaveValue('Dr Weiss')
  await page.reload()
  await expect(page.getByLabel('Received by')).toHaveValue('Dr Weiss')
  await expect(page.getByLabel('Notes')).toHaveValue('Back door')
  await expect(page.getByLabel(/^Refused of/)).toHaveValue('1')
  // The restored draft includes the signature.
  await page.getByRole('button', { name: 'Confirm delivery' }).click()
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeVisible()
  await page.getByRole('button', { name: 'End route' }).click()
  await expect(page.getByRole('heading', { name: 'Goods to bring back' })).toBeVisible()
  await page.getByRole('button', { name: 'End route' }).click()
  await expect(page.getByText('Route completed')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(0)
  await expect(waiting(page)).toHaveText('All sent')
  const { states } = await queueOf(page)
  expect(states.map((state) => state.split(' ')[0])).toEqual([
    'route.load',
    'route.load',
    'route.start',
    'stop.arrive',
    'stop.deliver',
    'route.end',
  ])
  const { proofs } = await scene.admin.do(shipmentsApi.getShipment, { params: { id: packed[0]!.shipmentId } })
  expect(proofs).toMatchObject([{ receivedBy: 'Dr Weiss', typedName: null, signature: expect.any(String) }])
})
