import type { Page } from '@playwright/test'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { filterStatuses, orderStatusNames } from '#shared/sales/orders/order-transitions.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, type RunningApp, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

const list = '/orders/sales-orders'
const pageOf = (id: string) => `${list}/view/${id}`

/** A wholesale customer, and a product with `quantity` on hand. */
async function addSale({ api }: RunningApp, quantity = 100) {
  const place = await addPlace(api)
  const product = await addProduct(api, place, { quantity, price: '12.3456', priceTiers: { wholesale: '11.1' } })
  const account = await addAccount(api, { priceTier: 'wholesale' })
  return { place, product, account }
}

const status = (page: Page) => page.locator('header', { has: page.getByRole('heading', { level: 1 }) })
/**
 * Delays the previews of an action's effects until the returned function is called: when they appear, they move what is
 * below.
 */
async function delayEffects(page: Page) {
  const calculation = Promise.withResolvers<void>()
  await page.route('**/sales-orders/*/previews', async (route) => {
    await calculation.promise
    await route.continue()
  })
  return calculation.resolve
}
const choose = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('[SO-02] confirming an order reserves the stock and issues the invoice, and the page shows both', async ({
  page,
  app,
}) => {
  const { product, account, place } = await addSale(app)
  const order = await addOrder(app.api, account.id, [[product.id, 20]])
  await app.signIn(page, 'admin')
  await goTo(page, pageOf(order.id))
  await expect(status(page)).toContainText('Pending')
  await expectAccessible(page)
  /** Checks what a dialog of the menu says about stock, then closes it without changing the order. */
  const expectStock = async (item: string, close: string, isReserved: boolean) => {
    await choose(page, item)
    const question = page.getByRole(item === 'Delete order' ? 'alertdialog' : 'dialog')
    await expect(question).toContainText(isReserved ? 'Reserved stock is released.' : 'No stock changes.')
    if (!isReserved) await expect(question).not.toContainText('released')
    await question.getByRole('button', { name: close }).click()
  }
  await expectStock('Cancel order', 'Keep order', false)
  await expectStock('Delete order', 'Cancel', false)

  await page.getByRole('button', { name: 'Confirm order' }).click()
  const effects = page.getByRole('dialog').getByRole('region', { name: 'What will happen' })
  await expect(effects).toContainText('Pending')
  await expect(effects).toContainText('A new invoice over')
  await expect(effects).toContainText('Stock is reserved.')
  await expect(effects.getByRole('row').nth(1)).toContainText('0 → becomes  20')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm order' }).click()
  await expect(status(page)).toContainText('Confirmed')
  await expect(page.getByText(`20 from ${place.warehouse.name}`)).toBeVisible()
  await expect(page.getByRole('link', { name: /^INV-/ })).toBeVisible()
  await expect(page.getByText('Unpaid')).toBeVisible()
  await expect(page.getByRole('list', { name: 'History of the order' })).toContainText('confirmed the order')
  const stock = await app.api.do(inventoryApi.getProduct, { params: { id: product.id } })
  expect(stock).toMatchObject({ onHand: 100, committed: 20, available: 80 })
  await expectStock('Cancel order', 'Keep order', true)
  await expectStock('Delete order', 'Cancel', true)

  const showEffects = await delayEffects(page)
  await choose(page, 'Back to pending')
  const back = page.getByRole('dialog').getByRole('button', { name: 'Back to pending' })
  await page.getByRole('dialog').getByLabel('Reason').fill('Wrong customer')
  await expect(back).toBeDisabled()
  showEffects()
  await back.click()
  await expect(status(page)).toContainText('Pending')
})

