import type { Page } from '@playwright/test'
import { roleDefaults } from '#shared/access/roles.ts'
import { crmApi } from '#shared/crm/partners/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addPlace, addProduct } from '#test/builders.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { failUntilTriedAgain } from '#test/e2e/failing-calls.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

/* A missing product can be created from the line that needs it (F8). */

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add product' })
const line = (page: Page, at: number) => page.getByRole('group', { name: `Line ${at}`, exact: true })

const openMore = async (page: Page) => {
  const more = dialog(page).getByRole('button', { name: 'More details' })
  if ((await more.getAttribute('aria-expanded')) === 'false') await more.click()
}

async function choose(page: Page, combobox: ReturnType<Page['getByRole']>, typed: string, option = typed) {
  // The field may already be prefilled from the last product.
  await combobox.fill('')
  await combobox.fill(typed)
  await page.getByRole('option', { name: option }).first().click()
}

/** Fills the required fields of a product that the surrounding form can't prefill. */
async function fill(
  page: Page,
  words: { category?: string; supplier?: string; warehouse?: string; quantity?: string },
) {
  const field = (name: string) => dialog(page).getByLabel(name, { exact: true })
  await openMore(page)
  await field('Description').fill('Boxed')
  if (words.category) await choose(page, dialog(page).getByRole('combobox', { name: 'Category' }), words.category)
  if (words.supplier) await choose(page, dialog(page).getByRole('combobox', { name: 'Supplier' }), words.supplier)
  if (words.warehouse) await choose(page, dialog(page).getByRole('combobox', { name: 'Warehouse' }), words.warehouse)
  await field('Price').fill('4.50')
  await field('Cost').fill('2.25')
  await field('Pieces per case').fill('10')
  if (words.quantity) await field('Initial Quantity').fill(words.quantity)
}

