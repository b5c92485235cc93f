import type { Page } from '@playwright/test'
import { callsApi } from '#shared/crm/partners/calls-api.ts'
import { crmApi } from '#shared/crm/partners/api.ts'
import { contactsApi } from '#shared/crm/contacts/api.ts'
import { opportunitiesApi } from '#shared/crm/opportunities/api.ts'
import { prospectsApi } from '#shared/crm/prospects/api.ts'
import { countsApi } from '#shared/inventory/counts/api.ts'
import { kitOrdersApi } from '#shared/inventory/kits/kit-orders-api.ts'
import { kitsApi } from '#shared/inventory/kits/api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { transfersApi } from '#shared/inventory/transfers/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { estimatesApi } from '#shared/sales/estimates/api.ts'
import { paths } from '#web/paths.ts'
import { addAccount, addOrder, addPlace, addProduct, addPurchase } from '#test/builders.ts'
import { addLots, inDays } from '#test/lots.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { failUntilTriedAgain } from '#test/e2e/failing-calls.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

/* Bulk actions on selected rows, list by list (L7, L8, L14): successful rows, and refused rows with the reason. */

const bar = (page: Page) => page.getByRole('region', { name: 'Selection' })
const dialog = (page: Page) => page.getByRole('dialog')
const agree = (page: Page, name: string) => page.getByRole('alertdialog').getByRole('button', { name }).click()
const expectText = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()

/** Opens a list and selects all its rows. */
async function selectAll(page: Page, address: string, count: number) {
  await goTo(page, address)
  await expect(page.getByRole('checkbox', { name: /^Select (?!all)/ })).toHaveCount(count)
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  await expect(bar(page).getByRole('status')).toHaveText(`${count} selected`)
}
const press = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true }).click()
async function giveReason(page: Page, reason: string, button: string) {
  await dialog(page).getByLabel('Reason').fill(reason)
  await dialog(page).getByRole('button', { name: button }).click()
}
async function refused(page: Page, result: string, why: RegExp) {
  await expect(dialog(page).getByRole('status')).toHaveText(result)
  await expect(dialog(page).getByRole('list', { name: 'Failed' })).toContainText(why)
  await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click()
}
async function zip(page: Page, button: string, name: string) {
  const download = page.waitForEvent('download')
  await press(page, button)
  expect((await download).suggestedFilename()).toBe(name)
}
/** Checks that preparing PDFs shows progress and can be cancelled, and that the finished zip is saved. */
async function watchPreparing(page: Page) {
  const notice = page.locator('[data-sonner-toast]').filter({ hasText: 'Preparing PDFs: 0 of 2' })
  let letGo = () => {}
  const held = new Promise<void>((done) => (letGo = done))
  await page.route('**/api/estimates/documents', async (route) => {
    await held
    await route.continue().catch(() => {})
  })
  await press(page, 'Download PDFs')
  await expect(notice.getByRole('progressbar', { name: 'PDFs of estimates' })).toHaveAttribute('aria-valuenow', '0')
  await notice.getByRole('button', { name: 'Cancel' }).click()
  await expectText(page, 'The download was cancelled')
  letGo()
  await page.unroute('**/api/estimates/documents')
  await zip(page, 'Download PDFs', 'estimates.zip')
  await expectText(page, '2 estimates downloaded')
}
const mark = () => `Bulk ${crypto.randomUUID().slice(0, 8)}`

test('[UI-02] (L7) at 900 px the selection bar of orders fits one row, with less common actions under More', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const account = await addAccount(app.api, { name: 'Narrow clinic' })
  const product = await addProduct(app.api, place, { name: 'Narrow bandage' })
  for (let at = 0; at < 2; at += 1) await addOrder(app.api, account.id, [[product.id, 1]])
  await app.signIn(page, 'admin')
  await page.setViewportSize({ width: 900, height: 800 })
  // Fakes the total of a large company: creating so many orders would take too long.
  await page.route('**/api/sales-orders?*', async (one) => {
    const response = await one.fetch()
    await one.fulfill({ response, json: { ...(await response.json()), total: 187 } })
  })
  await goTo(page, `${paths.orders}?account=${account.id}&limit=1`)
  await page
    .getByRole('checkbox', { name: /^Select (?!all)/ })
    .first()
    .check()
  await expect(bar(page).getByRole('button', { name: 'Select all 187 results' })).toBeVisible()
  expect((await bar(page).boundingBox())?.height).toBeLessThanOrEqual(52)
  await expectAccessible(page)
  await bar(page).getByRole('button', { name: 'More', exact: true }).click()
  for (const name of ['Hold', 'Release hold', 'Delete'])
    await expect(page.getByRole('menuitem', { name, exact: true })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Hold', exact: true }).click()
  await giveReason(page, 'Credit is checked', 'Hold')
  await expectText(page, '1 sales order on hold')
})

