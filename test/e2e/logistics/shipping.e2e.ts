import type { Page } from '@playwright/test'
import { roleDefaults } from '#shared/access/roles.ts'
import { driverApi } from '#shared/logistics/driver/api.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { returnsApi } from '#shared/sales/returns/api.ts'
import { addAccount, addOrder, addPlace, completeReturn } from '#test/builders.ts'
import { clientOf } from '#test/client.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { failUntilTriedAgain } from '#test/e2e/failing-calls.ts'
import { expect, type RunningApp, test } from '#test/e2e/fixtures.ts'
import { deliveryOf, phoneOf } from '#test/driver-phone.ts'
import { addLots } from '#test/lots.ts'
import { addSession } from '#test/sessions.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

// A separate company, so that its routes and drivers are the only ones of the day.
test.use({ ownCompany: 'shipping' })

const list = '/logistics/shipping'
const dialog = (page: Page) => page.getByRole('dialog')
const menu = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
const today = new Date().toISOString().slice(0, 10)

async function driverOf({ database, baseURL }: RunningApp) {
  const { userId, token } = await addSession(database, 'driver', roleDefaults.driver)
  return clientOf(baseURL, userId, `__Host-sid=${token}`)
}

/** Creates a customer with coordinates, and orders that are ready to ship. */
async function packed({ api }: RunningApp, name: string, count: number) {
  const place = await addPlace(api)
  const { product } = await addLots(api, place, [['LOT-A', 200, 500]])
  const where = { name, address: 'High Street 1', latitude: 51.5, longitude: -0.12 }
  const account = await addAccount(api, where)
  const shipments = []
  for (let at = 0; at < count; at += 1) {
    const { id } = await addOrder(api, account.id, [[product.id, 10]])
    await api.do(salesApi.confirm, { params: { id }, body: {} })
    const { shipments: made } = await api.do(salesApi.ready, { params: { id }, body: {} })
    shipments.push({ id: made[0]?.id ?? '', number: made[0]?.number ?? '', orderId: id })
  }
  return { place, product, account, shipments }
}

