import type { Page, Route } from '@playwright/test'
import { roleDefaults } from '#shared/access/roles.ts'
import { crmApi } from '#shared/crm/partners/api.ts'
import { placesApi } from '#shared/inventory/locations/api.ts'
import { ownCode } from '#shared/codes/own-codes.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { settingsApi } from '#shared/settings/api.ts'
import { addAccount, addOrder, addPlace, addProduct, addPurchase, placePurchase } from '#test/builders.ts'
import { consignmentLocation } from '#test/consignment.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { changeSettings } from '#test/settings.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const line = (page: Page, number: number) => page.getByRole('group', { name: `Line ${number}`, exact: true })
const goods = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const more = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name }).click()
}
const toast = (page: Page, text: string | RegExp) => page.getByLabel('Notifications Alt+T').getByText(text)

async function pick(page: Page, label: string, typed: string) {
  await page.getByRole('combobox', { name: label }).fill(typed)
  await page.getByRole('option', { name: typed }).first().click()
}

/** Simulates a keyboard scanner: a burst of keys, then Enter. */
const scan = (page: Page, code: string) =>
  page.evaluate((keys) => {
    for (const key of [...keys, 'Enter']) {
      const event = key === '\u001d' ? { key: ']', ctrlKey: true } : { key }
      document.body.dispatchEvent(new KeyboardEvent('keydown', { ...event, bubbles: true, cancelable: true }))
    }
  }, code)

