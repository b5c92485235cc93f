import type { Page } from '@playwright/test'
import { salesApi } from '#shared/sales/orders/api.ts'
import { paths } from '#web/paths.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { expect, test } from './fixtures.ts'
import { withoutLiveUpdates } from './people.ts'

/* What pages that are no lists show while what they read fails and is tried again. */

const failing = (page: Page) =>
  page.getByRole('main').getByRole('status').filter({ hasText: 'Couldn’t load. Trying again …' })
const broken = { status: 503, json: { error: 'Being repaired.' } }
/** Where each card stands, and how large it is. */
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
  test(`[UI-02] (L13) ${name} says while its read is tried again that it could not be loaded`, async ({ page }) => {
    await page.route(requested, (route) => route.fulfill(broken))
    await page.goto(path)
    await expect(failing(page).first()).toBeVisible()
    // The next try brings it.
    await page.unroute(requested)
    await expect(page.getByText(shown).first()).toBeVisible()
    await expect(failing(page)).toHaveCount(0)
  })

for (const width of [1280, 375])
  test(`[DASH-01] (L13) cards of the dashboard that fail say so, keep their place and leave the others alone, at ${width} px`, async ({
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
    // One for the figures, which are one answer, and one for the expiring stock.
    await expect(failing(page)).toHaveCount(2)
    expect(await cards(page)).toEqual(before)
    await expect(page.getByRole('link', { name: /Orders to confirm/ })).toBeVisible()
    await expect(failing(page).getByRole('button', { name: 'Try again' })).toHaveCount(2)
    await page.unroute(requested)
    await expect(page.getByText(/orders? at present/)).toBeVisible()
    await expect(failing(page)).toHaveCount(0)
  })

test('[DASH-01] (L13) figures that could not be refreshed stay, and say so', async ({ page }) => {
  await page.goto(paths.dashboard)
  await expect(page.getByText(/orders? at present/)).toBeVisible()
  await page.route('**/api/dashboard?*', (route) => route.fulfill(broken))
  await page.getByRole('button', { name: '90 days' }).click()
  await expect(failing(page)).toContainText('These figures are for the previous selection.')
  await expect(page.getByText(/orders? at present/)).toBeVisible()
})

test('[UI-02] (L13) a card that is still being loaded after three seconds says so', async ({ page, app }) => {
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

test('[UI-02] (L13) totals of invoices that could not be loaded say so, and come with Retry', async ({ page, app }) => {
  const gloves = await addProduct(app.api, await addPlace(app.api), { quantity: 5 })
  const { id } = await addOrder(app.api, (await addAccount(app.api)).id, [[gloves.id, 1]])
  await app.api.do(salesApi.confirm, { params: { id }, body: {} })
  await page.route('**/api/invoices/ageing*', (route) => route.fulfill(broken))
  await page.goto(paths.invoices)
  const totals = page.getByRole('group', { name: 'Balance due by age' })
  await expect(totals.getByRole('alert')).toContainText('The totals could not be loaded.')
  await page.unroute('**/api/invoices/ageing*')
  await totals.getByRole('button', { name: 'Retry' }).click()
  await expect(totals.getByRole('button', { name: /^Not due/ })).toBeVisible()
  await expect(totals.getByRole('alert')).toHaveCount(0)
})