test('[SHP-01, NAV-10] filters shipments, puts them on a route, packs, prints, and hands one over to a customer who signs', async ({
  page,
  app,
}) => {
  const driver = await driverOf(app)
  const { place, product, shipments } = await packed(app, 'Fenwick hospital', 3)
  const [first, second, third] = shipments as [
    (typeof shipments)[number],
    (typeof shipments)[number],
    (typeof shipments)[number],
  ]
  const body = { date: today, driverId: driver.userId, startId: place.warehouse.id }
  const route = await app.api.do(routesApi.createRoute, { body })
  await app.signIn(page, 'admin')
  await goTo(page, `${list}?q=fenwick&planned=no`)
  await expect(page.getByRole('heading', { level: 1, name: 'Shipping' })).toBeVisible()
  await expect(page.getByText('3 results')).toBeVisible()
  await expectAccessible(page)

  // Puts two shipments on a route at once.
  await page.getByRole('checkbox', { name: first.number }).check()
  await page.getByRole('checkbox', { name: second.number }).check()
  const planned = '**/api/routes?*status=PLANNED*'
  await failUntilTriedAgain(page, planned, (one) => one.fulfill({ status: 429, json: { error: 'Too busy.' } }))
  await page.getByRole('button', { name: 'Put on a route' }).click()
  await expect(dialog(page).getByText('Couldn’t load planned routes.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Try again' }).click()
  await expect(dialog(page).getByText('Couldn’t load planned routes.')).toHaveCount(0)
  await dialog(page).getByRole('button', { name: 'Put on route' }).click()
  await expect(dialog(page).getByText('Route is required')).toBeVisible()
  await dialog(page).getByLabel('Route').selectOption(route.id)
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Put on route' }).click()
  await expect(page.getByText('2 shipments put on the route')).toBeVisible()
  await expect(page.getByText('1 result', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText('1 result', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Map', exact: true }).click()
  await expect(page).toHaveURL(/view=map/)
  await expect(page.getByRole('region', { name: 'Map of the shipments' })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: third.number }).first().click()

  // Packs the third shipment into two packages.
  await expect(page).toHaveURL(`${list}/${third.id}`)
  await expect(page.getByText('LOT-A')).toBeVisible()
  await page.getByRole('button', { name: 'Pack', exact: true }).click()
  await expect(dialog(page).getByText('Pieces', { exact: true })).toBeVisible()
  const pieces = `Pieces of ${product.name}, lot LOT-A`
  await dialog(page).getByLabel('Weight, kg').fill('2.5')
  await dialog(page).getByLabel(pieces).fill('6')
  await expect(dialog(page).getByText('4 pieces are not packed yet.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Add package' }).click()
  const box = dialog(page).getByRole('listitem').filter({ hasText: 'Package 2' })
  await box.getByLabel('Kind').selectOption('Cold box')
  await box.getByLabel('Keep cold').check()
  await box.getByLabel(pieces).fill('5')
  await dialog(page).getByRole('button', { name: 'Save packages' }).click()
  await expect(dialog(page).getByText('Contents holds more than was picked')).toBeVisible()
  await box.getByLabel(pieces).fill('4')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Save packages' }).click()
  await expect(page.getByText(`${third.number}-2`)).toBeVisible()
  for (const [item, file] of [
    ['Delivery note', 'delivery-notes.pdf'],
    ['Packing slip', 'packing-slips.pdf'],
    ['Package labels (Roll, 100 × 150 mm)', 'package-labels.pdf'],
  ] as const) {
    await page.getByRole('button', { name: 'Print' }).click()
    await expect(page.getByRole('menuitem', { name: 'Proof of delivery' })).toHaveCount(0)
    const saved = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: item }).click()
    expect((await saved).suggestedFilename()).toBe(file)
  }
  await expectAccessible(page)

  await menu(page, 'Tracking link')
  await expect(dialog(page).getByLabel('Link for the customer')).toHaveValue(/#\S{43}/)
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()

  // The menu lists the allowed actions; “All actions” also lists the others with the reason.
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: /Check goods in/ })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'All actions' }).click()
  const actionsOf = (name: string) => dialog(page).getByRole('listitem').filter({ hasText: name })
  await expect(actionsOf('Check goods in')).toContainText('it must be')
  await expect(actionsOf('Picked up by customer')).toContainText('Changes the order’s status to carrier assigned.')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()
  await menu(page, 'Picked up by customer')
  await dialog(page).getByLabel('Received by').fill('Ada Nurse')
  await dialog(page).getByRole('button', { name: 'Hand over' }).click()
  await expect(dialog(page).getByText('Sign here, or describe the proof of pick-up below')).toBeVisible()
  const field = dialog(page).getByRole('img', { name: 'Signature' })
  await expect(field).toBeFocused()
  await expectAccessible(page)
  const at = (await field.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(at.x + 30, at.y + 40)
  await page.mouse.down()
  await page.mouse.move(at.x + 150, at.y + 90, { steps: 5 })
  await page.mouse.up()
  await dialog(page).getByRole('button', { name: 'Hand over' }).click()
  await expect(page.locator('[data-page-header]').getByText('Delivered', { exact: true })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Signature of Ada Nurse' })).toBeVisible()
  await page.getByRole('button', { name: 'Print' }).click()
  const proof = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Proof of delivery' }).click()
  expect((await proof).suggestedFilename()).toBe(`proof-${third.number}.pdf`)
  await page.getByRole('link', { name: /^SO-/ }).first().click()
  await expect(page.getByRole('link', { name: third.number })).toBeVisible()
})

test('[SHP-01, SO-02] records a failed delivery with a reason from the order; shipment and order history show it', async ({
  page,
  app,
}) => {
  const { shipments } = await packed(app, 'Failsworth clinic', 1)
  const { order } = await app.api.do(shipmentsApi.getShipment, { params: { id: shipments[0]?.id ?? '' } })
  const params = { id: order.id }
  await app.api.do(salesApi.assign, { params, body: { method: 'carrier', carrier: 'Harbour Express' } })
  await app.api.do(salesApi.handOver, { params, body: {} })
  await app.signIn(page, 'admin')
  await goTo(page, `/orders/sales-orders/view/${order.id}`)
  const record = page.getByRole('button', { name: 'Record failed delivery' })
  await record.click()
  await expect(dialog(page)).toContainText('The goods stay out of stock until they are rescheduled or checked back in.')
  await expectAccessible(page)
  // A reason is required, and Escape records nothing.
  await dialog(page).getByRole('button', { name: 'Record failed delivery' }).click()
  await expect(dialog(page).getByText('Reason is required').first()).toBeVisible()
  await page.keyboard.press('Escape')
  const discard = page.getByRole('alertdialog').getByRole('button', { name: 'Discard' })
  await expect(dialog(page).or(record).first()).toBeVisible()
  if (await discard.isVisible()) await discard.click()
  await expect(dialog(page)).toHaveCount(0)
  await record.click()
  await dialog(page).getByLabel('Reason').selectOption('Closed')
  await dialog(page).getByLabel('Note').fill('Gate locked at noon')
  await dialog(page).getByRole('button', { name: 'Record failed delivery' }).click()
  await expect(page.locator('[data-page-header]').getByText('Failed delivery', { exact: true })).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByText('recorded a failed delivery')).toBeVisible()
  expect(await app.api.do(shipmentsApi.getShipment, { params: { id: shipments[0]?.id ?? '' } })).toMatchObject({
    status: 'FAILED_DELIVERY',
    note: 'Gate locked at noon',
  })
})

