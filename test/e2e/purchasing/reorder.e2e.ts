import type { Page } from '@playwright/test'
import { roleDefaults } from '#shared/access/roles.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { addPlace, addProduct } from '#test/builders.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, type RunningApp, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

const group = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const rows = (page: Page, supplier: string) =>
  page.getByRole('table', { name: `Order from ${supplier}` }).locator('tbody tr')
const bar = (page: Page) => page.getByRole('region', { name: 'Selection' })
const draft = (page: Page) => page.getByRole('button', { name: 'Create draft POs' })

/** Two suppliers with products that are short, and a raw material without a supplier. */
async function shortages({ api }: RunningApp) {
  const [first, second] = [await addPlace(api), await addPlace(api)]
  const low = { quantity: 5, reorderPoint: 20, cost: '2.50' }
  const gauze = await addProduct(api, first, { ...low, name: 'Gauze roll', pcsPerCase: 12, moq: 30, leadTimeDays: 7 })
  const tape = await addProduct(api, first, { ...low, name: 'Silk tape', pcsPerCase: 1 })
  const mask = await addProduct(api, second, { ...low, quantity: 0, name: 'Face mask', pcsPerCase: 50 })
  const web = await api.do(rawMaterialsApi.createRawMaterial, { body: { name: 'Cotton web', materialType: 'Cotton' } })
  return { first: first.supplier, second: second.supplier, gauze, tape, mask, web }
}

test('[PO-01] drafts orders for short items in one click, one per supplier, with the typed quantity', async ({
  page,
  app,
}) => {
  const { first, second } = await shortages(app)
  await app.signIn(page, 'admin')
  await goTo(page, '/crm/inventory')
  await page.getByRole('link', { name: 'Reorder', exact: true }).click()
  await expect(page).toHaveURL('/inventory/reorder')
  await expect(page.getByRole('heading', { level: 1, name: 'Reorder' })).toBeVisible()
  await expect(rows(page, first.name)).toHaveText([
    /Gauze roll.*Low5reorder point 200.*7 daysits own3012 a case/,
    /Silk tape/,
  ])
  const quantity = page.getByRole('textbox', { name: 'Order of Gauze roll' })
  await expect(quantity).toHaveValue('36')
  await expectAccessible(page)

  // Each number has an explanation.
  await page.getByRole('button', { name: 'Reorder calculation for Gauze roll' }).click()
  const why = page.getByRole('dialog', { name: 'Reorder calculation for Gauze roll' })
  await expect(why).toContainText('raised to the MOQ of 30 and in whole cases of 12')
  await expect(why).toContainText('its own lead time and 30 days of cover')
  await expect(why.getByText('Target stock minus projected stock')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  // The typed quantity is the one ordered; the page shows where it deviates from the supplier's MOQ or case size.
  await quantity.fill('25')
  await expect(page.getByText('below the MOQ of 30')).toBeVisible()
  await expect(bar(page)).toContainText('1 selected')
  await quantity.fill('50')
  await expect(page.getByText('not whole cases of 12')).toBeVisible()
  await quantity.fill('')
  await draft(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'No drafts created' })).toContainText('Gauze roll')
  await quantity.fill('48')
  await page.getByRole('checkbox', { name: `Select all of ${first.name}` }).check()
  await page.getByRole('checkbox', { name: `Select all of ${second.name}` }).check()
  await expect(bar(page)).toContainText('3 selected')
  await draft(page).dblclick()
  const drafted = page.getByRole('list', { name: 'Drafted purchase orders' }).getByRole('listitem')
  await expect(drafted).toHaveCount(2)
  await expect(bar(page)).toHaveCount(0)
  await expect(group(page, first.name)).toHaveCount(0)
  // If the page is scrolled, the sticky header covers other suppliers' items.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)
  const { data } = await app.api.do(purchasingApi.listPurchaseOrders, { query: { supplier: first.id } })
  expect(data).toMatchObject([{ status: 'Draft', lines: 2, ordered: 48 + 16 }])
})

test('[PO-01] items without a supplier are listed separately and can get a supplier there', async ({ page, app }) => {
  const { first, web } = await shortages(app)
  await app.signIn(page, 'admin')
  await goTo(page, '/inventory/reorder?supplier=none')
  const apart = group(page, 'Without an active supplier').first()
  await expect(apart).toContainText('Assign a supplier before ordering.')
  await apart
    .getByRole('button', { name: `Assign a supplier to ${web.name}` })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save supplier' }).click()
  await expect(dialog.getByText('Supplier is required')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('combobox', { name: 'Supplier' }).fill(first.name)
  await page.getByRole('option', { name: first.name }).first().click()
  await dialog.getByRole('button', { name: 'Save supplier' }).click()
  await expect(page.getByText(`${web.name} can now be ordered from ${first.name}`)).toBeVisible()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(rows(page, first.name).filter({ hasText: web.name }).first()).toBeVisible()
})

test('[PO-01] filters are in the URL, and filters without matches say so; items drafted by others disappear', async ({
  page,
  app,
}) => {
  const { first, second } = await shortages(app)
  await app.signIn(page, 'admin')
  await goTo(page, '/inventory/reorder')
  await page.getByRole('combobox', { name: 'Supplier' }).selectOption({ label: `${first.name} (2)` })
  await expect(page).toHaveURL(new RegExp(`supplier=${first.id}`))
  await expect(group(page, second.name)).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Why' }).selectOption('out')
  await expect(page.getByText('No matching items need reordering')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No matching items need reordering')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(group(page, second.name).first()).toBeVisible()
  // Items that another user has drafted are no longer suggested.
  const { data } = await app.api.do(purchasingApi.listPurchaseItems, { query: { q: 'Face mask', supplier: second.id } })
  const place = await addPlace(app.api)
  await app.api.do(purchasingApi.createPurchaseOrder, {
    body: {
      supplierId: second.id,
      locationId: place.warehouse.id,
      lines: data.map(({ id, cost }) => ({ itemId: id, quantity: 500, unitCost: cost })),
    },
  })
  await expect(group(page, second.name)).toHaveCount(0)
})

test('[PO-01] users without permission to order see suggestions but can’t draft orders; the page fits a phone', async ({
  page,
  app,
}) => {
  const { gauze } = await shortages(app)
  await page.setViewportSize({ width: 375, height: 740 })
  await app.signIn(page, 'staff', roleDefaults.staff)
  await goTo(page, '/inventory/reorder')
  await expect(page.getByText(gauze.name).first()).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: /^Order of/ })).toHaveCount(0)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  expect(wide).toBe(false)
  await expectAccessible(page)
})
