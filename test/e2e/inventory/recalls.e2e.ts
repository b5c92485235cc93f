import type { Page } from '@playwright/test'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { recallsApi } from '#shared/inventory/recalls/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { transfersApi } from '#shared/inventory/transfers/api.ts'
import { addAccount, addPlace } from '#test/builders.ts'
import type { Client } from '#test/client.ts'
import { addLots, advance, confirmed, inDays } from '#test/lots.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const whom = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Customers to notify' }).locator('> li', { hasText: name })

async function pick(page: Page, label: string, typed: string) {
  await page.getByRole('combobox', { name: label }).fill(typed)
  await page.getByRole('option', { name: typed }).first().click()
}

/** A lot of 100: 20 delivered to a ward, 10 shipped to a clinic, 5 reserved, 6 in transfer, the rest in stock. */
async function scene(api: Client, number: string) {
  const place = await addPlace(api)
  const { product, lot } = await addLots(api, place, [[number, 200, 100]], { name: `Infusion ${number}` })
  const ward = await addAccount(api, { name: `Ward ${number}`, email: 'ward@example.com', phone: '+225 1' })
  const clinic = await addAccount(api, { name: `Clinic ${number}`, phone: '+225 2' })
  await advance(api, (await confirmed(api, ward.id, [[product.id, 20]])).id, 'DELIVERED')
  const underway = await confirmed(api, clinic.id, [[product.id, 10]])
  await advance(api, underway.id, 'SHIPPED')
  const reserved = await confirmed(api, ward.id, [[product.id, 5]])
  const depot = await api.do(inventoryApi.createLocation, { body: { name: `Depot ${number}`, type: 'Warehouse' } })
  const body = { sourceId: place.warehouse.id, destinationId: depot.id, lines: [{ itemId: product.id, quantity: 6 }] }
  const { id } = await api.do(transfersApi.createTransfer, { body })
  await api.do(transfersApi.dispatchTransfer, { params: { id }, body: {} })
  return { place, product, lotId: lot(number), ward, clinic, reserved, underway, transferId: id }
}

/** Returns the shipped order to stock and completes the transfer. */
async function comeHome(api: Client, orderId: string, transferId: string) {
  const params = { id: orderId }
  await api.do(salesApi.failDelivery, { params, body: { failureReason: 'OTHER', note: 'Called back' } })
  await api.do(salesApi.replan, { params, body: {} })
  await api.do(salesApi.reverse, { params, body: { reason: 'Recalled' } })
  await api.do(transfersApi.completeTransfer, { params: { id: transferId }, body: { differences: [] } })
}

