import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { crmApi } from '#shared/crm/partners/api.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { vehiclesApi } from '#shared/logistics/routes/vehicles-api.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { addPlace, addProduct } from '#test/builders.ts'
import { packedOrder, type Scene } from '#test/deliveries.ts'
import { addSession } from '#test/sessions.ts'
import { roleDefaults } from '#shared/access/roles.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { failUntilTriedAgain } from '#test/e2e/failing-calls.ts'
import { expect, type RunningApp, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

// A separate company, so that its routes and drivers are the only ones of the day.
test.use({ ownCompany: 'routes' })

const dialog = (page: Page) => page.getByRole('dialog')
const stops = (page: Page) => page.getByRole('list', { name: 'Stops' }).getByRole('listitem')
const names = (page: Page) => stops(page).locator('p > span:first-child')

let people = 0
/** A warehouse with coordinates, a driver, and packed orders for customers at the given longitudes west of it. */
async function world({ api, database }: RunningApp, longitudes: readonly number[]) {
  people += 1
  const place = await addPlace(api)
  await sql`update locations set latitude = 51.5, longitude = 0 where id = ${place.warehouse.id}`.execute(database.db)
  const product = await addProduct(api, place, { quantity: 10_000 })
  const { userId } = await addSession(database, 'driver', roleDefaults.driver)
  const driver = `Driver ${people}${userId.slice(-4)}`
  await sql`update users set name = ${driver} where id = ${userId}`.execute(database.db)
  const scene = { admin: api, productId: product.id } as Scene
  const shipments: string[] = []
  for (const longitude of longitudes) {
    const account = await api.do(crmApi.createAccount, {
      body: {
        name: `Clinic ${longitude}`,
        latitude: 51.5,
        longitude,
        deliveryWindows: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '08:00', to: '18:00' }],
      },
    })
    shipments.push((await packedOrder(scene, 5, product.id, account.id)).shipmentId)
  }
  const create = (shipmentIds: string[], date: string) =>
    api.do(routesApi.createRoute, {
      body: {
        date,
        driverId: userId,
        startId: place.warehouse.id,
        ...(shipmentIds.length > 0 && { shipmentIds }),
      },
    })
  return { place, driver, driverId: userId, shipments, create }
}

