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

test('[UI-02] [SHELL-03] returns, accounts, attributes, imports and the integrity check are linked where one looks, and the menu shows the area', async ({
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

test('[HTTP-03] one outage is told once, in one corner, and the notice goes by itself once answers come', async ({
  page,
  app,
}) => {
  await withoutLiveUpdates(page)
  await app.signIn(page, 'admin')
  await goTo(page, paths.customers)
  await expect(heading(page)).toHaveText('Customers')
  // Several calls of one page fail at once, and again on the next page.
  await page.route('**/api/**', (route) => route.abort())
  await page.getByRole('link', { name: 'Sales Orders' }).click()
  await expect(toasts(page)).toHaveText(['Network error. Check your connection.'])
  await page.getByRole('link', { name: 'Invoices' }).click()
  await expect(heading(page)).toHaveText('Invoices')
  await expect(toasts(page)).toHaveCount(1)
  // A notice never lies over a tutorial.
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

test('[HTTP-06] what is no answer is not kept: the next try shows the record', async ({ page, app }) => {
  const place = await addPlace(app.api)
  const product = await addProduct(app.api, place, { name: 'Half an answer' })
  await app.signIn(page, 'admin')
  // A page of a proxy, with a status that says all is well.
  const address = `**/api/products/${product.id}`
  await failUntilTriedAgain(page, address, (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Proxy</h1>' }),
  )
  await page.goto(paths.product(product.id))
  // That it is tried again is said where the record will stand.
  await expect(page.getByRole('main').getByText('Couldn’t load. Trying again …')).toBeVisible()
  const retry = page.getByRole('main').getByRole('button', { name: 'Try again' })
  await expect(retry).toBeVisible({ timeout: 20_000 })
  await retry.click()
  await expect(heading(page)).toContainText('Half an answer')
})

test('[UI-02] dates in forms read as everywhere, are typed by the keyboard, and follow what a program sets', async ({
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
  // Back from the icon and the segments of the day.
  await page.getByRole('button', { name: 'Save changes' }).focus()
  await expect(shown).toHaveText('24 Dec 2026')
  await expect(shown).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page).not.toHaveURL(/edit/)
  const saved = await app.api.do(salesApi.getOrder, { params: { id: order.id } })
  expect(JSON.stringify(saved)).toContain('2026-12-24')
})
