import type { Page } from '@playwright/test'
import { crmApi } from '#shared/crm/partners/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { paths } from '#web/paths.ts'
import { addAccount, addPlace, addProduct } from '#test/builders.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { withoutLiveUpdates } from './people.ts'
import { failUntilTriedAgain } from '#test/e2e/failing-calls.ts'

const nobody = '01900000-0000-7000-8000-000000000404'

/** Paths with an id that are not record pages of the office app. */
const others = new Set([
  'driverRoute',
  'portalOf',
  'unsubscribe',
  'unsubscribeReport',
  'unsubscribeDigest',
  'report',
  'reportRecords',
])
const pagesOf = (id: string) =>
  Object.entries(paths).flatMap(([name, path]) =>
    typeof path === 'function' && !others.has(name) ? [{ name, path: path(id) }] : [],
  )

/** Navigates as a link would: the page isn't loaded again. */
const goTo = (page: Page, path: string) =>
  page.evaluate((to) => {
    const at = (history.state as { idx?: number } | null)?.idx ?? 0
    history.pushState({ usr: null, key: String(at), idx: at + 1 }, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

test('[UI-02] every record page says if its record is missing, forbidden or failed to load, and offers Try again', async ({
  page,
  app,
}) => {
  await withoutLiveUpdates(page)
  await app.signIn(page, 'admin')
  await page.goto(paths.settings)
  const main = page.getByRole('main')
  const notThere = main.getByText(/^There is no such [a-z ]+$/)
  const backToAll = main.getByRole('link', { name: /^Go to / })
  for (const [at, { name, path }] of pagesOf(nobody).entries()) {
    await test.step(name, async () => {
      // A status that queries don't retry automatically.
      await failUntilTriedAgain(page, `**/api/**/${nobody}**`, (route) =>
        route.fulfill({ status: 429, json: { error: `Too busy for ${name}.` } }),
      )
      await goTo(page, path)
      const failed = main.getByRole('alert').filter({ hasText: `Too busy for ${name}.` })
      await expect(failed.first()).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await failed.first().getByRole('button', { name: 'Try again' }).click()
      await expect(notThere).toBeVisible()
      await expect(backToAll).toBeVisible()
      if (at === 0) await expectAccessible(page, path)
    })
  }
  await page.route(`**/api/**/${nobody}**`, (route) => route.fulfill({ status: 403, json: { error: 'Not for you.' } }))
  await page.goto(paths.settings)
  // A refused request has its message in the same place; tested on three pages only, as each takes a second.
  for (const { name, path } of pagesOf(nobody).filter((one) => ['order', 'product', 'supplier'].includes(one.name))) {
    await test.step(`${name}, refused`, async () => {
      await goTo(page, path)
      await expect(main.getByText(/^You can't view this [a-z ]+$/)).toBeVisible()
      await expect(main.getByText(/^Ask an administrator for permission to /)).toBeVisible()
    })
  }
})

test('[UI-02] a record that the server can’t compute (422) shows the error, not that the record is missing', async ({
  page,
  app,
}) => {
  const { warehouse } = await addPlace(app.api)
  await app.signIn(page, 'admin')
  await page.goto(paths.settings)
  const error = 'A number or a calculated total is too large.'
  await failUntilTriedAgain(page, `**/api/locations/${warehouse.id}`, (route) =>
    route.fulfill({ status: 422, json: { error, code: 'INVALID' } }),
  )
  await goTo(page, paths.location(warehouse.id))
  const alert = page.getByRole('main').getByRole('alert').filter({ hasText: error })
  await expect(alert).toContainText('This location could not be loaded')
  await expect(page.getByText(/There is no such/)).toHaveCount(0)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: warehouse.name })).toBeVisible()
})

test('[UI-02] a record deleted elsewhere says so where it is open, and an open form keeps the typed values', async ({
  page,
  app,
}) => {
  await app.signIn(page, 'admin')
  const account = await addAccount(app.api, { name: 'Harbour Clinic' })
  await page.goto(paths.customer(account.id))
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour Clinic' })).toBeVisible()
  await app.api.do(crmApi.deleteAccount, { params: { id: account.id } })
  await expect(page.getByText('This customer has been deleted')).toBeVisible()
  await page.getByRole('link', { name: 'Go to customers' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible()

  const product = await addProduct(app.api, await addPlace(app.api), { name: 'Gauze swab' })
  await page.goto(paths.productEdit(product.id))
  await page.getByLabel('Name', { exact: true }).fill('Gauze swab, sterile')
  await app.api.do(inventoryApi.deleteProduct, { params: { id: product.id } })
  await expect(page.getByText('This product has been deleted')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Gauze swab, sterile')
})