test('[PO-01] a purchase order is entered by picker and scan, placed, received in two parts with fees, and partly returned', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const annexe = (await addPlace(app.api)).warehouse
  const gauze = await addProduct(app.api, place, { name: 'Gauze pads', pcsPerCase: 10, moq: 20, cost: '2.00' })
  const vaccine = await addProduct(app.api, place, {
    name: 'Vaccine B',
    barcode: '04006381334105',
    lotControlled: true,
    pcsPerCase: 1,
    cost: '5.00',
  })
  await app.signIn(page, 'admin')
  await goTo(page, '/orders/purchase-orders')
  await page.getByRole('link', { name: 'Add purchase order' }).first().click()
  await expect(heading(page, 'New purchase order')).toBeVisible()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'fields need attention' })).toContainText(
    'Supplier is required',
  )
  await expectAccessible(page)
  await pick(page, 'Supplier', place.supplier.name)
  await pick(page, 'Deliver to', place.warehouse.name)
  await line(page, 1).getByRole('combobox', { name: 'Item' }).fill('Gauze pads')
  await page
    .getByRole('option', { name: /^Gauze pads/ })
    .first()
    .click()
  await line(page, 1).getByRole('textbox', { name: 'Quantity' }).fill('15')
  await line(page, 1).getByRole('button', { name: 'Round up to 20' }).click()
  await expect(line(page, 1).getByRole('textbox', { name: 'Quantity' })).toHaveValue('20')
  await heading(page, 'New purchase order').focus()
  await scan(page, '4006381334105')
  await expect(line(page, 2).getByRole('combobox', { name: 'Item' })).toHaveValue('Vaccine B')
  await line(page, 2).getByRole('textbox', { name: 'Quantity' }).fill('8')
  await page.getByRole('button', { name: 'Add fee' }).click()
  await expect(page.getByRole('group', { name: 'Fee 1' }).getByRole('combobox', { name: 'Kind' })).toBeFocused()
  await expect(page.getByRole('group', { name: 'Fee 1' })).not.toContainText('Amount is required')
  await page.getByRole('group', { name: 'Fee 1' }).getByRole('textbox', { name: 'Amount' }).fill('8')
  await expect(page.getByText('Total USD 88.00')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page).toHaveURL(/\/orders\/purchase-orders\/view\//)
  const id = page.url().split('/').at(-1) ?? ''
  // The confirmation shows the effects, and that placing sends no email to the supplier.
  await page.getByRole('button', { name: 'Place order' }).click()
  const question = page.getByRole('alertdialog', { name: /^Place PO-/ })
  await expect(question).toContainText('Status becomes Open')
  await expect(question).toContainText(`No email is sent to ${place.supplier.name} by this.`)
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Place and write email' }).click()
  await expect(toast(page, /is now: Open/)).toBeVisible()
  await expect(dialog(page)).toHaveAccessibleName(/^Send PO-/)
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Receive' }).click()
  await page.getByRole('button', { name: 'Receive goods' }).click()
  await expect(page.getByText('Enter a quantity for at least one line.')).toBeVisible()
  await heading(page, 'Receive').focus()
  // GTIN, expiry date, lot and a count of three, from the GS1 code of a pack.
  await scan(page, ']d201040063813341051730123110LOT-7\u001d303')
  const dose = goods(page, 'Vaccine B')
  expect((await dose.boundingBox())?.height).toBeLessThanOrEqual(56)
  await expect(dose.getByRole('textbox', { name: 'Arrived' })).toHaveValue('3')
  await expect(dose.getByLabel('Lot number')).toHaveValue('LOT-7')
  await expect(dose.getByLabel('Expiry date')).toHaveValue('2030-12-31')
  await dose.getByLabel('Expiry date').fill('2020-12-31')
  await expect(dose.getByText('Lot LOT-7 has expired')).toBeVisible()
  await dose.getByLabel('Expiry date').fill('2030-12-31')
  await expect(dose.getByText('Lot LOT-7 has expired')).toHaveCount(0)
  // Leaving the page while counting a delivery leaves a draft that can be restored.
  await page.goto('/crm/dashboard', { waitUntil: 'commit' })
  await goTo(page, `/orders/purchase-orders/receive/${id}`)
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(dose.getByRole('textbox', { name: 'Arrived' })).toHaveValue('3')
  await expect(dose.getByLabel('Lot number')).toHaveValue('LOT-7')
  await expect(dose.getByLabel('Expiry date')).toHaveValue('2030-12-31')
  await dose.getByRole('button', { name: 'Another lot, or damaged pieces' }).click()
  await dose.getByRole('textbox', { name: 'Arrived' }).nth(1).fill('1')
  // Damaged pieces start with the lot of the row above.
  await dose.getByRole('checkbox', { name: 'Damaged' }).nth(1).check()
  await expect(dose.getByLabel('Lot number').nth(1)).toHaveValue('LOT-7')
  await expect(dose.getByLabel('Expiry date').nth(1)).toHaveValue('2030-12-31')
  const pads = goods(page, 'Gauze pads')
  await pads.getByRole('textbox', { name: 'Arrived' }).fill('21')
  await expect(pads.getByText('only 20 are outstanding')).toBeVisible()
  await page.getByRole('button', { name: 'Receive goods' }).click()
  await expect(page.getByText(/only 20 are outstanding of Gauze pads/i)).toBeVisible()
  await pads.getByRole('textbox', { name: 'Arrived' }).fill('20')
  await pads.getByRole('button', { name: 'Another location' }).click()
  await pads.getByRole('combobox', { name: 'Location' }).fill(annexe.name)
  await page.getByRole('option', { name: new RegExp(annexe.name) }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Receive goods' }).dblclick()
  await expect(toast(page, /is now:? Partially Received/)).toBeVisible()
  const lines = page.getByRole('table', { name: /^Received, GR-/ })
  await expect(lines).toHaveCount(1)
  await expect(lines).toContainText('Damaged, in quarantine')
  await expect(lines).toContainText('LOT-7expires 31 Dec 2030')
  await expectAccessible(page)
  const order = await app.api.do(purchasingApi.getPurchaseOrder, { params: { id } })
  expect(order.receipts).toHaveLength(1)
  expect(order.receipts[0]).toMatchObject({ value: '60.00', fees: '6.00', landed: '66.00' })
  const got = await app.api.do(inventoryApi.getProduct, { params: { id: gauze.id } })
  expect([got.onHand, Number(got.cost)]).toEqual([20, 2.2])
  expect(got.stock.map(({ location }) => location.id)).toEqual([annexe.id])

  await page.getByRole('link', { name: 'Receive' }).click()
  await expect(dose.getByRole('textbox', { name: 'Arrived' })).toHaveValue('')
  await heading(page, 'Receive').focus()
  // Our own label of a lot identifies the lot, too.
  const label = order.receipts[0]?.lines.find(({ lotNumber, damaged }) => lotNumber === 'LOT-7' && !damaged)?.label
  await scan(page, ownCode('lot', label?.id ?? ''))
  await expect(dose.getByRole('textbox', { name: 'Arrived' })).toHaveValue('1')
  await expect(dose.getByLabel('Lot number')).toHaveValue('LOT-7')
  await expect(dose.getByLabel('Expiry date')).toHaveValue('2030-12-31')
  for (const name of ['Arrived', 'Lot number']) await dose.getByRole('textbox', { name }).fill('')
  await dose.getByLabel('Expiry date').fill('')
  await page.getByRole('button', { name: 'Receive all' }).click()
  await expect(goods(page, 'Gauze pads')).toHaveCount(0)
  await dose.getByLabel('Lot number').fill('LOT-8')
  await page.getByRole('button', { name: 'Receive goods' }).click()
  await expect(dose.getByText(/is required for new lots/)).toBeVisible()
  await dose.getByLabel('Does not expire').check()
  await page.getByRole('button', { name: 'Receive goods' }).click()
  await expect(toast(page, /is now:? Received/)).toBeVisible()

  await page.getByRole('button', { name: 'Return to supplier' }).click()
  await dialog(page).getByRole('button', { name: 'Return goods' }).click()
  await expect(dialog(page).getByText('Reason is required')).toBeVisible()
  // The fields of one product are told apart by their lots, and those by their receipts.
  await expect(dialog(page).getByRole('textbox', { name: /^Return of Vaccine B, lot LOT-8, GR-/ })).toBeVisible()
  await expect(dialog(page).getByText(/^lot LOT-7 damaged, GR-.*, at most 1$/)).toBeVisible()
  await dialog(page).getByRole('textbox', { name: 'Return of Gauze pads' }).fill('5')
  await dialog(page).getByLabel('Reason').fill('Wrong size')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Return goods' }).click()
  await expect(page.getByRole('heading', { name: /^Returned, RTS-/ })).toBeVisible()

  // The second receipt is reversed; the first one can't be, because some of its goods were returned.
  const second = page
    .locator('section')
    .filter({ has: page.getByText('LOT-8') })
    .last()
  await second.getByRole('button', { name: 'Reverse' }).click()
  await dialog(page).getByLabel('Reason').fill('Counted another delivery')
  await dialog(page).getByRole('button', { name: 'Reverse' }).click()
  await expect(toast(page, /reversed/)).toBeVisible()
  await expect(page.getByText('Reversed', { exact: true })).toBeVisible()
  const closed = page.getByRole('button', { name: 'Reverse' })
  await expect(closed).toBeDisabled()
  await expect(closed).toHaveAccessibleDescription(/^Goods of GR-.* were returned to the supplier/)
  await expectAccessible(page)
  const after = await app.api.do(inventoryApi.getProduct, { params: { id: vaccine.id } })
  expect(after.onHand).toBe(4)
})