test('[UI-02, SO-02, IVC-01, PO-01, EST-01] (L7, L8, D6) bulk actions on sales orders, invoices, estimates and purchase orders', async ({
  page,
  app,
}) => {
  test.slow()
  const { api } = app
  const word = mark()
  const place = await addPlace(api)
  const product = await addProduct(api, place, { name: `${word} gauze`, quantity: 10 })
  const { id: account } = await addAccount(api, { name: `${word} ward` })
  const small = await addOrder(api, account, [[product.id, 4]])
  const large = await addOrder(api, account, [[product.id, 400]])
  await app.signIn(page, 'admin')

  const orders = `/orders/sales-orders?q=${encodeURIComponent(word)}`
  await selectAll(page, orders, 2)
  await expect(page.getByRole('checkbox', { name: `Select ${small.number}` })).toBeChecked()
  await press(page, 'Invoice PDFs')
  await expectText(page, '2 orders have no invoice yet.')
  await press(page, 'Hold')
  await page.getByRole('menuitem', { name: 'Hold', exact: true }).click()
  await giveReason(page, 'Waiting for their call', 'Hold')
  await expectText(page, '2 sales orders on hold')
  await selectAll(page, orders, 2)
  await press(page, 'Hold')
  await page.getByRole('menuitem', { name: 'Release hold' }).click()
  await expectText(page, '2 sales orders released')
  await selectAll(page, orders, 2)
  await press(page, 'Confirm')
  await agree(page, 'Confirm sales orders')
  await refused(page, '1 done, 1 failed', new RegExp(`${large.number}.*`))
  await expect(page.getByRole('row', { name: new RegExp(small.number) })).toContainText('Confirmed')
  await selectAll(page, orders, 2)
  await zip(page, 'Invoice PDFs', 'invoices.zip')
  await expectText(page, '1 invoice downloaded')
  await expectText(page, '1 order has no invoice yet.')
  await expectAccessible(page)

  await selectAll(page, `/orders/invoices?q=${encodeURIComponent(word)}`, 1)
  await zip(page, 'Download PDFs', 'invoices.zip')
  await press(page, 'Send')
  await expect(page.getByRole('alertdialog')).toContainText('No mail server is set up')
  await agree(page, 'Send invoice')
  await refused(page, '0 done, 1 failed', /has no email address/)

  for (const quantity of [1, 2]) {
    await api.do(estimatesApi.createEstimate, {
      body: { accountId: account, validUntil: inDays(30), lines: [{ productId: product.id, quantity }] },
    })
    await addPurchase(api, place, [[product.id, quantity, '2.00']], { reference: word })
  }
  await selectAll(page, `/orders/estimates?q=${encodeURIComponent(word)}`, 2)
  await watchPreparing(page)
  await press(page, 'Delete')
  await agree(page, 'Delete estimates')
  await expectText(page, '2 estimates deleted')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectText(page, '2 estimates restored')

  await selectAll(page, `/orders/purchase-orders?q=${encodeURIComponent(word)}`, 2)
  await zip(page, 'Download PDFs', 'purchase-orders.zip')
  await press(page, 'Place')
  await agree(page, 'Place purchase orders')
  await expectText(page, '2 purchase orders placed')
  await selectAll(page, `/orders/purchase-orders?q=${encodeURIComponent(word)}`, 2)
  await press(page, 'Send')
  await expect(page.getByRole('alertdialog')).toContainText('No mail server is set up')
  await agree(page, 'Send purchase orders')
  await refused(page, '0 done, 2 failed', /has no email address/)
  const { data } = await api.do(salesApi.listOrders, { query: { q: word, sort: 'number' } })
  expect(data.map(({ status }) => status)).toEqual(['CONFIRMED', 'PENDING'])
})