test('[SHP-01] assigns a carrier, ships, records a failed delivery and reschedules it; assigns two with pasted tracking numbers', async ({
  page,
  app,
}) => {
  const { shipments } = await packed(app, 'Orrell clinic', 3)
  const [{ id, number } = { id: '', number: '' }, ...others] = shipments
  await app.signIn(page, 'admin')
  await goTo(page, `${list}/${id}`)
  await expect(page.getByText('Not packed yet.')).toBeVisible()
  await expect(page.locator('main').getByText(/\b0 (pkg|kg)/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Assign carrier' }).click()
  await dialog(page).getByRole('button', { name: 'Assign carrier' }).click()
  await expect(dialog(page).getByText('Carrier is required').first()).toBeVisible()
  await dialog(page).getByLabel('Carrier').fill('Harbour Express')
  await dialog(page).getByLabel('Tracking number').fill('TRK-4711')
  await dialog(page).getByRole('button', { name: 'Assign carrier' }).click()
  await expect(page.getByText(`${number} assigned to Harbour Express`)).toBeVisible()
  await page.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(page.getByText(`${number} is on the way`)).toBeVisible()
  await expect(page.getByText('No packages recorded.')).toBeVisible()
  // The command palette finds the shipment by tracking number.
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('TRK-4711')
  await expect(page.getByRole('option', { name: new RegExp(number) })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Record failed delivery' }).click()
  await dialog(page).getByLabel('Reason').selectOption('Closed')
  await dialog(page).getByRole('button', { name: 'Record failed delivery' }).click()
  await expect(page.getByText('The delivery failed: closed')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Reschedule' }).click()
  await expect(page.locator('[data-page-header]').getByText('Ready for shipping', { exact: true })).toBeVisible()
  const shown = await app.api.do(shipmentsApi.getShipment, { params: { id } })
  expect(shown).toMatchObject({ attempt: 2, method: null })

  // Bulk assignment: pasting a column of tracking numbers fills all fields.
  await goTo(page, `${list}?q=orrell&planned=no&sort=number`)
  for (const one of others) await page.getByRole('checkbox', { name: one.number }).check()
  await page.getByRole('button', { name: 'Assign carrier' }).click()
  await dialog(page).getByLabel('Carrier', { exact: true }).fill('Harbour Express')
  await dialog(page).getByLabel(`Tracking number of ${others[0]?.number}`).focus()
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', 'TRK-1\r\nTRK-2\n')
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  })
  await expect(dialog(page).getByLabel(`Tracking number of ${others[1]?.number}`)).toHaveValue('TRK-2')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Assign carrier' }).click()
  await expect(page.getByText('2 shipments assigned to the carrier')).toBeVisible()
  const given = await Promise.all(others.map((one) => app.api.do(shipmentsApi.getShipment, { params: { id: one.id } })))
  expect(given.map(({ carrier, trackingNumber }) => [carrier, trackingNumber])).toEqual([
    ['Harbour Express', 'TRK-1'],
    ['Harbour Express', 'TRK-2'],
  ])
})

test('[SHP-02] delivery status shows the deliveries of the day live, with the proof of delivery', async ({
  page,
  app,
}) => {
  const driver = await driverOf(app)
  const { place, shipments } = await packed(app, 'Marlow hospital', 3)
  const route = await app.api.do(routesApi.createRoute, {
    body: {
      date: today,
      driverId: driver.userId,
      startId: place.warehouse.id,
      shipmentIds: shipments.slice(0, 2).map(({ id }) => id),
    },
  })
  await app.api.do(routesApi.startRoute, { params: { id: route.id }, body: {} })
  await app.signIn(page, 'admin')
  await goTo(page, '/logistics/delivery-status')
  await expect(page.getByRole('heading', { level: 1, name: 'Delivery status' })).toBeVisible()
  await expect(page.getByText(`${route.number}, driver under test`)).toBeVisible()
  await expect(page.getByText('In progress · 0 of 2 stops finished')).toBeVisible()
  await expectAccessible(page)

  // Position, delivery and failure sent by the phone show without a reload.
  await driver.do(driverApi.sendPositions, {
    body: { routeId: route.id, positions: [{ at: new Date().toISOString(), latitude: 51.49, longitude: -0.2 }] },
  })
  await expect(page.getByText('Last position')).toBeVisible()
  await expect(page.getByRole('button', { name: /driver under test/ })).toBeVisible()
  const phone = phoneOf(driver)
  const { data } = await driver.do(driverApi.getDriverRoute, { params: { id: route.id } })
  const [one, two] = data.driverStops
  await phone.send(deliveryOf(phone.make, route.id, one!))
  await expect(page.getByText('In progress · 1 of 2 stops finished')).toBeVisible()
  await page.getByRole('button', { name: `Proof of ${one?.shipment.number}` }).click()
  await expect(dialog(page).getByText('Dr Weiss').first()).toBeVisible()
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()
  await phone.send(phone.make('stop.fail', route.id, two!.id, { reason: 'CUSTOMER_ABSENT' }))
  const attention = page.getByRole('listitem').filter({ hasText: two!.shipment.number }).first()
  await expect(page.getByText('Needs attention')).toBeVisible()
  await expect(attention).toContainText('Customer absent')
  await page.getByRole('button', { name: 'Next day' }).click()
  await expect(page).toHaveURL(/date=/)
  await page.getByRole('button', { name: 'Today' }).click()
  await expect(page).toHaveURL('/logistics/delivery-status')
})

test('[SHP-01, SHP-02] shipping pages fit a phone, show an empty day and a server error, and are closed to users without permission', async ({
  page,
  app,
  expectConsole,
}) => {
  expectConsole.push(/500/)
  await packed(app, 'Tilbury clinic', 1)
  await app.signIn(page, 'admin')
  await page.setViewportSize({ width: 375, height: 800 })
  for (const path of [`${list}?q=tilbury`, '/logistics/delivery-status']) {
    await goTo(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    await expectAccessible(page, path)
  }
  await goTo(page, '/logistics/delivery-status?date=2001-01-01')
  await expect(page.getByText('No deliveries on 1 Jan 2001')).toBeVisible()
  await failUntilTriedAgain(page, '**/api/shipments?*', (call) =>
    call.fulfill({ status: 500, json: { error: 'Broken' } }),
  )
  await page.goto(list)
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('link', { name: /^SH-/ }).first()).toBeVisible()
  await app.signIn(page, 'sales_rep')
  await page.goto(list)
  await expect(page).not.toHaveURL(list)
})

test('[SHP-01, DASH-01] the dashboard counts only failed deliveries to resolve, the shipping list all failed deliveries', async ({
  page,
  app,
}) => {
  const { place, shipments } = await packed(app, 'Medway clinic', 2)
  for (const { id } of shipments) {
    await app.api.do(shipmentsApi.assignCarrier, { params: { id }, body: { carrier: 'DHL', trackingNumber: null } })
    await app.api.do(shipmentsApi.dispatchShipment, { params: { id }, body: {} })
    await app.api.do(shipmentsApi.failShipment, { params: { id }, body: { failureReason: 'CLOSED', note: null } })
  }
  // The goods of the second shipment are back in stock: nothing is left to resolve.
  const { returns } = await app.api.do(shipmentsApi.checkInShipment, {
    params: { id: shipments[1]?.id ?? '' },
    body: { note: null },
  })
  const back = await app.api.do(returnsApi.getReturn, { params: { id: returns[0]?.id ?? '' } })
  await app.signIn(page, 'admin')
  await goTo(page, `${list}/${shipments[1]?.id}`)
  await expect(page.getByText(`Return ${back.number} was requested`)).toBeVisible()
  await expect(page.getByText('Reschedule it for another attempt')).toHaveCount(0)
  await completeReturn(app.api, back, [{ disposition: 'restock', quantity: 10 }], place.warehouse.id)
  await expect(page.getByText('The goods have been returned.')).toBeVisible()
  const count = async (query: object) =>
    (await app.api.do(shipmentsApi.listShipments, { query: { status: 'FAILED_DELIVERY', ...query } })).total
  const [all, open] = [await count({}), await count({ order: 'open' })]
  expect(all).toBeGreaterThan(open)

  await goTo(page, list)
  const statuses = page.getByRole('group', { name: 'Status' })
  await expect(statuses.getByRole('button', { name: /^Failed delivery/ })).toHaveText(`Failed delivery${all}`)
  await goTo(page, '/crm/dashboard')
  const tasks = page.locator('section[data-card]', { has: page.getByRole('heading', { name: 'Today' }) })
  const tile = tasks.getByRole('link', { name: /ailed/ })
  await expect(tile).toContainText('Failed deliveries to resolve')
  await expect(tile).toContainText(String(open))
  await expect(tile).toContainText(/Oldest: (just now|\d+ min)/)
  await tile.click()
  await expect(page.getByRole('link', { name: /^SH-/ })).toHaveCount(open)
})
