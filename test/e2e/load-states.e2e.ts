import type { Page, Route } from '@playwright/test'
import { crmApi } from '#shared/crm/partners/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { sql } from 'kysely'
import { roleDefaults } from '#shared/access/roles.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { vehiclesApi } from '#shared/logistics/routes/vehicles-api.ts'
import { paths } from '#web/paths.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { addLots } from '#test/lots.ts'
import { addSession } from '#test/sessions.ts'
import { expect, test } from './fixtures.ts'
import { goTo } from './inside-the-app.ts'
import { withoutLiveUpdates } from './people.ts'
import { failUntilTriedAgain } from '#test/e2e/failing-calls.ts'

/* What pages other than lists show while their request fails and is retried. */

const failing = (page: Page) =>
  page.getByRole('main').getByRole('status').filter({ hasText: 'Couldn’t load. Trying again …' })
const broken = { status: 503, json: { error: 'Being repaired.' } }
/** A status that is not retried automatically. */
const busy = { status: 429, json: { error: 'Too busy.' } }
/** Position and size of each card. */
const cards = (page: Page) =>
  page.locator('main [data-card]').evaluateAll((all) =>
    all.map((card) => {
      const { x, y, width, height } = card.getBoundingClientRect()
      return [x, y + scrollY, width, height].map(Math.round)
    }),
  )

test.use({ ownCompany: 'load states' })

test.beforeEach(async ({ page, app }) => {
  const gloves = await addProduct(app.api, await addPlace(app.api), { quantity: 5, reorderPoint: 20 })
  await addOrder(app.api, (await addAccount(app.api)).id, [[gloves.id, 1]])
  await withoutLiveUpdates(page)
  await app.signIn(page, 'admin')
})

for (const [name, path, requested, shown] of [
  ['the reorder page', paths.reorder, '**/api/reorder?*', 'Print'],
  ['the expiry radar', paths.expiryRadar, '**/api/expiry-radar*', 'No lot is at risk'],
  ['the sales reports', paths.salesReports, '**/api/reports/sales?*', 'No chart data for this period'],
  ['the trial balance', `${paths.journal}?tab=balance`, '**/api/journal/trial-balance*', '1400 Inventory'],
  ['the margin', '/reports/margin', '**/api/reports/margin?*', 'No chart data for this period'],
  ['the inventory reports', paths.inventoryReports, '**/api/reports/stock*', /before the period$/],
] as const)
  test(`[UI-02] (L13) ${name} says that loading failed while the request is retried`, async ({ page }) => {
    await page.route(requested, (route) => route.fulfill(broken))
    await page.goto(path)
    await expect(failing(page).first()).toBeVisible()
    // The next retry loads it.
    await page.unroute(requested)
    await expect(page.getByText(shown).first()).toBeVisible()
    await expect(failing(page)).toHaveCount(0)
  })

for (const width of [1280, 375])
  test(`[DASH-01] (L13) dashboard cards that fail to load say so, keep their place and leave other cards alone, at ${width} px`, async ({
    page,
  }) => {
    const requested = /\/api\/(dashboard(\?|$)|lots\/expiring)/
    let fail = () => {}
    const held = new Promise<void>((done) => (fail = done))
    await page.route(requested, async (route) => {
      await held
      await route.fulfill(broken)
    })
    await page.setViewportSize({ width, height: 812 })
    await page.goto(paths.dashboard)
    await expect(page.getByRole('heading', { name: 'Expiring stock' })).toBeVisible()
    await expect(page.getByRole('link', { name: /Orders to confirm/ })).toBeVisible()
    const before = await cards(page)
    fail()
    // One for the figures, which share one request, and one for the expiring stock.
    await expect(failing(page)).toHaveCount(2)
    expect(await cards(page)).toEqual(before)
    await expect(page.getByRole('link', { name: /Orders to confirm/ })).toBeVisible()
    await expect(failing(page).getByRole('button', { name: 'Try again' })).toHaveCount(2)
    await page.unroute(requested)
    await expect(page.getByText(/orders? at present/)).toBeVisible()
    await expect(failing(page)).toHaveCount(0)
  })

test('[DASH-01] (L13) figures stay when refreshing them fails, and say that they are for the previous selection', async ({
  page,
}) => {
  await page.goto(paths.dashboard)
  await expect(page.getByText(/orders? at present/)).toBeVisible()
  await page.route('**/api/dashboard?*', (route) => route.fulfill(broken))
  await page.getByRole('button', { name: '90 days' }).click()
  await expect(failing(page)).toContainText('These figures are for the previous selection.')
  await expect(page.getByText(/orders? at present/)).toBeVisible()
})