test('[UI-02, TRF-01, KIT-01] (L7, L8, L14) bulk actions on transfers, kit orders, kits, counts, lots and raw materials', async ({
  page,
  app,
}) => {
  test.slow()
  const { api } = app
  const word = mark()
  const place = await addPlace(api)
  const depot = (await addPlace(api)).warehouse
  const product = await addProduct(api, place, { name: `${word} swab`, quantity: 100 })
  await addLots(
    api,
    place,
    [
      [`${word} A`, 60, 8],
      [`${word} B`, 90, 3],
    ],
    { name: `${word} vaccine` },
  )
  const kit = async (name: string) =>
    (
      await api.do(kitsApi.createKit, {
        body: {
          name: `${word} ${name}`,
          price: '9.00',
          warehouse: place.warehouse.id,
          components: [{ itemId: product.id, quantity: 1 }],
        },
      })
    ).kit
  const [used, idle] = [await kit('used set'), await kit('idle set')]
  const body = { kitId: used.id, locationId: place.warehouse.id, quantity: 2, note: word }
  for (const quantity of [1, 2]) {
    await api.do(kitOrdersApi.createKitOrder, { body: { ...body, quantity } })
    await api.do(transfersApi.createTransfer, {
      body: {
        sourceId: place.warehouse.id,
        destinationId: depot.id,
        note: word,
        lines: [{ itemId: product.id, quantity }],
      },
    })
    await api.do(countsApi.planCount, {
      body: { locationId: quantity === 1 ? place.warehouse.id : depot.id, note: word },
    })
    await api.do(rawMaterialsApi.createRawMaterial, {
      body: { name: `${word} film ${quantity}`, materialType: 'Film' },
    })
  }
  await app.signIn(page, 'admin')
  const q = `?q=${encodeURIComponent(word)}`

  await selectAll(page, `/inventory/stock-transfers${q}`, 2)
  await press(page, 'Cancel transfers')
  await giveReason(page, 'The van broke down', 'Cancel transfers')
  await expectText(page, '2 stock transfers cancelled')
  await selectAll(page, `/inventory/stock-transfers${q}`, 2)
  await press(page, 'Cancel transfers')
  await giveReason(page, 'Again', 'Cancel transfers')
  await refused(page, '0 done, 2 failed', /TR-/)

  await selectAll(page, `/inventory/kitting-bundles/kits${q}`, 2)
  await press(page, 'Delete')
  await agree(page, 'Delete kits')
  await refused(page, '1 done, 1 failed', new RegExp(used.name))
  await expect(page.getByRole('link', { name: idle.name })).toBeHidden()

  await selectAll(page, `/inventory/kitting-bundles${q}`, 2)
  await press(page, 'Cancel kit orders')
  await giveReason(page, 'Not wanted any more', 'Cancel kit orders')
  await expectText(page, '2 kit orders cancelled')

  await selectAll(page, `/inventory/stock-counts${q}`, 2)
  await press(page, 'Cancel counts')
  await giveReason(page, 'Next week', 'Cancel counts')
  await expectText(page, '2 counts cancelled')

  await selectAll(page, `/inventory/lots${q}`, 2)
  await press(page, 'Put on hold')
  await giveReason(page, 'A letter from the maker', 'Put on hold')
  await expectText(page, '2 lots on hold')
  await selectAll(page, `/inventory/lots${q}`, 2)
  await press(page, 'Release')
  await giveReason(page, 'It was about another lot', 'Release')
  await expectText(page, '2 lots released')

  await selectAll(page, `/inventory/raw-materials${q}`, 2)
  await press(page, 'Delete')
  await agree(page, 'Delete raw materials')
  await page
    .locator('[data-sonner-toast]')
    .filter({ hasText: '2 raw materials deleted' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expectText(page, '2 raw materials restored')
})

test('[UI-02, CRM-04] (L7, L14) bulk actions on customers, contacts, prospects and opportunities', async ({
  page,
  app,
}) => {
  const { api } = app
  const word = mark()
  const { id: accountId } = await addAccount(api, { name: `${word} ward` })
  for (const at of [1, 2]) {
    await api.do(contactsApi.createContact, { body: { name: `${word} nurse ${at}`, accountId } })
    await api.do(prospectsApi.createProspect, { body: { name: `${word} clinic ${at}` } })
    await api.do(opportunitiesApi.createOpportunity, {
      body: { title: `${word} tender ${at}`, value: '100', accountId },
    })
  }
  await app.signIn(page, 'admin')
  const q = `?q=${encodeURIComponent(word)}`

  await selectAll(page, `/crm/address-book${q}`, 2)
  await press(page, 'Set inactive')
  await expectText(page, '2 contacts updated')
  await selectAll(page, `/crm/address-book${q}`, 2)
  await press(page, 'Unlink')
  await agree(page, 'Unlink contacts')
  await expect
    .poll(async () => {
      const { data } = await api.do(contactsApi.listContacts, { query: { q: `${word} nurse` } })
      return data.map(({ status }) => status)
    })
    .toEqual(['inactive', 'inactive'])

  await failUntilTriedAgain(page, '**/api/account-owners', (route) =>
    route.fulfill({ status: 429, json: { error: 'Too busy.' } }),
  )
  await selectAll(page, `/crm/customers${q}`, 1)
  await press(page, 'Labels')
  await page.getByRole('menuitem', { name: 'Add label' }).click()
  await expect(dialog(page)).toContainText('Applies to 1 customer.')
  await dialog(page).getByLabel('Label').fill('L'.repeat(41))
  await dialog(page).getByRole('button', { name: 'Add label' }).click()
  await expect(dialog(page)).toContainText('Label may have at most 40 characters')
  await dialog(page).getByLabel('Label').fill('Tender')
  await dialog(page).getByRole('button', { name: 'Add label' }).click()
  await expectText(page, '1 customer updated')
  await selectAll(page, `/crm/customers${q}`, 1)
  await press(page, 'Set account owner')
  const { data: owners } = await api.do(callsApi.listOwners, {})
  await expect(dialog(page).getByText('The choices could not be loaded.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Try again' }).click()
  await dialog(page)
    .getByLabel('Account owner')
    .selectOption(owners[0]?.id ?? '')
  await dialog(page).getByRole('button', { name: 'Set account owner' }).click()
  await expect
    .poll(async () => (await api.do(crmApi.getAccount, { params: { id: accountId } })).owner)
    .toEqual(owners[0])

  await selectAll(page, `/crm/prospects${q}`, 2)
  await press(page, 'Set status')
  await page.getByRole('menuitem', { name: 'Contacted' }).click()
  await expectText(page, '2 prospects updated')
  await selectAll(page, `/crm/prospects${q}`, 2)
  await press(page, 'Set follow-up date')
  await dialog(page).getByLabel('Follow-up date').fill(inDays(3))
  await dialog(page).getByRole('button', { name: 'Set follow-up date' }).click()
  await expect
    .poll(async () => {
      const { data } = await api.do(prospectsApi.listProspects, { query: { q: word } })
      return data.map(({ status, followUpDate }) => [status, followUpDate])
    })
    .toEqual([
      ['Contacted', inDays(3)],
      ['Contacted', inDays(3)],
    ])

  await selectAll(page, `/crm/prospects${q}`, 2)
  await press(page, 'Set owner')
  await dialog(page).getByLabel('Owner').selectOption('Unassigned')
  await dialog(page).getByRole('button', { name: 'Set owner' }).click()
  const unowned = async () =>
    (await api.do(prospectsApi.listProspects, { query: { q: word, owner: 'none' } })).data.map(
      ({ disqualifyReason }) => disqualifyReason,
    )
  await expect.poll(unowned).toEqual([null, null])
  await selectAll(page, `/crm/prospects${q}`, 2)
  await press(page, 'Set status')
  await page.getByRole('menuitem', { name: 'Disqualified' }).click()
  await dialog(page).getByLabel('Reason').fill('They share a buyer')
  await dialog(page).getByRole('button', { name: 'Disqualified' }).click()
  await expect.poll(unowned).toEqual(['They share a buyer', 'They share a buyer'])

  await selectAll(page, `/crm/salesopportunities${q}&view=list`, 2)
  await press(page, 'Set owner')
  await dialog(page).getByLabel('Owner').selectOption('Unassigned')
  await dialog(page).getByRole('button', { name: 'Set owner' }).click()
  await expect
    .poll(async () => {
      const { data } = await api.do(opportunitiesApi.listOpportunities, { query: { q: word, owner: 'none' } })
      return data.length
    })
    .toBe(2)
  await page.getByRole('link', { name: `${word} tender 1` }).click()
  await expect(page.getByRole('list', { name: 'History of the opportunity' })).toContainText('changed the owner')
  await selectAll(page, `/crm/salesopportunities${q}&view=list`, 2)
  await press(page, 'Move to')
  await page.getByRole('menuitem', { name: 'Lost' }).click()
  await dialog(page).getByLabel('Lost because').selectOption({ index: 1 })
  await dialog(page).getByRole('button', { name: 'Lost' }).click()
  await expectText(page, '2 opportunities moved to Lost')
  await selectAll(page, `/crm/salesopportunities${q}&view=list`, 2)
  await press(page, 'Delete')
  await agree(page, 'Delete opportunities')
  await expectText(page, '2 opportunities deleted')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectText(page, '2 opportunities restored')
})
