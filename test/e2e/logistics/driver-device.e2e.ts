import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { driverApi } from '#shared/logistics/driver/api.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { orderStatus } from '#test/deliveries.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, test, withoutTutorials } from '#test/e2e/fixtures.ts'
import { filmOf } from '#test/e2e/inventory/camera-picture.ts'
import config from '../../../playwright.config.ts'
import { openReverseProxy } from './reverse-proxy.ts'
import { expectReadable } from './driver-looks.ts'
import { current, isHeld, phoneScene, queueOf, routeOfToday, waiting } from './phone-scene.ts'

/* The driver page and its device: camera, location, storage, update to a new version. */

const portal = '/logistics/driver-portal'

test.use({ viewport: { width: 390, height: 844 } })

test('[DRV-01] the camera scans package labels in the load check', async ({ app, page }) => {
  const scene = await phoneScene(app)
  const driver = await app.signIn(page, 'driver')
  const { route, packed } = await routeOfToday(scene, driver, [{ packages: 2 }, {}])
  const { shipmentPackages } = await scene.admin.do(shipmentsApi.getShipment, { params: { id: packed[0]!.shipmentId } })
  const { code = '' } = shipmentPackages[1] ?? {}
  const launch = config.use?.launchOptions ?? {}
  // The browser's fake camera shows one label.
  const browser = await chromium.launch({
    ...launch,
    args: [
      ...(launch.args ?? []),
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${filmOf('qrcode', code)}`,
    ],
  })
  try {
    const context = await browser.newContext({ baseURL: app.baseURL, viewport: { width: 390, height: 844 } })
    await withoutTutorials(context)
    await context.addCookies(await page.context().cookies('https://localhost'))
    await context.grantPermissions(['camera'])
    const phone = await context.newPage()
    await phone.goto(`${portal}/route/${route.id}?load`)
    const scan = phone.getByRole('button', { name: 'Scan with camera' })
    await scan.click()
    await expect(phone.getByText(`${code} loaded: ${packed[0]!.account}`)).toBeVisible({ timeout: 30_000 })
    await expect(phone.getByRole('dialog')).toBeHidden()
    await expect(phone.getByRole('checkbox', { name: code })).toBeChecked()
    await scan.click()
    await expect(phone.getByText(`${code} was loaded already`)).toBeVisible({ timeout: 30_000 })
    await phone.getByRole('button', { name: 'Finish with 1 missing' }).click()
    await expect(waiting(phone)).toHaveText('All sent')
    const loaded = async () => {
      const { data } = await driver.do(driverApi.getDriverRoute, { params: { id: route.id } })
      return data.driverStops[0]?.shipmentPackages.map((one) => one.loadedAt !== null)
    }
    await expect.poll(loaded).toEqual([false, true])
  } finally {
    await browser.close()
  }
})

test('[DRV-01] a new version is installed only when the driver clicks Update, not during a delivery, and keeps the queue', async ({
  page,
  app,
}) => {
  let isNew = false
  let isDown = false
  const proxy = await openReverseProxy(app.baseURL, {
    status: (path) => (isDown && path.startsWith(driverApi.sendEvents.path) ? 503 : undefined),
    content: (path, content) => {
      if (!isNew) return undefined
      if (path === '/driver-worker.js') return content.replaceAll(/(revision:\W)[0-9a-f]{16}/g, `$1${'f'.repeat(16)}`)
      return path.startsWith(portal) ? content.replace('<html ', '<html data-version="2" ') : undefined
    },
  })
  try {
    const scene = await phoneScene(app)
    const driver = await app.signIn(page, 'driver')
    const { route, packed } = await routeOfToday(scene, driver, [{}, {}])
    await page.goto(`${proxy.url}${portal}/route/${route.id}`)
    await isHeld(page)
    isDown = true
    await page.getByRole('button', { name: 'Start route' }).click()
    await current(page).getByRole('button', { name: 'Arrived' }).click()
    await expect(waiting(page)).toHaveText('2 waiting to send')
    await expect(page.getByText(/^The office can.t be reached right now/)).toBeVisible()
    const before = await queueOf(page)

    // The browser finds the new version on reload; the page still runs the old one.
    isNew = true
    await page.reload()
    const update = page.getByRole('button', { name: 'Update' })
    await expect(update).toBeVisible()
    await expectAccessible(page, 'a new version')
    await current(page).getByRole('button', { name: 'Deliver' }).click()
    await expect(page.getByLabel('Received by')).toBeVisible()
    await expect(update).toHaveCount(0)
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page.locator('html[data-version="2"]')).toHaveCount(0)
    await update.click()
    await expect(page.locator('html[data-version="2"]')).toHaveCount(1)
    await expect(current(page)).toContainText(packed[0]!.account)
    await expect(update).toHaveCount(0)
    expect(await queueOf(page)).toEqual(before)

    isDown = false
    await page.getByRole('button', { name: /Send now/ }).click()
    await expect(waiting(page)).toHaveText('All sent')
    await expect.poll(() => orderStatus(scene, packed[0]!.orderId)).toBe('OUT_FOR_DELIVERY')
  } finally {
    proxy.close()
  }
})

test('[DRV-01] [DRV-02] sends the location only during a route and with permission, and stops when permission is withdrawn', async ({
  page,
  app,
  context,
}) => {
  const scene = await phoneScene(app)
  const driver = await app.signIn(page, 'driver')
  const { route } = await routeOfToday(scene, driver, [{}])
  const sent: { at: string; latitude: number }[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === driverApi.sendPositions.path)
      sent.push(...(request.postDataJSON() as { positions: typeof sent }).positions)
  })
  await page.clock.install()
  const later = async (seconds: number) => {
    const synced = page.waitForResponse((answer) => new URL(answer.url()).pathname === driverApi.listDriverRoutes.path)
    await page.clock.runFor(seconds * 1000)
    await synced
  }
  const now = () => page.evaluate(() => new Date().toISOString())
  const takenSince = (moment: string) => sent.filter(({ at }) => at > moment)
  const share = async () => {
    await page.getByRole('button', { name: /^User menu of/ }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Share location on the road' }).click()
    await page.keyboard.press('Escape')
  }
  const isShared = page.getByText('Your location is shared with the office and the next customer.')
  const isRefused = page.getByText('Your location is not shared')
  await page.goto(`${portal}/route/${route.id}`)

  // The browser refuses the permission, and the page shows it.
  await share()
  await expect(isRefused).toBeVisible()
  await expectAccessible(page, 'location refused')
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(isRefused).toHaveCount(0)

  // Permission granted, but the route is not started yet.
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 51.4, longitude: -0.1, accuracy: 9 })
  await share()
  await later(61)
  expect(sent).toEqual([])
  await expect(isShared).toHaveCount(0)

  await page.getByRole('button', { name: 'Start route' }).click()
  await expect(isShared).toBeVisible()
  await later(61)
  await expect.poll(() => sent.length).toBeGreaterThan(0)
  expect(sent[0]).toMatchObject({ latitude: 51.4, longitude: -0.1, accuracy: 9 })
  // At most one position per 15 seconds, to save battery.
  expect(sent.length).toBeLessThanOrEqual(5)
  const position = async () => (await scene.admin.do(routesApi.getRoute, { params: { id: route.id } })).position
  await expect.poll(position).toMatchObject({ latitude: 51.4, longitude: -0.1 })

  // Permission withdrawn in the browser settings.
  await context.clearPermissions()
  await later(61)
  await expect(isRefused).toBeVisible()
  await expect(isShared).toHaveCount(0)
  const withdrawn = await now()
  await later(61)
  expect(takenSince(withdrawn)).toEqual([])
  const before = sent.length

  // Sharing again; it stops when the route ends.
  await context.grantPermissions(['geolocation'])
  await share()
  await expect(isShared).toBeVisible()
  await later(61)
  await expect.poll(() => sent.length).toBeGreaterThan(before)
  await current(page).getByRole('button', { name: 'Arrived' }).click()
  await current(page).getByRole('button', { name: 'Failed' }).click()
  await page.getByLabel('Closed').check()
  await page.getByRole('button', { name: 'Confirm failed delivery' }).click()
  await page.getByRole('button', { name: 'End route' }).click()
  await expect(page.getByRole('heading', { name: 'Goods to bring back' })).toBeVisible()
  await page.getByRole('button', { name: 'End route' }).click()
  await expect(page.getByText('Route completed')).toBeVisible()
  await expect(waiting(page)).toHaveText('All sent')
  // Positions taken before the end of the route may still be sent.
  const ended = await now()
  await later(61)
  await later(61)
  expect(takenSince(ended)).toEqual([])
})

/** Simulates a full storage: the write transaction of events is aborted with QuotaExceededError. */
function aborted() {
  const put = IDBObjectStore.prototype.put
  IDBObjectStore.prototype.put = function (...given) {
    const request = put.apply(this, given)
    const { transaction } = this
    if (this.name === 'events' && document.documentElement.dataset['isFull']) {
      Object.defineProperty(transaction, 'error', { value: new DOMException('Full', 'QuotaExceededError') })
      request.addEventListener('success', () => transaction.abort())
    }
    return request
  }
}
const fillStorage = (page: Page, isFull: boolean) =>
  page.evaluate((is) => {
    document.documentElement.dataset['isFull'] = is ? 'true' : ''
  }, isFull)

test('[DRV-01] full storage shows “Not recorded” and keeps the form input and the records already queued', async ({
  page,
  app,
}) => {
  const scene = await phoneScene(app)
  const driver = await app.signIn(page, 'driver')
  const { route, packed } = await routeOfToday(scene, driver, [{}, {}])
  await page.addInitScript(aborted)
  await page.goto(`${portal}/route/${route.id}`)
  await isHeld(page)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Start route' }).click()
  await current(page).getByRole('button', { name: 'Arrived' }).click()
  await expect(waiting(page)).toHaveText('2 waiting to send')
  await current(page).getByRole('button', { name: 'Deliver' }).click()
  const noise = sharp({
    create: {
      width: 1600,
      height: 1200,
      channels: 3,
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
      background: '#888',
    },
  })
  await page
    .getByLabel('Photo')
    .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await noise.jpeg().toBuffer() })
  await page.getByLabel('Received by').fill('Ana Weiss')
  await page.getByRole('button', { name: 'Use the typed name instead' }).click()
  await fillStorage(page, true)
  await page.getByRole('button', { name: 'Confirm delivery' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'Not recorded' })
  await expect(alert).toBeVisible()
  await expectAccessible(page, 'storage full')
  expect((await queueOf(page)).states).toEqual(['route.start waiting', 'stop.arrive waiting'])
  // The form keeps its input.
  await alert.getByRole('button', { name: 'OK' }).click()
  await expect(alert).toHaveCount(0)
  await expect(page.getByLabel('Received by')).toHaveValue('Ana Weiss')
  await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible()

  await fillStorage(page, false)
  await page.getByRole('button', { name: 'Confirm delivery' }).click()
  await expect(current(page)).toContainText(packed[1]!.account)
  await expect(alert).toHaveCount(0)
  // The stored photo is compressed to at most 500 kB, for poor connections.
  const { files, largestFile } = await queueOf(page)
  expect(files).toBe(1)
  expect(largestFile).toBeGreaterThan(50_000)
  expect(largestFile).toBeLessThanOrEqual(500_000)
  await page.context().setOffline(false)
  await expect(waiting(page)).toHaveText('All sent')
  await expect.poll(() => orderStatus(scene, packed[0]!.orderId)).toBe('DELIVERED')
  await expect(page.getByText('Delivered', { exact: true }).first()).toBeVisible()
  await page.evaluate(() => document.documentElement.classList.add('dark'))
  await expectReadable(page, 'a delivery done, in the dark')
})
