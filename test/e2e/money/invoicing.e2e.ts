import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { crmApi } from '#shared/crm/partners/api.ts'
import { addAccount, addOrder, addPlace, addProduct, deliveredOrder } from '#test/builders.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, type RunningApp, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

const list = '/orders/invoices'

/** A confirmed order of 222.00 and its invoice. */
async function addInvoice({ api }: RunningApp) {
  const product = await addProduct(api, await addPlace(api), { quantity: 100, price: '11.1' })
  const account = await addAccount(api)
  const draft = await addOrder(api, account.id, [[product.id, 20]])
  const order = await api.do(salesApi.confirm, { params: { id: draft.id }, body: {} })
  if (!order.invoice) throw new Error('No invoice was issued')
  return { product, account, order, invoice: order.invoice }
}

test('[IVC-01] payments are limited to the balance due; reversing them returns the invoice to Unpaid', async ({
  page,
  app,
}) => {
  const { invoice } = await addInvoice(app)
  await app.signIn(page, 'admin')
  await goTo(page, `${list}/view/${invoice.id}`)
  const title = page.locator('header', { has: page.getByRole('heading', { level: 1, name: invoice.number }) })
  await expect(title).toContainText('Unpaid')
  await expectAccessible(page)

  const dialog = page.getByRole('dialog', { name: 'Record payment' })
  await page.getByRole('button', { name: 'Record payment' }).click()
  await expect(dialog.getByLabel('Amount')).toHaveValue('222.00')
  await dialog.getByLabel('Amount').fill('222.01')
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  await expect(dialog.getByText('Amount can’t exceed 222.00')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Amount').fill('100')
  await dialog.getByLabel('Reference').fill('TRX-1')
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  await expect(title).toContainText('Partially Paid')

  await page.getByRole('button', { name: 'Record payment' }).click()
  await expect(dialog.getByLabel('Amount')).toHaveValue('122.00')
  await dialog.getByRole('button', { name: 'Record payment' }).dblclick()
  await expect(title).toContainText('Paid in Full')
  await expect(page.getByRole('button', { name: 'Record payment' })).toHaveCount(0)

  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete invoice' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('menuitem', { name: 'Reverse payments' }).click()
  const reset = page.getByRole('dialog', { name: 'Reverse payments?' })
  const effects = reset.getByRole('list', { name: 'Reversed payments' })
  await expect(effects).toContainText(`${invoice.number} is due again122.00`)
  await reset.getByRole('button', { name: 'Reverse payments' }).click()
  await expect(reset.getByText('Reason is required')).toBeVisible()
  await reset.getByLabel('Reason').fill('Booked on the wrong invoice')
  await reset.getByRole('button', { name: 'Reverse payments' }).click()
  await expect(title).toContainText('Unpaid')
  await expect(page.getByText('Reversal')).toHaveCount(2)
  const { payments, paid } = await app.api.do(invoicingApi.getInvoice, { params: { id: invoice.id } })
  expect(paid).toBe('0.00')
  expect(payments.map(({ kind }) => kind)).toEqual(['PAYMENT', 'PAYMENT', 'REVERSAL', 'REVERSAL'])
})

test('[IVC-01] the list shows customers and payment statuses; its filters are in the URL', async ({ page, app }) => {
  const { invoice, account } = await addInvoice(app)
  const paid = await addInvoice(app)
  const body = { amount: '222', method: 'card', receivedDate: '2026-01-05' } as const
  await app.api.do(invoicingApi.recordPayment, { params: { id: paid.invoice.id }, body })
  await app.signIn(page, 'admin')
  await goTo(page, list)
  const rows = page.getByRole('table', { name: 'Invoices' }).getByRole('row')
  await expect(rows.filter({ hasText: invoice.number })).toContainText(account.name)
  await expect(rows.filter({ hasText: paid.invoice.number })).toContainText('Paid in Full')
  await page.getByLabel('Payment status').selectOption('Paid in Full')
  await expect(rows.filter({ hasText: invoice.number })).toHaveCount(0)
  await expect(page).toHaveURL(/paymentStatus=Paid/)
  await page.getByRole('button', { name: 'Remove filter Payment: Paid in Full' }).click()
  await expect(rows.filter({ hasText: invoice.number })).toBeVisible()
  await page.getByRole('searchbox').first().fill(invoice.number)
  await page.getByLabel('Due date').selectOption('true')
  await expect(page.getByText('No invoices match')).toBeVisible()
  await expectAccessible(page)
})

test('[IVC-02] deleting an invoice returns its order to pending and releases the stock', async ({ page, app }) => {
  const { invoice, order, product } = await addInvoice(app)
  await app.signIn(page, 'admin')
  await goTo(page, `${list}/view/${invoice.id}`)
  const calculation = Promise.withResolvers<void>()
  await page.route('**/deletion-preview', async (route) => {
    await calculation.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete invoice' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(`Order ${order.number} goes back to pending`)
  // The effects move the button when they appear: a click at that moment would miss it.
  const deletion = question.getByRole('button', { name: 'Delete invoice' })
  await expect(deletion).toBeDisabled()
  calculation.resolve()
  await deletion.click()
  await expect(page).toHaveURL(list)
  await expect(page.getByRole('main')).not.toContainText(invoice.number)
  await goTo(page, `/orders/sales-orders/view/${order.id}`)
  await expect(page.getByRole('button', { name: 'Confirm order' })).toBeVisible()
  await expect(page.getByText('It is created when the order is confirmed.')).toBeVisible()
  const stock = await app.api.do(inventoryApi.getProduct, { params: { id: product.id } })
  expect(stock).toMatchObject({ committed: 0, available: 100 })
})

test('[IVC-02] an invoice whose goods are ready to ship can’t be deleted, and the menu says why', async ({
  page,
  app,
}) => {
  const { invoice, order } = await addInvoice(app)
  await app.api.do(salesApi.ready, { params: { id: order.id }, body: {} })
  await app.signIn(page, 'admin')
  await goTo(page, `${list}/view/${invoice.id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  const closed = page.getByRole('menuitem', { name: 'Delete invoice' })
  await expect(closed).toBeDisabled()
  await expect(closed).toContainText('Move it back to picking first.')
})

test('[IVC-01, SO-02] documents of a deleted customer can be sent to a typed address', async ({ page, app }) => {
  const { api } = app
  const product = await addProduct(api, await addPlace(api), { quantity: 100, price: '10.00' })
  const account = await addAccount(api, { email: 'books@clinic.example' })
  const { id, invoice } = await deliveredOrder(api, account.id, [[product.id, 3]])
  const params = { id: invoice?.id ?? '' }
  const payment = { amount: '30.00', method: 'cash', receivedDate: '2026-02-01' } as const
  await api.do(invoicingApi.recordPayment, { params, body: payment })
  const dialog = page.getByRole('dialog')
  await api.do(crmApi.deleteAccount, { params: { id: account.id } })
  await app.signIn(page, 'admin')
  for (const address of [`${list}/view/${params.id}`, `/orders/sales-orders/view/${id}`]) {
    await goTo(page, address)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await dialog.getByLabel('To').fill('heirs@clinic.example')
    await dialog.locator('button[type=submit]').click()
    await expect(dialog).toHaveCount(0)
  }
})

test('[IVC-01] an invoice prints as a page of its own in light colours', async ({ page, app }) => {
  const { invoice, account } = await addInvoice(app)
  await app.signIn(page, 'admin')
  await goTo(page, `${list}/view/${invoice.id}`)
  await expect(page.getByRole('article')).toContainText(account.name)
  await page.evaluate(() => document.documentElement.classList.add('dark'))
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('article')).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
  await expect(page.getByText('Payments', { exact: true })).toBeHidden()
  const colour = await page.getByRole('article').evaluate((element) => getComputedStyle(element).color)
  expect(colour).toBe('rgb(20, 24, 26)')
})
