import { estimatesApi } from '#shared/sales/estimates/api.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { inDays } from '#test/lots.ts'
import { paths } from '#web/paths.ts'
import { expect, test } from './fixtures.ts'

test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true })

test('[UI-02] the button that clears a search field is a 40 px touch target and doesn’t make the field higher', async ({
  page,
  app,
}) => {
  await addProduct(app.api, await addPlace(app.api), { name: 'Gloves to find' })
  await app.signIn(page, 'admin')
  await page.goto(paths.products)
  const search = page.getByRole('main').getByRole('searchbox')
  await search.fill('gloves')
  const cross = page.getByRole('main').getByRole('button', { name: 'Clear search' })
  await expect(page.getByRole('link', { name: 'Gloves to find' }).first()).toBeVisible()
  const { x, y, width, height } = (await cross.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  expect(Math.min(width, height), `${width} by ${height}`).toBeGreaterThanOrEqual(40)
  // The field is not higher because of it, and a tap on the button's edge clears the field.
  expect((await search.boundingBox())?.height).toBeLessThanOrEqual(42)
  await page.touchscreen.tap(x + 2, y + 20)
  await expect(search).toHaveValue('')
})

test('[UI-02] the status filters above a list are 40 px high on touch screens', async ({ page, app }) => {
  const product = await addProduct(app.api, await addPlace(app.api))
  const account = await addAccount(app.api)
  await addOrder(app.api, account.id, [[product.id, 1]])
  const lines = [{ productId: product.id, quantity: 1 }]
  await app.api.do(estimatesApi.createEstimate, { body: { accountId: account.id, validUntil: inDays(30), lines } })
  await app.signIn(page, 'admin')
  for (const path of [paths.orders, paths.estimates]) {
    await page.goto(path)
    const choices = page.getByRole('main').getByRole('group', { name: 'Status' })
    await expect(choices.getByRole('button').first(), path).toBeVisible()
    const heights = await choices.getByRole('button').evaluateAll((all) => all.map((one) => one.clientHeight))
    expect(Math.min(...heights), path).toBeGreaterThanOrEqual(40)
    // The scrolling row doesn't cut them off.
    expect(await choices.evaluate((one) => one.scrollHeight - one.clientHeight), path).toBe(0)
    expect((await choices.locator('..').boundingBox())?.height, path).toBeGreaterThanOrEqual(40)
  }
})