test('[UI-02, INV-02] (F8) creates a missing product from a line of a sales order, purchase order, kit and transfer', async ({
  page,
  app,
}) => {
  const { api } = app
  const mark = `Made ${crypto.randomUUID().slice(0, 8)}`
  const place = await addPlace(api)
  const known = await addProduct(api, place, { name: `${mark} known`, quantity: 20 })
  const customer = await addAccount(api, { name: `${mark} ward` })
  const gone = await api.do(crmApi.createSupplier, { body: { name: `${mark} closed supplier` } })
  const warehouse = place.warehouse.name
  await app.signIn(page, 'admin')

  await goTo(page, '/orders/sales-orders/new')
  await choose(page, page.getByRole('combobox', { name: 'Customer' }), customer.name)
  await page.getByLabel('Reference').fill('Their 4711')
  await choose(page, line(page, 1).getByRole('combobox', { name: 'Product' }), known.sku, known.name)
  await line(page, 1).getByLabel('Quantity').fill('2')
  await page.getByRole('button', { name: 'Add line' }).click()
  await line(page, 2).getByRole('combobox', { name: 'Product' }).fill(`${mark} gloves`)
  const usual = '**/api/products?limit=1&sort=-updatedAt'
  await failUntilTriedAgain(page, usual, (route) => route.fulfill({ status: 429, json: { error: 'Too busy.' } }))
  await page.getByRole('option', { name: 'Create new product…' }).click()
  await expect(dialog(page).getByText('Couldn’t load the usual category, supplier and warehouse.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Try again' }).click()
  await expect(dialog(page).getByRole('combobox', { name: 'Supplier' })).toHaveValue(place.supplier.name)
  await expect(dialog(page).getByRole('combobox', { name: 'Warehouse' })).toHaveValue(new RegExp(warehouse))
  // Nothing was typed: the dialog closes without confirmation.
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByText('Discard changes?')).toHaveCount(0)
  await line(page, 2).getByRole('combobox', { name: 'Product' }).fill(`${mark} gloves`)
  await page.getByRole('option', { name: 'Create new product…' }).click()
  const name = dialog(page).getByLabel('Name', { exact: true })
  await expect(name).toHaveValue(`${mark} gloves`)
  // Enter submits the dialog, not the order form below it; prefilled fields are still required after being cleared.
  await openMore(page)
  await dialog(page).getByRole('button', { name: 'Clear Category' }).click()
  for (const label of ['Description', 'Cost']) await dialog(page).getByLabel(label, { exact: true }).fill('')
  await name.press('Enter')
  await expect(dialog(page).getByText('Description is required').first()).toBeVisible()
  await expect(dialog(page).getByText('Category is required').first()).toBeVisible()
  await expect(dialog(page).getByText('Cost is required').first()).toBeVisible()
  await expectAccessible(page)
  await dialog(page).getByRole('combobox', { name: 'Category' }).fill(`${mark} kind`)
  await page.getByRole('option', { name: 'Create new category…' }).click()
  await page.getByRole('dialog', { name: 'Add category' }).getByRole('button', { name: 'Add category' }).click()
  await expect(dialog(page).getByRole('combobox', { name: 'Category' })).toHaveValue(`${mark} kind`)
  await fill(page, { supplier: gone.name, warehouse, quantity: '30' })
  await dialog(page).getByLabel('Lot-tracked').check()
  await dialog(page).getByLabel('Lot number').fill('L-1')
  await dialog(page).getByLabel('Does not expire').check()
  // Another user deletes the supplier: the server refuses it, and the dialog shows the error at the field.
  await api.do(crmApi.deleteSupplier, { params: { id: gone.id } })
  await dialog(page).getByRole('button', { name: 'Add product' }).click()
  await expect(dialog(page).getByText('Supplier is not a supplier')).toBeVisible()
  await choose(page, dialog(page).getByRole('combobox', { name: 'Supplier' }), place.supplier.name)
  await dialog(page).getByRole('button', { name: 'Add product' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(line(page, 2).getByRole('combobox', { name: 'Product' })).toHaveValue(`${mark} gloves`)
  await expect(line(page, 2).getByText('30 available')).toBeVisible()
  await expect(page.getByLabel('Reference')).toHaveValue('Their 4711')
  await expect(line(page, 1).getByLabel('Quantity')).toHaveValue('2')
  await expect(line(page, 3)).toBeHidden()
  await line(page, 2).getByLabel('Quantity').fill('3')
  await page.getByRole('button', { name: 'Save order' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^SO-/ })).toBeVisible()
  const { data } = await api.do(salesApi.listOrders, { query: { q: customer.name } })
  const order = await api.do(salesApi.getOrder, { params: { id: data[0]?.id ?? '' } })
  expect(order.orderLines.map((one) => [one.product.name, one.quantity, one.unitPrice])).toEqual([
    [known.name, 2, known.price],
    [`${mark} gloves`, 3, '4.50'],
  ])

  // The purchase order prefills supplier and warehouse; the product's cost becomes the unit cost of the line.
  await goTo(page, '/orders/purchase-orders/new')
  await choose(page, page.getByRole('combobox', { name: 'Supplier' }), place.supplier.name)
  await choose(page, page.getByRole('combobox', { name: 'Deliver to' }), warehouse)
  await line(page, 1).getByRole('combobox', { name: 'Item' }).fill(`${mark} gown`)
  await page.getByRole('option', { name: 'Create new product…' }).click()
  await openMore(page)
  await expect(dialog(page).getByRole('combobox', { name: 'Supplier' })).toHaveValue(place.supplier.name)
  await expect(dialog(page).getByRole('combobox', { name: 'Warehouse' })).toHaveValue(new RegExp(warehouse))
  await expect(dialog(page).getByLabel('Initial Quantity', { exact: true })).toHaveValue('0')
  await fill(page, { category: `${mark} kind` })
  await dialog(page).getByRole('button', { name: 'Add product' }).click()
  await expect(line(page, 1).getByRole('combobox', { name: 'Item' })).toHaveValue(`${mark} gown`)
  await expect(line(page, 1).getByLabel('Unit cost')).toHaveValue('2.25')

  await goTo(page, '/inventory/kitting-bundles/add')
  await choose(page, page.getByRole('combobox', { name: 'Warehouse' }), warehouse)
  const item = page.getByRole('combobox', { name: 'Item 1' })
  await item.fill(known.sku)
  await expect(page.getByRole('option', { name: known.name })).toContainText(/20 available.* cost/)
  await item.fill(`${mark} towel`)
  await page.getByRole('option', { name: 'Create new product…' }).click()
  await fill(page, { category: `${mark} kind`, supplier: place.supplier.name })
  await dialog(page).getByRole('button', { name: 'Add product' }).click()
  await expect(item).toHaveValue(`${mark} towel`)
  await page.getByLabel('Quantity of item 1').fill('2')
  await expect(page.getByText(/Cost of one kit’s items .*4\.50/)).toBeVisible()

  await goTo(page, '/inventory/stock-transfers/add')
  await choose(page, page.getByRole('combobox', { name: 'Source' }), warehouse)
  await line(page, 1).getByRole('combobox', { name: 'Item' }).fill(known.sku)
  await expect(page.getByRole('option', { name: known.name })).toContainText(/available.* cost/)
  await line(page, 1).getByRole('combobox', { name: 'Item' }).fill(`${mark} mask`)
  await page.getByRole('option', { name: 'Create new product…' }).click()
  await fill(page, { category: `${mark} kind`, supplier: place.supplier.name, quantity: '7' })
  await dialog(page).getByRole('button', { name: 'Add product' }).click()
  await expect(line(page, 1).getByRole('combobox', { name: 'Item' })).toHaveValue(`${mark} mask`)
  await expect(line(page, 1).getByText('7 available at the source')).toBeVisible()
  const made = await api.do(inventoryApi.listProducts, { query: { q: mark } })
  expect(made.data.map((one) => one.name).toSorted()).toEqual(
    ['gloves', 'gown', 'known', 'mask', 'towel'].map((word) => `${mark} ${word}`),
  )
})

test('[UI-02] (F8) users without permission to add products see no “Create new product…” option', async ({
  page,
  app,
}) => {
  const mark = `Unmade ${crypto.randomUUID().slice(0, 8)}`
  const product = await addProduct(app.api, await addPlace(app.api), { name: `${mark} swab` })
  await app.signIn(page, 'sales_rep', { ...roleDefaults.sales_rep, salesOrders: { view: true, edit: true } })
  await goTo(page, '/orders/sales-orders/new')
  await line(page, 1).getByRole('combobox', { name: 'Product' }).fill(product.sku)
  await expect(page.getByRole('option', { name: product.name })).toBeVisible()
  await expect(page.getByRole('option', { name: 'Create new product…' })).toBeHidden()
})
