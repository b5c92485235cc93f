import type { Page } from '@playwright/test'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct, newBarcode } from '#test/builders.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

/** Simulates a keyboard scanner while no input has the focus: keys in a burst, then Enter. */
const scan = (page: Page, code: string) =>
  page.evaluate((keys) => {
    const target = document.activeElement ?? document.body
    for (const key of [...keys, 'Enter']) {
      const event = key === '\u001d' ? { key: ']', ctrlKey: true } : { key }
      target.dispatchEvent(new KeyboardEvent('keydown', { ...event, bubbles: true, cancelable: true }))
    }
  }, code)
const dialog = (page: Page) => page.getByRole('dialog')

test('[SCAN-06] scanning a barcode or order number opens the record from any page; the scanner can be turned off', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const barcode = newBarcode()
  const product = await addProduct(app.api, place, { name: 'Scanned gloves', barcode, quantity: 9 })
  const order = await addOrder(app.api, (await addAccount(app.api)).id, [[product.id, 2]])
  await app.signIn(page, 'admin')
  await goTo(page, '/inventory/categories')
  await expect(page.getByRole('heading', { level: 1, name: 'Categories' })).toBeVisible()
  await scan(page, barcode)
  await expect(page.getByRole('heading', { level: 1, name: 'Scanned gloves' })).toBeVisible()
  await scan(page, order.number)
  await expect(page.getByRole('heading', { level: 1, name: order.number })).toBeVisible()

  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Barcode scanner' }).click()
  await page.getByRole('heading', { level: 1 }).focus()
  await scan(page, barcode)
  await expect(page.getByRole('heading', { level: 1, name: order.number })).toBeVisible()
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Barcode scanner' }).click()
  await page.getByRole('heading', { level: 1 }).focus()
  await scan(page, barcode)
  await expect(page.getByRole('heading', { level: 1, name: 'Scanned gloves' })).toBeVisible()
})

test('[SCAN-06] an unknown code offers to create a product; a wrong check digit is explained; duplicate barcodes offer a choice', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  await addProduct(app.api, place, { name: 'Twin A', barcode: '96385074' })
  await addProduct(app.api, place, { name: 'Twin B', barcode: '96385074' })
  await app.signIn(page, 'admin')
  await goTo(page, '/inventory/categories')
  await expect(page.getByRole('heading', { level: 1, name: 'Categories' })).toBeVisible()
  await scan(page, ']d20104006381333932')
  await expect(dialog(page)).toContainText('The GTIN (01) ends with 2; its check digit is 1.')
  await dialog(page).getByRole('button', { name: 'Close' }).first().click()
  await scan(page, '96385074')
  await expect(dialog(page).getByRole('link')).toHaveText([/Twin A/, /Twin B/])
  await expectAccessible(page)
  await dialog(page)
    .getByRole('link', { name: /Twin B/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Twin B' })).toBeVisible()
  await scan(page, '4099999999997')
  await expect(dialog(page)).toContainText('No record has this code')
  await expect(dialog(page)).toContainText('is 6, not 7')
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog(page)).toBeHidden()
  await scan(page, '4099999999996')
  await expectAccessible(page)
  await dialog(page).getByRole('link', { name: 'Create product with this barcode' }).click()
  await expect(page.getByLabel('Barcode / GTIN')).toHaveValue('4099999999996')
})

test('[SCAN-08] in the lines of an order each scan adds a piece, also while a field has the focus', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const account = await addAccount(app.api, { name: 'Scan clinic' })
  const one = await addProduct(app.api, place, { name: 'Bandage roll', barcode: '4001234567891', quantity: 100 })
  await addProduct(app.api, place, { name: 'Gauze pad', sku: 'GAUZE-PAD', barcode: '4001234567884', quantity: 100 })
  await app.signIn(page, 'admin')
  await goTo(page, '/orders/sales-orders/new')
  await page.getByRole('combobox', { name: 'Customer' }).fill('Scan clinic')
  await page.getByRole('option', { name: 'Scan clinic' }).first().click()
  await page.getByRole('heading', { level: 1 }).focus()
  const line = (at: number) => page.getByRole('group', { name: `Line ${at}` })
  await scan(page, '4001234567891')
  await scan(page, '4001234567891')
  await expect(line(1).getByRole('combobox', { name: 'Product' })).toHaveValue('Bandage roll')
  await expect(line(1).getByLabel('Quantity')).toHaveValue('2')
  await scan(page, '(01)04001234567884(30)12')
  await expect(line(2).getByLabel('Quantity')).toHaveValue('12')

  // Scanning while the quantity of line 1 has the focus: the digits do not stay in the field.
  await expect(async () => {
    await line(1).getByLabel('Quantity').fill('5')
    await page.keyboard.type('4001234567884')
    await page.keyboard.press('Enter')
    await expect(line(1).getByLabel('Quantity')).toHaveValue('5', { timeout: 1000 })
  }).toPass()
  await expect(line(2).getByLabel('Quantity')).toHaveValue('13')
  await scan(page, '4099999999996')
  await expect(page.getByText('No product has the code 4099999999996.')).toBeVisible()
  await page.getByRole('button', { name: 'Save order' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^SO-/ })).toBeVisible()
  const { data } = await app.api.do(salesApi.listOrders, { query: { account: account.id } })
  const saved = await app.api.do(salesApi.getOrder, { params: { id: data[0]?.id ?? '' } })
  expect(saved.orderLines.map(({ product, quantity }) => [product.name, quantity])).toEqual([
    [one.name, 5],
    ['Gauze pad', 13],
  ])
})
