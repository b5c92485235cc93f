import type { Page } from '@playwright/test'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { addAccount, addOrder, addPlace, addProduct, placePurchase } from '#test/builders.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

async function pick(page: Page, label: string, typed: string) {
  await page.getByRole('combobox', { name: label }).fill(typed)
  await page.getByRole('option', { name: typed }).first().click()
}

test('[PO-01, TRF-01, SO-02, CNT-10, LOT-06] receives, transfers, picks, counts and recalls a lot', async ({
  page,
  app,
}) => {
  test.slow()
  const place = await addPlace(app.api)
  const depot = (await addPlace(app.api)).warehouse
  const product = await addProduct(app.api, place, {
    name: 'Journey serum',
    lotControlled: true,
    quantity: 0,
    cost: '4.00',
  })
  const ward = await addAccount(app.api, { name: 'Journey ward', email: 'ward@example.com' })
  const purchase = await placePurchase(app.api, place, [[product.id, 30, '4.00']])
  const order = await addOrder(app.api, ward.id, [[product.id, 12]])
  await app.signIn(page, 'admin')

  // Receives the purchase order with lot and expiry.
  await goTo(page, `/orders/purchase-orders/view/${purchase.id}`)
  await page.getByRole('link', { name: 'Receive' }).click()
  await page.getByRole('button', { name: 'Receive all' }).click()
  const arrived = page.getByRole('group', { name: 'Journey serum', exact: true })
  await arrived.getByLabel('Lot number').fill('JOURNEY-1')
  await arrived.getByLabel('Expiry date').fill('2031-06-30')
  await page.getByRole('button', { name: 'Receive goods' }).click()
  await expect(page.getByRole('cell', { name: 'JOURNEY-1 expires 30 Jun 2031' })).toBeVisible()

  // Transfers a part to the depot.
  await goTo(page, '/inventory/stock-transfers/add')
  await pick(page, 'Source', place.warehouse.name)
  await pick(page, 'Destination', depot.name)
  const line = page.getByRole('group', { name: 'Line 1' })
  await line.getByRole('combobox', { name: 'Item' }).fill('Journey serum')
  await page.getByRole('option', { name: 'Journey serum' }).first().click()
  await line.getByLabel('Quantity').fill('10')
  await page.getByRole('button', { name: 'Save transfer' }).click()
  await page.getByRole('button', { name: 'Ship' }).click()
  await expect(page.locator('[data-page-header]').getByText('In transit', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Complete' }).click()
  await dialog(page).getByRole('button', { name: 'Complete transfer' }).click()
  await expect(page.locator('[data-page-header]').getByText('Completed', { exact: true })).toBeVisible()

  // Confirms the sales order and marks it ready to ship from that lot.
  await goTo(page, `/orders/sales-orders/view/${order.id}`)
  for (const act of ['Confirm order', 'Mark ready to ship']) {
    await page.getByRole('button', { name: act }).click()
    await dialog(page).getByRole('button', { name: act }).click()
    await expect(dialog(page)).toHaveCount(0)
  }
  await expect(page.getByText(/12 from .*lot JOURNEY-1/)).toBeVisible()

  // Counts: 8 pieces are expected, one is missing.
  await goTo(page, '/inventory/stock-counts')
  await page.getByRole('button', { name: 'Plan count' }).first().click()
  await dialog(page).getByRole('combobox', { name: 'Location' }).fill(place.warehouse.name)
  await page.getByRole('option', { name: place.warehouse.name }).first().click()
  await expect(dialog(page)).toContainText('1 line to count at present')
  await dialog(page).getByRole('button', { name: 'Plan count' }).click()
  await expect(heading(page, /^CNT-/)).toBeVisible()
  await page.getByRole('button', { name: 'Start counting' }).click()
  await page.getByRole('list', { name: 'Lines to count' }).getByRole('button', { name: 'Journey serum' }).click()
  await dialog(page).getByLabel('Pieces').fill('7')
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('1 of 1 line counted')).toBeVisible()
  await page.getByRole('button', { name: 'Finish counting' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish counting' }).click()
  await expect(page.getByRole('row', { name: /Journey serum/ })).toContainText('−1')
  await page.getByRole('button', { name: 'Approve and post' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Post one difference' }).click()
  await expect(page.getByText('Posted', { exact: true }).first()).toBeVisible()

  // Recalls the lot: 7 pieces here, 10 at the depot, 12 picked for the ward.
  await goTo(page, '/inventory/recalls/new')
  await pick(page, 'Lots', 'JOURNEY-1')
  await page.getByLabel('Reason').fill('Particles found')
  await page.getByLabel('Instruction').fill('Keep it apart.')
  await page.getByRole('button', { name: 'Start recall' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Start recall' }).click()
  await expect(heading(page, /^RC-/)).toBeVisible()
  await expect(page.getByRole('table', { name: 'Recalled lots' }).locator('tbody tr')).toHaveText(/JOURNEY-1.*30.*17/)
  await expect(page.getByRole('main')).toContainText(order.number)
  const shown = await app.api.do(inventoryApi.getProduct, { params: { id: product.id } })
  expect(shown.stock.map((one) => [one.location.id, one.onHand, one.lotStatus]).toSorted()).toEqual(
    [
      [place.warehouse.id, 7, 'RECALLED'],
      [depot.id, 10, 'RECALLED'],
    ].toSorted(),
  )
  const { data: lots } = await app.api.do(lotsApi.listLots, { query: { product: product.id } })
  expect(lots.map((one) => one.status)).toEqual(['RECALLED'])
})