test('[SO-01, SO-03] an order is made ready, assigned, shipped and delivered, with refused and damaged pieces', async ({
  page,
  app,
}) => {
  const { product, account } = await addSale(app)
  const order = await addOrder(app.api, account.id, [[product.id, 20]])
  await app.api.do(salesApi.confirm, { params: { id: order.id }, body: {} })
  await app.signIn(page, 'admin')
  await goTo(page, pageOf(order.id))

  await page.getByRole('button', { name: 'Mark ready to ship' }).click()
  const effects = page.getByRole('dialog')
  await expect(effects).toContainText('A shipment of 20 pieces will be created.')
  await effects.getByRole('button', { name: 'Mark ready to ship' }).click()
  await expect(status(page)).toContainText('Ready for shipping')
  await expect(page.getByText(/^SH-/)).toBeVisible()
  const stock = await app.api.do(inventoryApi.getProduct, { params: { id: product.id } })
  expect(stock).toMatchObject({ onHand: 80, committed: 0 })

  await page.getByRole('button', { name: 'Assign to carrier' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await expect(dialog.getByText('Carrier is required')).toBeVisible()
  await dialog.getByLabel('Carrier').fill('Blue Van')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await expect(status(page)).toContainText('Carrier assigned')

  await page.getByRole('button', { name: 'Mark as shipped' }).click()
  await dialog.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(status(page)).toContainText('Shipped')
  // Four actions don't cut off the names of the steps.
  const names = page.getByRole('list', { name: 'Progress' }).locator('span:not(.sr-only)')
  expect(await names.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length)).toBe(0)
  // Carrier statuses are recorded by hand, forwards and backwards; the delivery stays the next step.
  for (const [step, shownStatus] of [
    ['Record in transit', 'In transit'],
    ['Record out for delivery', 'Out for delivery'],
    ['Back to in transit', 'In transit'],
    ['Record out for delivery', 'Out for delivery'],
  ] as const) {
    // A step back is in the menu, a step forward beside the next action.
    await (step === 'Back to in transit' ? choose(page, step) : page.getByRole('button', { name: step }).click())
    await expect(status(page)).toContainText(shownStatus)
  }
  await page.getByRole('button', { name: 'Record delivery' }).click()
  await dialog.getByLabel('Received by').fill('Dr. Okoye')
  await dialog.getByLabel('Proof of delivery').fill('Signed paper slip')
  // Refused goods are recorded per line and lot; the draft survives a reload until it is recorded.
  await dialog.getByLabel('Some goods were refused or damaged').check()
  await dialog.getByLabel(/^Refused pieces of/).fill('21')
  await expect(dialog.getByText('1 more than were shipped')).toBeVisible()
  await dialog.getByRole('button', { name: 'Record delivery' }).click()
  await expect(dialog.getByText('Lines do not add up')).toBeVisible()
  await dialog.getByLabel(/^Refused pieces of/).fill('3')
  await dialog.getByLabel(/^Damaged pieces of/).fill('2')
  await expect(dialog.getByText('15 of 20 accepted')).toBeVisible()
  await expectAccessible(page)
  await expect.poll(async () => page.evaluate(() => Object.values({ ...localStorage }).join())).toContain('"damaged":2')
  await page.reload()
  await page.getByRole('button', { name: 'Record delivery' }).click()
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await expect(dialog.getByText('15 of 20 accepted')).toBeVisible()
  await dialog.getByRole('button', { name: 'Record delivery' }).click()
  await expect(status(page)).toContainText('Delivered')
  await expect(page.getByRole('link', { name: /^RMA-/ })).toBeVisible()
  const [shipment] = (await app.api.do(salesApi.getOrder, { params: { id: order.id } })).shipments
  const { lines } = await app.api.do(shipmentsApi.getShipment, { params: { id: shipment?.id ?? '' } })
  expect(lines).toMatchObject([{ delivered: 15, refused: 3, damaged: 2 }])
  await expect(page.getByText('Dr. Okoye')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Progress' }).locator('[aria-current=step]')).toContainText('Delivered')
})

test('[SO-01] an unavailable action says why, and only available actions are offered', async ({ page, app }) => {
  const { product, account } = await addSale(app)
  const order = await addOrder(app.api, account.id, [[product.id, 1]])
  const { invoice } = await app.api.do(salesApi.confirm, { params: { id: order.id }, body: {} })
  const body = { amount: '1', method: 'cash', receivedDate: '2026-01-05' } as const
  await app.api.do(invoicingApi.recordPayment, { params: { id: invoice?.id ?? '' }, body })
  await app.signIn(page, 'admin')
  await goTo(page, pageOf(order.id))

  await page.getByRole('button', { name: 'More actions' }).click()
  const cancel = page.getByRole('menuitem', { name: 'Cancel order' })
  await expect(cancel).toHaveAttribute('aria-disabled', 'true')
  await expect(cancel).toContainText('Its invoice has payments.')
  await expect(page.getByRole('menuitem', { name: 'Mark as shipped' })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'All actions' }).click()
  await expect(page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Mark as shipped' })).toContainText(
    'The order is Confirmed; it must be Carrier assigned for this.',
  )
})

test('[SO-01, SO-02] if goods were sold in the meantime, the shortage is shown and the order can be backordered', async ({
  page,
  app,
}) => {
  const { product, account } = await addSale(app, 10)
  const order = await addOrder(app.api, account.id, [[product.id, 8]])
  const faster = await addOrder(app.api, account.id, [[product.id, 6]])
  // With live updates the button would disappear before the click.
  await page.route('**/socket.io/**', (route) => route.abort())
  await app.signIn(page, 'admin')
  await page.goto(pageOf(order.id))
  await expect(page.getByRole('button', { name: 'Confirm order' })).toBeVisible()
  await app.api.do(salesApi.confirm, { params: { id: faster.id }, body: {} })

  await page.getByRole('button', { name: 'Confirm order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Not enough stock' })
  await expect(dialog.getByRole('row', { name: `${product.name} 8 4 4` })).toBeVisible()
  await dialog.getByRole('button', { name: 'Backorder' }).click()
  const backOrder = page.getByRole('dialog', { name: 'Backorder this order?' })
  await expect(backOrder).toContainText(`Waits for 4 of ${product.name}.`)
  await backOrder.getByRole('button', { name: 'Backorder' }).click()
  await expect(status(page)).toContainText('Awaiting stock')
  await expect(page.getByText('Waiting for stock')).toBeVisible()
})

test('[SO-04] deleting an order shows the effects, voids its invoice and releases its stock', async ({ page, app }) => {
  const { product, account } = await addSale(app)
  const order = await addOrder(app.api, account.id, [[product.id, 20]])
  const { invoice } = await app.api.do(salesApi.confirm, { params: { id: order.id }, body: {} })
  await app.api.do(salesApi.ready, { params: { id: order.id }, body: {} })
  await app.signIn(page, 'admin')
  await goTo(page, pageOf(order.id))
  const showEffects = await delayEffects(page)
  await choose(page, 'Delete order')
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('status', { name: 'Calculating the effects' })).toBeVisible()
  await expect(question.getByRole('button', { name: 'Delete order' })).toBeDisabled()
  showEffects()
  await expect(question).toContainText(`Invoice ${invoice?.number} over`)
  await expect(question).toContainText('is voided and deleted; its number is never reused.')
  await expect(question.getByRole('row').nth(1)).toContainText('80 → becomes  100')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Delete order' }).click()

  await expect(page).toHaveURL(list)
  await expect(page.getByRole('heading', { level: 1, name: 'Sales orders' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(order.number)
  const stock = await app.api.do(inventoryApi.getProduct, { params: { id: product.id } })
  expect(stock).toMatchObject({ onHand: 100, committed: 0 })
  const gone = await app.api.call(invoicingApi.getInvoice, { params: { id: invoice?.id ?? '' } })
  expect(gone.status).toBe(404)
})

test('[SO-05] the list is filtered by exactly the eleven statuses, in the URL and with counts', async ({
  page,
  app,
}) => {
  const { product, account } = await addSale(app, 5)
  const pending = await addOrder(app.api, account.id, [[product.id, 1]])
  const waiting = await addOrder(app.api, account.id, [[product.id, 9]])
  await app.api.do(salesApi.backOrder, { params: { id: waiting.id }, body: {} })
  await app.signIn(page, 'admin')
  await goTo(page, `${list}?q=${encodeURIComponent(account.name)}`)
  const filter = page.getByRole('group', { name: 'Status' })
  const { data: counts } = await app.api.do(salesApi.countOrders, {})
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  const countOf = (name: string) => counts.find((one) => one.status === name)?.count
  await expect(filter.getByRole('button')).toHaveText([
    `All${all}`,
    ...filterStatuses.map((name) => `${orderStatusNames[name]}${countOf(name)}`),
  ])
  await expect(page.getByText(`Awaiting stock ${countOf('AWAITING_STOCK')}`)).toBeVisible()
  await expect(page.getByText(`Ready for shipping ${countOf('READY_FOR_SHIPPING')}`)).toBeVisible()
  const rows = page.getByRole('table', { name: 'Sales orders' }).getByRole('row')
  await expect(rows.filter({ hasText: waiting.number })).toContainText('Awaiting stock')

  await filter.getByRole('button', { name: /^Pending/ }).click()
  await expect(rows.filter({ hasText: waiting.number })).toHaveCount(0)
  await expect(rows.filter({ hasText: pending.number })).toBeVisible()
  await expect(page).toHaveURL(/status=PENDING/)
  await page.reload()
  await expect(filter.getByRole('button', { name: /^Pending/ })).toHaveAttribute('aria-pressed', 'true')
  await expect(rows.filter({ hasText: pending.number })).toBeVisible()
  await expectAccessible(page)
  await page.goBack()
  await expect(rows.filter({ hasText: waiting.number })).toBeVisible()

  await goTo(page, `${list}?q=no-such-order`)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rows.nth(1)).toBeVisible()
})

test('[SO-01] (F5, F7, F9) an order is entered by keyboard and pasted rows, and its total is the server’s', async ({
  page,
  app,
}) => {
  const { place, product, account } = await addSale(app)
  const other = await addProduct(app.api, place, { price: '0.3333', quantity: 10 })
  await app.signIn(page, 'admin')
  await goTo(page, `${list}/new`)
  await page.getByRole('combobox', { name: 'Customer' }).fill(account.name)
  await page.getByRole('option', { name: account.name }).click()
  const first = page.getByRole('group', { name: 'Line 1', exact: true })
  await first.getByRole('combobox', { name: 'Product' }).fill(product.sku)
  await page.getByRole('option', { name: product.sku }).waitFor()
  await page.keyboard.press('Enter')
  await expect(first.getByLabel('Quantity')).toBeFocused()
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  const second = page.getByRole('group', { name: 'Line 2', exact: true }).getByRole('combobox', { name: 'Product' })
  await expect(second).toBeFocused()
  await second.evaluate((input, rows) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', rows)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, `${other.sku}\t11\nNO-SUCH-SKU\t2\n`)
  await expect(page.getByText('No product has the SKU NO-SUCH-SKU.')).toBeVisible()
  await expect(page.getByText('none available').or(page.getByText('only 10 available, 1 short'))).toBeVisible()
  await expect(page.getByText('81.37').first()).toBeVisible()
  await expectAccessible(page)

  // The draft survives leaving the page, even at once.
  await page.goto(list, { waitUntil: 'commit' })
  await goTo(page, `${list}/new`)
  await page.getByRole('button', { name: 'Restore' }).click()
  await page.getByRole('button', { name: 'Save order' }).click()
  await expect(status(page)).toContainText('Pending')
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  expect(await app.api.do(salesApi.getOrder, { params: { id } })).toMatchObject({ total: '81.37', lines: 2 })
})

test('[SO-01] saving a pending order that another user has changed needs confirmation', async ({ page, app }) => {
  const { product, account } = await addSale(app)
  const order = await addOrder(app.api, account.id, [[product.id, 20]])
  await app.signIn(page, 'admin')
  await goTo(page, `${list}/edit/${order.id}`)
  await page.getByLabel('Reference').fill('PO-77')
  const theirs = { accountId: account.id, notes: 'Theirs', lines: [{ productId: product.id, quantity: 5 }] }
  await app.api.do(salesApi.updateOrder, { params: { id: order.id }, body: theirs }, { version: order.version })

  await expect(page.getByRole('status').filter({ hasText: 'Updated elsewhere' })).toBeVisible()
  await expect(page.getByLabel('Reference')).toHaveValue('PO-77')
  await page.getByRole('button', { name: 'Save changes' }).click()
  const question = page.getByRole('dialog', { name: 'This order was changed by someone else' })
  await question.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByLabel('Notes')).toHaveValue('Theirs')
  await page.getByLabel('Quantity').fill('0')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Quantity must be at least 1')).toBeVisible()
  await page.getByLabel('Quantity').fill('6')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page).toHaveURL(pageOf(order.id))
  expect(await app.api.do(salesApi.getOrder, { params: { id: order.id } })).toMatchObject({
    notes: 'Theirs',
    total: '66.60',
  })
})

test('[SO-01] users without edit permission see no action buttons, also on a phone', async ({ page, app }) => {
  const { product, account } = await addSale(app)
  const order = await addOrder(app.api, account.id, [[product.id, 20]])
  await app.api.do(salesApi.confirm, { params: { id: order.id }, body: {} })
  await page.setViewportSize({ width: 375, height: 812 })
  await app.signIn(page, 'staff', { dashboard: { view: true }, salesOrders: { view: true } })
  await goTo(page, list)
  await expect(page.getByRole('link', { name: order.number })).toBeVisible()
  await expect(page.getByRole('link', { name: 'New order' })).toHaveCount(0)
  await page.getByRole('link', { name: order.number }).click()
  await expect(status(page)).toContainText('Confirmed')
  // Previous and next order are not actions; at the ends of the list these buttons are disabled.
  await expect(status(page).getByRole('button', { disabled: false })).toHaveCount(1)
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['All actions'])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'Invoice' })).toHaveCount(0)
  // They may not open the customer's page: a link to it would lead to the dashboard.
  await expect(page.getByRole('list', { name: 'From the prospect to the order' })).toContainText(account.name)
  await expect(page.getByRole('link', { name: account.name })).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await expectAccessible(page)
})
