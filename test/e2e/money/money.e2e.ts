import { serviceTypesApi } from '#shared/inventory/catalogue/service-types-api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addPlace, addProduct } from '#test/builders.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

test('[IVC-01, SVC-01] services, fee and discount of an order are invoiced; overpaying in parts leaves a credit; the statement shows all', async ({
  page,
  app,
}) => {
  const stamp = crypto.randomUUID().slice(0, 8)
  const { api } = app
  const product = await addProduct(api, await addPlace(api), { quantity: 100, price: '10.00' })
  const account = await addAccount(api, { name: `Harbour clinic ${stamp}`, email: 'books@clinic.example' })
  const name = `Installation ${stamp}`
  await api.do(serviceTypesApi.createServiceType, { body: { name, unit: 'hour', price: '80' } })
  const draft = await api.do(salesApi.createOrder, {
    body: { accountId: account.id, lines: [{ productId: product.id, quantity: 10 }] },
  })
  await app.signIn(page, 'admin')

  await goTo(page, `/orders/sales-orders/edit/${draft.id}`)
  await page.getByRole('button', { name: 'Add service' }).click()
  const first = page.getByRole('group', { name: 'Service 1' })
  await first.getByRole('combobox', { name: 'Service' }).fill(stamp)
  await page.getByRole('option', { name }).click()
  await expect(first.getByLabel('Unit price')).toHaveValue('80.00')
  await page.getByRole('button', { name: 'Add fee' }).click()
  const fee = page.getByRole('group', { name: 'Fee 2' })
  await fee.getByLabel('Fee', { exact: true }).fill('Express freight')
  await fee.getByLabel('Unit price').fill('25')
  await page.getByLabel('Per cent off').fill('10')
  await expectAccessible(page)
  // (100 + 80) less 10 %, plus the freight.
  await expect(page.getByText(/Total [A-Z]{3} 187\.00/)).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('row', { name: /Discount 10%/ })).toContainText('18.00')
  await expect(page.getByRole('row', { name: /Express freight/ })).toContainText('25.00')
  const order = await api.do(salesApi.getOrder, { params: { id: draft.id } })
  expect(order.total).toBe('187.00')

  const { invoice } = await api.do(salesApi.confirm, { params: { id: draft.id }, body: {} })
  await goTo(page, `/orders/invoices/view/${invoice?.id}`)
  const invoiceView = page.getByRole('article', { name: `Invoice ${invoice?.number}` })
  await expect(invoiceView).toContainText(name)
  await expect(invoiceView).toContainText('187.00')
  await page.getByRole('button', { name: 'Record payment' }).click()
  const pay = page.getByRole('dialog', { name: 'Record payment' })
  await pay.getByLabel('Amount').fill('87')
  await pay.getByRole('button', { name: 'Record payment' }).click()
  await expect(pay).toHaveCount(0)
  await page.getByRole('button', { name: 'Record payment' }).click()
  await pay.getByLabel('Amount').fill('120')
  await pay.getByLabel('Keep overpayment').check()
  await pay.getByRole('button', { name: 'Record payment' }).click()
  await expect(pay).toHaveCount(0)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const send = page.getByRole('dialog', { name: `Send ${invoice?.number}` })
  await expect(send.getByLabel('To')).toHaveValue('books@clinic.example')
  // Without a mail server nothing is shown as sent.
  await expect(send.getByText('No mail server is set up: this will not be sent')).toBeVisible()
  await send.getByRole('button', { name: 'Keep in email log' }).click()
  await expect(send).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Email log' })).toContainText('Not sent')
  await expect(page.getByText('books@clinic.example').last()).toBeVisible()
  await expectAccessible(page)

  await goTo(page, `/crm/customers/view/${account.id}`)
  await expect(page.getByRole('heading', { name: 'Balance' })).toBeVisible()
  await page.getByRole('link', { name: 'Statement', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Statement of ${account.name}` })).toBeVisible()
  await expect(page.getByRole('row', { name: /Closing balance/ })).toContainText('20.00')
  const byAge = page.locator('dl', { hasText: 'Over 90 days' }).locator('div')
  await expect(byAge).toHaveText([
    'Not due0.00',
    '1–30 days0.00',
    '31–60 days0.00',
    '61–90 days0.00',
    'Over 90 days0.00',
    'Credit−20.00',
    'Balance−20.00',
  ])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep in email log' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // Refunds a part of the credit, then voids a payment with a reason.
  await page.getByRole('button', { name: 'Refund' }).click()
  const refund = page.getByRole('dialog', { name: 'Refund credit' })
  await refund.getByLabel('Amount').fill('5')
  await refund.getByRole('button', { name: 'Record refund' }).click()
  await expect(refund.getByText('Reason is required')).toBeVisible()
  await refund.getByLabel('Reason').fill('They asked for it')
  await refund.getByRole('button', { name: 'Record refund' }).click()
  await expect(page.getByText(/15\.00 left$/)).toBeVisible()
  const payments = page.getByRole('list', { name: 'Payments', exact: true })
  await payments
    .getByRole('button', { name: /^Void PAY-/ })
    .last()
    .click()
  const undo = page.getByRole('dialog')
  await undo.getByLabel('Reason').fill('The bank took it back')
  await undo.getByRole('button', { name: 'Void payment' }).click()
  await expect(payments.getByText('Void: The bank took it back')).toBeVisible()
  await expect(page.getByRole('row', { name: /Closing balance/ })).toContainText('72.00')

  await goTo(page, `/orders/invoices?account=${account.id}`)
  await expect(page.getByRole('group', { name: 'Balance due by age' }).getByRole('button')).toHaveCount(5)
  await expect(page.getByRole('link', { name: invoice?.number ?? '' })).toBeVisible()
})
