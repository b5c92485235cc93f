import { sql } from 'kysely'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { paymentsApi } from '#shared/invoicing/payments-api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { failUntilTriedAgain } from '#test/e2e/failing-calls.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

test('[IVC-01] a payment over three invoices pays the earliest due first, or as typed by hand; the rest becomes credit', async ({
  page,
  app,
}) => {
  const { api } = app
  const product = await addProduct(api, await addPlace(api), { quantity: 1000, price: '10.00' })
  const account = await addAccount(api, { name: `Ward ${crypto.randomUUID().slice(0, 8)}` })
  const invoices = []
  for (const [at, tens] of [3, 5, 2].entries()) {
    const order = await addOrder(api, account.id, [[product.id, tens]])
    const { invoice } = await api.do(salesApi.confirm, { params: { id: order.id }, body: {} })
    const { id = '', number = '' } = invoice ?? {}
    await sql`update invoices set due_date = current_date + ${at}::int where id = ${id}`.execute(app.database.db)
    invoices.push({ id, number })
  }
  const [first, second, third] = invoices.map(({ number }) => `For ${number}`) as [string, string, string]
  await app.signIn(page, 'admin')
  await goTo(page, `/crm/customers/view/${account.id}`)
  const open = /\/api\/invoices\?.*open=true/
  await failUntilTriedAgain(page, open, (route) => route.fulfill({ status: 429, json: { error: 'Not now.' } }))
  await page.getByRole('button', { name: 'Record payment' }).click()
  const dialog = page.getByRole('dialog', { name: `Payment from ${account.name}` })
  await expect(dialog.getByText('Open invoices could not be loaded')).toBeVisible()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  const part = (name: string) => dialog.getByLabel(name, { exact: true })
  const values = async () => [
    await part(first).inputValue(),
    await part(second).inputValue(),
    await part(third).inputValue(),
  ]
  await expect(dialog.getByLabel('Amount', { exact: true })).toHaveValue('100.00')
  await expect.poll(values).toEqual(['30.00', '50.00', '20.00'])
  await dialog.getByLabel('Amount', { exact: true }).fill('60')
  await expect.poll(values).toEqual(['30.00', '30.00', ''])
  // Corrected downwards after it was left, the amount is right for its own parts.
  await dialog.getByLabel('Amount', { exact: true }).press('Tab')
  await dialog.getByLabel('Amount', { exact: true }).fill('40')
  await expect.poll(values).toEqual(['30.00', '10.00', ''])
  await dialog.getByLabel('Amount', { exact: true }).press('Tab')
  await dialog.getByLabel('Amount', { exact: true }).fill('20')
  await expect.poll(values).toEqual(['20.00', '', ''])
  await page.waitForTimeout(300)
  await expect(dialog.getByText(/Amount is less than/)).toHaveCount(0)
  await dialog.getByLabel('Amount', { exact: true }).fill('120')
  await expect(dialog.getByText('Kept as credit')).toBeVisible()
  await expectAccessible(page)

  // Typed by hand: nothing for the first invoice, a part for the third; too much for the second is refused before
  // sending.
  await part(first).fill('')
  await part(second).fill('50,01')
  await part(third).fill('12.5')
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  await expect(dialog.getByText(`Amount for ${invoices[1]?.number} can’t exceed 50.00`)).toBeVisible()
  await expect(part(second)).toBeFocused()
  await part(second).fill('50')
  await dialog.getByLabel('Amount', { exact: true }).fill('60')
  // Changing the amount leaves the parts typed by hand.
  await expect.poll(values).toEqual(['', '50.00', '12.50'])
  await expect(dialog.getByText('More than the payment')).toBeVisible()
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  await expect(dialog.getByText('Amount is less than the 62.50 for the invoices')).toBeVisible()
  await dialog.getByRole('button', { name: 'Oldest first' }).click()
  await expect.poll(values).toEqual(['30.00', '30.00', ''])
  await part(first).fill('0')
  await part(second).fill('50')
  await part(third).fill('12.5')
  await dialog.getByLabel('Amount', { exact: true }).fill('70')
  await expect(dialog.getByText('7.50', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  await expect(dialog).toHaveCount(0)
  // Opened again, it lists what is due now.
  await page.getByRole('button', { name: 'Record payment' }).click()
  await expect(dialog.getByLabel('Amount', { exact: true })).toHaveValue('37.50')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const dues = []
  for (const { id } of invoices) dues.push((await api.do(invoicingApi.getInvoice, { params: { id } })).due)
  expect(dues).toEqual(['30.00', '0.00', '7.50'])
  expect((await api.do(paymentsApi.listCredit, { query: {}, params: { id: account.id } })).credit).toBe('7.50')
})

test('[IVC-01] a payment for a customer with more open invoices than the dialog lists says how many there are', async ({
  page,
  app,
}) => {
  const account = await addAccount(app.api, { name: `Ward ${crypto.randomUUID().slice(0, 8)}` })
  await sql`insert into invoices (id, number, reference, cycle, account_id, issued_date, due_date, total, bill_to, ship_to, created_at)
    select gen_random_uuid(), 'OB-' || left(${account.id}, 13) || '-' || n, 'Old ' || n, 0, ${account.id}::uuid, current_date, current_date + n, 100,
      '{}', '{}', now() from generate_series(1, 103) n`.execute(app.database.db)
  await app.signIn(page, 'admin')
  await goTo(page, `/crm/customers/view/${account.id}`)
  await page.getByRole('button', { name: 'Record payment' }).click()
  const dialog = page.getByRole('dialog', { name: `Payment from ${account.name}` })
  await expect(dialog.getByText('USD 100.00 is due on the earliest 100 of 103 invoices.')).toBeVisible()
  await expect(dialog.getByLabel('Amount', { exact: true })).toHaveValue('100.00')
})
