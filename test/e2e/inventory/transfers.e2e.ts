import type { Page } from '@playwright/test'
import { ownCode } from '#shared/codes/own-codes.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { transfersApi } from '#shared/inventory/transfers/api.ts'
import { addPlace, addProduct } from '#test/builders.ts'
import { addLots, inDays } from '#test/lots.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, type RunningApp, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'
import { scan } from '#test/e2e/usability/hands.ts'

const list = '/inventory/stock-transfers'
const dialog = (page: Page) => page.getByRole('dialog')
const line = (page: Page, at: number) => page.getByRole('group', { name: `Line ${at}` })
const menu = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function pick(page: Page, label: string, typed: string) {
  await page.getByRole('combobox', { name: label }).fill(typed)
  await page.getByRole('option', { name: typed }).first().click()
}
async function pickItem(page: Page, at: number, typed: string, quantity: string) {
  await line(page, at).getByRole('combobox', { name: 'Item' }).fill(typed)
  await page.getByRole('option', { name: typed }).first().click()
  await line(page, at).getByLabel('Quantity').fill(quantity)
}

async function world({ api }: RunningApp) {
  const place = await addPlace(api)
  return { place, depot: (await addPlace(api)).warehouse }
}

test('[TRF-01, NAV-12] adds a stock transfer with lots, edits, ships and completes it with differences, and starts the transfer back', async ({
  page,
  app,
}) => {
  const { place, depot } = await world(app)
  const plain = await addProduct(app.api, place, { name: 'Moved swab', quantity: 50 })
  const { product, lot } = await addLots(app.api, place, [
    ['A1', 40, 10],
    ['B1', 90, 10],
  ])
  await app.api.do(lotsApi.hold, { params: { id: lot('A1') }, body: { reason: 'Seal is broken' } })
  await app.signIn(page, 'admin')
  await goTo(page, list)
  await expect(page.getByRole('heading', { level: 1, name: 'Stock transfers' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Add transfer' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Add transfer' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save transfer' })).toBeVisible()
  // On a phone the notice must be fully inside the viewport.
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  await page.setViewportSize({ width: 375, height: 667 })
  await scan(page, ownCode('product', plain.id))
  await expect(page.getByText('Choose the source first.')).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width, height })
  await page.getByRole('button', { name: 'Close notice' }).click()
  await page.getByRole('button', { name: 'Save transfer' }).click()
  await expect(page.getByRole('alert')).toContainText('4 fields need attention')
  await pick(page, 'Source', place.warehouse.name)
  await pick(page, 'Destination', depot.name)
  for (const code of [ownCode('product', plain.id), ownCode('product', plain.id), ownCode('lot', lot('B1'))])
    await scan(page, code)
  await expect(line(page, 1).getByRole('combobox', { name: 'Item' })).toHaveValue('Moved swab')
  await expect(line(page, 1).getByLabel('Quantity')).toHaveValue('2')
  await expect(line(page, 2).getByRole('combobox', { name: 'Item' })).toHaveValue(product.name)
  await expect(line(page, 2).getByLabel('Lot')).toHaveValue(lot('B1'))
  await expect(line(page, 2).getByLabel('Quantity')).toHaveValue('1')
  // Leaving the page keeps a draft, which can be restored.
  await page.goto('/crm/dashboard', { waitUntil: 'commit' })
  await goTo(page, `${list}/add`)
  await page.getByRole('button', { name: 'Restore' }).click({ timeout: 15_000 })
  await expect(page.getByRole('combobox', { name: 'Source' })).toHaveValue(`${place.warehouse.name} (Warehouse)`)
  await expect(line(page, 1).getByLabel('Quantity')).toHaveValue('2')
  await expect(line(page, 2).getByLabel('Lot')).toHaveValue(lot('B1'))
  const elsewhere = await addProduct(app.api, { ...place, warehouse: depot }, { name: 'Depot swab', quantity: 5 })
  await scan(page, ownCode('product', elsewhere.id))
  await expect(page.getByText(`Depot swab is not at ${place.warehouse.name} (Warehouse).`)).toBeVisible()
  await line(page, 2)
    .getByRole('button', { name: /^Remove/ })
    .click()
  await line(page, 1).getByLabel('Quantity').fill('60')
  await expect(line(page, 1).getByText('Only 50 available at the source')).toBeVisible()
  await page.getByRole('button', { name: 'Save transfer' }).click()
  await expect(page.getByText('Not enough stock. Moved swab: 60 wanted, 50 available')).toBeVisible()
  await line(page, 1).getByLabel('Quantity').fill('20')
  await page.getByRole('button', { name: 'Add line' }).click()
  await pickItem(page, 2, product.name, '5')
  // The lot on hold is not allocated automatically, but can be selected.
  await expect(line(page, 2).getByText('10 available at the source')).toBeVisible()
  await expect(line(page, 2).getByLabel('Lot').getByRole('option')).toHaveText([
    'First to expire',
    /^A1 · expires .* · 10 there · On hold$/,
    /^B1 · expires .* · 10 there$/,
  ])
  await line(page, 2).getByLabel('Lot').selectOption(lot('A1'))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save transfer' }).click()

  await expect(page.locator('[data-page-header]').getByText('Pending', { exact: true })).toBeVisible()
  await expect(page.getByText('5 of lot A1')).toBeVisible()
  await expectAccessible(page)
  await menu(page, 'Edit')
  // The stock reserved by this transfer counts as available for it.
  await expect(line(page, 1).getByText('50 available at the source')).toBeVisible()
  await expect(line(page, 2).getByLabel('Lot')).toHaveValue(lot('A1'))
  await line(page, 1).getByLabel('Quantity').fill('30')
  await page.getByLabel('Note').fill('By the morning van')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('By the morning van')).toBeVisible()
  await page.getByRole('button', { name: 'Ship' }).click()
  await expect(page.locator('[data-page-header]').getByText('In transit', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ship' })).toBeHidden()

  await page.getByRole('button', { name: 'Complete' }).click()
  const swabs = dialog(page).getByRole('listitem', { name: 'Moved swab' })
  await swabs.getByLabel('Received').fill('28')
  await dialog(page).getByRole('button', { name: 'Complete transfer' }).click()
  await expect(swabs.getByText('What happened to the other 2 is required')).toBeVisible()
  await swabs.getByLabel('The other 2').selectOption('write_off')
  await swabs.getByLabel('Reason').selectOption('damaged_quantity')
  await expect(dialog(page).getByText('33 of 35 pieces arrived, 2 did not')).toBeVisible()
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Complete transfer' }).click()
  await expect(page.locator('[data-page-header]').getByText('Completed', { exact: true })).toBeVisible()
  await expect(page.getByText('2 did not arrive. Written off: Damaged quantity')).toBeVisible()
  const { stock } = await app.api.do(inventoryApi.getProduct, { params: { id: plain.id } })
  expect(stock.map((one) => [one.location.name, one.onHand]).toSorted()).toEqual(
    [
      [place.warehouse.name, 20],
      [depot.name, 28],
    ].toSorted(),
  )

  // The stock history links to the transfer; “Transfer back” swaps source and destination.
  await page.getByRole('link', { name: 'Moved swab' }).click()
  const history = page.getByRole('table', { name: 'Stock history' })
  await history.getByRole('link', { name: /^TR-/ }).first().click()
  await menu(page, 'Transfer back')
  await expect(page.getByRole('combobox', { name: 'Source' })).toHaveValue(`${depot.name} (Warehouse)`)
  await expect(line(page, 1).getByText('28 available at the source')).toBeVisible()
  // Of the 30 pieces 2 did not arrive.
  await expect(line(page, 1).getByLabel('Quantity')).toHaveValue('28')
  // The lot that arrived goes back, also from a place with others.
  await expect(line(page, 2).getByLabel('Lot')).toHaveValue(lot('A1'))
  await expect(line(page, 2).getByLabel('Quantity')).toHaveValue('5')
})

test('[TRF-01, L1] filters transfers by status, source, date and search; cancels one with a reason; deletes and restores one', async ({
  page,
  app,
}) => {
  const { place, depot } = await world(app)
  const product = await addProduct(app.api, place, { name: 'Wound wash', quantity: 50 })
  const write = (note: string) =>
    app.api.do(transfersApi.createTransfer, {
      body: {
        sourceId: place.warehouse.id,
        destinationId: depot.id,
        note,
        lines: [{ itemId: product.id, quantity: 5 }],
      },
    })
  const [first, second] = [await write('first of all'), await write('second of all')]
  await app.signIn(page, 'admin')
  await goTo(page, list)
  const rows = page.getByRole('table', { name: 'Stock transfers' }).locator('tbody tr')
  await page.getByRole('searchbox', { name: 'Search transfers' }).fill('of all')
  await expect(rows).toHaveText([new RegExp(second.number), new RegExp(first.number)])
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByLabel('Source', { exact: true }).selectOption(depot.id)
  await expect(page.getByText('No transfers match')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByLabel('Status', { exact: true }).selectOption('pending')
  await page.getByLabel('From day').fill(inDays(-1))
  await page.reload()
  await expect(rows.filter({ hasText: first.number })).toHaveCount(1)

  await page.getByRole('link', { name: first.number }).click()
  await menu(page, 'Cancel transfer')
  await dialog(page).getByRole('button', { name: 'Cancel transfer' }).click()
  await expect(dialog(page).getByText('Reason is required')).toBeVisible()
  await dialog(page).getByLabel('Reason').fill('The van broke down')
  await dialog(page).getByRole('button', { name: 'Cancel transfer' }).click()
  await expect(page.getByText('This transfer was cancelled')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Complete' })).toBeHidden()

  await goTo(page, `${list}/view/${second.id}`)
  await menu(page, 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete transfer' }).click()
  await expect(page.getByText(`${second.number} deleted`)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(`${second.number} restored`)).toBeVisible()
  await expect(rows.filter({ hasText: second.number })).toContainText('Cancelled')
})

test('[TRF-01, PERM-01] users with view permission only see no actions but Print', async ({ page, app }) => {
  const { place, depot } = await world(app)
  const product = await addProduct(app.api, place, { quantity: 5 })
  const { id } = await app.api.do(transfersApi.createTransfer, {
    body: { sourceId: place.warehouse.id, destinationId: depot.id, lines: [{ itemId: product.id, quantity: 5 }] },
  })
  await app.signIn(page, 'staff')
  await page.setViewportSize({ width: 375, height: 812 })
  await goTo(page, `${list}/view/${id}`)
  await expect(page.locator('[data-page-header]').getByText('Pending', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('button', { name: 'Complete' })).toBeHidden()
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Print'])
  await goTo(page, `${list}/add`)
  await expect(page.getByText("You can't change stock transfers")).toBeVisible()
})
