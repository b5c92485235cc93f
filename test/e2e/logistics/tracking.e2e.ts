import { routesApi } from '#shared/logistics/routes/api.ts'
import { formatDay } from '#shared/format-day.ts'
import { driverApi } from '#shared/logistics/driver/api.ts'
import { trackingApi } from '#shared/logistics/tracking/api.ts'
import { deliveryOf, phoneOf } from '#test/driver-phone.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { failUntilTriedAgain } from '#test/e2e/failing-calls.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { phoneScene, routeOfToday } from './phone-scene.ts'

test('[SHP-02] a customer follows a delivery by tracking link: stops before, map, proof, failed delivery and another day', async ({
  page,
  app,
  browser,
}) => {
  const scene = await phoneScene(app)
  const driver = await app.signIn(page, 'driver')
  const { route, packed, stops } = await routeOfToday(scene, driver, [{}, {}])
  await scene.admin.do(routesApi.startRoute, { params: { id: route.id }, body: {} })
  const positions = [{ at: new Date().toISOString(), latitude: 51.4, longitude: -0.1 }]
  await driver.do(driverApi.sendPositions, { body: { routeId: route.id, positions } })
  const links = []
  for (const { shipmentId } of packed) {
    const { url } = await scene.admin.do(trackingApi.createTrackingLink, { params: { id: shipmentId } })
    links.push(`/track#${url.split('#')[1]}`)
  }
  const context = await browser.newContext({ baseURL: app.baseURL, viewport: { width: 390, height: 844 } })
  const guest = await context.newPage()
  const errors: string[] = []
  guest.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) errors.push(message.text())
  })
  const scripts: string[] = []
  guest.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
    expect(new URL(request.url()).origin).toBe(app.baseURL)
  })

  // The server is unreachable, then back: “Try again” loads the page without opening the link again.
  await failUntilTriedAgain(guest, '**/api/tracking', (route_) => route_.abort())
  await guest.goto(links[1] ?? '')
  await expect(guest.getByText('Your delivery could not be loaded')).toBeVisible()
  await expectAccessible(guest, 'server down')
  await guest.getByRole('button', { name: 'Try again' }).click()
  await expect(guest.getByRole('heading', { level: 1, name: `Delivery ${stops[1]?.shipment.number}` })).toBeVisible()
  await expect(guest.getByText('1 stop before yours')).toBeVisible()
  await expect(guest.getByRole('region', { name: 'Map of the driver' })).toHaveCount(0)
  expect(new URL(guest.url()).hash).toBe('')
  await guest.getByLabel('Instruction for the driver').fill('Leave it at the porter')
  await guest.getByRole('button', { name: 'Send to driver' }).click()
  await expect(guest.getByText('The driver sees it.')).toBeVisible()
  await expectAccessible(guest, 'on the way')
  for (const width of [320, 390, 1280]) {
    await guest.setViewportSize({ width, height: 844 })
    const spill = await guest.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect([width, spill <= 0]).toEqual([width, true])
  }
  await guest.setViewportSize({ width: 390, height: 844 })

  await guest.goto('about:blank')
  await guest.goto(links[0] ?? '')
  await expect(guest.getByText(/^Next stop/)).toBeVisible()
  await expect(guest.getByText('Your driver is driver')).toBeVisible()
  await expect(guest.getByRole('region', { name: 'Map of the driver' })).toBeVisible()

  const phone = phoneOf(driver)
  await phone.send(
    deliveryOf(phone.make, route.id, stops[0]!, { refused: 2 }),
    phone.make('stop.fail', route.id, stops[1]!.id, { reason: 'CLOSED' }),
  )
  await guest.reload()
  await expect(guest.getByText('Delivered', { exact: true })).toBeVisible()
  await expect(guest.getByText('3 of 5')).toBeVisible()
  await expect(guest.getByText('Dr Weiss', { exact: true })).toBeVisible()
  await expectAccessible(guest, 'delivered')

  await guest.goto('about:blank')
  await guest.emulateMedia({ colorScheme: 'dark' })
  await guest.goto(links[1] ?? '')
  await expect(guest.getByText('Failed delivery', { exact: true })).toBeVisible()
  // No next attempt is planned yet.
  await expect(guest.getByText(/^Next attempt planned for/)).toHaveCount(0)
  const first = await guest.getByLabel('Deliver on').inputValue()
  await guest.getByLabel('Deliver on').fill('2099-01-01')
  await guest.getByRole('button', { name: 'Request this day' }).click()
  await expect(guest.getByText('The day must be within the next 30 days')).toBeVisible()
  await guest.getByLabel('Deliver on').fill(first)
  await guest.getByRole('button', { name: 'Request this day' }).click()
  await expect(guest.getByText(/^Next attempt planned for/)).toBeVisible()
  await expectAccessible(guest, 'failed, dark')

  await guest.goto('about:blank')
  await guest.goto(`/track#${'A'.repeat(43)}`)
  await expect(guest.getByText('This link no longer works')).toBeVisible()
  expect(scripts.filter((path) => /\/(index|app|driver)-[\w-]{8}\.js$/.test(path))).toEqual([])
  expect(errors).toEqual([])
  await context.close()

  // The shipment history in the office shows the customer's requests.
  const office = await (await browser.newContext({ baseURL: app.baseURL })).newPage()
  await app.signIn(office, 'admin')
  await office.goto(`/logistics/shipping/${packed[1]?.shipmentId}`)
  const history = office.getByRole('list', { name: 'History of the shipment' })
  await expect(history).toContainText('The customer asked for another day')
  await expect(history).toContainText(`“${formatDay(first)}”`)
  await expect(history).toContainText('The customer left an instruction for the driver')
  await expect(history).toContainText('“Leave it at the porter”')
  await expect(history).toContainText('created a tracking link')
  await office.context().close()
})