test('[RTE-01, NAV-12] adds and edits a route, adds stops with their cost, starts the route, postpones a stop and completes the route', async ({
  page,
  app,
}) => {
  const { place, driver, shipments } = await world(app, [-0.1, -0.2])
  const plate = '12-D-34567'
  await app.api.do(vehiclesApi.createVehicle, { body: { name: `Van of ${driver}`, plate, maxPackages: 10 } })
  await app.signIn(page, 'admin')
  await goTo(page, '/logistics/routes')
  await page.getByRole('link', { name: 'Add route' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Add route' })).toBeVisible()
  await page.getByRole('button', { name: 'Add route' }).click()
  await expect(page.getByRole('link', { name: 'Driver is required' })).toBeVisible()
  await page.getByLabel('Date').fill('2027-03-01')
  await page.getByLabel('Driver').selectOption({ label: driver })
  await page.getByLabel('Vehicle').selectOption({ label: `Van of ${driver}, ${plate}` })
  await page.getByLabel('Start').selectOption({ label: `${place.warehouse.name} (Warehouse)` })
  // The page header shows the selected values, like the page of a saved route.
  await expect(page.locator('[data-page-header]').getByText(driver, { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add route' }).click()

  await expect(page).toHaveURL(/\/logistics\/routes\/[0-9a-f-]{36}$/)
  await expect(page.locator('[data-page-header]').getByText('Planned', { exact: true })).toBeVisible()
  // The plate is not broken at its hyphens.
  const shown = page.locator('[data-page-header]').getByText(plate, { exact: true })
  expect((await shown.boundingBox())?.height).toBeLessThan(30)
  await expect(page.getByText('No stops yet')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Edit RT-/ })).toBeVisible()
  await page.getByLabel('Leaves at').fill('06:30')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page).toHaveURL(/\/logistics\/routes\/[0-9a-f-]{36}$/)
  await expect(page.getByText('06:30').first()).toBeVisible()
  await page.getByRole('button', { name: 'Add stops' }).click()
  await dialog(page)
    .getByRole('checkbox', { name: /Clinic -0.1/ })
    .check()
  await expect(dialog(page).getByRole('row', { name: /^Distance 0.0 km/ })).toContainText('+18.0 km')
  await dialog(page)
    .getByRole('checkbox', { name: /Clinic -0.2/ })
    .check()
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Add 2 stops' }).click()
  await expect(stops(page)).toHaveCount(2)
  await expect(names(page)).toHaveText(['Clinic -0.1', 'Clinic -0.2'])

  // Goods that are not packed have no “0 pkg, 0 kg”.
  const nothing = page.locator('main').getByText(/\b0 (pkg|packages|kg)/)
  await expect(stops(page).filter({ hasText: 'Not packed yet' })).toHaveCount(2)
  await expect(nothing).toHaveCount(0)
  await page.getByRole('button', { name: 'Start route' }).click()
  await expect(dialog(page).getByText(`${driver} leaves. Nothing is packed yet.`)).toBeVisible()
  await expect(dialog(page).getByText(/becomes Out for delivery/)).toBeVisible()
  await expect(dialog(page).getByText('It is planned for 1 Mar 2027, not for today.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Start route' }).click()
  await expect(page.locator('[data-page-header]').getByText('In progress', { exact: true })).toBeVisible()
  await expect(page.getByText('On the way to Clinic -0.1')).toBeVisible()
  await expect(page.locator('main').getByText('Not packed yet')).toHaveCount(0)
  await expect(nothing).toHaveCount(0)
  // While a route is in progress, stops can only be postponed, not reordered.
  await page.getByRole('button', { name: 'Actions for stop 1, Clinic -0.1' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Postpone stop'])
  await page.getByRole('menuitem', { name: 'Postpone stop' }).click()
  await dialog(page).getByLabel('Reason').fill('Gate closed')
  await dialog(page).getByRole('button', { name: 'Postpone stop' }).click()
  await expect(page.getByText('On the way to Clinic -0.2')).toBeVisible()
  await expect(names(page)).toHaveText(['Clinic -0.2', 'Clinic -0.1'])
  await expect(page.getByRole('list', { name: 'History of the route' })).toContainText('Clinic -0.1“Gate closed”')
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByText('2 stops are open.')).toBeVisible()
  await page.keyboard.press('Escape')
  for (const id of shipments)
    await app.api.do(shipmentsApi.deliverShipment, { params: { id }, body: { receivedBy: 'Ward 3', reason: 'Call' } })
  await page.getByRole('button', { name: 'Complete route' }).click()
  await dialog(page).getByLabel('Driven distance').fill('38')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Complete route' }).click()
  await expect(page.locator('[data-page-header]').getByText('Completed', { exact: true })).toBeVisible()
  await expect(page.getByRole('list', { name: 'History of the route' })).toContainText('completed the route')
  await expect(page.getByRole('button', { name: 'Complete route' })).toHaveCount(0)
  await goTo(page, '/logistics/routes?status=COMPLETED')
  await expect(page.getByRole('table', { name: 'Routes' }).locator('tbody tr')).toHaveText([
    new RegExp(`${driver}.*Completed`),
  ])
})

test('[RTE-02] reorders stops of a planned route and shows the cost, optimises, changes and removes stops, cancels the route', async ({
  page,
  app,
}) => {
  const { create, shipments } = await world(app, [-0.3, -0.1, -0.2])
  const route = await create(shipments, '2027-03-02')
  await app.signIn(page, 'admin')
  await goTo(page, `/logistics/routes/${route.id}`)
  await expect(names(page)).toHaveText(['Clinic -0.3', 'Clinic -0.1', 'Clinic -0.2'])
  await page.getByRole('button', { name: 'Actions for stop 1, Clinic -0.3' }).click()
  await page.getByRole('menuitem', { name: 'Stop 3' }).click()
  await expect(names(page)).toHaveText(['Clinic -0.1', 'Clinic -0.2', 'Clinic -0.3'])
  const cost = page.getByRole('row', { name: /^Distance/ })
  // The map also shows the unsaved order.
  await expect(page.getByRole('region', { name: 'Map of the route' })).toContainText('3 Clinic -0.3')
  await expect(cost).toContainText('−')
  await expect(page.getByText(/^Clinic -0.3 moved to stop 3: −\d/)).toBeAttached()
  // On a tablet the page does not overflow.
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 900 }
  await page.setViewportSize({ width: 820, height })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  // On a phone no value of a stop overflows, such as the delivery window.
  await expect(stops(page).first()).toContainText('08:00–18:00')
  for (const phone of [375, 320]) {
    await page.setViewportSize({ width: phone, height })
    const spilled = stops(page)
      .locator('dd')
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent))
    expect(await spilled, `${phone} px`).toEqual([])
  }
  await page.setViewportSize({ width, height })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(names(page)).toHaveText(['Clinic -0.3', 'Clinic -0.1', 'Clinic -0.2'])
  // Reorders by drag and drop.
  await stops(page).nth(0).dragTo(stops(page).nth(1))
  await expect(cost).toBeVisible()
  await expect(names(page)).toHaveText(['Clinic -0.1', 'Clinic -0.3', 'Clinic -0.2'])
  await page.getByRole('button', { name: 'Save order' }).click()
  await expect(cost).toBeHidden()
  await expect(names(page)).toHaveText(['Clinic -0.1', 'Clinic -0.3', 'Clinic -0.2'])

  await page.getByRole('button', { name: 'Optimise' }).click()
  await expect(
    dialog(page).getByRole('list', { name: 'Order after' }).or(dialog(page).getByText('best order')),
  ).toBeVisible()
  await expectAccessible(page)
  await dialog(page)
    .getByRole('button', { name: /^(Use this order|Close|Keep order)$/ })
    .last()
    .click()
  await expect(dialog(page)).toBeHidden()

  await page.getByRole('button', { name: /^Actions for stop 1,/ }).click()
  await page.getByRole('menuitem', { name: 'Change service time' }).click()
  await dialog(page).getByLabel('Service time').fill('500')
  await dialog(page).getByRole('button', { name: 'Save service time' }).click()
  await expect(dialog(page).getByText('Service time must be at most 480').first()).toBeVisible()
  await dialog(page).getByLabel('Service time').fill('25')
  await dialog(page).getByRole('button', { name: 'Save service time' }).click()
  await expect(stops(page).first()).toContainText('25 min')

  await page.getByRole('button', { name: /^Actions for stop 1,/ }).click()
  await page.getByRole('menuitem', { name: 'Remove from route' }).click()
  await expect(stops(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Cancel route' }).click()
  await dialog(page).getByLabel('Reason').fill('Snow')
  await dialog(page).getByRole('button', { name: 'Cancel route' }).click()
  await expect(page.getByText('This route was cancelled')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Snow' })).toBeVisible()
})

test('[RTE-01, UI-02] the URL keeps the filters of the route list, board and map; errors of board and map can be retried', async ({
  page,
  app,
  expectConsole,
}) => {
  expectConsole.push(/500/, /ERR_FAILED|dynamically imported|preload/)
  const { create, driver, driverId, shipments } = await world(app, [-0.15, -0.25])
  const other = await world(app, [])
  const route = await create(shipments, '2027-04-05')
  await app.signIn(page, 'admin')
  await goTo(page, '/logistics/routes?from=2027-04-05&to=2027-04-05')
  await expect(page.getByRole('row', { name: new RegExp(route.number) })).toBeVisible()
  await page.getByLabel('Driver', { exact: true }).selectOption({ label: driver })
  await expect(page).toHaveURL(new RegExp(`driver=${driverId}`))
  await page.reload()
  await expect(page.getByRole('button', { name: `Remove filter Driver: ${driver}` })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Map', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Map of the routes' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Routes on the map' })).toContainText(route.number)
  await expectAccessible(page)
  await page.getByRole('button', { name: `Remove filter Driver: ${driver}` }).click()
  await page.getByRole('button', { name: 'Board', exact: true }).click()
  // While the move is being saved, the card already shows in the new column and is readable.
  const answered = Promise.withResolvers<void>()
  await page.route(`**/api/routes/${route.id}`, async (call) => {
    if (call.request().method() !== 'GET') await answered.promise
    await call.continue()
  })
  await page.getByRole('button', { name: `Move ${route.number}` }).click()
  await page.getByRole('menuitem', { name: other.driver }).click()
  await expect(page.getByRole('region', { name: other.driver })).toContainText(route.number)
  await expect(page.locator('[data-card-id][aria-busy=true]')).toContainText(route.number)
  await expectAccessible(page)
  answered.resolve()
  await expect(page.locator('[data-card-id][aria-busy=true]')).toHaveCount(0)
  await expect
    .poll(async () => (await app.api.do(routesApi.getRoute, { params: { id: route.id } })).driver.name)
    .toBe(other.driver)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'By day' }).click()
  await expect(page.getByRole('region', { name: '5 Apr 2027' })).toContainText(route.number)
  // If the drivers fail to load, the board has no columns: it shows an error instead of an empty board.
  await failUntilTriedAgain(page, '**/api/drivers', (call) => call.fulfill({ status: 500, json: { error: 'Broken' } }))
  await page.goto('/logistics/routes?view=board&from=2027-04-05')
  await expect(page.getByRole('alert').getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 30_000 })
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('region', { name: other.driver })).toContainText(route.number) // If the script of the map fails to load, the rest of the page still works.
  await failUntilTriedAgain(page, '**/schematic-map-drawing*', (call) => call.abort())
  await page.goto('/logistics/routes?view=map&from=2027-04-05')
  const map = page.getByRole('region', { name: 'Map of the routes' })
  await expect(map).toContainText('The map could not be loaded', { timeout: 30_000 })
  await expect(page.getByRole('list', { name: 'Routes on the map' })).toContainText(route.number)
  await map.getByRole('button', { name: 'Try again' }).click()
  await expect(map.getByRole('button', { name: /Clinic -0.15/ }).first()).toBeVisible()
  // No label of the map is covered by its buttons.
  const beneath = await map.evaluate((frame) => {
    const bar = frame.querySelector('[data-chrome]')?.getBoundingClientRect() ?? new DOMRect()
    return [...frame.querySelectorAll('[data-side]:not([data-hidden]) .map-words')]
      .filter((words) => {
        const { left, right, top, bottom } = words.getBoundingClientRect()
        return left < bar.right && right > bar.left && top < bar.bottom && bottom > bar.top
      })
      .map((words) => words.textContent)
  })
  expect(beneath).toEqual([])
})

