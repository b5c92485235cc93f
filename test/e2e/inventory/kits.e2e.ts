import type { Page } from '@playwright/test'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { kitsApi } from '#shared/inventory/kits/api.ts'
import { addAccount, addPlace, addProduct } from '#test/builders.ts'
import { addLots } from '#test/lots.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

const list = '/inventory/kitting-bundles'
const dialog = (page: Page) => page.getByRole('dialog')
const menu = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
async function pick(page: Page, label: string, typed: string) {
  await page.getByRole('combobox', { name: label }).fill(typed)
  await page.getByRole('option', { name: typed }).first().click()
}

test('[KIT-01, NAV-12] adds, packs, disassembles, edits, deletes and restores a kit; choosing another lot requires a reason', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  // A new kit starts with the only warehouse if there is no other.
  await addPlace(app.api)
  const swab = await addProduct(app.api, place, { name: 'Kit swab', quantity: 100, cost: '0.25' })
  const { product: drug } = await addLots(
    app.api,
    place,
    [
      ['D1', 60, 8],
      ['D2', 90, 1],
    ],
    { name: 'Kit drug', cost: '2.00' },
  )
  await app.signIn(page, 'admin')
  await goTo(page, list)
  await expect(page.getByRole('heading', { level: 1, name: 'Kitting & bundles' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Add kit' }).click()
  await page.getByRole('button', { name: 'Save kit' }).click()
  await expect(page.getByRole('alert')).toContainText('5 fields need attention')
  await pick(page, 'Warehouse', place.warehouse.name)
  await page.getByLabel('Name', { exact: true }).fill('Ward set')
  await page.getByLabel('Price', { exact: true }).fill('9.50')
  await pick(page, 'Item 1', 'Kit swab')
  await page.getByLabel('Quantity of item 1').fill('4')
  await page.getByRole('button', { name: 'Add item' }).click()
  await pick(page, 'Item 2', 'Kit drug')
  await page.getByLabel('Quantity of item 2').fill('1')
  await expect(page.getByText('Cost of one kit’s items')).toContainText('3.00')
  await page.getByLabel('Kits to pack now').fill('10')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save kit' }).click()
  await expect(page.getByText('Not enough stock. Kit drug: 10 wanted, 9 available')).toBeVisible()
  await page.getByLabel('Kits to pack now').fill('5')
  await page.getByRole('button', { name: 'Save kit' }).click()

  await expect(page.getByText('5 × Ward set')).toBeVisible()
  await expect(page.getByText('5 of lot D1')).toBeVisible()
  await expectAccessible(page)
  await menu(page, 'Edit order')
  await expect(page.getByRole('heading', { level: 1, name: /^Edit KIT-/ })).toBeVisible()
  await page.getByLabel('Quantity').fill('4')
  await page.getByLabel('Note').fill('For the fair')
  // The header and the item quantities update while typing.
  await expect(page.locator('[data-page-header]').getByText('4 × Ward set')).toBeVisible()
  await expect(page.getByRole('row', { name: /Kit swab/ })).toContainText('16')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^KIT-/ })).toBeVisible()
  await expect(page.getByText('4 × Ward set')).toBeVisible()
  await expect(page.getByText('For the fair')).toBeVisible()
  await page.getByRole('button', { name: 'Choose lots of Kit drug' }).click()
  await dialog(page)
    .getByLabel(/^Pieces of lot D1/)
    .fill('3')
  await dialog(page)
    .getByLabel(/^Pieces of lot D2/)
    .fill('1')
  await dialog(page).getByRole('button', { name: 'Use these lots' }).click()
  await expect(dialog(page).getByText('Reason is required: another lot expires first')).toBeVisible()
  await dialog(page).getByLabel('Reason').fill('One of each for the shelf')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Use these lots' }).click()
  await expect(page.getByText('1 of lot D2')).toBeVisible()
  await expect(page.getByText('Chosen: One of each for the shelf').first()).toBeVisible()
  await page.getByRole('button', { name: 'Complete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Complete kit' }).click()
  await expect(page.locator('[data-page-header]').getByText('Completed', { exact: true })).toBeVisible()
  await expect(page.getByText('12.00')).toBeVisible()
  const depot = await app.api.do(inventoryApi.createLocation, { body: { name: 'Ward set depot', type: 'Warehouse' } })
  await menu(page, 'Take kits apart')
  await dialog(page).getByLabel('Quantity').fill('5')
  await dialog(page).getByLabel('Reason').fill('Nobody buys them')
  await pick(page, 'Destination of the items', depot.name)
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Take apart' }).click()
  await expect(dialog(page).getByText('Quantity must be at most 4')).toBeVisible()
  await dialog(page).getByLabel('Quantity').fill('4')
  await dialog(page).getByRole('button', { name: 'Take apart' }).click()
  await expect(page.getByText('took kits apart')).toBeVisible()
  const apart = await app.api.do(inventoryApi.getProduct, { params: { id: drug.id } })
  expect([apart.onHand, apart.stock.some((one) => one.location.id === depot.id)]).toEqual([9, true])
  expect((await app.api.do(inventoryApi.getProduct, { params: { id: swab.id } })).onHand).toBe(100)

  await page.getByRole('link', { name: 'Ward set' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ward set' })).toBeVisible()
  await expect(page.getByText('Limited by Kit drug (5)')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Pack kits' }).click()
  await expect(page.getByText('5 can be packed there at present.')).toBeVisible()
  await page.getByLabel('Quantity').fill('2')
  await page.getByRole('button', { name: 'Pack kits' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^KIT-/ })).toBeVisible()
  await expect(page.getByText('2 × Ward set')).toBeVisible()
  await menu(page, 'Cancel kit')
  await dialog(page).getByLabel('Reason').fill('Not needed')
  await dialog(page).getByRole('button', { name: 'Cancel kit' }).click()
  await expect(page.getByText('This order was cancelled')).toBeVisible()

  await goTo(page, `${list}?status=cancelled`)
  await expect(page.getByRole('table', { name: 'Kit orders' }).locator('tbody tr')).toHaveText([/Ward set.*Cancelled/])
  await page.getByRole('link', { name: 'All kits' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Kits', exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Ward set' }).click()
  await menu(page, 'Edit')
  await page.getByLabel('Name', { exact: true }).fill('Ward set, large')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ward set, large' })).toBeVisible()
  await menu(page, 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete kit' }).click()
  await expect(page.getByText('Ward set, large deleted')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Ward set, large restored')).toBeVisible()
})

test('[KIT-01, PERM-01] users with view permission only can’t add kits', async ({ page, app }) => {
  await app.signIn(page, 'staff')
  await page.setViewportSize({ width: 375, height: 812 })
  await goTo(page, `${list}/kits`)
  await expect(page.getByRole('heading', { level: 1, name: 'Kits' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add kit' })).toBeHidden()
  await goTo(page, `${list}/add`)
  await expect(page.getByText("You can't change kits")).toBeVisible()
})

test('[KIT-01, SO-01] a sales order can sell a kit: the line links to the kit, and editing the order keeps it', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const swab = await addProduct(app.api, place, { name: 'Sold kit swab', quantity: 100 })
  const account = await addAccount(app.api, { name: 'Kit buyer' })
  const { kit } = await app.api.do(kitsApi.createKit, {
    body: {
      name: 'Sold ward set',
      price: '9.50',
      warehouse: place.warehouse.id,
      components: [{ itemId: swab.id, quantity: 4 }],
    },
  })
  await app.signIn(page, 'admin')
  await goTo(page, '/orders/sales-orders/new')
  await pick(page, 'Customer', account.name)
  await pick(page, 'Product', 'Sold ward set')
  await page.getByLabel('Quantity').first().fill('2')
  await page.getByRole('button', { name: 'Save order' }).click()
  const line = page.getByRole('link', { name: 'Sold ward set' })
  await expect(line).toHaveAttribute('href', `/inventory/kitting-bundles/kits/view/${kit.id}`)
  await expect(page.getByText('19.00').first()).toBeVisible()
  await goTo(page, page.url().replace('/view/', '/edit/'))
  await expect(page.getByRole('combobox', { name: 'Product' }).first()).toHaveValue('Sold ward set')
  await expect(page.getByText('19.00').first()).toBeVisible()
})