test('[PO-01] an order above the limit needs approval by another user; back to draft, cancel, delete and undo', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const product = await addProduct(app.api, place, { name: 'Pump' })
  const { data } = await app.api.do(settingsApi.getSettings, {})
  await app.signIn(page, 'admin')
  await goTo(page, '/settings')
  await page.getByLabel('Approval limit').fill('100')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Settings updated successfully!')).toBeVisible()
  await goTo(page, `/crm/suppliers/view/${place.supplier.id}`)
  await page.getByRole('link', { name: 'New purchase order' }).click()
  await expect(page.getByRole('combobox', { name: 'Supplier' })).toHaveValue(place.supplier.name)
  const theirs = await placePurchase(app.api, place, [[product.id, 20, '10']])
  expect(theirs.status).toBe('Pending Approval')
  await goTo(page, `/orders/purchase-orders/view/${theirs.id}`)
  await expect(page.getByText('Waiting for approval')).toBeVisible()
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(toast(page, /is now: Open/)).toBeVisible()
  await more(page, 'Back to draft')
  await dialog(page).getByLabel('Reason').fill('Another price')
  await dialog(page).getByRole('button', { name: 'Back to draft' }).click()
  await expect(toast(page, /is now: Draft/)).toBeVisible()
  // Users can't approve what they placed themselves.
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('is above the approval limit of USD 100')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Place order' }).click()
  await expect(
    page.getByText('Orders you created, changed or submitted must be approved by someone else.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await more(page, 'Cancel order')
  await dialog(page).getByRole('button', { name: 'Cancel order' }).click()
  await expect(dialog(page).getByText('Reason is required')).toBeVisible()
  await dialog(page).getByLabel('Reason').fill('Not needed')
  await dialog(page).getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByText('This purchase order was cancelled')).toBeVisible()
  await expectAccessible(page)
  await more(page, 'Delete')
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Delete/ })
    .click()
  await expect(page).toHaveURL('/orders/purchase-orders')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, `${theirs.number} restored`)).toBeVisible()
  await changeSettings(app.api, data)
})

