import { readFile } from 'node:fs/promises'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { consignmentOf } from '#test/consignment.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

test('[INV-01] (L5) columns and density of the product list are saved per user, also when the first save is slow', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  await addProduct(app.api, place, { name: 'Column gloves', sku: 'COL-1', barcode: '4006381333931' })
  await app.signIn(page, 'admin')
  // The first save request is slow; the last change must win anyway.
  let [sent, arrived] = [0, 0]
  await page.route('**/api/list-settings/products', async (route) => {
    sent += 1
    if (sent === 1) await new Promise((done) => setTimeout(done, 1500))
    await route.fulfill({ response: await route.fetch() })
    arrived += 1
  })
  await page.goto('/crm/inventory?q=COL-1')
  await page.getByRole('button', { name: 'Columns and density' }).click()
  const dialog = page.getByRole('dialog', { name: 'Columns and density' })
  // click() instead of check(): the checkbox moves to the other list at once, so the clicked element is gone.
  await dialog.getByRole('checkbox', { name: 'Reserved' }).click()
  await expect(dialog.getByRole('checkbox', { name: 'Reserved' })).not.toBeChecked()
  await dialog.getByRole('checkbox', { name: 'Barcode' }).click()
  await expect(dialog.getByRole('checkbox', { name: 'Barcode' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Move Barcode up' }).click()
  await dialog.getByRole('switch', { name: 'Compact rows' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  const headers = page.getByRole('table', { name: 'Products' }).getByRole('columnheader')
  await expect(headers.filter({ hasText: 'Barcode' })).toBeVisible()
  await expect(headers.filter({ hasText: 'Reserved' })).toHaveCount(0)
  await expect.poll(() => arrived).toBe(4)
  expect(await (await page.request.get('/api/list-settings')).json()).toMatchObject({
    data: [{ list: 'products', compact: true }],
  })
  await page.reload()
  await expect(headers.filter({ hasText: 'Barcode' })).toBeVisible()
  await expect(headers.filter({ hasText: 'Reserved' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Columns and density' }).click()
  await dialog.getByRole('button', { name: 'Reset' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(headers.filter({ hasText: 'Reserved' })).toBeVisible()
})

test('[INV-04] the product list shows consignment stock at customers, like the product page', async ({ page, app }) => {
  const place = await addPlace(app.api)
  const product = await addProduct(app.api, place, { name: 'Consigned catheters', quantity: 50 })
  const account = await addAccount(app.api)
  await consignmentOf(app.api, place, account.id, product.id, product.id)
  await app.signIn(page, 'admin')
  await goTo(page, '/crm/inventory?q=Consigned+catheters')
  await expect(page.getByRole('row', { name: /Consigned catheters/ })).toContainText('5020 at customers')
  await page.getByRole('link', { name: 'Consigned catheters' }).click()
  await expect(page.getByRole('list', { name: 'Stock on hand' })).toHaveText('Available30At customers20')
  await expect(page.getByRole('table', { name: 'Stock by location' })).toContainText(`Consignment: ${account.name}`)
})

test('[INV-01] (L7, L8) bulk-edits and bulk-deletes products; refused rows show the reason, deleted ones are restored by Undo', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const other = await addPlace(app.api)
  for (const n of [1, 2, 3]) await addProduct(app.api, place, { name: `Bulk ${n}`, quantity: n === 2 ? 5 : 0 })
  await app.signIn(page, 'admin')
  await goTo(page, `/crm/inventory?supplier=${place.supplier.id}`)
  await expect(page.getByRole('row', { name: /Bulk \d/ })).toHaveCount(3)
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  const bar = page.getByRole('region', { name: 'Selection' })
  await expect(bar.getByRole('status')).toHaveText('3 selected')
  await bar.getByRole('button', { name: 'Change' }).click()
  await page.getByRole('menuitem', { name: 'Set category' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set category' })
  await dialog.getByLabel('Category').fill(other.category.name)
  await page.getByRole('option', { name: other.category.name }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Set category' }).click()
  await expect(page.getByText('3 products updated')).toBeVisible()
  await expect(page.getByRole('row', { name: /Bulk 1/ })).toContainText(other.category.name)

  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  await bar.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete products' }).click()
  const result = page.getByRole('dialog', { name: 'Delete products' })
  await expect(result.getByRole('status')).toHaveText('2 done, 1 failed')
  await expect(result.getByRole('list', { name: 'Failed' })).toContainText(/Bulk 2.*5 pieces are on hand/s)
  await expectAccessible(page)
  // The undo toast appears only after the result dialog is closed.
  await expect(page.getByText('2 products deleted')).toHaveCount(0)
  await result.getByRole('button', { name: 'Close' }).first().click()
  await expect(page.getByText('2 products deleted')).toBeVisible()
  await expect(page.getByRole('row', { name: /Bulk \d/ })).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('2 products restored')).toBeVisible()
  await expect(page.getByRole('row', { name: /Bulk \d/ })).toHaveCount(3)
})

test('[INV-01] (L16) exports the filtered list as CSV; a row has an action menu; the search tolerates typos', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const product = await addProduct(app.api, place, { name: 'Stethoscope Classic', sku: 'EXPO-1', quantity: 3 })
  await app.signIn(page, 'admin')
  await goTo(page, `/crm/inventory?supplier=${place.supplier.id}`)
  await page.getByRole('searchbox', { name: 'Search products' }).fill('stetoscope clasic')
  const row = page.getByRole('row', { name: /Stethoscope Classic/ })
  await expect(row).toBeVisible()
  const guess = page.getByText('No exact match for “stetoscope clasic”; showing similar.')
  await expect(guess).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search products' }).fill('stethoscope')
  await expect(guess).toHaveCount(0)
  await expect(row).toBeVisible()
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV, shown columns' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('products.csv')
  expect(await readFile((await download.path()) ?? '', 'utf8')).toMatch(
    /^\uFEFFName,SKU,Category,.*\r\nStethoscope Classic,EXPO-1,/,
  )
  await row.getByRole('button', { name: 'Actions for Stethoscope Classic' }).click()
  await page.getByRole('menuitem', { name: 'Audit stock' }).click()
  await expect(page.getByRole('dialog', { name: 'Audit stock' }).getByText('3 expected')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect((await app.api.do(inventoryApi.getProduct, { params: { id: product.id } })).onHand).toBe(3)
})

test('[INV-01] (D3) a product links to the next one of the list and shows its open sales orders', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const made = []
  for (const name of ['Next A', 'Next B', 'Next C']) made.push(await addProduct(app.api, place, { name, quantity: 9 }))
  const account = await addAccount(app.api)
  const order = await addOrder(app.api, account.id, [[made[1]?.id ?? '', 4]])
  await app.signIn(page, 'admin')
  await goTo(page, `/crm/inventory?supplier=${place.supplier.id}&sort=-name`)
  await page.getByRole('link', { name: /Next C/ }).click()
  await page.getByRole('link', { name: 'Next product' }).click()
  await expect(page.getByRole('heading', { name: 'Next B', level: 1 })).toBeVisible()
  const uses = page.getByRole('region', { name: 'Open sales orders' })
  await expect(uses.getByRole('link', { name: order.number })).toBeVisible()
  await expect(uses).toContainText('4')
  await expectAccessible(page)
  await page.keyboard.press(']')
  await expect(page.getByRole('heading', { name: 'Next A', level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next product' })).toBeDisabled()
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Inventory' }).click()
  await expect(page).toHaveURL(/supplier=.*sort=-name/)
})

test('[INV-04, PRD-02] list, form and order mark products without price; a filter in the URL finds them', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const free = await addProduct(app.api, place, { name: 'Unpriced swab', price: '0', quantity: 5 })
  await addProduct(app.api, place, { name: 'Unpriced no more', price: '3' })
  await app.signIn(page, 'admin')
  await goTo(page, '/crm/inventory?q=unpriced')
  const rows = page.getByRole('table', { name: 'Products' }).getByRole('row', { name: /Unpriced/ })
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: 'Unpriced swab' })).toContainText('No price yet')
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByLabel('Price', { exact: true }).selectOption('No price yet')
  await expect(page).toHaveURL(/withoutPrice=true/)
  await expect(rows).toHaveCount(1)
  await expectAccessible(page)
  await page.reload()
  await expect(rows).toHaveCount(1)

  await goTo(page, `/crm/inventory/edit/${free.id}`)
  await expect(page.getByText('No price yet: orders would show 0.00.')).toBeVisible()
  await goTo(page, '/orders/sales-orders/new')
  await page.getByRole('combobox', { name: 'Product' }).fill('unpriced sw')
  await page.getByRole('option', { name: /Unpriced swab/ }).click()
  await expect(page.getByRole('group', { name: 'Line 1' })).toContainText('No price yet')

  await goTo(page, `/crm/inventory/edit/${free.id}`)
  await page.getByLabel('Price', { exact: true }).fill('2.50')
  await page.getByRole('button', { name: 'Save product' }).click()
  await expect(page).toHaveURL(new RegExp(`/crm/inventory/view/${free.id}`))
  await goTo(page, '/crm/inventory?q=unpriced&withoutPrice=true')
  await expect(page.getByText('No products match')).toBeVisible()
})
