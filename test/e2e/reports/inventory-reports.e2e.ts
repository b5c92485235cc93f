import type { Page } from '@playwright/test'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { prospectsApi } from '#shared/crm/prospects/api.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { addAccount, addPlace, addProduct, deliveredOrder, placePurchase } from '#test/builders.ts'
import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

test.describe.configure({ mode: 'serial' })
test.use({ ownCompany: 'inventory-reports' })

/**
 * 100 gloves at 6.00, of which 10 were delivered; 4 masks, below their reorder point, and 1 of 20 more received; one
 * open and one converted prospect; one deleted product.
 */
async function addStock(client: Parameters<typeof addPlace>[0]) {
  const place = await addPlace(client)
  const gloves = await addProduct(client, place, { name: 'Nitrile gloves', cost: '6.00', quantity: 100 })
  const masks = await addProduct(client, place, { name: 'Masks', cost: '2.00', quantity: 4, reorderPoint: 9 })
  await deliveredOrder(client, (await addAccount(client)).id, [[gloves.id, 10]])
  const order = await placePurchase(client, place, [[masks.id, 20, '2.00']])
  const lines = order.orderLines.map(({ id }) => ({ lineId: id, quantity: 1 }))
  await client.do(purchasingApi.receive, { params: { id: order.id }, body: { lines } })
  await client.do(prospectsApi.createProspect, { body: { name: 'Hill clinic', source: 'Fair' } })
  const won = await client.do(prospectsApi.createProspect, { body: { name: 'Lake clinic', source: 'Web' } })
  await client.do(prospectsApi.convertProspect, { params: { id: won.id }, body: {} })
  const gone = await addProduct(client, place, { name: 'Old tray' })
  await client.do(inventoryApi.deleteProduct, { params: { id: gone.id } })
}

/** Exports the open tab's table as a file. */
async function expectFile(page: Page, format: string, name: RegExp) {
  await page.getByRole('button', { name: 'Export' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: format }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(name)
}

test('[REP-03, REP-05] every tab of the inventory report opens without any records', async ({ page, app }) => {
  await app.signIn(page, 'admin')
  await goTo(page, '/reports/inventory')
  const main = page.getByRole('main')
  await expect(main.getByText('Nothing on hand.').first()).toBeVisible()
  await main.getByRole('tab', { name: 'Purchases' }).click()
  await expect(main.getByText('No chart data for this period')).toBeVisible()
  await main.getByRole('tab', { name: 'Low Stock' }).click()
  await expect(main.getByText('No product is low or out of stock.')).toBeVisible()
  await main.getByRole('tab', { name: 'Prospects' }).click()
  await expect(main.getByText('There are no prospect records yet.')).toBeVisible()
  await main.getByRole('tab', { name: 'Deleted' }).click()
  await expect(main.getByText('Nothing was deleted in this period.')).toBeVisible()
  await expectAccessible(page)
})

test('[REP-03] Financial, Purchases, Low Stock, Prospects and Deleted show their figures and link to their lists', async ({
  page,
  app,
}) => {
  await addStock(app.api)
  await app.signIn(page, 'admin')
  await goTo(page, '/reports/inventory')
  const main = page.getByRole('main')
  // 90 gloves and 5 masks.
  await expect(main.getByRole('link', { name: /^Stock value \$550/ })).toBeVisible()
  await expect(main.getByText('$60', { exact: true })).toBeVisible()
  await expect(main.getByRole('link', { name: /^Warehouse \d+ 95 units \$550/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByRole('menu')).toContainText('Stock at cost of this range')
  await page.keyboard.press('Escape')
  // The figure links to the report that shows the same amount.
  await main.getByRole('link', { name: /^Stock value/ }).click()
  await expect(page).toHaveURL(/\/reports\/stock-value/)
  await expect(main.getByRole('link', { name: /^Value at average cost \$550/ })).toBeVisible()
  await page.goBack()

  await main.getByRole('tab', { name: 'Purchases' }).click()
  await expect(page).toHaveURL(/tab=purchases/)
  await expect(main.getByRole('link', { name: /^Spend \$40/ })).toBeVisible()
  await expect(main.getByRole('table', { name: 'Supplier deliveries' }).getByRole('row')).toHaveCount(2)
  await expectAccessible(page)
  await main.getByRole('link', { name: /^Supplier \d+ Purchase orders: 1 \$40/ }).click()
  await expect(page).toHaveURL(/purchase-orders\?supplier=[^&]+&placed=true&from=/)
  await expect(page.getByRole('table', { name: 'Purchase orders' }).getByRole('row')).toHaveCount(2)
  await page.goBack()

  await main.getByRole('tab', { name: 'Low Stock' }).click()
  const row = main.getByRole('table', { name: 'Low stock' }).getByRole('row', { name: /Masks/ })
  await expect(row).toContainText('Low stock')
  await expect(row.getByRole('cell').last()).toHaveText('19')
  await expectAccessible(page)
  await expectFile(page, 'CSV', /^low-stock-.*\.csv$/)

  await main.getByRole('tab', { name: 'Prospects' }).click()
  await expect(main.getByRole('link', { name: /^Prospects 2/ })).toBeVisible()
  await expect(main.getByText('50.0%')).toBeVisible()
  await main.getByRole('link', { name: /^Fair/ }).click()
  await expect(page).toHaveURL(/prospects.*source=Fair/)
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
  await page.goBack()

  await main.getByRole('tab', { name: 'Deleted' }).click()
  await expect(main.getByRole('link', { name: 'Product 1', exact: true })).toBeVisible()
  await expectFile(page, 'Excel', /^deleted-.*\.xlsx$/)
  await main.getByRole('link', { name: 'Product 1', exact: true }).click()
  await expect(page).toHaveURL(/\/reports\/deleted\?kind=product/)
  await expect(page.getByText('Old tray')).toBeVisible()
})

test('[REP-03] users who may view inventory but not invoices see no tabs Prospects and Deleted', async ({
  page,
  app,
}) => {
  const none = { view: false, edit: false, delete: false }
  await app.signIn(page, 'staff', { inventory: { ...none, view: true } })
  await goTo(page, '/reports/inventory?tab=deleted')
  await expect(page.getByRole('tab')).toHaveText(['Financial', 'Purchases', 'Low Stock'])
  await expect(page.getByText('$550').first()).toBeVisible()
})