test('[UI-02] (L13) a card that is still loading after three seconds says so', async ({ page, app }) => {
  const account = await addAccount(app.api)
  let letGo = () => {}
  const held = new Promise<void>((done) => (letGo = done))
  await page.route(/\/api\/accounts\/[^/]+\/(balance|contacts)/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(paths.customer(account.id))
  const waiting = page.locator('main .still-loading').first()
  await expect(waiting).toBeVisible()
  const shownText = () =>
    waiting.evaluate((one) => {
      const { content, visibility } = getComputedStyle(one, '::after')
      return visibility === 'visible' ? content : ''
    })
  expect(await shownText()).toBe('')
  await expect.poll(shownText).toContain('Still loading')
  letGo()
  await expect(page.locator('main .still-loading')).toHaveCount(0)
})

test('[UI-02] (L13) invoice totals, email log and dialogs say which data failed to load; Try again loads it', async ({
  page,
  app,
}) => {
  const gloves = await addProduct(app.api, await addPlace(app.api), { quantity: 5 })
  const { id } = await addOrder(app.api, (await addAccount(app.api, { email: 'pay@hospital.example' })).id, [
    [gloves.id, 1],
  ])
  await app.api.do(salesApi.confirm, { params: { id }, body: {} })
  await failUntilTriedAgain(page, '**/api/invoices/ageing*', (route) => route.fulfill(broken))
  await page.goto(paths.invoices)
  const totals = page.getByRole('group', { name: 'Balance due by age' })
  await expect(totals.getByRole('alert')).toContainText('The totals could not be loaded.')
  await totals.getByRole('button', { name: 'Try again' }).click()
  await expect(totals.getByRole('button', { name: /^Not due/ })).toBeVisible()
  await expect(totals.getByRole('alert')).toHaveCount(0)
  // If the email log fails to load, no first reminder is offered.
  const [invoice] = (await app.api.do(invoicingApi.listInvoices, { query: { limit: 1 } })).data
  await sql`update invoices set due_date = '2020-01-01' where id = ${invoice?.id}`.execute(app.database.db)
  await failUntilTriedAgain(page, '**/api/invoices/*/mails', (route) => route.fulfill(busy))
  await goTo(page, paths.invoice(invoice?.id ?? ''))
  const log = page.getByRole('alert').filter({ hasText: 'Email log could not be loaded' })
  await expect(log).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remind now' })).toHaveCount(0)
  await log.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Remind now' })).toBeVisible()
  // Dialogs open at once and say which data is missing.
  const lacking = /\/api\/(period-lock|accounts\/[^/]+\/balance)/
  await page.route(lacking, (route) => route.fulfill(busy))
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Record payment' }).click()
  await expect(dialog.getByText('Closed periods could not be loaded.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('main').getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog.getByText('The email address could not be loaded.')).toBeVisible()
  await page.unroute(lacking)
  // While the address is loading, sending is disabled; otherwise an early click would fail for a missing address.
  const requested = Promise.withResolvers<Route>()
  await page.route(lacking, requested.resolve, { times: 1 })
  await dialog.getByRole('button', { name: 'Try again' }).click()
  const late = await requested.promise
  await expect(dialog.getByRole('button', { name: 'Keep in email log' })).toBeDisabled()
  await late.continue()
  await expect(dialog.getByRole('button', { name: 'Keep in email log' })).toBeEnabled()
  await expect(dialog.getByLabel('To', { exact: true })).toHaveValue('pay@hospital.example')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
})

/** Secondary data that pages request beside their rows or their record. */
const sideReads =
  /\/api\/(list-views|categories|attributes|locations|vehicles|drivers|account-owners|account-labels|chains\/|deleted-items\/people|saved-reports|opportunities\/sums|lots\/expiring|[a-z-]+\/status-counts|[a-z-]+\/[^/?]+\/(neighbours|messages))/

test('[UI-02] (L13) pages name every secondary part that failed to load instead of leaving it out; “Try again” loads it', async ({
  page,
  app,
}) => {
  const { product } = await addLots(app.api, await addPlace(app.api), [['A-1', 5, 10]])
  const order = await addOrder(app.api, (await addAccount(app.api)).id, [[product.id, 1]])
  const other = await app.api.do(crmApi.createSupplier, { body: { name: 'Another supplier' } })
  const missing = page.getByRole('main').getByRole('status').filter({ hasText: 'Couldn’t load ' })
  await page.goto(paths.notifications)
  await failUntilTriedAgain(page, sideReads, (route) => route.fulfill(busy))
  for (const [path, ...parts] of [
    [paths.products, 'saved views', 'categories', 'attributes'],
    [paths.lots, 'locations'],
    [paths.orders, 'counts'],
    [paths.customers, 'labels', 'owners'],
    [paths.opportunities, 'figures', 'owners'],
    [paths.shipping, 'counts', 'drivers'],
    [paths.routes, 'counts', 'drivers', 'vehicles'],
    [paths.deletedItems, 'who deleted items'],
    [paths.salesReports, 'saved reports'],
    [paths.order(order.id), 'related records', 'messages', 'the previous and the next order'],
  ] as const)
    await test.step(path, async () => {
      await goTo(page, path)
      for (const part of parts) await expect(missing, path).toContainText(part)
      if (path === paths.lots) await expect(page.getByText('The totals could not be loaded.').first()).toBeVisible()
    })
  await missing.getByRole('button', { name: 'Try again' }).click()
  await expect(missing).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Messages' })).toBeVisible()
  // The form of a new product also says that its usual values failed to load; values typed or chosen before they load
  // stay.
  const usual = '**/api/products?limit=1&sort=-updatedAt'
  await failUntilTriedAgain(page, usual, (route) => route.fulfill(busy))
  await goTo(page, paths.productNew)
  await expect(missing).toContainText('the usual category, supplier and warehouse')
  await page.getByLabel('Name', { exact: true }).fill('Gauze')
  const supplier = page.getByRole('combobox', { name: 'Supplier' })
  await supplier.fill(other.name)
  await page.getByRole('option', { name: other.name }).click()
  await missing.getByRole('button', { name: 'Try again' }).click()
  await expect(missing).toHaveCount(0)
  const category = page.getByRole('combobox', { name: 'Category' })
  await expect(category).toHaveValue(product.category ?? '')
  await expect(supplier).toHaveValue(other.name)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Gauze')
  // The late values are those that Discard restores; they don't count as unsaved changes.
  const discard = page.getByRole('main').getByRole('button', { name: 'Discard', exact: true })
  await discard.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
  await expect(category).toHaveValue(product.category ?? '')
  await expect(supplier).toHaveValue(product.supplier?.name ?? '')
  await expect(discard).toBeDisabled()
})

test('[RTE-01] (L13) the route form shows its driver, vehicle and start, and no “None”, when the choices fail to load', async ({
  page,
  app,
}) => {
  const { warehouse } = await addPlace(app.api)
  await sql`update locations set latitude = 51.5, longitude = 0 where id = ${warehouse.id}`.execute(app.database.db)
  const { userId } = await addSession(app.database, 'driver', roleDefaults.driver)
  const van = await app.api.do(vehiclesApi.createVehicle, { body: { name: 'Blue van', hasColdBox: false } })
  const route = await app.api.do(routesApi.createRoute, {
    body: { date: '2028-02-01', driverId: userId, startId: warehouse.id, vehicleId: van.id },
  })
  // Live updates could reload the choices on reconnecting, before the buttons are pressed.
  await withoutLiveUpdates(page)
  const requested = /\/api\/(drivers|vehicles|locations)(\?|$)/
  await page.route(requested, (one) => one.fulfill(busy))
  await page.goto(paths.routeEdit(route.id))
  const main = page.getByRole('main')
  const chosen = (label: string) => main.getByLabel(label, { exact: true }).locator('option:checked')
  await expect(chosen('Vehicle')).toHaveText('Blue van')
  await expect(chosen('Driver')).toHaveText(route.driver.name)
  await expect(chosen('Start')).toHaveText(warehouse.name)
  await expect(main.getByText('Not set')).toHaveCount(0)
  const failed = main.getByRole('alert').filter({ hasText: 'The choices could not be loaded.' })
  await expect(failed).toHaveCount(3)
  await page.unroute(requested)
  for (const left of [3, 2, 1]) {
    await failed.first().getByRole('button', { name: 'Try again' }).click()
    await expect(failed).toHaveCount(left - 1)
  }
  await expect(chosen('Vehicle')).toHaveText('Blue van')
  await expect(main.getByLabel('Vehicle', { exact: true }).getByRole('option', { name: 'None' })).toHaveCount(1)
})

test('[HTTP-04] a failed export says why, and a later one downloads under its name; row actions say when their record fails to load', async ({
  page,
  app,
}) => {
  const notice = (text: string) => page.getByRole('region', { name: /^Notifications/ }).getByText(text, { exact: true })
  await addProduct(app.api, await addPlace(app.api), { quantity: 5 })
  // Set before the list loads, because hovering a row requests its record.
  const record = /\/api\/products\/[0-9a-f-]+$/
  await failUntilTriedAgain(page, record, (route) => route.fulfill(busy))
  await page.goto(paths.products)
  const exportCsv = async () => {
    await page.getByRole('main').getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('menuitem', { name: 'CSV, all columns' }).click()
  }
  const requested = /\/api\/exports\/products/
  await page.route(requested, (route) => route.fulfill(broken))
  await exportCsv()
  await expect(notice('Being repaired.')).toBeVisible()
  await page.unroute(requested)
  const file = page.waitForEvent('download')
  await exportCsv()
  expect((await file).suggestedFilename()).toBe('products.csv')
  // Row actions also say so if the rest of the record fails to load.
  const choose = async (name: string) => {
    await page
      .getByRole('button', { name: /^Actions for / })
      .first()
      .click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await choose('Delete')
  await expect(page.getByRole('alertdialog', { name: /^Delete .*\?$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await choose('Add stock')
  const dialog = page.getByRole('dialog', { name: 'Add stock' })
  await expect(dialog.getByText('The product could not be loaded')).toBeVisible()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByLabel('Quantity')).toBeVisible()
})
