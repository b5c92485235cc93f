import type { Page } from '@playwright/test'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addPlace, addProduct } from '#test/builders.ts'
import { addLots, confirmed, inDays, lotsHeld } from '#test/lots.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

const dialog = (page: Page) => page.getByRole('dialog')

test('[LOT-01] choosing a later-expiring lot while picking requires a reason; unavailable lots show why', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const { product, lot } = await addLots(app.api, place, [
    ['OLD-1', 30, 10],
    ['NEW-2', 90, 20],
    ['HELD-3', 60, 9],
  ])
  await app.api.do(lotsApi.hold, { params: { id: lot('HELD-3') }, body: { reason: 'Wet box' } })
  const order = await confirmed(app.api, (await addAccount(app.api)).id, [[product.id, 8]])
  await app.api.do(salesApi.startPicking, { params: { id: order.id }, body: {} })
  await app.signIn(page, 'admin')
  await goTo(page, `/orders/sales-orders/view/${order.id}`)
  await page.getByRole('button', { name: `Choose lots of ${product.name}` }).click()
  const field = (number: string) => dialog(page).getByLabel(`Pieces of lot ${number} at ${place.warehouse.name}`)
  await expect(field('OLD-1')).toHaveValue('8')
  await expect(dialog(page).getByText('First expiring: 8 from here')).toBeVisible()
  await expect(dialog(page).getByRole('region', { name: 'Not available' })).toContainText('HELD-3')
  await expect(dialog(page).getByRole('region', { name: 'Not available' })).toContainText('On hold.')
  await expectAccessible(page)
  await field('OLD-1').fill('')
  await field('NEW-2').fill('1.5')
  await dialog(page).getByRole('button', { name: 'Use these lots' }).click()
  await expect(field('NEW-2')).toHaveAccessibleDescription(/whole number/)
  await field('OLD-1').fill('3')
  await field('NEW-2').fill('4')
  await expect(dialog(page).getByText('7 of 8 chosen')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Use these lots' }).click()
  await expect(dialog(page).getByText(/must be 8 pieces together, not 7/)).toBeVisible()
  await field('NEW-2').fill('5')
  await dialog(page).getByRole('button', { name: 'Use these lots' }).click()
  await expect(dialog(page).getByText('Reason is required: another lot expires first')).toBeVisible()
  await dialog(page).getByLabel('Reason').fill('The ward asked for one carton')
  await dialog(page).getByRole('button', { name: 'Use these lots' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByText(/5 from .*lot NEW-2/)).toBeVisible()
  expect((await lotsHeld(app.api, order.id)).toSorted()).toEqual([
    ['NEW-2', 5],
    ['OLD-1', 3],
  ])
})

test('[LOT-01, INV-05] adding stock requires lot number and expiry, and warns of expired lots and lots that expire soon', async ({
  page,
  app,
}) => {
  const product = await addProduct(app.api, await addPlace(app.api), { name: 'Vials', lotControlled: true })
  await app.signIn(page, 'admin')
  await goTo(page, `/crm/inventory/view/${product.id}`)
  const add = async () => {
    await page.getByRole('button', { name: 'Add stock' }).click()
    await dialog(page).getByLabel('Quantity').fill('5')
    await dialog(page).getByLabel('Reason').selectOption('purchase_order')
  }
  const send = () => dialog(page).getByRole('button', { name: 'Add stock' }).click()
  // A row that was focused and left empty shows no error yet.
  await page.getByRole('button', { name: 'Add stock' }).click()
  await expect(dialog(page).getByLabel('Lot number')).toBeFocused()
  await dialog(page).getByLabel('Lot number').press('Tab')
  await dialog(page).getByLabel('Quantity').focus()
  await dialog(page).getByLabel('Reason').focus()
  await dialog(page).getByRole('button', { name: 'Add lot' }).click()
  await expect(dialog(page).getByRole('group', { name: 'Row 2' })).toBeVisible()
  await dialog(page).getByLabel('Reason').focus()
  await expect(dialog(page).getByText(/^(Lot number|Quantity) is required/)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await add()
  await send()
  await expect(dialog(page).getByText('Lot number is required')).toBeVisible()
  await dialog(page).getByLabel('Lot number').fill('V-1')
  await send()
  await expect(dialog(page).getByText('Expiry date is required for new lots that expire')).toBeVisible()
  await dialog(page).getByLabel('Expiry date').fill(inDays(-3))
  await expect(dialog(page).getByText('This lot has expired')).toBeVisible()
  await dialog(page).getByLabel('Expiry date').fill(inDays(20))
  await expect(dialog(page).getByText('It expires in 20 days')).toBeVisible()
  await expectAccessible(page)
  await send()
  await expect(page.getByText('5 added to Vials')).toBeVisible()
  await add()
  await dialog(page).getByLabel('Lot number').fill('TRAY')
  await dialog(page).getByLabel('Does not expire').check()
  await send()
  await expect(page.getByRole('table', { name: 'Stock by location' }).locator('tbody tr')).toHaveCount(2)
  const shown = await app.api.do(inventoryApi.getProduct, { params: { id: product.id } })
  expect(shown.stock.map((one) => [one.lotNumber, one.expiryDate])).toEqual([
    ['V-1', inDays(20)],
    ['TRAY', null],
  ])
})

test('[LOT-01, INV-02] a new lot-tracked product requires a lot for its initial quantity', async ({ page, app }) => {
  const place = await addPlace(app.api)
  const model = await addProduct(app.api, place, { name: 'Model' })
  await app.signIn(page, 'admin')
  await goTo(page, `/crm/inventory/add?copy=${model.id}`)
  await page.getByLabel('Name', { exact: true }).fill('Serum')
  await page.getByLabel('Lot-tracked').check()
  await page.getByLabel('Initial Quantity').fill('12')
  await page.getByRole('button', { name: 'Save product' }).click()
  await expect(page.getByText('Lot number is required').first()).toBeVisible()
  await page.getByLabel('Lot number').fill('S-1')
  await page.getByLabel('Expiry date').fill(inDays(400))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save product' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Serum' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Stock by location' })).toContainText('S-1')
})