test('[RTE-01] adds a vehicle and saves the working hours and default vehicle of a driver', async ({ page, app }) => {
  const { driver } = await world(app, [])
  await app.signIn(page, 'admin')
  await goTo(page, '/logistics/routes/vehicles')
  await page.getByRole('button', { name: 'Add vehicle' }).click()
  await dialog(page).getByLabel('Name').fill('Cold van 7')
  await dialog(page).getByLabel('Capacity by weight').fill('650')
  await dialog(page).getByLabel('Has a cold box').check()
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Add vehicle' }).click()
  await expect(page.getByRole('row', { name: /Cold van 7.*650/ })).toBeVisible()
  await expectAccessible(page)
  await goTo(page, '/logistics/routes/drivers')
  await page.getByRole('button', { name: `Edit ${driver}` }).click()
  await dialog(page).getByRole('button', { name: 'Add window' }).click()
  await dialog(page).getByLabel('From').fill('17:00')
  await dialog(page).getByRole('button', { name: 'Save driver' }).click()
  await expect(dialog(page).getByLabel('To', { exact: true })).toBeFocused()
  await expect(dialog(page).getByLabel('To', { exact: true })).toHaveAccessibleDescription(
    'The end must be after the beginning',
  )
  await expectAccessible(page)
  await dialog(page).getByLabel('From').fill('07:00')
  await dialog(page).getByLabel('Default vehicle').selectOption({ label: 'Cold van 7' })
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Save driver' }).click()
  await expect(page.getByRole('row', { name: new RegExp(driver) })).toContainText('Mon–Fri 07:00–16:00')
  await expect(page.getByRole('row', { name: new RegExp(driver) })).toContainText('Cold van 7')
  await expectAccessible(page)
})

