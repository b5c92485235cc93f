import type { Page } from '@playwright/test'
import { salesApi } from '#shared/sales/orders/api.ts'
import { paths } from '#web/paths.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { failUntilTriedAgain } from '#test/e2e/failing-calls.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'
import { withoutLiveUpdates } from '#test/e2e/people.ts'

const toasts = (page: Page) => page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('[UI-02] [SHELL-03] related pages link returns, accounts, attributes, imports and the integrity check; the menu marks the area', async ({
  page,
  app,
}) => {
  await app.signIn(page, 'admin')
  const ways = [
    [paths.orders, 'Returns', 'Returns', 'Sales Orders'],
    [paths.customers, 'Accounts overview', /./, 'Customer List'],
    [paths.products, 'Attributes', 'Attributes', 'Inventory List'],
    [paths.settings, 'Open imports', /Import/, null],
    [paths.settings, 'View results', 'Data integrity check', null],
  ] as const
  await goTo(page, paths.profile)
  for (const [from, link, title, area] of ways) {
    await goTo(page, from)
    await page.getByRole('main').getByRole('link', { name: link, exact: true }).click()
    await expect(page).not.toHaveURL(new RegExp(`${from}$`))
    await expect(heading(page)).toHaveText(title)
    const here = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]')
    await expect(here).toHaveText(area ? [area] : [])
    // A page that is a tab of the inventory shows the tabs.
    if (link === 'Attributes')
      await expect(page.getByRole('navigation', { name: 'Inventory' }).locator('[aria-current=page]')).toHaveText(link)
  }
})

test('[HTTP-03] an outage shows a single toast, beside tutorials, which disappears once requests succeed', async ({
  page,
  app,
}) => {
  await withoutLiveUpdates(page)
  await app.signIn(page, 'admin')
  await goTo(page, paths.customers)
  await expect(heading(page)).toHaveText('Customers')
  // Several requests of one page fail at once, and again on the next page.
  await page.route('**/api/**', (route) => route.abort())
  await page.getByRole('link', { name: 'Sales Orders' }).click()
  await expect(toasts(page)).toHaveText(['Network error. Check your connection.'])
  await page.getByRole('link', { name: 'Invoices' }).click()
  await expect(heading(page)).toHaveText('Invoices')
  await expect(toasts(page)).toHaveCount(1)
  // A toast never covers a tutorial.
  await page.getByRole('button', { name: /^Help: / }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  const isCovered = () =>
    page.evaluate(() => {
      const [notice, tutorial] = ['[data-sonner-toast]', '[role=dialog]'].map((found) =>
        document.querySelector(found)?.getBoundingClientRect(),
      )
      return notice && tutorial && notice.right > tutorial.left && notice.bottom > tutorial.top
    })
  await expect(toasts(page)).toHaveCount(1)
  await expect.poll(isCovered).toBe(false)
  await page.keyboard.press('Escape')
  await page.unroute('**/api/**')
  await expect(toasts(page)).toHaveCount(0, { timeout: 15_000 })
})

test('[HTTP-06] a response that isn’t JSON is not cached: the next attempt shows the record', async ({ page, app }) => {
  const place = await addPlace(app.api)
  const product = await addProduct(app.api, place, { name: 'Half an answer' })
  await app.signIn(page, 'admin')
  // An HTML page of a proxy, with a status of success.
  const address = `**/api/products/${product.id}`
  await failUntilTriedAgain(page, address, (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Proxy</h1>' }),
  )
  await page.goto(paths.product(product.id))
  // The retry is announced in the place of the record.
  await expect(page.getByRole('main').getByText('Couldn’t load. Trying again …')).toBeVisible()
  const retry = page.getByRole('main').getByRole('button', { name: 'Try again' })
  await expect(retry).toBeVisible({ timeout: 20_000 })
  await retry.click()
  await expect(heading(page)).toContainText('Half an answer')
})

test('[UI-02] date fields show the same format as other dates, accept keyboard input and follow values set by script', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const product = await addProduct(app.api, place, { name: 'Dated gauze' })
  const account = await addAccount(app.api, { name: 'Dated clinic' })
  const order = await addOrder(app.api, account.id, [[product.id, 1]])
  await app.signIn(page, 'admin')
  await goTo(page, paths.orderEdit(order.id))
  const field = page.getByLabel('Requested date')
  const shown = field.locator('xpath=following-sibling::*[@data-day-shown]')
  await expect(shown).toHaveText('dd mmm yyyy')
  await field.fill('2026-12-24')
  await field.focus()
  await expect(shown).toBeHidden()
  // Moves the focus away from the calendar icon and the date segments.
  await page.getByRole('button', { name: 'Save changes' }).focus()
  await expect(shown).toHaveText('24 Dec 2026')
  await expect(shown).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page).not.toHaveURL(/edit/)
  const saved = await app.api.do(salesApi.getOrder, { params: { id: order.id } })
  expect(JSON.stringify(saved)).toContain('2026-12-24')
})
