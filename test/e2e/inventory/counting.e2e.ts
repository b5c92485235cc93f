import type { Page, Route } from '@playwright/test'
import { countsApi } from '#shared/inventory/counts/api.ts'
import type { CountLine } from '#shared/inventory/counts/count.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { placesApi } from '#shared/inventory/locations/api.ts'
import { roleDefaults } from '#shared/access/roles.ts'
import { addAccount, addOrder, addPlace, addProduct, newBarcode } from '#test/builders.ts'
import type { Client } from '#test/client.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { failUntilTriedAgain } from '#test/e2e/failing-calls.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

/** Simulates a keyboard scanner: keys in a burst, then Enter. */
const scan = (page: Page, code: string) =>
  page.evaluate((keys) => {
    const target = document.activeElement ?? document.body
    for (const key of [...keys, 'Enter']) {
      target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    }
  }, code)
const phone = { width: 375, height: 740 }
const dialog = (page: Page) => page.getByRole('dialog')
const lineButton = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Lines to count' }).getByRole('button', { name })

let seed = 0
/** Creates a warehouse with products, and plans a stock count of it. */
async function counted(api: Client, names: readonly string[], plan: { blind?: boolean; recountPercent?: number } = {}) {
  const place = await addPlace(api)
  const products = []
  for (const name of names) {
    seed += 1
    const digits = `40${String(Date.now() % 1_000_000).padStart(6, '0')}${String(seed).padStart(4, '0')}`
    products.push(await addProduct(api, place, { name, barcode: withCheckDigit(digits), quantity: 10, cost: '2.00' }))
  }
  const count = await api.do(countsApi.planCount, {
    body: { locationId: place.warehouse.id, recountPercent: 50, ...plan },
  })
  return { place, products, id: count.id, number: count.number }
}
function withCheckDigit(digits: string): string {
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}
const start = (api: Client, id: string) => api.do(countsApi.startCount, { params: { id }, body: {} })
const linesOf = async (api: Client, id: string): Promise<CountLine[]> =>
  (await api.do(countsApi.listCountLines, { params: { id }, query: { limit: 200 } })).data
async function pad(page: Page, digits: string) {
  for (const digit of digits) {
    await dialog(page)
      .getByRole('group', { name: 'Number pad' })
      .getByRole('button', { name: digit, exact: true })
      .click()
  }
}