test('[LOT-06] a recall drill shows the affected stock and customers and the time taken, and changes nothing', async ({
  page,
  app,
}) => {
  const { lotId, ward, reserved } = await scene(app.api, 'DRILL-1')
  await app.signIn(page, 'admin')
  await goTo(page, `/inventory/lots/view/${lotId}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Recall', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Lots to recall' })).toContainText('DRILL-1')
  await page.getByRole('button', { name: 'Run a drill' }).click()
  const drill = page.getByRole('region', { name: 'Drill' })
  await expect(drill).toContainText('Drill: no changes were made')
  await expect(drill).toContainText(/found and blocked in [\d.,]+ s/)
  await expect(drill).toContainText(`Now waiting for stock: ${reserved.number} (5 short)`)
  await expect(drill.getByRole('table', { name: 'Recalled lots' }).locator('tbody tr')).toHaveText(
    /DRILL-1.*100.*64.*0.*6.*0.*10.*0.*20.*0/,
  )
  await expect(drill.getByRole('table', { name: 'Recalled goods on the way' }).locator('tbody tr')).toHaveText(
    /From .* to Depot DRILL-1.*TR-.*DRILL-1.*6/,
  )
  await expect(drill.getByRole('list', { name: 'Customers to notify' })).toContainText(ward.name)
  await expect(drill.getByRole('button', { name: /^Notify/ })).toHaveCount(0)
  await expectAccessible(page)
  expect((await app.api.do(lotsApi.getLot, { params: { id: lotId } })).status).toBe('AVAILABLE')
  expect((await app.api.do(recallsApi.listRecalls, { query: { q: 'DRILL-1' } })).data).toEqual([])
})

test('[LOT-06] starts a recall after confirmation, notifies customers, records returns, and closes the recall', async ({
  page,
  app,
}) => {
  const { place, lotId, ward, clinic, underway, transferId } = await scene(app.api, 'RECALL-9')
  await app.signIn(page, 'admin')
  await goTo(page, '/inventory/recalls/new')
  await page.getByRole('button', { name: 'Start recall' }).click()
  await expect(page.getByText(/^Lots needs lots|^Lots is required/)).toBeVisible()
  await expect(page.getByText('Reason is required')).toBeVisible()
  await expect(page.getByText('Instruction is required')).toBeVisible()
  await expectAccessible(page)
  await pick(page, 'Lots', 'RECALL-9')
  await page.getByLabel('Reason').fill('Particles found')
  await page.getByLabel('Instruction').fill('Keep it apart.')
  await page.goto('/crm/dashboard', { waitUntil: 'commit' })
  await goTo(page, '/inventory/recalls/new')
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByLabel('Instruction')).toHaveValue('Keep it apart.')
  await page.getByRole('button', { name: 'Start recall' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Start recall' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^RC-/ })).toBeVisible()
  expect((await app.api.do(lotsApi.getLot, { params: { id: lotId } })).status).toBe('RECALLED')
  await expect(page.getByText('Customers notified: 0 of 2')).toBeVisible()
  await expect(page.getByText('Returned units: 0 of 30')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: `Notify ${clinic.name}` }).click()
  await expect(dialog(page).getByLabel('How').getByRole('option', { name: 'Email, sent now' })).toHaveCount(0)
  await dialog(page).getByLabel('Note').fill('Spoke to Dr. Konan')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Mark as notified' }).click()
  await expect(whom(page, clinic.name)).toContainText('Notified by phone')
  await expect(whom(page, clinic.name)).toContainText('Spoke to Dr. Konan')
  await page.getByRole('button', { name: `Notify ${ward.name}` }).click()
  await expect(dialog(page).getByRole('region', { name: 'The notice' })).toContainText('lot RECALL-9: 20 pieces')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Email all not notified' }).click()
  // Without a mail server the email is stored but not sent, and the customer does not count as notified.
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep them' }).click()
  await expect(whom(page, ward.name)).toContainText('Email not sent')
  await expect(page.getByText('Customers notified: 1 of 2')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Email all not notified' })).toHaveCount(0)
  await page.getByRole('button', { name: `Notify ${ward.name}` }).click()
  await dialog(page).getByLabel('How').selectOption('Phone call')
  await dialog(page).getByRole('button', { name: 'Mark as notified' }).click()
  await expect(page.getByText('Customers notified: 2 of 2')).toBeVisible()

  await page.getByRole('button', { name: `Record return from ${ward.name}` }).click()
  await dialog(page).getByLabel('Quantity').fill('21')
  await pick(page, 'Location', place.warehouse.name)
  await dialog(page).getByRole('button', { name: 'Record return' }).click()
  await expect(dialog(page).getByText('Quantity must be at most 20: they have no more units')).toBeVisible()
  await dialog(page).getByLabel('Quantity').fill('15')
  await dialog(page).getByRole('button', { name: 'Record return' }).click()
  await expect(page.getByText('Returned units: 15 of 30')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Returned units' })).toContainText(ward.name)

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: /Print report|Notify|Record return/ })).toHaveCount(0)
  await expect(page.getByText('Notified by phone')).toHaveCount(2)
  await page.emulateMedia({ media: 'screen' })

  // A recall can't be closed while goods are in transfer or shipped.
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Close recall' })).toBeDisabled()
  await expect(page.getByRole('menuitem', { name: 'Close recall' })).toContainText('6 pieces are in transfer')
  await page.keyboard.press('Escape')
  await comeHome(app.api, underway.id, transferId)
  await page.reload()
  await expect(page.getByText('Before this recall can be closed')).toHaveCount(0)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Close recall' }).click()
  await dialog(page).getByRole('button', { name: 'Close recall' }).click()
  await expect(dialog(page).getByText('Summary is required')).toBeVisible()
  await dialog(page).getByLabel('Summary').fill('All destroyed')
  await dialog(page).getByRole('button', { name: 'Close recall' }).click()
  await expect(page.getByText('All destroyed')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Notify|More actions/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Recalls', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Recalls' }).locator('tbody tr').first()).toHaveText(
    /Infusion RECALL-9.*Closed.*1.*2 of 2/,
  )
})

test('[LOT-06] recalls by supplier and receipt period; withdraws a recall; users with view permission only can’t start one', async ({
  page,
  app,
}) => {
  const { place, lotId } = await scene(app.api, 'SUPPLY-3')
  await app.signIn(page, 'admin')
  await goTo(page, '/inventory/recalls/new')
  await page.getByLabel('What is recalled').selectOption('supplier')
  await pick(page, 'Supplier', place.supplier.name)
  await page.getByLabel('Received from').fill(inDays(-9))
  await page.getByLabel('Received until').fill(inDays(-8))
  await page.getByRole('button', { name: 'Run a drill' }).click()
  await expect(page.getByText('Supplier delivered no lots in this period')).toBeVisible()
  await page.getByLabel('Received until').fill(inDays(1))
  await page.getByLabel('Reason').fill('Wrong papers')
  await page.getByLabel('Instruction').fill('Wait.')
  await page.getByRole('button', { name: 'Start recall' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Start recall' }).click()
  await expect(page.getByRole('table', { name: 'Recalled lots' })).toContainText('SUPPLY-3')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Withdraw recall' }).click()
  await dialog(page).getByLabel('Summary').fill('The papers were right')
  await dialog(page).getByRole('button', { name: 'Withdraw recall' }).click()
  await expect(page.getByText('Withdrawn', { exact: true }).first()).toBeVisible()
  expect((await app.api.do(lotsApi.getLot, { params: { id: lotId } })).status).toBe('QUARANTINED')

  await page.context().clearCookies()
  await page.evaluate(() => sessionStorage.clear())
  await app.signIn(page, 'staff')
  await goTo(page, '/inventory/recalls')
  await expect(page.getByRole('heading', { level: 1, name: 'Recalls' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Start a recall/ })).toHaveCount(0)
  await goTo(page, '/inventory/recalls/new')
  await expect(page.getByText("You can't change recalls")).toBeVisible()
})
