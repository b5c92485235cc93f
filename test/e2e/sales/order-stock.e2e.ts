import { sql } from 'kysely'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { addAccount, addPlace } from '#test/builders.ts'
import { expectAccessible, expectAccessibleInBothThemes } from '#test/e2e/accessibility.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { addLots, confirmed, inDays, lotOf } from '#test/lots.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

test('[SO-01, INV-08] lines show the stock available to this customer, while typing and once saved; products show its parts', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const lots = [
    ['SOON', 30, 40],
    ['FRESH', 400, 500],
    ['HELD', 400, 5_959],
    ['OLD', 400, 20],
  ] as const
  const { product } = await addLots(app.api, place, lots, { name: 'Saline careful' })
  await app.api.do(lotsApi.hold, { params: { id: lotOf(product, 'HELD') }, body: { reason: 'Checked' } })
  await sql`update lots set expiry_date = ${inDays(-2)} where id = ${lotOf(product, 'OLD')}`.execute(app.database.db)
  const careful = await addAccount(app.api, { name: 'Careful clinic', minShelfLifeDays: 90 })
  await addAccount(app.api, { name: 'Easy clinic', minShelfLifeDays: 0 })
  await confirmed(app.api, careful.id, [[product.id, 60]])
  await app.signIn(page, 'admin')
  const choose = async (field: string, typed: string, option: string | RegExp) => {
    await page.getByRole('combobox', { name: field }).first().fill(typed)
    await page.getByRole('option', { name: option }).click()
  }
  await goTo(page, '/orders/sales-orders/new')
  await choose('Customer', 'easy cl', 'Easy clinic')
  await choose('Product', 'saline care', /480 available/)
  const line = page.getByRole('group', { name: 'Line 1' })
  await expect(line).toContainText('480 available')
  // Another customer requires a longer shelf life: the line and the product picker update at once.
  await choose('Customer', 'careful cl', 'Careful clinic')
  await expect(line).toContainText('440 available')
  await line.getByRole('combobox', { name: 'Product' }).fill('saline care')
  await page.getByRole('option', { name: /440 available/ }).click()
  await line.getByLabel('Quantity').fill('450')
  for (const words of ['only 440 available, 10 short', '5,959 on hold', '20 expired', '40 with too short a shelf life'])
    await expect(line).toContainText(words)
  await page.getByLabel('Requested date').fill(inDays(350))
  await expect(line).toContainText('none available, 450 short')
  await page.getByLabel('Requested date').fill('')
  await expect(line).toContainText('only 440 available, 10 short')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save order' }).click()
  await expect(page.getByText('Saline careful: 450 ordered, 440 available')).toBeVisible()

  await goTo(page, `/crm/inventory/view/${product.id}`)
  const parts = page.getByRole('list', { name: 'Stock on hand' }).getByRole('listitem')
  await expect(parts).toHaveText(['Available480', 'Reserved60', 'On hold5,959', 'Expired20'])
  await expectAccessibleInBothThemes(page, 'stock on hand')
})

test('[SO-01] a line with many lots shows two of them, all on demand, and all in print', async ({ page, app }) => {
  const place = await addPlace(app.api)
  const lots = ['A', 'B', 'C', 'D', 'E'].map((name, at) => [`LOT-${name}`, 200 + at, 10] as const)
  const { product } = await addLots(app.api, place, lots, { name: 'Stocking of many lots' })
  const account = await addAccount(app.api, { name: 'Many lots clinic' })
  const order = await confirmed(app.api, account.id, [[product.id, 50]])
  await app.signIn(page, 'admin')
  await goTo(page, `/orders/sales-orders/view/${order.id}`)
  const shown = page
    .getByRole('row', { name: /Stocking of many lots/ })
    .getByRole('listitem')
    .filter({ hasText: 'lot LOT-' })
  await expect(shown).toHaveCount(2)
  const button = page.getByRole('button', { name: '3 more lots' })
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await page.emulateMedia({ media: 'print' })
  await expect(shown).toHaveCount(5)
  await page.emulateMedia({ media: 'screen' })
  await button.press('Enter')
  await expect(shown).toHaveCount(5)
  await expectAccessible(page)
  await expect(page.getByRole('button', { name: 'Show fewer lots' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(shown).toHaveCount(2)
})