test('[CNT-10] plans a stock count, counts on a phone with a scanner, reviews and posts the difference', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const barcode = newBarcode()
  const gloves = await addProduct(app.api, place, {
    name: 'Nitrile gloves',
    barcode,
    quantity: 10,
    cost: '2.00',
  })
  await addProduct(app.api, place, { name: 'Face masks', sku: 'MASK-1', quantity: 5 })
  const params = { id: place.warehouse.id }
  const { id: zoneId } = await app.api.do(placesApi.createZone, { params, body: { name: 'Glove rack' } })
  await app.api.do(placesApi.keepGoods, { params, body: { zoneId, goods: [{ itemId: gloves.id }] } })
  await app.signIn(page, 'admin')
  await goTo(page, '/crm/inventory')
  await page.getByRole('navigation', { name: 'Inventory' }).getByRole('link', { name: 'Stock counts' }).click()
  await page.getByRole('button', { name: 'Plan count' }).first().click()
  await expect(dialog(page)).toContainText('Choose a scope')
  await dialog(page).getByRole('button', { name: 'Plan count' }).click()
  await expect(dialog(page)).toContainText('is required')
  await dialog(page).getByRole('combobox', { name: 'Location' }).fill(place.warehouse.name)
  const preview = '**/api/stock-counts/preview?*'
  await failUntilTriedAgain(page, preview, (one) => one.fulfill({ status: 429, json: { error: 'Too busy.' } }))
  await page.getByRole('option', { name: place.warehouse.name }).first().click()
  await expect(dialog(page)).toContainText('The number of lines could not be loaded')
  await dialog(page).getByRole('button', { name: 'Try again' }).click()
  await expect(dialog(page)).toContainText('2 lines to count at present')
  await dialog(page).getByLabel('Zone').selectOption({ label: 'Glove rack' })
  await expect(dialog(page)).toContainText('1 line to count at present')
  await expectAccessible(page)
  await dialog(page).getByLabel('Zone').selectOption({ label: 'All zones' })
  await expect(dialog(page)).toContainText('2 lines to count at present')
  await dialog(page).getByRole('button', { name: 'Plan count' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^CNT-/ })).toBeVisible()
  const number = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''

  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'Start counting' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Count ${number}` })).toBeVisible()
  await expect(page.getByText('0 of 2 lines counted')).toBeVisible()
  await expectAccessible(page)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(wide).toBeLessThanOrEqual(phone.width)

  // A scan opens the line; the recorded quantity is not shown, because the count is blind.
  await scan(page, barcode)
  await expect(dialog(page).getByRole('heading', { name: 'Nitrile gloves' })).toBeVisible()
  await expect(dialog(page)).not.toContainText('Recorded')
  await expectAccessible(page)
  await pad(page, '8')
  // Scanning it again adds a piece; scanning the next product saves this one.
  await scan(page, barcode)
  await expect(dialog(page).getByLabel('Pieces')).toHaveValue('9')
  await scan(page, 'MASK-1')
  await expect(dialog(page).getByRole('heading', { name: 'Face masks' })).toBeVisible()
  // A decimal is refused, and not read as 15.
  const count = dialog(page).getByLabel('Pieces')
  await count.fill('1,5')
  await expect(count).toHaveAccessibleDescription('Enter a whole number')
  await expect(dialog(page).getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await count.fill('5000000000')
  await expect(count).toHaveAccessibleDescription('At most 1,000,000,000')
  await count.fill('')
  await pad(page, '5')
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('2 of 2 lines counted')).toBeVisible()
  await expect(page.getByText('Everything is saved')).toBeVisible()
  await page.getByRole('button', { name: 'Finish counting' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish counting' }).click()

  await expect(page.getByRole('heading', { level: 1, name: number, exact: true })).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  const row = page.getByRole('row', { name: /Nitrile gloves/ })
  await expect(row).toContainText('−1')
  await expect(row).toContainText('−2.00')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Approve and post' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('2.00 are missing')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Post one difference' }).click()
  await expect(page.getByText('Posted', { exact: true }).first()).toBeVisible()
  expect((await app.api.do(inventoryApi.getProduct, { params: { id: gloves.id } })).onHand).toBe(9)

  // Scanning the number on the count sheet opens the count.
  await goTo(page, '/inventory/categories')
  await expect(page.getByRole('heading', { level: 1, name: 'Categories' })).toBeVisible()
  await scan(page, number)
  await expect(page.getByRole('heading', { level: 1, name: number, exact: true })).toBeVisible()
})

test('[CNT-11] offline count entries are queued on the device, survive a reload and are sent when the connection is back', async ({
  page,
  app,
}) => {
  const { id, products } = await counted(app.api, ['Lost swabs', 'Lost wipes'])
  await start(app.api, id)
  await app.signIn(page, 'admin')
  await page.setViewportSize(phone)
  await goTo(page, `/inventory/stock-counts/count/${id}`)
  await expect(lineButton(page, 'Lost swabs')).toBeVisible()
  await page.route('**/entries', (route) => route.abort())
  await lineButton(page, 'Lost swabs').click()
  await pad(page, '7')
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('1 of 2 lines counted')).toBeVisible()
  await expect(page.getByText('No connection')).toBeVisible()
  await expect(page.getByText('1 to be saved')).toBeVisible()
  await expectAccessible(page)
  // Three pieces are removed after the entry was made but before it is sent: they count as movement since the count.
  await app.api.do(inventoryApi.reduceStock, {
    params: { id: products[0]?.id ?? '' },
    body: { quantity: 3, reason: 'lost_stock' },
  })
  await page.reload()
  await expect(page.getByText('1 to be saved')).toBeVisible()
  expect((await linesOf(app.api, id)).map(({ state }) => state)).toEqual(['open', 'open'])
  await page.unroute('**/entries')
  await expect(page.getByText('Everything is saved')).toBeVisible({ timeout: 30_000 })
  await app.api.do(countsApi.finishCount, { params: { id }, body: { leaveOut: true } })
  expect((await linesOf(app.api, id)).find(({ product }) => product.name === 'Lost swabs')).toMatchObject({
    counted: 7,
    expected: 10,
    difference: -3,
    movedSince: -3,
  })
})

test('[CNT-12] an open line shows a concurrent count by another user; a large variance must be counted again', async ({
  page,
  app,
}) => {
  const { id } = await counted(app.api, ['Shared gauze', 'Shared tape'], { recountPercent: 0 })
  await start(app.api, id)
  await app.signIn(page, 'admin')
  await goTo(page, `/inventory/stock-counts/count/${id}`)
  await lineButton(page, 'Shared gauze').click()
  const line = (await linesOf(app.api, id)).find(({ product }) => product.name === 'Shared gauze')
  await app.api.do(
    countsApi.countLine,
    { params: { id, lineId: line?.id ?? '' }, body: { counted: 10 } },
    { version: line?.version ?? 0 },
  )
  await expect(dialog(page)).toContainText('Updated elsewhere', { timeout: 15_000 })
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('1 of 2 lines counted')).toBeVisible()

  // Much less than expected: the line must be counted again, and the second count is accepted.
  await lineButton(page, 'Shared tape').click()
  await page.getByLabel('Pieces').fill('2')
  await page.keyboard.press('Enter')
  await expect(lineButton(page, 'Shared tape')).toContainText('Count again')
  await lineButton(page, 'Shared tape').click()
  await expect(dialog(page)).toContainText('The first count shows a large variance')
  await page.getByLabel('Pieces').fill('2')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Every line is counted')).toBeVisible()
})

test('[CNT-12] a queued entry that conflicts with another user’s count is kept until the user saves it with “Save mine”', async ({
  page,
  app,
}) => {
  const { id } = await counted(app.api, ['Overtaken straps'])
  await start(app.api, id)
  await app.signIn(page, 'admin')
  await goTo(page, `/inventory/stock-counts/count/${id}`)
  await page.route('**/entries', (route) => route.abort())
  await lineButton(page, 'Overtaken straps').click()
  await page.getByLabel('Pieces').fill('9')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No connection')).toBeVisible()
  const [line] = await linesOf(app.api, id)
  await app.api.do(
    countsApi.countLine,
    { params: { id, lineId: line?.id ?? '' }, body: { counted: 10 } },
    { version: line?.version ?? 0 },
  )
  await page.unroute('**/entries')
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('Not saved: 9 pieces of Overtaken straps')).toBeVisible()
  await expect(page.getByText('also counted this line')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save mine' }).click()
  await expect(page.getByText('Everything is saved')).toBeVisible()
  expect((await linesOf(app.api, id))[0]).toMatchObject({ counted: 9, rounds: 2 })
})

test('[CNT-12] finishing a count waits for entries being sent, and is cancelled when they fail', async ({
  page,
  app,
}) => {
  const { id, number } = await counted(app.api, ['Late lancets'])
  await start(app.api, id)
  await app.signIn(page, 'admin')
  await goTo(page, `/inventory/stock-counts/count/${id}`)
  const question = page.getByRole('alertdialog')
  const show = page.getByRole('group', { name: 'Show' })
  /** Enters a count and clicks “Finish counting” while the entry is being sent. */
  async function finishAtOnce(pieces: string) {
    const sent = Promise.withResolvers<Route>()
    await page.route('**/entries', sent.resolve, { times: 1 })
    await show.getByRole('button', { name: 'All' }).click()
    await lineButton(page, 'Late lancets').click()
    await page.getByLabel('Pieces').fill(pieces)
    await page.keyboard.press('Enter')
    await show.getByRole('button', { name: 'To count' }).click()
    await expect(page.getByText('1 to be saved')).toBeVisible()
    await page.getByRole('button', { name: 'Finish counting' }).click()
    await expect(question).not.toContainText('not counted')
    await question.getByRole('button', { name: 'Finish counting' }).click()
    return sent.promise
  }
  const status = async () => (await app.api.do(countsApi.getCount, { params: { id } })).status

  const lost = await finishAtOnce('7')
  await lost.abort()
  await expect(question).toContainText('Some entries on this device could not be sent yet.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Everything is saved')).toBeVisible()
  expect(await status()).toBe('COUNTING')

  const closed = await finishAtOnce('8')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await closed.continue()
  await expect(page.getByText('Everything is saved')).toBeVisible()
  expect(await status()).toBe('COUNTING')

  const late = await finishAtOnce('9')
  await late.continue()
  await expect(page.getByRole('heading', { level: 1, name: number, exact: true })).toBeVisible()
  await expect(page.getByRole('row', { name: /Late lancets/ })).toContainText('−1')
})

test('[CNT-13] adds unexpected goods to a count by scan or by name; an unknown code shows an error', async ({
  page,
  app,
}) => {
  const { id, place } = await counted(app.api, ['Expected bowls'])
  const barcode = newBarcode()
  await addProduct(app.api, place, {
    name: 'Surprise serum',
    sku: 'SERUM-X',
    barcode,
    quantity: 0,
    lotControlled: true,
  })
  await start(app.api, id)
  await app.signIn(page, 'admin')
  await page.setViewportSize(phone)
  await goTo(page, `/inventory/stock-counts/count/${id}`)
  await expect(lineButton(page, 'Expected bowls')).toBeVisible()
  await scan(page, `(01)0${barcode}(17)300131(10)SUR-1`)
  await expect(dialog(page).getByRole('heading', { name: 'Not expected here' })).toBeVisible()
  await expect(dialog(page).getByLabel('Lot number')).toHaveValue('SUR-1')
  await expect(dialog(page).getByLabel('Expiry date')).toHaveValue('2030-01-31')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Add and count' }).click()
  await expect(dialog(page).getByRole('heading', { name: 'Surprise serum' })).toBeVisible()
  await pad(page, '2')
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('1 of 2 lines counted')).toBeVisible()
  await expect(page.getByText('Everything is saved')).toBeVisible()
  await scan(page, '4099999999996')
  await expect(page.getByText('Nothing has the code 4099999999996.')).toBeVisible()
  expect((await linesOf(app.api, id)).find(({ added }) => added)).toMatchObject({
    counted: 2,
    lot: { lotNumber: 'SUR-1' },
  })

  // Goods can also be added by name; raw materials are counted, too.
  const stored = { materialType: 'Film', location: place.warehouse.id, cost: '1.00', quantity: 0 }
  await app.api.do(rawMaterialsApi.createRawMaterial, { body: { ...stored, name: 'Stray film' } })
  await page.getByRole('button', { name: 'Close' }).first().click()
  await page.getByRole('button', { name: 'Add goods' }).click()
  await dialog(page).getByRole('combobox', { name: 'Item' }).fill('stray')
  await page.getByRole('option', { name: /Stray film/ }).click()
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Add and count' }).click()
  await expect(dialog(page).getByRole('heading', { name: 'Stray film' })).toBeVisible()
})

test('[CNT-14] refuses to post a shortage of reserved stock, lists the orders, and sends the lines back to counting', async ({
  page,
  app,
}) => {
  const { id, products } = await counted(app.api, ['Promised pumps'], { recountPercent: 100, blind: false })
  await start(app.api, id)
  const account = await addAccount(app.api)
  const order = await addOrder(app.api, account.id, [[products[0]?.id ?? '', 8]])
  await app.api.do(salesApi.confirm, { params: { id: order.id }, body: {} })
  const [line] = await linesOf(app.api, id)
  await app.api.do(
    countsApi.countLine,
    { params: { id, lineId: line?.id ?? '' }, body: { counted: 5 } },
    { version: line?.version ?? 0 },
  )
  await app.api.do(countsApi.finishCount, { params: { id }, body: {} })
  await app.signIn(page, 'admin')
  await goTo(page, `/inventory/stock-counts/view/${id}`)
  await page.getByRole('button', { name: 'Approve and post' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Post one difference' }).click()
  await expect(question).toContainText('Nothing was posted')
  await expect(question.getByRole('link', { name: order.number })).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Count again' }).click()
  await expect(page.getByRole('link', { name: 'Count', exact: true })).toBeVisible()
  expect((await app.api.do(inventoryApi.getProduct, { params: { id: products[0]?.id ?? '' } })).onHand).toBe(10)
})

test('[CNT-15] users without approval permission can send lines back to counting; cancelling a count requires a reason', async ({
  page,
  app,
}) => {
  const { id } = await counted(app.api, ['Guarded gowns'], { recountPercent: 100 })
  await start(app.api, id)
  const [line] = await linesOf(app.api, id)
  await app.api.do(
    countsApi.countLine,
    { params: { id, lineId: line?.id ?? '' }, body: { counted: 9 } },
    { version: line?.version ?? 0 },
  )
  await app.api.do(countsApi.finishCount, { params: { id }, body: {} })
  await app.signIn(page, 'staff', { ...roleDefaults.staff, inventory: { view: true, edit: true, delete: false } })
  await goTo(page, `/inventory/stock-counts/view/${id}`)
  await expect(page.getByText('Waiting for approval')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve and post' })).toBeHidden()
  // In print a product name does not wrap inside words, despite the many columns.
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 768, height: 800 })
  const name = page.getByRole('link', { name: 'Guarded gowns' })
  await expect.poll(async () => (await name.boundingBox())?.height).toBeLessThan(45)
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 1280, height: 720 })
  await page
    .getByRole('row', { name: /Guarded gowns/ })
    .getByRole('checkbox')
    .check()
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Count again' }).click()
  await expect(page.getByRole('link', { name: 'Count', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Cancel count' }).click()
  await dialog(page).getByRole('button', { name: 'Cancel count' }).click()
  await expect(dialog(page)).toContainText('Reason is required')
  await dialog(page).getByLabel('Reason').fill('The shelf is moved tomorrow')
  await dialog(page).getByRole('button', { name: 'Cancel count' }).click()
  await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible()
  await goTo(page, `/inventory/stock-counts/count/${id}`)
  await expect(page.getByText('This count is cancelled')).toBeVisible()
})

test('[CNT-15] users with view permission only see counts, filtered from the URL, but no actions', async ({
  page,
  app,
}) => {
  const { id, number } = await counted(app.api, ['Watched wraps'])
  await start(app.api, id)
  await app.signIn(page, 'staff', { ...roleDefaults.staff, inventory: { view: true, edit: false, delete: false } })
  await goTo(page, `/inventory/stock-counts?q=${number}&status=COUNTING`)
  await expect(page.getByRole('link', { name: number }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Plan count' })).toBeHidden()
  await page.getByRole('button', { name: /Remove filter Status/ }).click()
  await expect(page).toHaveURL(new RegExp(`\\?q=${number}$`))
  await page.getByRole('link', { name: number }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Finish counting' })).toBeHidden()
  await goTo(page, `/inventory/stock-counts/count/${id}`)
  await expect(
    page.getByText('You can’t change stock counts').or(page.getByText("You can't change stock counts")),
  ).toBeVisible()
})