test('[PO-01] the list has status counts, filters in the URL and late orders; purchase order pages fit a phone', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const product = await addProduct(app.api, place)
  const late = await placePurchase(app.api, place, [[product.id, 5, '1']], { expectedDate: '2020-01-02' })
  const draft = await addPurchase(app.api, place, [[product.id, 5, '1']], { reference: 'QUOTE-77' })
  await app.signIn(page, 'admin')
  await goTo(page, `/orders/purchase-orders?supplier=${place.supplier.id}`)
  const rows = page.getByRole('table', { name: 'Purchase orders' }).locator('tbody tr')
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: late.number })).toContainText('late')
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Draft/ }).click()
  await expect(page).toHaveURL(/status=Draft/)
  await expect(rows).toHaveCount(1)
  await page.reload()
  await expect(rows).toHaveText([new RegExp(draft.number)])
  await page.getByRole('button', { name: 'Clear all' }).click()
  await page.getByRole('searchbox', { name: 'Search purchase orders' }).fill('QUOTE-77')
  await expect(rows).toHaveCount(1)
  await page.getByRole('searchbox', { name: 'Search purchase orders' }).fill('nothing has this')
  await expect(page.getByText('No purchase orders match')).toBeVisible()
  for (const path of ['', `/view/${late.id}`, `/edit/${draft.id}`, `/receive/${late.id}`]) {
    await page.setViewportSize({ width: 375, height: 740 })
    await goTo(page, `/orders/purchase-orders${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
    expect(wide, path).toBe(false)
  }
})

test('[PO-01, LOC-01] goods can be ordered to the company’s own locations, but not to a customer’s', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const lent = await consignmentLocation(app.api, (await addAccount(app.api)).id)
  const { name } = await app.api.do(placesApi.getLocation, { params: { id: lent } })
  await app.signIn(page, 'admin')
  await goTo(page, '/orders/purchase-orders/new')
  const picker = page.getByRole('combobox', { name: 'Deliver to' })
  await picker.fill(name)
  await expect(page.getByRole('option', { name: 'Create new location…' })).toBeVisible()
  await expect(page.getByRole('option', { name })).toHaveCount(0)
  await picker.fill(place.warehouse.name)
  await expect(page.getByRole('option', { name: place.warehouse.name })).toBeVisible()
})

test('[PO-01] two users edit one draft: the second sees the conflict, the changes of both are saved; fees changed by both only as chosen (B24)', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const product = await addProduct(app.api, place)
  const order = await addPurchase(app.api, place, [[product.id, 5, '1']], { reference: 'First' })
  await app.signIn(page, 'admin')
  await goTo(page, `/orders/purchase-orders/edit/${order.id}`)
  await page.getByLabel('Notes').fill('Mine')
  await page.getByRole('button', { name: 'Add fee' }).click()
  await page.getByRole('group', { name: 'Fee 1' }).getByLabel('Amount').fill('2')
  await app.api.do(
    purchasingApi.updatePurchaseOrder,
    {
      params: { id: order.id },
      body: {
        supplierId: place.supplier.id,
        locationId: place.warehouse.id,
        reference: 'Theirs',
        lines: [{ itemId: product.id, quantity: 1200, unitCost: '1.5' }],
        fees: [{ kind: 'customs', amount: '10' }],
      },
    },
    { version: order.version },
  )
  await expect(page.getByRole('status').filter({ hasText: 'Updated elsewhere' })).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  const changes = dialog(page).getByRole('list', { name: 'What was changed' })
  await expect(changes).toContainText('Reference: First → Theirs')
  const rowsOf = (name: string) => changes.getByRole('list', { name }).getByRole('listitem')
  await expect(rowsOf('Lines')).toHaveText([`${product.name}: quantity 5 → 1,200, unit cost 1.00 → 1.50`])
  // Fees can't be matched one by one: overwriting replaces all of them, and the dialog says so.
  await expect(rowsOf('Fees')).toHaveText(['Added: Customs, 10.00'])
  await expect(changes.getByText('You changed them too. Overwrite replaces all of them with yours.')).toHaveCount(1)
  await dialog(page).getByRole('button', { name: 'Overwrite' }).click()
  await expect(page).toHaveURL(`/orders/purchase-orders/view/${order.id}`)
  const saved = await app.api.do(purchasingApi.getPurchaseOrder, { params: { id: order.id } })
  expect([saved.reference, saved.notes]).toEqual(['Theirs', 'Mine'])
  expect(saved.orderLines.map(({ quantity }) => quantity)).toEqual([1200])
  expect(saved.fees.map(({ kind, amount }) => [kind, amount])).toEqual([['freight', '2.00']])

  // Fees that only the other user changed stay.
  await goTo(page, `/orders/purchase-orders/edit/${order.id}`)
  await page.getByLabel('Notes').fill('Mine again')
  await app.api.do(
    purchasingApi.updatePurchaseOrder,
    {
      params: { id: order.id },
      body: {
        supplierId: place.supplier.id,
        locationId: place.warehouse.id,
        reference: 'Theirs',
        notes: 'Mine',
        lines: [{ itemId: product.id, quantity: 1200, unitCost: '1.5' }],
        fees: [
          { kind: 'freight', amount: '3' },
          { kind: 'customs', amount: '10' },
        ],
      },
    },
    { version: saved.version },
  )
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(changes.getByRole('list', { name: 'Fees' }).getByRole('listitem')).toHaveText([
    'Freight: amount 2.00 → 3.00',
    'Added: Customs, 10.00',
  ])
  await expect(changes.getByText('You changed them too.')).toHaveCount(0)
  await dialog(page).getByRole('button', { name: 'Overwrite' }).click()
  await expect(page).toHaveURL(`/orders/purchase-orders/view/${order.id}`)
  const both = await app.api.do(purchasingApi.getPurchaseOrder, { params: { id: order.id } })
  expect([both.notes, both.fees.map(({ kind, amount }) => [kind, amount])]).toEqual([
    'Mine again',
    [
      ['freight', '3.00'],
      ['customs', '10.00'],
    ],
  ])
})

test('[PO-01] lists per line what others received meanwhile; receiving over an unseen receipt needs confirmation (B24)', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const [gauze, gloves] = [await addProduct(app.api, place), await addProduct(app.api, place)]
  const { id, orderLines: ordered } = await placePurchase(app.api, place, [
    [gauze.id, 9, '1'],
    [gloves.id, 4, '1'],
  ])
  const params = { id }
  const receive = (pieces: number[], deliveryNote = '') => {
    const lines = pieces.map((quantity, at) => ({ lineId: ordered[at]?.id ?? '', quantity }))
    return app.api.do(purchasingApi.receive, { params, body: { lines, deliveryNote } })
  }
  const received = async () => {
    const { orderLines } = await app.api.do(purchasingApi.getPurchaseOrder, { params })
    return orderLines.map((one) => one.received)
  }
  const posted: string[] = []
  page.on('request', (one) => one.url().endsWith('/receipts') && posted.push(one.method()))
  const confirm = dialog(page).getByRole('button', { name: 'Receive goods' })
  const rowsOf = (name: string) => dialog(page).getByRole('list', { name, exact: true }).getByRole('listitem')
  await app.signIn(page, 'admin')
  await goTo(page, `/orders/purchase-orders/receive/${id}`)
  await page.getByLabel('Delivery note').fill('DN-1')
  await receive([1, 4], 'DN-0')
  await page.getByRole('button', { name: 'Show changes' }).click()
  await expect(rowsOf('Receipts')).toHaveText([/^Added: GR-\S+, delivery note DN-0$/])
  await expect(rowsOf('Lines')).toHaveText([
    `${gauze.name}: received 0 → 1, outstanding 9 → 8`,
    `${gloves.name}: received 0 → 4, outstanding 4 → 0`,
  ])
  await expectAccessible(page)
  // Receiving from this dialog is validated like any receipt; from now on the form covers what is still outstanding.
  await confirm.click()
  await expect(page.getByText('Enter a quantity for at least one line.')).toBeVisible()
  expect(posted).toEqual([])
  await expect(goods(page, gauze.name)).toContainText('8 outstanding')

  await goods(page, gauze.name).getByLabel('Arrived').fill('4')
  await receive([5])
  await page.getByRole('button', { name: 'Receive goods' }).click()
  await expect(rowsOf('Lines')).toHaveText([
    /received 1\s→\s6, outstanding 8\s→\s3\s*You entered 4\. Only 3 can still be received\.$/,
  ])
  await confirm.click()
  await expect(goods(page, gauze.name).getByText('only 3 are outstanding').first()).toBeVisible()
  expect(await received()).toEqual([6, 4])

  // Another receipt is posted between the confirmation and the save: confirmation is needed again.
  await goods(page, gauze.name).getByLabel('Arrived').fill('1')
  await receive([1])
  await page.getByRole('button', { name: 'Show changes' }).click()
  await expect(rowsOf('Lines')).toHaveText([
    /received 6\s→\s7, outstanding 3\s→\s2\s*You entered 1\. It would be received as well\.$/,
  ])
  const between = async (one: Route) => {
    await receive([1])
    await one.continue()
  }
  await page.route('**/receipts', between, { times: 1 })
  await confirm.click()
  await expect(rowsOf('Lines')).toHaveText([/received 7\s→\s8, outstanding 2\s→\s1/])
  expect(await received()).toEqual([8, 4])
  await confirm.click()
  await expect(page).toHaveURL(`/orders/purchase-orders/view/${id}`)
  expect(await received()).toEqual([9, 4])
})

test('[PO-01] an order is sent as a PDF; users without edit permission see no actions', async ({ page, app }) => {
  const place = await addPlace(app.api)
  await app.api.do(
    crmApi.updateSupplier,
    { params: { id: place.supplier.id }, body: { name: place.supplier.name, email: 'desk@example.com' } },
    { version: place.supplier.version },
  )
  const product = await addProduct(app.api, place)
  const order = await placePurchase(app.api, place, [[product.id, 5, '1']])
  await app.signIn(page, 'admin')
  await goTo(page, `/orders/purchase-orders/view/${order.id}`)
  await page.getByRole('button', { name: 'Send to supplier' }).click()
  await expect(dialog(page).getByLabel('To')).toHaveValue('desk@example.com')
  const download = page.waitForEvent('download')
  await dialog(page)
    .getByRole('link', { name: `${order.number}.pdf` })
    .click()
  expect((await download).suggestedFilename()).toBe(`${order.number}.pdf`)
  await expect(dialog(page).getByText('No mail server is set up: this will not be sent')).toBeVisible()
  await dialog(page).getByLabel('To').fill('no address')
  await dialog(page).getByRole('button', { name: 'Keep in email log' }).click()
  await expect(dialog(page).getByRole('textbox', { name: 'To' })).toHaveAttribute('aria-invalid', 'true')
  await dialog(page).getByLabel('To').fill('orders@example.com')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Keep in email log' }).click()
  await expect(toast(page, `Not sent: download ${order.number} and send it yourself`)).toBeVisible()
  await expect(page.getByText('Not sent: the email waits for orders@example.com')).toBeVisible()

  const looker = { ...roleDefaults.staff, purchaseOrders: { view: true, edit: false, delete: false } }
  await app.signIn(page, 'staff', looker)
  await goTo(page, `/orders/purchase-orders/view/${order.id}`)
  await expect(heading(page, order.number)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Receive' })).toHaveCount(0)
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Download PDF'])
  await goTo(page, `/orders/purchase-orders/receive/${order.id}`)
  await expect(page.getByText(/^You can.t change purchase orders$/)).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
})

test('[PO-01] shows why an order was closed after a return to the supplier, and that a changed order was not sent', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const product = await addProduct(app.api, place)
  const order = await placePurchase(app.api, place, [[product.id, 5, '1']])
  const params = { id: order.id }
  await app.api.do(purchasingApi.send, { params, body: { to: 'desk@example.com' } })
  await app.api.do(purchasingApi.redraft, { params, body: { reason: 'One more' } })
  await app.api.do(purchasingApi.submit, { params, body: {} })
  await app.signIn(page, 'admin')
  await goTo(page, `/orders/purchase-orders/view/${order.id}`)
  await expect(page.getByText('Not sent since it was changed')).toBeVisible()

  const [ordered] = order.orderLines
  const { receipts } = await app.api.do(purchasingApi.receive, {
    params,
    body: { lines: [{ lineId: ordered?.id ?? '', quantity: 3 }] },
  })
  await app.api.do(purchasingApi.close, { params, body: { reason: 'The supplier ran out' } })
  const receiptLineId = receipts[0]?.lines[0]?.id ?? ''
  await app.api.do(purchasingApi.return, {
    params,
    body: { reason: 'Cracked', lines: [{ receiptLineId, quantity: 1 }] },
  })
  const notice = page.getByText('This purchase order was closed short').locator('..')
  await expect(notice).toContainText('The supplier ran out')
  await expect(notice).not.toContainText('Cracked')
  await expect(page.getByText(`${(ordered?.quantity ?? 0) - 3} not received`)).toBeVisible()
})

test('[PO-01] returns the typed quantity to the supplier although other goods of the order were reserved in the meantime', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const gloves = await addProduct(app.api, place)
  const masks = await addProduct(app.api, place)
  const order = await placePurchase(app.api, place, [
    [gloves.id, 5, '1'],
    [masks.id, 5, '1'],
  ])
  const params = { id: order.id }
  const lines = order.orderLines.map(({ id }) => ({ lineId: id, quantity: 5 }))
  await app.api.do(purchasingApi.receive, { params, body: { lines } })
  await app.signIn(page, 'admin')
  await goTo(page, `/orders/purchase-orders/view/${order.id}`)
  await page.getByRole('button', { name: 'Return to supplier' }).click()
  await expect(dialog(page).getByRole('listitem')).toHaveCount(2)
  const sold = await addOrder(app.api, (await addAccount(app.api)).id, [[gloves.id, 5]])
  const refreshed = page.waitForResponse((response) => response.url().endsWith(`/api/purchase-orders/${order.id}`))
  await app.api.do(salesApi.confirm, { params: { id: sold.id } })
  await refreshed
  const row = dialog(page).getByRole('listitem').filter({ hasText: masks.name })
  await row.getByRole('textbox').fill('2')
  await dialog(page).getByLabel('Reason').fill('Torn')
  await dialog(page).getByRole('button', { name: 'Return goods' }).click()
  await expect(dialog(page)).toHaveCount(0)
  const { returns } = await app.api.do(purchasingApi.getPurchaseOrder, { params })
  expect(returns).toMatchObject([{ lines: [{ item: { name: masks.name }, quantity: 2 }] }])
})

test('[PO-01] bulk approval applies to orders as listed: an order changed since then is named and not approved', async ({
  page,
  app,
}) => {
  await changeSettings(app.api, { purchasing: { approvalLimit: '100' } })
  const place = await addPlace(app.api)
  const product = await addProduct(app.api, place)
  const word = `Approve ${crypto.randomUUID().slice(0, 8)}`
  const add = () => placePurchase(app.api, place, [[product.id, 200, '1']], { reference: word })
  const [steady, changed] = [await add(), await add()]
  await app.signIn(page, 'admin')
  await goTo(page, `/orders/purchase-orders?q=${encodeURIComponent(word)}`)
  await expect(page.getByRole('checkbox', { name: /^Select (?!all)/ })).toHaveCount(2)
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  // The order's author raises its quantity tenfold while it is selected.
  const params = { id: changed.id }
  const draft = await app.api.do(purchasingApi.redraft, { params, body: { reason: 'More is needed' } })
  const body = {
    supplierId: place.supplier.id,
    locationId: place.warehouse.id,
    reference: word,
    lines: [{ itemId: product.id, quantity: 2000, unitCost: '1' }],
  }
  await app.api.do(purchasingApi.updatePurchaseOrder, { params, body }, { version: draft.version })
  await app.api.do(purchasingApi.submit, { params, body: {} })
  await expect(page.getByRole('row', { name: changed.number })).toContainText('2,000.00')
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Approve' }).click()
  await expect(dialog(page).getByRole('status')).toHaveText('1 done, 1 failed')
  const failed = dialog(page).getByRole('list', { name: 'Failed' })
  await expect(failed).toContainText(changed.number)
  await expect(failed).toContainText('It was changed by someone else.')
  const statusOf = async (id: string) => (await app.api.do(purchasingApi.getPurchaseOrder, { params: { id } })).status
  expect([await statusOf(steady.id), await statusOf(changed.id)]).toEqual(['Open', 'Pending Approval'])
  // Selected again with its current values, it can be approved.
  await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click()
  const row = page.getByRole('row', { name: changed.number })
  await page.getByRole('row', { name: steady.number }).getByRole('checkbox').uncheck()
  await row.getByRole('checkbox').uncheck()
  await row.getByRole('checkbox').check()
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Approve' }).click()
  await expect(row).toContainText('Open')
  await changeSettings(app.api, { purchasing: { approvalLimit: null } })
})
