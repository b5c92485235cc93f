import { sql } from 'kysely'
import { addDays } from '#shared/dates.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { expiryApi } from '#shared/reports/expiry/api.ts'
import { forecastApi } from '#shared/reports/forecast/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { failUntilTriedAgain } from '#test/e2e/failing-calls.ts'
import { expect, type RunningApp, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

test.use({ ownCompany: 'forecast' })

/** Sells seven gloves a week for twelve weeks; the stock is more than can be sold before its lot expires. */
async function addDemand({ api, database }: RunningApp): Promise<string> {
  const place = await addPlace(api)
  const { id } = await addProduct(api, place, { name: 'Nitrile gloves', lotControlled: true, price: '5', cost: '2' })
  const today = new Date().toISOString().slice(0, 10)
  const stock = { reason: 'purchase_order', lotNumber: 'SOON', expiryDate: addDays(today, 40) } as const
  await api.do(inventoryApi.addStock, { params: { id }, body: { ...stock, quantity: 300 } })
  const { id: accountId } = await addAccount(api, { name: 'Harbour clinic' })
  for (let week = 1; week <= 12; week += 1) {
    const order = await addOrder(api, accountId, [[id, 7]])
    await api.do(salesApi.confirm, { params: { id: order.id }, body: {} })
    await sql`update sales_orders set order_date = ${addDays(today, -7 * week)} where id = ${order.id}`.execute(
      database.db,
    )
  }
  return id
}

test('[REP-03] a forecast is calculated and opened; the expiry radar shows the lot at risk and links to an order for it', async ({
  page,
  app,
}) => {
  await app.signIn(page, 'admin')
  await goTo(page, '/inventory/expiry-radar')
  const main = page.getByRole('main')
  await expect(main.getByText('No lot is at risk', { exact: true })).toBeVisible()
  await goTo(page, '/inventory/forecast')
  await expect(main.getByText('No forecasts yet', { exact: true })).toBeVisible()
  await expectAccessible(page, 'no forecasts')

  const productId = await addDemand(app)
  await page.getByRole('button', { name: 'Recalculate' }).click()
  await expect(page.getByText('Forecasts are being recalculated')).toBeVisible()
  await expect
    .poll(async () => (await app.api.do(forecastApi.listForecasts, { query: {} })).total, { timeout: 30_000 })
    .toBe(1)
  await page.reload()
  const row = main.getByRole('table', { name: 'Demand forecast' }).getByRole('row', { name: /Nitrile gloves/ })
  await expect(row).toContainText('84')
  await expect(main.getByText('Forecast error').filter({ visible: true })).toBeVisible()
  await page.getByRole('button', { name: 'Demand by week' }).click()
  await expect(page).toHaveURL(/chart=true/)
  await expect(main.getByRole('heading', { name: 'Demand by week' })).toBeVisible()
  await expectAccessible(page, 'forecasts')
  await page.getByRole('searchbox', { name: 'Search forecasts' }).fill('scalpel')
  await expect(main.getByText('No forecasts match', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await row.getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Nitrile gloves' })).toBeVisible()

  // If the server fails, the page shows an error with Try again.
  await failUntilTriedAgain(page, '**/api/forecasts**', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/inventory/forecast')
  await expect(main.getByRole('alert').getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(main.getByText('Forecast error')).toHaveCount(0)
  await main.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expect(row).toBeVisible()
  await failUntilTriedAgain(page, '**/api/expiry-radar*', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/inventory/expiry-radar')
  await expect(main.getByRole('alert').getByRole('button', { name: 'Try again' })).toBeVisible()
  await main.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  const lot = main.getByRole('table', { name: 'Lots at risk' }).getByRole('row', { name: /SOON/ })
  await expect(lot).toBeVisible()
  const { data } = await app.api.do(expiryApi.readRadar, { query: { weeks: '26' } })
  await expect(lot).toContainText(`$${data[0]?.value}`)
  await expectAccessible(page, 'the expiry radar')
  await page.setViewportSize({ width: 375, height: 812 })
  const [count, filters] = [
    main.getByText('1 result', { exact: true }),
    main.getByRole('button', { name: 'Filters and view' }),
  ]
  await expect(count).toBeInViewport({ ratio: 1 })
  const [told, button] = [await count.boundingBox(), await filters.boundingBox()]
  // The count and the button are in one row.
  expect((told?.x ?? 0) + (told?.width ?? 0)).toBeLessThan(button?.x ?? 0)
  expect(
    Math.abs((told?.y ?? 0) + (told?.height ?? 0) / 2 - (button?.y ?? 0) - (button?.height ?? 0) / 2),
  ).toBeLessThan(4)
  await page.setViewportSize({ width: 1280, height: 800 })
  await main.getByRole('combobox', { name: 'Expires' }).selectOption('12')
  await expect(page).toHaveURL(/weeks=12/)
  await expect(lot).toBeVisible()

  await lot.getByRole('button', { name: 'Actions for lot SOON' }).click()
  const dialog = page.getByRole('dialog', { name: 'Actions for lot SOON' })
  await expect(dialog.getByText('Savings are what the action brings in that would otherwise be lost')).toBeVisible()
  await expectAccessible(page, 'actions of a lot')
  await dialog.getByRole('link', { name: 'New order' }).first().click()
  await expect(page).toHaveURL(new RegExp(`product=${productId}`))
  await expect(page.getByRole('heading', { level: 1, name: 'New order' })).toBeVisible()
  const line = page.getByRole('group', { name: 'Line 1' })
  await expect(line.getByRole('combobox', { name: 'Product' })).toHaveValue('Nitrile gloves')
  await expect(line.getByRole('textbox', { name: 'Quantity' })).toHaveValue(/^[1-9]/)
})
