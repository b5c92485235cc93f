import { sql } from 'kysely'
import { crmApi } from '#shared/crm/partners/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'
import { toast } from '#test/e2e/people.ts'

// The first test expects a company without deleted items.
test.use({ ownCompany: 'deleted' })

const list = '/reports/deleted'

async function deletedCategory(api: Parameters<typeof addPlace>[0], name: string) {
  const { id } = await api.do(inventoryApi.createCategory, { body: { name } })
  await api.do(inventoryApi.deleteCategory, { params: { id } })
}

test('[REP-04] lists deleted items with user and time, filters them by kind, and restores one with one click', async ({
  page,
  app,
}) => {
  await app.signIn(page, 'admin')
  await goTo(page, list)
  await expect(page.getByText('Nothing is deleted')).toBeVisible()
  await deletedCategory(app.api, 'Bandages gone')
  const supplier = await app.api.do(crmApi.createSupplier, { body: { name: 'Supplier gone', country: 'Chile' } })
  await app.api.do(crmApi.deleteSupplier, { params: { id: supplier.id } })
  await page.reload()
  const rows = page.getByRole('table', { name: 'Deleted items' }).locator('tbody tr')
  await expect(rows).toHaveText([/Supplier gone.*Chile.*Supplier.*under test.*just now/, /Bandages gone.*Category/])
  await expectAccessible(page)
  await page.getByLabel('Kind').selectOption('category')
  await expect(rows).toHaveText([/Bandages gone/])
  await page.reload()
  await expect(rows).toHaveText([/Bandages gone/])
  await page.getByRole('button', { name: 'Restore Bandages gone' }).click()
  await expect(toast(page, 'Bandages gone restored')).toBeVisible()
  await expect(page.getByText('No deleted items match')).toBeVisible()
  await goTo(page, '/inventory/categories')
  await expect(page.getByRole('row', { name: 'Bandages gone' })).toBeVisible()
})

test('[REP-04] restoring a product asks for a new SKU if it is taken, and also restores its category', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const product = await addProduct(app.api, place, { name: 'Orphan', sku: 'ORPHAN-1' })
  await app.api.do(inventoryApi.deleteProduct, { params: { id: product.id } })
  await app.api.do(inventoryApi.deleteCategory, { params: { id: place.category.id } })
  await addProduct(app.api, await addPlace(app.api), { sku: 'ORPHAN-1' })
  await app.signIn(page, 'admin')
  await goTo(page, `${list}?q=Orphan`)
  await page.getByRole('button', { name: 'Restore Orphan' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(place.category.name)
  await page.getByRole('button', { name: 'Restore all' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('SKU is taken')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('SKU').fill('ORPHAN-2')
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await expect(toast(page, `Orphan restored, with ${place.category.name}`)).toBeVisible()
  await goTo(page, '/crm/inventory?q=ORPHAN-2')
  await expect(page.getByRole('link', { name: /^Orphan/ })).toBeVisible()
})

test('[INV-10, REP-04] permanent deletion warns, requires typing the name, and is refused for items used by documents', async ({
  page,
  app,
}) => {
  await deletedCategory(app.api, 'Never again')
  const place = await addPlace(app.api)
  const product = await addProduct(app.api, place, { name: 'Named by an order' })
  const account = await addAccount(app.api)
  const order = await addOrder(app.api, account.id, [[product.id, 1]])
  await app.api.do(salesApi.cancel, { params: { id: order.id }, body: { reason: 'Not wanted' } })
  await app.api.do(inventoryApi.deleteProduct, { params: { id: product.id } })
  await app.signIn(page, 'admin')
  await goTo(page, list)
  await page.getByRole('button', { name: 'Actions for Named by an order' }).click()
  const item = page.getByRole('menuitem', { name: /Delete permanently/ })
  await expect(item).toContainText('Orders use it. It stays archived.')
  await expect(item).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Actions for Never again' }).click()
  await page.getByRole('menuitem', { name: 'Delete permanently' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Permanent deletion cannot be undone.')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  const confirm = question.getByRole('button', { name: 'Delete permanently' })
  await expect(confirm).toBeDisabled()
  await question.getByLabel('Type Never again to confirm').fill('Never again')
  await expectAccessible(page)
  await confirm.click()
  await expect(toast(page, 'Never again is deleted permanently')).toBeVisible()
  await expect(page.getByRole('row', { name: /Never again/ })).toHaveCount(0)
  // On a phone a long reason wraps inside the menu.
  await app.api.do(salesApi.deleteOrder, { params: { id: order.id } })
  await page.setViewportSize({ width: 375, height: 800 })
  await page.getByRole('button', { name: `Actions for ${order.number}` }).click()
  const menu = page.getByRole('menu')
  await expect(menu).toContainText('Documents keep their numbers so that there are no gaps.')
  const { x = 0, width = 0 } = (await menu.boundingBox()) ?? {}
  expect(width).toBeGreaterThan(0)
  expect(x + width).toBeLessThanOrEqual(375)
})

test('[REP-04] users without delete permission see the list without actions; a failed request shows an error', async ({
  page,
  app,
}) => {
  await deletedCategory(app.api, 'Only to look at')
  await app.signIn(page, 'staff', { invoices: { view: true }, inventory: { view: true } })
  await goTo(page, `${list}?q=Only`)
  await expect(page.getByRole('row', { name: /Only to look at/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Restore|Actions for)/ })).toHaveCount(0)
  await page.route('**/api/deleted-items?*', (route) =>
    route.fulfill({ status: 422, json: { error: 'It is broken.' } }),
  )
  await goTo(page, `${list}?q=Only+to`)
  await expect(page.getByRole('alert')).toContainText('It is broken.')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('(L14) deleting a category or a customer can be undone from the toast', async ({ page, app }) => {
  await app.signIn(page, 'admin')
  await app.api.do(inventoryApi.createCategory, { body: { name: 'Undone category' } })
  await goTo(page, '/inventory/categories?q=Undone+category')
  await page.getByRole('button', { name: 'Actions for Undone category' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete category' }).click()
  await expect(page.getByText('Undone category deleted')).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByRole('row', { name: 'Undone category' })).toBeVisible()

  const account = await addAccount(app.api, { name: 'Undone customer' })
  await goTo(page, `/crm/customers/view/${account.id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete customer' }).click()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(toast(page, 'Undone customer restored')).toBeVisible()
  const { rows } = await sql`select 1 from accounts where id = ${account.id} and deleted_at is null`.execute(
    app.database.db,
  )
  expect(rows).toHaveLength(1)
})