test('[RTE-01, RTE-02] plans a day by saving a route proposal, and by hand with a selection on the map', async ({
  page,
  app,
}) => {
  const { driver, create, shipments } = await world(app, [-0.12, -0.22])
  const lost = await app.api.do(crmApi.createAccount, { body: { name: 'Clinic nowhere' } })
  const place = await addPlace(app.api)
  const product = await addProduct(app.api, place, { quantity: 100 })
  const scene = { admin: app.api, productId: product.id } as Scene
  await packedOrder(scene, 5, product.id, lost.id)
  await app.signIn(page, 'admin')
  await goTo(page, '/logistics/routes')
  await page.getByRole('link', { name: 'Plan day' }).click()
  await page.getByLabel('Day', { exact: true }).fill('2027-06-07')
  await expect(page).toHaveURL(/date=2027-06-07/)
  await expect(page.getByRole('list', { name: 'Waiting shipments' })).toContainText('Clinic -0.12')
  await expectAccessible(page)
  // Selects only this driver, not the other drivers of the company.
  for (const box of await page.getByRole('group').getByRole('checkbox').all()) await box.uncheck()
  await page.getByRole('checkbox', { name: driver }).check()
  for (const name of [/Clinic -0.12/, /Clinic nowhere/]) await page.getByRole('checkbox', { name }).check()
  await page.getByRole('button', { name: 'Propose routes for 2 shipments' }).click()
  const proposal = page.getByRole('region', { name: 'Proposal' })
  await expect(proposal.getByRole('heading', { name: driver })).toBeVisible()
  await expect(proposal.getByRole('list', { name: 'Not planned' })).toContainText('The address has no coordinates')
  await expectAccessible(page)
  await proposal.getByRole('button', { name: 'Add 1 route' }).click()
  await expect(proposal).toBeHidden()
  const routes = page.getByRole('list', { name: 'Routes of the day' })
  await expect(routes).toContainText(driver)
  await expect(page.getByRole('list', { name: 'Waiting shipments' })).not.toContainText('Clinic -0.12')

  const byHand = await create([], '2027-06-07')
  await expect(routes).toContainText(byHand.number)
  // On the map: a point keeps the keyboard focus when selected, and a lasso selects the points inside.
  const point = page.getByRole('button', { name: /^Clinic -0.22/ })
  const checkbox = page.getByRole('checkbox', { name: /Clinic -0.22/ })
  await point.focus()
  await page.keyboard.press('Enter')
  await expect(checkbox).toBeChecked()
  await expect(point).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(checkbox).not.toBeChecked()
  await page.getByRole('button', { name: 'Draw around points' }).click()
  const sheet = await page.locator('[data-lasso]').boundingBox()
  const { x = 0, y = 0 } = (await point.boundingBox()) ?? {}
  expect(sheet).not.toBeNull()
  await page.mouse.move(x - 15, y - 15)
  await page.mouse.down()
  for (const [dx, dy] of [
    [40, -15],
    [40, 40],
    [-15, 40],
    [-15, -10],
  ] as const)
    await page.mouse.move(x + dx, y + dy, { steps: 3 })
  await page.mouse.up()
  await expect(checkbox).toBeChecked()
  await routes
    .getByRole('listitem')
    .filter({ hasText: byHand.number })
    .getByRole('button', { name: 'Add 1 shipment' })
    .click()
  await expect(page.getByRole('list', { name: 'Waiting shipments' })).not.toContainText('Clinic -0.22')
  const saved = await app.api.do(routesApi.getRoute, { params: { id: byHand.id } })
  expect(saved.routeStops.map((stop) => stop.shipment.id)).toEqual([shipments[1]])
})
