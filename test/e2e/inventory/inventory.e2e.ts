import type { Page } from '@playwright/test'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { failUntilTriedAgain } from '#test/e2e/failing-calls.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

const list = '/crm/inventory'
const view = (id: string) => `${list}/view/${id}`

/** Types into a combobox and selects the first matching option. */
async function pick(page: Page, label: string, typed: string) {
  const box = page.getByRole('combobox', { name: label })
  await box.fill(typed)
  await page.getByRole('option', { name: typed }).first().click()
}

const rows = (page: Page) => page.getByRole('table', { name: 'Products' }).locator('tbody tr')
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
/** Pastes cells copied from a spreadsheet into the focused field. */
const pasteRows = (page: Page, cells: readonly (readonly string[])[]) =>
  page.evaluate(
    (text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', text)
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    },
    cells.map((row) => row.join('\t')).join('\r\n'),
  )
const openMore = async (page: Page) => {
  const more = page.getByRole('button', { name: 'More details' })
  if ((await more.getAttribute('aria-expanded')) === 'false') await more.click()
}

test('[INV-01, INV-02] adds a product with every field, and the server stores all of them', async ({ page, app }) => {
  const place = await addPlace(app.api)
  await app.api.do(rawMaterialsApi.createRawMaterial, { body: { name: 'Nitrile', materialType: 'Polymer' } })
  await app.signIn(page, 'admin')
  await goTo(page, `${list}/add`)
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0)
  // Most required fields have defaults; they are still required after being cleared.
  await page.getByRole('button', { name: 'Save product' }).click()
  await expect(field(page, 'Name')).toBeFocused()
  await expect(page.getByRole('alert')).toContainText('2 fields need attention')
  await expect(page.getByRole('link', { name: 'Description is required' })).toBeVisible()
  for (const name of ['Category', 'Supplier', 'Warehouse'])
    await page.getByRole('button', { name: `Clear ${name}` }).click()
  for (const name of ['Price', 'Cost', 'Pieces per case', 'Initial Quantity']) await field(page, name).fill('')
  await page.getByRole('button', { name: 'More details' }).click()
  await page.getByRole('button', { name: 'Save product' }).click()
  await expect(page.getByRole('alert')).toContainText('9 fields need attention')
  for (const name of ['Name', 'Description', 'Category', 'Supplier', 'Price', 'Cost', 'Pieces per case', 'Warehouse'])
    await expect(page.getByRole('link', { name: `${name} is required` })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Initial Quantity is required' })).toBeVisible()
  await expectAccessible(page)

  const words = {
    Name: 'Nitrile gloves, M',
    Description: 'Powder free',
    SKU: 'GLV-1',
    'Barcode / GTIN': '4006381333931',
  }
  const numbers = { Price: '1,234.5', Cost: '3', Retail: '12', Wholesale: '11', Distributor: '10', 'High volume': '9' }
  const packs = { 'Pieces per case': '10', 'Cases per bale': '4', 'Minimum order quantity': '20' }
  const details = { Size: 'M', Color: 'Blue', Weight: '0.35', Note: 'Keep dry', 'Reorder point': '7' }
  for (const [label, value] of Object.entries({ ...words, ...numbers, ...packs, ...details }))
    await field(page, label).fill(value)
  await field(page, 'Initial Quantity').fill('120')
  await pick(page, 'Category', place.category.name)
  await pick(page, 'Supplier', place.supplier.name)
  await pick(page, 'Warehouse', place.warehouse.name)
  await expect(page.getByRole('combobox', { name: 'Warehouse' })).toHaveValue(`${place.warehouse.name} (Warehouse)`)
  await page.getByLabel('Cold chain').check()
  await page.getByLabel('Manufactured').check()
  await pick(page, 'Raw material 1', 'Nitrile')
  await field(page, 'Quantity of raw material 1').fill('2')
  await page.getByRole('button', { name: 'Save product' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Nitrile gloves, M' })).toBeVisible()
  await expect(page.getByText('In stock', { exact: true })).toBeVisible()
  const { data } = await app.api.do(inventoryApi.listProducts, { query: { q: 'GLV-1' } })
  const saved = await app.api.do(inventoryApi.getProduct, { params: { id: data[0]?.id ?? '' } })
  expect(saved).toMatchObject({
    name: 'Nitrile gloves, M',
    description: 'Powder free',
    sku: 'GLV-1',
    barcode: '4006381333931',
    category: place.category.name,
    supplier: { name: place.supplier.name },
    warehouse: { name: place.warehouse.name, type: 'Warehouse' },
    price: '1234.50',
    cost: '3.00',
    priceTiers: { retail: '12.00', wholesale: '11.00', distributor: '10.00', highVolume: '9.00' },
    moq: 20,
    pcsPerCase: 10,
    casesPerBale: 4,
    details: { size: 'M', color: 'Blue', weight: '0.35', note: 'Keep dry' },
    coldChain: true,
    reorderPoint: 7,
    billOfMaterials: [{ name: 'Nitrile', quantity: 2 }],
    quantity: 120,
  })
  await expectAccessible(page)
})

test('[INV-02] (F3, F5, F8) creates a missing category from the product form, restores a draft, and asks before discarding changes', async ({
  page,
  app,
}) => {
  await app.signIn(page, 'admin')
  await goTo(page, `${list}/add`)
  await field(page, 'Name').fill('Half a product')
  await openMore(page)
  await page.getByRole('combobox', { name: 'Category' }).fill('Dressings')
  await page.getByRole('option', { name: 'Create new category…' }).click()
  await dialog(page).getByRole('button', { name: 'Add category' }).click()
  await expect(page.getByRole('combobox', { name: 'Category' })).toHaveValue('Dressings')
  await page.getByLabel('Manufactured').check()

  await page.getByRole('link', { name: 'Categories' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Discard changes?' })).toBeVisible()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(field(page, 'Name')).toHaveValue('Half a product')

  await expect(page.getByLabel('Manufactured')).toBeChecked()
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toMatch(/Half a product.*made/)
  page.on('dialog', (question) => void question.accept())
  await page.reload()
  await expect(page.getByText(/^Restore draft from \d\d:\d\d$/)).toBeVisible()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(field(page, 'Name')).toHaveValue('Half a product')
  await openMore(page)
  await expect(page.getByRole('combobox', { name: 'Category' })).toHaveValue('Dressings')
  await expect(page.getByLabel('Manufactured')).toBeChecked()
})

test('[INV-04] (L1) filters the product list by category, stock status, supplier and search; the URL keeps the filters', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const other = await addPlace(app.api)
  await addProduct(app.api, place, { name: 'Zinc ointment', quantity: 500 })
  await addProduct(app.api, place, { name: 'Zinc plaster', quantity: 3 })
  await addProduct(app.api, other, { name: 'Zinc spray', quantity: 0 })
  await app.signIn(page, 'staff')
  await goTo(page, list)
  await page.getByRole('searchbox', { name: 'Search products' }).fill('Zinc')
  await expect(rows(page)).toHaveCount(3)
  await expect(page.getByLabel('Category').locator('option').first()).toHaveText('All Categories')
  const statuses = page.getByLabel('Stock status')
  await expect(statuses.locator('option')).toHaveText(['All statuses', 'In stock', 'Low stock', 'Out of stock'])
  await statuses.selectOption('outOfStock')
  await expect(rows(page)).toHaveText([/Zinc spray/])
  await statuses.selectOption('lowStock')
  await expect(rows(page)).toHaveText([/Zinc plaster/])
  await statuses.selectOption('')
  await page.getByLabel('Category').selectOption(place.category.name)
  await expect(rows(page)).toHaveText([/Zinc ointment/, /Zinc plaster/])
  await page.getByRole('button', { name: 'More filters' }).click()
  await pick(page, 'Supplier', place.supplier.name)
  await statuses.selectOption('inStock')
  await expect(rows(page)).toHaveText([/Zinc ointment/])
  await page.reload()
  await expect(rows(page)).toHaveText([/Zinc ointment/])
  await expect(page.getByRole('button', { name: `Remove filter Supplier: ${place.supplier.name}` })).toBeVisible()
  await page.goBack()
  await expect(rows(page)).toHaveText([/Zinc ointment/, /Zinc plaster/])
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(page).toHaveURL(list)
  await page.getByRole('searchbox', { name: 'Search products' }).fill('no such thing')
  await expect(page.getByText('No products match')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add product' })).toHaveCount(0)
  await expectAccessible(page)
})

test('[INV-04] a product list that fails to load shows an error and loads after “Try again”', async ({ page, app }) => {
  test.setTimeout(60_000)
  await addProduct(app.api, await addPlace(app.api), { name: 'Lost and found' })
  await app.signIn(page, 'admin')
  await failUntilTriedAgain(page, '**/api/products?*', (route) =>
    route.fulfill({ status: 422, json: { error: 'It is broken.' } }),
  )
  await page.goto(`${list}?q=Lost+and+found`)
  await expect(page.getByRole('alert')).toContainText('Products could not be loaded')
  await expect(page.getByRole('alert')).toContainText('It is broken.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rows(page)).toHaveText([/Lost and found/])
})

test('[INV-05] adds stock in several lots with a reason, also by pasting rows; “Other” requires a custom reason', async ({
  page,
  app,
}) => {
  const product = await addProduct(app.api, await addPlace(app.api), { lotControlled: true })
  const coldStore = await app.api.do(inventoryApi.createLocation, {
    body: { name: 'Central cold store behind the dispensary', type: 'Warehouse' },
  })
  await app.signIn(page, 'admin')
  await goTo(page, view(product.id))
  await page.getByRole('button', { name: 'Add stock' }).click()
  await expect(dialog(page).getByLabel('Lot number')).toBeFocused()
  const reason = dialog(page).getByLabel('Reason', { exact: true })
  await expect(reason.locator('option')).toHaveText([
    'Choose a reason',
    'Purchase order',
    'Return',
    'Manual adjustment',
    'Other',
  ])
  await dialog(page).getByLabel('Quantity').fill('0')
  await dialog(page).getByRole('button', { name: 'Add stock' }).click()
  await expect(dialog(page).getByRole('link', { name: 'Quantity must be at least 1' })).toBeVisible()
  await expect(dialog(page).getByRole('link', { name: 'Reason is required' })).toBeVisible()
  await expect(dialog(page).getByLabel('Custom reason')).toHaveCount(0)
  await dialog(page).getByLabel('Quantity').fill('30')
  await reason.selectOption('other')
  await dialog(page).getByRole('button', { name: 'Add stock' }).click()
  await expect(dialog(page).getByRole('link', { name: 'Custom reason is required' })).toBeVisible()
  await dialog(page).getByLabel('Custom reason').fill('Sample from the fair')
  await dialog(page).getByLabel('Lot number').fill('LOT-7')
  await dialog(page).getByLabel('Expiry date').fill('2039-05-31')
  // Enter adds a row; pasted spreadsheet rows fill more rows.
  await dialog(page).getByLabel('Quantity').press('Enter')
  const row = (at: number) => dialog(page).getByRole('group', { name: `Row ${at}`, exact: true })
  await expect(row(2).getByLabel('Lot number')).toBeFocused()
  await pasteRows(page, [
    ['Lot', 'Expires', 'Pieces', 'Location', 'Cost'],
    ['LOT-8', '30.6.2039', '12', coldStore.name, '1.50'],
    ['LOT-9', '2039-07-31', '1,000', 'Nowhere', ''],
  ])
  await expect(dialog(page).getByText('There is no location called Nowhere')).toBeVisible()
  await expect(row(2).getByLabel('Expiry date')).toHaveValue('2039-06-30')
  await expect(row(2).getByLabel('Unit cost')).toHaveValue('1.50')
  await expect(dialog(page).getByText('3 lots, 1,042 pieces')).toBeVisible()
  // A row is 40 px high, as on a receipt, however long the location's name is.
  expect((await row(2).boundingBox())?.height).toBeLessThanOrEqual(42)
  await expectAccessible(page)
  // One invalid row: nothing is posted, and its field shows the error.
  await row(3).getByLabel('Lot number').fill('LOT-7')
  await dialog(page).getByRole('button', { name: 'Add stock' }).click()
  await expect(row(3).getByText('lot LOT-7 expires on 31 May 2039')).toBeVisible()
  expect((await app.api.do(inventoryApi.getProduct, { params: { id: product.id } })).onHand).toBe(0)
  await row(3).getByLabel('Lot number').fill('LOT-9')
  await dialog(page).getByRole('button', { name: 'Add stock' }).click()
  await expect(dialog(page)).toHaveCount(0)
  const places = page.getByRole('table', { name: 'Stock by location' }).locator('tbody tr')
  await expect(places).toHaveText([/LOT-7.*31 May 2039.*30/, /LOT-8.*30 Jun 2039.*12/, /LOT-9.*31 Jul 2039.*1,000/])
})

test('[INV-06] reduces stock with its own list of reasons, and refuses more than is on hand', async ({ page, app }) => {
  const product = await addProduct(app.api, await addPlace(app.api), { quantity: 20 })
  await app.signIn(page, 'admin')
  await goTo(page, view(product.id))
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Reduce stock' }).click()
  const reason = dialog(page).getByLabel('Reason', { exact: true })
  await expect(reason.locator('option')).toHaveText([
    'Choose a reason',
    'Damaged quantity',
    'Lost stock',
    'Sales order',
    'Adjustment',
    'Other',
  ])
  await reason.selectOption('damaged_quantity')
  await dialog(page).getByLabel('Quantity').fill('21')
  await dialog(page).getByRole('button', { name: 'Reduce stock' }).click()
  await expect(dialog(page).getByText('Quantity must be at most 20')).toBeVisible()
  await expect(dialog(page).getByLabel('Quantity')).toBeFocused()
  await dialog(page).getByLabel('Quantity').fill('5')
  await dialog(page).getByRole('button', { name: 'Reduce stock' }).click()
  await expect(dialog(page)).toHaveCount(0)
  const first = page.getByRole('table', { name: 'Stock history' }).locator('tbody tr').first()
  await expect(first).toHaveText(/Stock reduced.*Damaged quantity.*15−5/)
})

test('[INV-08] the stock history lists user, time, reason, quantities and document of each movement', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const product = await addProduct(app.api, place, { quantity: 50 })
  const account = await addAccount(app.api)
  const order = await addOrder(app.api, account.id, [[product.id, 8]])
  await app.api.do(salesApi.confirm, { params: { id: order.id }, body: {} })
  for (let at = 0; at < 20; at += 1) {
    const body = { quantity: 1, reason: 'return' } as const
    await app.api.do(inventoryApi.addStock, { params: { id: product.id }, body })
  }
  await app.signIn(page, 'admin')
  await goTo(page, view(product.id))
  const history = page.getByRole('table', { name: 'Stock history' }).locator('tbody tr')
  await expect(history).toHaveCount(20)
  await expect(history.first()).toHaveText(/Stock added.*Return.*just now.*admin under test.*70\+1.*8±0.*ADJ-/)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(history).toHaveCount(22)
  await expect(history.nth(20)).toHaveText(/Reserved.*50±0.*8\+8/)
  await expect(history.nth(21)).toHaveText(/Initial quantity.*50\+50/)
  const counts = await history.evaluateAll((all) => all.map((row) => row.children[2]?.textContent ?? ''))
  const changes = counts.map((text) => Number(/[+−](\d+)$/.exec(text)?.[1] ?? 0))
  expect(changes.reduce((sum, one) => sum + one, 0)).toBe(70)
  await history.nth(20).getByRole('link', { name: order.number }).click()
  await expect(page).toHaveURL(`/orders/sales-orders/view/${order.id}`)
})

test('[INV-02, INV-08] posts a changed Quantity as an adjustment; a version conflict asks the second editor', async ({
  page,
  app,
}) => {
  const product = await addProduct(app.api, await addPlace(app.api), { name: 'Contested', quantity: 40 })
  await app.signIn(page, 'admin')
  await goTo(page, `${list}/edit/${product.id}`)
  await expect(field(page, 'Quantity')).toHaveValue('40')
  await expect(page.getByText('Changing the quantity posts an adjustment.')).toBeVisible()
  await field(page, 'Quantity').fill('45')
  await page.getByRole('button', { name: 'Save product' }).click()
  const first = page.getByRole('table', { name: 'Stock history' }).locator('tbody tr').first()
  await expect(first).toHaveText(/Quantity adjusted.*Adjustment.*45\+5/)

  await goTo(page, `${list}/edit/${product.id}`)
  await field(page, 'Name').fill('Mine')
  const theirs = await app.api.do(inventoryApi.getProduct, { params: { id: product.id } })
  const body = {
    name: 'Theirs',
    description: 'For tests',
    category: theirs.category,
    supplier: theirs.supplier.id,
    price: '1',
    cost: '1',
    pcsPerCase: 1,
    warehouse: theirs.warehouse.id,
    billOfMaterials: [],
  }
  await app.api.do(inventoryApi.updateProduct, { params: { id: product.id }, body }, { version: theirs.version })
  await page.getByRole('button', { name: 'Save product' }).click()
  await expect(dialog(page)).toContainText('This product was changed by someone else')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Reload' }).click()
  await expect(field(page, 'Name')).toHaveValue('Theirs')
  await field(page, 'Name').fill('Mine again')
  await page.getByRole('button', { name: 'Save product' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mine again' })).toBeVisible()
})

test('[INV-10] deletes a product after confirmation, refuses while stock is on hand, and restores it by Undo', async ({
  page,
  app,
}) => {
  const product = await addProduct(app.api, await addPlace(app.api), { name: 'Going', quantity: 2 })
  await app.signIn(page, 'admin')
  await goTo(page, view(product.id))
  const openDeleteDialog = async () => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.getByRole('button', { name: 'Delete product' }).click()
  }
  await openDeleteDialog()
  await expect(page.getByRole('alertdialog')).toContainText('2 pieces are on hand. Reduce the stock first.')
  await page.getByRole('button', { name: 'Cancel' }).click()
  const body = { quantity: 2, reason: 'lost_stock' } as const
  await app.api.do(inventoryApi.reduceStock, { params: { id: product.id }, body })
  await page.reload()
  await openDeleteDialog()
  await expect(page.getByText('Going deleted')).toBeVisible()
  await expect(page).toHaveURL(list)
  await expect(page.getByRole('link', { name: /^Going/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: /^Going/ })).toBeVisible()
})

test('[CAT-01] adds, edits and deletes categories; deleting one in use requires moving its products', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const other = await addPlace(app.api)
  await addProduct(app.api, place)
  await app.signIn(page, 'admin')
  await goTo(page, '/inventory/categories')
  await page.getByRole('button', { name: 'Add category' }).click()
  await dialog(page).getByRole('button', { name: 'Add category' }).click()
  await expect(dialog(page).getByText('Name is required')).toBeVisible()
  await dialog(page).getByLabel('Name').fill('Sutures')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Add category' }).click()
  await expect(dialog(page)).toHaveCount(0)
  const acts = (name: string) => page.getByRole('button', { name: `Actions for ${name}`, exact: true })
  const row = (name: string) => page.getByRole('row').filter({ has: acts(name) })
  /** Other tests add categories, too, so this searches the list for the name. */
  const find = async (name: string) => {
    await goTo(page, `/inventory/categories?q=${encodeURIComponent(name)}`)
    await expect(row(name)).toBeVisible()
  }
  await find('Sutures')
  await page.getByRole('button', { name: 'Actions for Sutures' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await dialog(page).getByLabel('Description').fill('Threads and needles')
  await dialog(page).getByLabel('Name').fill(place.category.name)
  await dialog(page).getByRole('button', { name: 'Save category' }).click()
  await expect(dialog(page).getByText('Name is taken')).toBeVisible()
  await dialog(page).getByLabel('Name').fill('Suture material')
  await dialog(page).getByRole('button', { name: 'Save category' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await find('Suture material')
  await expect(row('Suture material')).toContainText('Threads and needles')
  await page.getByRole('button', { name: 'Actions for Suture material' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete category' }).click()
  await expect(row('Suture material')).toHaveCount(0)
  await find(place.category.name)
  await page.getByRole('button', { name: `Actions for ${place.category.name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(dialog(page)).toContainText('1 product is in this category.')
  await dialog(page).getByRole('button', { name: 'Move products and delete' }).click()
  await expect(dialog(page).getByText('Category is required')).toBeVisible()
  await expectAccessible(page)
  await pick(page, 'Move products to', other.category.name)
  await dialog(page).getByRole('button', { name: 'Move products and delete' }).click()
  await expect(row(place.category.name)).toHaveCount(0)
  await find(other.category.name)
  await expect(row(other.category.name)).toContainText('1')
})

test('adds locations with type and coordinates; users with view permission only see no action buttons', async ({
  page,
  app,
}) => {
  await app.signIn(page, 'admin')
  await goTo(page, '/inventory/locations-zones')
  await page.getByRole('button', { name: 'Add location' }).click()
  await dialog(page).getByLabel('Name').fill('Plant north')
  await dialog(page).getByLabel('Type').selectOption('Factory')
  await dialog(page).getByLabel('Latitude').fill('91')
  await dialog(page).getByLabel('Longitude').fill('13.4')
  await dialog(page).getByRole('button', { name: 'Add location' }).click()
  await expect(dialog(page).getByText('Latitude must be between -90 and 90')).toBeVisible()
  await dialog(page).getByLabel('Latitude').fill('52.5')
  await dialog(page).getByRole('button', { name: 'Add location' }).click()
  await expect(page.getByRole('row', { name: 'Plant north' })).toContainText('52.5000, 13.4000')

  const product = await addProduct(app.api, await addPlace(app.api), { quantity: 1 })
  await page.context().clearCookies()
  await page.evaluate(() => sessionStorage.clear())
  await app.signIn(page, 'staff')
  await goTo(page, '/inventory/locations-zones')
  await expect(page.getByRole('row', { name: 'Plant north' })).toBeVisible()
  await expect(page.getByRole('button', { name: /Add location|Actions/ })).toHaveCount(0)
  await goTo(page, view(product.id))
  await expect(page.getByRole('heading', { name: 'Stock history' })).toBeVisible()
  await expect(page.getByRole('button', { name: /Add stock|More actions/ })).toHaveCount(0)
  await goTo(page, `${list}/edit/${product.id}`)
  await expect(page.getByText("You can't change products")).toBeVisible()
})
