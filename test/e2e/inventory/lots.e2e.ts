import type { Page } from '@playwright/test'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { addAccount, addPlace } from '#test/builders.ts'
import { addLots, advance, confirmed, inDays } from '#test/lots.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const view = (id: string) => `/inventory/lots/view/${id}`

/** Simulates a keyboard scanner while no input has the focus: keys in a burst, then Enter. */
const scan = (page: Page, code: string) =>
  page.evaluate((keys) => {
    for (const key of [...keys, 'Enter']) {
      const target = document.activeElement ?? document.body
      target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    }
  }, code)

test('[LOT-04] lists lots by expiry with their value; the URL keeps the filters', async ({ page, app }) => {
  const place = await addPlace(app.api)
  // The company also has lots of other tests.
  const windows = async () => {
    const { windows: all } = await app.api.do(lotsApi.sumLots, {})
    return new Map(all.map((one) => [one.window, one]))
  }
  const before = await windows()
  const { product, lot } = await addLots(
    app.api,
    place,
    [
      ['NEAR-1', 20, 10],
      ['MID-2', 80, 20],
      ['FAR-3', 300, 40],
    ],
    { name: 'Ampoules', cost: '2.00' },
  )
  await app.api.do(lotsApi.hold, { params: { id: lot('MID-2') }, body: { reason: 'Seal broken' } })
  await app.signIn(page, 'admin')
  await goTo(page, '/crm/inventory')
  await expect(page.getByRole('row', { name: /Ampoules/ })).toContainText('20 on hold')
  await page.getByRole('navigation', { name: 'Inventory' }).getByRole('link', { name: 'Lots & expiry' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Lots & expiry' })).toBeVisible()
  const rows = page.getByRole('table', { name: 'Lots' }).locator('tbody tr').filter({ hasText: 'Ampoules' })
  const after = await windows()
  expect((after.get('90')?.lots ?? 0) - (before.get('90')?.lots ?? 0)).toBe(2)
  expect((after.get('90')?.pieces ?? 0) - (before.get('90')?.pieces ?? 0)).toBe(30)
  expect(Number(after.get('90')?.value) - Number(before.get('90')?.value)).toBe(60)
  await expect(rows).toHaveText([/NEAR-1.*20 days left.*Available.*10.*20\.00/, /MID-2.*On hold/, /FAR-3.*80\.00/])
  await expectAccessible(page)
  // In print dates and statuses do not wrap letter by letter.
  await page.emulateMedia({ media: 'print' })
  expect(await rows.first().evaluate((row) => row.clientHeight)).toBeLessThan(80)
  await page.emulateMedia({ media: 'screen' })
  const tile = page.getByRole('link', { name: /^Within 90 days/ })
  await expect(tile).toContainText(`${after.get('90')?.lots} lots, ${after.get('90')?.pieces.toLocaleString()} pieces`)
  await tile.click()
  await expect(page).toHaveURL(/\?expiry=90$/)
  await expect(rows).toHaveText([/NEAR-1/, /MID-2/])
  await page.getByLabel('State').selectOption('BLOCKED')
  await expect(rows).toHaveText([/MID-2/])
  await page.reload()
  await expect(rows).toHaveText([/MID-2/])
  await page.getByRole('button', { name: 'Clear all' }).click()
  await page.getByRole('searchbox', { name: 'Search lots' }).fill('far')
  await expect(rows).toHaveText([/FAR-3/])
  await page.getByRole('searchbox', { name: 'Search lots' }).fill('none such')
  await expect(page.getByText('No lots match')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByLabel('Location', { exact: true }).selectOption({ label: `${place.warehouse.name} (Warehouse)` })
  await expect(rows).toHaveCount(3)

  await goTo(page, `/crm/inventory/view/${product.id}`)
  await expect(page.getByRole('list', { name: 'Stock on hand' }).getByText('On hold20')).toBeVisible()
  await page.getByRole('link', { name: 'View all lots' }).click()
  await expect(page).toHaveURL(new RegExp(`product=${product.id}`))
  await expect(rows).toHaveCount(3)
  await goTo(page, '/crm/dashboard')
  const near = after.get('30')
  await expect(page.getByRole('main').getByRole('link', { name: /^Within 30 days/ })).toContainText(
    `${near?.lots} ${near?.lots === 1 ? 'lot' : 'lots'}, ${near?.pieces.toLocaleString()} pieces`,
  )
})

test('[LOT-02] holds and releases a lot with a reason, lists affected orders, and shows a quarantine by another user live', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const { product, lot } = await addLots(app.api, place, [
    ['HOLD-A', 60, 30],
    ['HOLD-B', 200, 10],
  ])
  const account = await addAccount(app.api)
  const one = await confirmed(app.api, account.id, [[product.id, 10]])
  const two = await confirmed(app.api, account.id, [[product.id, 5]])
  await app.signIn(page, 'admin')
  await goTo(page, view(lot('HOLD-A')))
  await expect(page.getByRole('heading', { level: 1, name: 'Lot HOLD-A' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Reserved for' }).locator('tbody tr')).toHaveCount(2)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Release' })).toContainText('is available.')
  await page.getByRole('menuitem', { name: 'Put on hold' }).click()
  await expect(dialog(page)).toContainText('2 orders have 15 of them')
  await dialog(page).getByRole('button', { name: 'Put on hold' }).click()
  await expect(dialog(page).getByText('Reason is required')).toBeVisible()
  await expectAccessible(page)
  await dialog(page).getByLabel('Reason').fill('Particles seen')
  await dialog(page).getByRole('button', { name: 'Put on hold' }).click()
  await expect(page.getByText('Took other lots:')).toContainText(one.number)
  await expect(page.getByText('Now waiting for stock:')).toContainText(`${two.number} (5 short)`)
  await expect(page.getByText('On hold', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('list', { name: 'Changes of the lot' })).toContainText('Particles seen')

  // The product page shows none of its pieces as available, although none are reserved.
  await goTo(page, `/crm/inventory/view/${product.id}`)
  const held = page.getByRole('table', { name: 'Stock by location' }).getByRole('row').filter({ hasText: 'HOLD-A' })
  await expect(held.getByRole('cell').last()).toHaveText('0')
  await page.goBack()

  // Another user quarantines the lot: a live update shows the new status on the open page.
  await app.api.do(lotsApi.quarantine, { params: { id: lot('HOLD-A') }, body: { reason: 'Sent to the laboratory' } })
  await expect(page.getByText('Quarantined', { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Release' }).click()
  await dialog(page).getByLabel('Reason').fill('The laboratory found nothing')
  await dialog(page).getByRole('button', { name: 'Release' }).click()
  await expect(page.getByText('Lot HOLD-A is released')).toBeVisible()
  await expect(page.getByText('Available', { exact: true }).first()).toBeVisible()
})

test('[LOT-03] corrects a lot with a reason, shows version conflicts; users without edit permission see no actions', async ({
  page,
  app,
}) => {
  const { lot } = await addLots(app.api, await addPlace(app.api), [['FIX-1', 90, 8]])
  const id = lot('FIX-1')
  await app.signIn(page, 'admin')
  await goTo(page, view(id))
  const open = async () => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Correct' }).click()
  }
  await open()
  await dialog(page).getByLabel('Expiry date').fill('')
  await dialog(page).getByRole('button', { name: 'Save lot' }).click()
  await expect(dialog(page).getByRole('link', { name: 'Expiry date is required' })).toBeVisible()
  await expect(dialog(page).getByRole('link', { name: 'Reason is required' })).toBeVisible()
  await dialog(page).getByLabel('Expiry date').fill(inDays(100))
  await dialog(page).getByLabel('Reason').fill('Misread the label')
  const body = { expiryDate: inDays(120), manufacturedOn: inDays(-30), reason: 'Theirs' }
  await app.api.do(lotsApi.updateLot, { params: { id }, body }, { version: 1 })
  await dialog(page).getByRole('button', { name: 'Save lot' }).click()
  await expect(page.getByText('This lot was changed by someone else')).toBeVisible()
  await page.getByRole('button', { name: 'Overwrite' }).click()
  await expect(page.getByText('Lot FIX-1 corrected')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Changes of the lot' })).toContainText('Misread the label')
  const { expiryDate, manufacturedOn } = await app.api.do(lotsApi.getLot, { params: { id } })
  expect([expiryDate, manufacturedOn]).toEqual([inDays(100), inDays(-30)])
  await open()
  await dialog(page).getByLabel('Does not expire').check()
  await expect(dialog(page).getByLabel('Expiry date')).toBeDisabled()
  await dialog(page).getByLabel('Reason').fill('It is a steel tray')
  await dialog(page).getByRole('button', { name: 'Save lot' }).click()
  await expect(page.getByText('Does not expire', { exact: true })).toBeVisible()

  await page.context().clearCookies()
  await page.evaluate(() => sessionStorage.clear())
  await app.signIn(page, 'staff')
  await goTo(page, view(id))
  await expect(page.getByRole('heading', { level: 1, name: 'Lot FIX-1' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'More actions' })).toHaveCount(0)
  await goTo(page, view(crypto.randomUUID()))
  await expect(page.getByText('There is no such lot')).toBeVisible()
})

test('[LOT-05] a scanned lot number opens the lot; its trace lists receipts, shipments and corrections, also in print', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const { product, lot } = await addLots(app.api, place, [['TRACE-77', 90, 50]], { name: 'Traced swabs' })
  const account = await addAccount(app.api, { name: 'Harbour Clinic' })
  const order = await confirmed(app.api, account.id, [[product.id, 12]])
  await advance(app.api, order.id, 'DELIVERED')
  await app.api.do(inventoryApi.reduceStock, {
    params: { id: product.id },
    body: { quantity: 3, reason: 'damaged_quantity', lotId: lot('TRACE-77') },
  })
  await app.signIn(page, 'admin')
  await goTo(page, '/inventory/categories')
  await expect(page.getByRole('heading', { level: 1, name: 'Categories' })).toBeVisible()
  await scan(page, 'TRACE-77')
  await expect(page.getByRole('heading', { level: 1, name: 'Lot TRACE-77' })).toBeVisible()
  const trace = page.locator('section', { has: page.getByRole('heading', { name: 'Trace' }) }).last()
  await expect(trace).toContainText(`50 received at ${place.warehouse.name} from ${place.supplier.name}`)
  await expect(trace).toContainText('12 shipped to Harbour Clinic')
  await expect(trace).toContainText('3 corrected')
  const movements = page.getByRole('table', { name: 'Movements of the lot' }).locator('tbody tr')
  await expect(movements).toHaveText([/Stock reduced.*−3.*35/, /Shipped.*−12.*38/, /Stock added.*\+50.*50/])
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(trace).toContainText('12 shipped to Harbour Clinic')
  await page.emulateMedia({ media: 'screen' })
  await trace.getByRole('link', { name: order.number }).click()
  await expect(page.getByRole('heading', { level: 1, name: order.number })).toBeVisible()
})

test('[LOT-04, UI-02] (A5) at 1280 px long names are truncated in the lot list, and no number is cut off', async ({
  page,
  app,
}) => {
  const name = 'Compression stocking class 2, thigh length, open toe, with silicone border and reinforced heel'
  await addLots(app.api, await addPlace(app.api), [['A-LONG-LOT-NUMBER-2026/0815', 90, 9_876_543]], {
    name,
    cost: '123.45',
  })
  await app.signIn(page, 'admin')
  await page.setViewportSize({ width: 1280, height: 800 })
  await goTo(page, '/inventory/lots?q=Compression')
  const row = page.getByRole('table', { name: 'Lots' }).getByRole('row', { name: /A-LONG-LOT/ })
  await expect(row.getByText('1,219,259,233.35')).toBeInViewport({ ratio: 1 })
  const region = page.getByRole('region', { name: 'Lots', exact: true })
  expect(await region.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(1)
  await expect(row.getByTitle(name)).toBeVisible()
})

test('[LOT-04, UI-02] the lot list shows “Expired” once per lot: in its state or, for blocked lots, beside the date', async ({
  page,
  app,
}) => {
  const { lot } = await addLots(
    app.api,
    await addPlace(app.api),
    [
      ['OVER-1', -3, 10],
      ['OVER-2', -3, 10],
    ],
    { name: 'Spoilt ampoules' },
  )
  await app.api.do(lotsApi.hold, { params: { id: lot('OVER-2') }, body: { reason: 'Seal broken' } })
  await app.signIn(page, 'admin')
  await goTo(page, '/inventory/lots?q=OVER-')
  const row = (name: string) => page.getByRole('table', { name: 'Lots' }).locator('tbody tr').filter({ hasText: name })
  await expect(row('OVER-2')).toContainText('On hold')
  await expect(row('OVER-2').getByText('Expired', { exact: true })).toHaveCount(1)
  await expect(row('OVER-1').getByText('Expired', { exact: true })).toHaveCount(1)

  // When the window becomes narrow, the tab of the current page stays visible.
  await page.getByRole('navigation', { name: 'Inventory' }).getByRole('link', { name: 'Expiry radar' }).click()
  const tab = page.getByRole('navigation', { name: 'Inventory' }).locator('[aria-current=page]')
  await expect(tab).toHaveText('Expiry radar')
  await page.setViewportSize({ width: 320, height: 812 })
  // Not fully in the viewport: the tab's underline overlaps the border below.
  await expect(tab).toBeInViewport({ ratio: 0.95 })
})
