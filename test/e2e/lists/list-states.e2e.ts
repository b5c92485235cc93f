import type { Locator, Page } from '@playwright/test'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { paths } from '#web/paths.ts'
import { addAccount } from '#test/builders.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'
import { withoutLiveUpdates } from '#test/e2e/people.ts'
import { listPages } from './list-pages.ts'

/* States of a list: empty, failing to load, and showing the rows of the previous search. */

const calls = /\/api\/accounts\?/
const table = (page: Page) => page.getByRole('table', { name: 'Customers' })
const failing = (page: Page) => page.getByRole('status').filter({ hasText: 'Couldn’t load. Trying again …' })

/** Advances the paused clock in small steps until the element is visible. */
const until = (page: Page, what: Locator) =>
  expect
    .poll(async () => {
      await page.clock.runFor(10)
      return what.isVisible()
    })
    .toBe(true)

test.use({ ownCompany: 'list states' })

test('[UI-02] (L12) an empty list shows only its empty state, with at most one primary action and no toolbar; so does the reorder page', async ({
  page,
  app,
}) => {
  test.setTimeout(120_000)
  await app.signIn(page, 'admin')
  const wrong: string[] = []
  const empty: string[] = []
  await goTo(page, paths.profile)
  for (const [name, path] of Object.entries(listPages)) {
    await goTo(page, path)
    const state = page.locator('main [data-list] > [data-empty]')
    await expect(state.or(page.locator('main [data-row]')).filter({ visible: true }).first(), path).toBeVisible()
    if (!(await state.isVisible())) continue
    empty.push(name)
    if (await page.locator('main [data-filter-bar]').isVisible()) wrong.push(`${name} shows its toolbar`)
    if (await page.getByRole('main').getByRole('group', { name: 'Status' }).isVisible())
      wrong.push(`${name} shows its statuses`)
    const primary = page.locator('main :is(button, a).bg-accent').filter({ visible: true })
    if ((await primary.count()) > 1) wrong.push(`${name} shows ${(await primary.allInnerTexts()).join(' and ')}`)
  }
  expect(wrong).toEqual([])
  expect(empty).toEqual(expect.arrayContaining(['orders', 'invoices', 'estimates', 'products', 'customers', 'lots']))
  expect(empty.length).toBeGreaterThan(20)
  // [PO-01] Nothing to order is not the same as no match.
  await goTo(page, paths.reorder)
  await expect(page.getByRole('main')).toContainText(
    /Nothing to reorderNo item is below its reorder point or will be within its lead time and 30 days more\./,
  )
  await expect(page.getByRole('main').getByRole('combobox')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to the inventory' }).click()
  await expect(page).toHaveURL(paths.products)
})

test('[UI-02] (L2, L12) changing a search without results shows no empty state while loading and keeps the focus in the search field', async ({
  page,
  app,
}) => {
  await addAccount(app.api, { name: 'Harbour clinic' })
  await app.signIn(page, 'admin')
  await goTo(page, '/crm/customers')
  await expect(table(page).getByText('Harbour clinic')).toBeVisible()
  const search = page.getByRole('searchbox', { name: 'Search customers' })
  await search.fill('nobody of that name')
  await expect(page.getByText('No customers match')).toBeVisible()
  let letGo = () => {}
  const held = new Promise<void>((done) => (letGo = done))
  await page.route(calls, async (route) => {
    await held
    await route.continue()
  })
  // Another search term, because the unfiltered list is in the cache.
  await search.fill('Harbour')
  await expect(table(page)).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByText('No customers match')).toHaveCount(0)
  await expect(page.getByText('No customers yet')).toHaveCount(0)
  await expect(search).toBeFocused()
  letGo()
  await expect(table(page).getByText('Harbour clinic')).toBeVisible()
})

test('[UI-02] (L13) a list whose request fails shows after the first failure that it retries; “Try again” retries at once', async ({
  page,
  app,
}) => {
  await app.api.do(inventoryApi.createCategory, { body: { name: 'Quay bandages' } })
  const rows = page.getByRole('table', { name: 'Categories' })
  const categoriesCall = '**/api/categories*'
  await withoutLiveUpdates(page)
  await page.clock.install()
  await app.signIn(page, 'admin')
  let count = 0
  await page.route(categoriesCall, (route) => {
    count += 1
    return route.fulfill({ status: 503, json: { error: 'Being repaired.' } })
  })
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  // The clock advances so little that no automatic retry starts.
  await page.getByRole('link', { name: 'Categories' }).press('Enter')
  await until(page, failing(page))
  await failing(page).getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => count).toBe(2)
  await until(page, failing(page))
  await page.unroute(categoriesCall)
  await failing(page).getByRole('button', { name: 'Try again' }).click()
  await until(page, rows.getByText('Quay bandages'))
  await expect(failing(page)).toHaveCount(0)
})

test('[UI-02] (L2, L13) an offline search marks the rows as those of the previous search, then shows the error; a page not yet loaded waits', async ({
  page,
  app,
  context,
}) => {
  await addAccount(app.api, { name: 'Pier clinic' })
  await addAccount(app.api, { name: 'Lagoon clinic' })
  await withoutLiveUpdates(page)
  await app.signIn(page, 'admin')
  await goTo(page, '/crm/customers?q=Pier')
  await expect(table(page).getByText('Pier clinic')).toBeVisible()
  await expect(page.getByText('1 result', { exact: true })).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('searchbox', { name: 'Search customers' }).fill('Lagoon')
  await expect(failing(page)).toContainText('These rows are from your previous search.')
  await expect(table(page)).toHaveCSS('filter', 'grayscale(1)')
  await expectAccessible(page)
  await expect(page.getByText('1 result', { exact: true })).toHaveCount(0)
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('Customers could not be loaded', { timeout: 20_000 })
  await expect(page.getByText('Pier clinic')).toHaveCount(0)
  // Going online loads the rows without user action.
  await context.setOffline(false)
  await expect(table(page).getByText('Lagoon clinic')).toBeVisible()
  // A page whose script is not loaded yet opens when online again; until then the previous page stays.
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Supplier List' }).click()
  await expect(page.getByText('Loading page...')).toBeVisible()
  await page.waitForTimeout(1000)
  await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Suppliers' })).toBeVisible()
})
