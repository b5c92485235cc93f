import type { Page } from '@playwright/test'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { addPlace, addProduct } from '#test/builders.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

const list = '/inventory/raw-materials'
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

async function pick(page: Page, label: string, typed: string) {
  await page.getByRole('combobox', { name: label }).fill(typed)
  await page.getByRole('option', { name: typed }).first().click()
}

test('[RAW-01, NAV-05] adds, stocks, reduces and edits a raw material, lists its products, and refuses to delete it while on hand', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const factory = await app.api.do(inventoryApi.createLocation, { body: { name: 'Mill Lane', type: 'Factory' } })
  await app.signIn(page, 'admin')
  await goTo(page, list)
  await expect(page.getByRole('heading', { level: 1, name: 'Raw materials' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Add raw material' }).click()
  await expect(page).toHaveURL(`${list}/add`)

  await page.getByRole('button', { name: 'Save raw material' }).click()
  await expect(page.getByRole('alert')).toContainText('2 fields need attention')
  await expect(field(page, 'Name')).toBeFocused()
  await field(page, 'Name').fill('Nonwoven 25 g')
  await field(page, 'Material type').fill('Nonwoven')
  await field(page, 'Unit cost').fill('0.25')
  await field(page, 'Reorder point').fill('50')
  await field(page, 'Quantity').fill('40')
  await pick(page, 'Supplier', place.supplier.name)
  await page.getByRole('button', { name: 'Save raw material' }).click()
  await expect(page.getByText('Location is required', { exact: true })).toBeVisible()
  await pick(page, 'Location', factory.name)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save raw material' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Nonwoven 25 g' })).toBeVisible()
  await expect(page.getByText('Low stock', { exact: true })).toBeVisible()
  const { data } = await app.api.do(rawMaterialsApi.listRawMaterials, { query: { q: 'Nonwoven 25 g' } })
  const id = data[0]?.id ?? ''
  await expect(page).toHaveURL(`${list}/view/${id}`)

  await page.getByRole('button', { name: 'Add stock' }).click()
  await dialog(page).getByLabel('Quantity').fill('60')
  await dialog(page).getByLabel('Reason').selectOption('purchase_order')
  await dialog(page).getByRole('button', { name: 'Add stock' }).click()
  await expect(page.getByText('60 added to Nonwoven 25 g')).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Reduce stock' }).click()
  await dialog(page).getByLabel('Quantity').fill('10')
  await dialog(page).getByLabel('Reason').selectOption('damaged_quantity')
  await dialog(page).getByRole('button', { name: 'Reduce stock' }).click()
  const history = page.getByRole('table', { name: 'Stock history' }).locator('tbody tr')
  await expect(history).toHaveText([
    /Stock reduced.*Damaged quantity.*90−10/,
    /Stock added.*100\+60/,
    /Initial.*40\+40/,
  ])
  await expect(page.getByText('Not used in any bill of materials or kit.')).toBeVisible()

  // Another user adds a product that uses it; the page lists the product after a reload.
  const product = await addProduct(app.api, place, {
    name: 'Face mask',
    billOfMaterials: [{ rawMaterialId: id, quantity: 3 }],
  })
  await page.reload()
  await expect(page.getByRole('link', { name: 'Face mask' })).toHaveAttribute(
    'href',
    `/crm/inventory/view/${product.id}`,
  )
  await expectAccessible(page)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Delete raw material' }).click()
  await expect(question.getByText('90 pieces are on hand')).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(page).toHaveURL(`${list}/edit/${id}`)
  await field(page, 'Name').fill('Nonwoven 30 g')
  await page.getByRole('button', { name: 'Save raw material' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Nonwoven 30 g' })).toBeVisible()
})

test('[RAW-01, L1] searches and filters the raw material list, deletes a raw material and restores it by Undo', async ({
  page,
  app,
}) => {
  const make = (name: string, materialType: string) =>
    app.api.do(rawMaterialsApi.createRawMaterial, { body: { name, materialType } })
  await make('Zip film', 'Foil')
  await make('Zip tape', 'Fabric')
  await make('Zip wrap', 'Foil')
  await app.signIn(page, 'admin')
  await goTo(page, list)
  const rows = page.getByRole('table', { name: 'Raw materials' }).locator('tbody tr')
  await page.getByRole('searchbox', { name: 'Search raw materials' }).fill('Zip')
  await expect(rows).toHaveText([/Zip film/, /Zip tape/, /Zip wrap/])
  await page.getByLabel('Material type').selectOption('Foil')
  await expect(rows).toHaveText([/Zip film/, /Zip wrap/])
  await page.reload()
  await expect(rows).toHaveText([/Zip film/, /Zip wrap/])
  await page.getByLabel('Stock status').selectOption('inStock')
  await expect(page.getByText('No raw materials match')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('link', { name: 'Zip tape' }).click()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete raw material' }).click()
  await expect(page.getByText('Zip tape deleted')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Zip tape restored')).toBeVisible()
  await expect(rows.filter({ hasText: 'Zip tape' })).toHaveCount(1)
})

test('[RAW-01, PERM-01] users with view permission only see no action buttons and can’t edit raw materials', async ({
  page,
  app,
}) => {
  const { id } = await app.api.do(rawMaterialsApi.createRawMaterial, {
    body: { name: 'Looked at', materialType: 'Fabric' },
  })
  await app.signIn(page, 'staff', { rawmaterials: { view: true, edit: false, delete: false } })
  await goTo(page, `${list}/view/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Looked at' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add stock' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'More actions' })).toHaveCount(0)
  await goTo(page, `${list}/edit/${id}`)
  await expect(
    page.getByText('You can’t change raw materials').or(page.getByText("You can't change raw materials")),
  ).toBeVisible()
  await goTo(page, `${list}/view/00000000-0000-7000-8000-000000000000`)
  await expect(page.getByText('There is no such raw material')).toBeVisible()
})
