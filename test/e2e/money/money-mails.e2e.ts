import { sql } from 'kysely'
import { returnsApi } from '#shared/sales/returns/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct, completeReturn, deliveredOrder } from '#test/builders.ts'
import { pdfText } from '#test/pdf-text.ts'
import { filesOf, openSmtpSink } from '#test/smtp-sink.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, startApp, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

/* Starts its own app: it sends over a real SMTP connection, and its taxes must not affect other tests. */
test('[SET-01, SO-01, IVC-01, RTN-01] (D6) taxes in an order, its invoice and its PDF; emails a reminder, a credit note and a statement', async ({
  page,
}) => {
  test.slow()
  page.setDefaultTimeout(20_000)
  const smtp = await openSmtpSink()
  const app = await startApp({ smtpUrl: smtp.url })
  const mailTo = (to: string, subject: string) =>
    smtp.received.find((one) => one.to[0] === to && one.text.includes(`Subject: ${subject}`))
  const to = 'books@clinic.example'
  try {
    const { api } = app
    const place = await addPlace(api)
    const account = await addAccount(api, { name: 'Clinic by the sea', email: to })
    const product = (name: string, price: string) => addProduct(api, place, { name, price, quantity: 100 })
    const [gloves, masks, books] = [
      await product('Gloves', '10.00'),
      await product('Masks', '12.00'),
      await product('Books', '5.00'),
    ]
    await app.signIn(page, 'admin')

    await test.step('sets up three kinds of tax', async () => {
      await page.goto(`${app.baseURL}/settings`)
      const add = async (at: number, name: string, kind: string, percent: string) => {
        await page.getByRole('button', { name: 'Add tax' }).click()
        const row = page.getByRole('group', { name: `Tax ${at}`, exact: true })
        await row.getByLabel('Name').fill(name)
        await row.getByLabel('Charged').selectOption(kind)
        await row.getByLabel('Per cent').fill(percent)
      }
      await add(2, 'Sales tax', 'On top of the price', '7.5')
      await add(3, 'Shelf VAT', 'In the price', '')
      await page.getByRole('button', { name: 'Save settings' }).click()
      const missing = page.getByRole('group', { name: 'Tax 3', exact: true }).getByLabel('Per cent')
      await expect(missing).toBeFocused()
      await expect(missing).toHaveAttribute('aria-invalid', 'true')
      await missing.fill('20')
      await page.getByLabel('Tax of a new line').selectOption('Sales tax')
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Save settings' }).click()
      await expect(page.getByRole('button', { name: 'Discard' })).toBeDisabled()
    })

    const number = await test.step('creates an order with a line of each tax', async () => {
      await page.goto(`${app.baseURL}/orders/sales-orders/new`)
      await page.getByRole('combobox', { name: 'Customer' }).fill(account.name)
      await page.getByRole('option', { name: account.name }).click()
      for (const [at, { sku, quantity, tax }] of [
        { sku: gloves.sku, quantity: '10', tax: 'Sales tax' },
        { sku: masks.sku, quantity: '10', tax: 'Shelf VAT' },
        { sku: books.sku, quantity: '10', tax: 'No tax' },
      ].entries()) {
        const line = page.getByRole('group', { name: `Line ${at + 1}`, exact: true })
        if (at > 0) await page.getByRole('button', { name: 'Add line' }).click()
        await line.getByRole('combobox', { name: 'Product' }).fill(sku)
        await page.getByRole('option', { name: sku }).click()
        await line.getByLabel('Quantity').fill(quantity)
        // New lines have the tax chosen for new lines in the settings.
        await expect(line.getByLabel('Tax')).toHaveValue('Sales tax')
        await line.getByLabel('Tax').selectOption(tax)
      }
      // 100 plus 7.50, 120 including 20, and 50 without tax.
      await expect(page.getByText(/Total [A-Z]{3} 277\.50/)).toBeVisible()
      await page.getByRole('button', { name: 'Save order' }).click()
      const title = page.getByRole('heading', { level: 1, name: /^SO-/ })
      await expect(title).toBeVisible()
      await expect(page.getByText('Sales tax, 7.5%')).toBeVisible()
      await expect(page.getByText('Shelf VAT, 20% in the price')).toBeVisible()
      await expect(page.getByRole('row', { name: /^Tax/ })).toContainText('27.50')
      await page.getByRole('button', { name: 'Confirm order' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Confirm order' }).click()
      await page.getByRole('link', { name: /^INV-/ }).click()
      await expect(page.getByRole('heading', { level: 1, name: /^INV-/ })).toBeVisible()
      return (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
    })
    const invoiceId = new URL(page.url()).pathname.split('/').at(-1) ?? ''

    await test.step('the invoice and its PDF show the same amounts', async () => {
      const invoiceView = page.getByRole('article', { name: `Invoice ${number}` })
      const texts = ['Sales tax, 7.5% of 100.00', 'Includes Shelf VAT, 20% of 100.00', '277.50']
      for (const words of texts) await expect(invoiceView).toContainText(words)
      await expectAccessible(page)
      const answer = await page.request.get(`${app.baseURL}/api/invoices/${invoiceId}/document.pdf`)
      const file = pdfText(new Uint8Array(await answer.body()))
      for (const words of [...texts, '7.50', '20.00', 'Gloves', 'Masks', 'Books']) expect(file).toContain(words)
    })

    await test.step('sends a reminder of the overdue invoice', async () => {
      await sql`update invoices set issued_date = current_date - 40, due_date = current_date - 10
        where id = ${invoiceId}`.execute(app.database.db)
      await page.goto(`${app.baseURL}/orders/invoices/view/${invoiceId}`)
      await page.getByRole('button', { name: 'Remind now' }).click()
      const question = page.getByRole('alertdialog', { name: 'Send reminder 1 of 3?' })
      await expect(question).toContainText('It is the first reminder.')
      await question.getByRole('button', { name: 'Send reminder' }).click()
      await expect.poll(() => mailTo(to, `Reminder: invoice ${number}`)?.text).toContain('277.50 is still due')
      const mail = mailTo(to, `Reminder: invoice ${number}`)
      const [file] = mail ? filesOf(mail) : []
      expect(file?.name).toBe(`${number}.pdf`)
      expect(pdfText(new Uint8Array(file?.content ?? Buffer.alloc(0)))).toContain('277.50')
      const mails = page.getByRole('list', { name: 'Email log' })
      await expect(mails).toContainText('Reminder 1 of 3')
      await page.reload()
      await expect(mails).toContainText('Sent')
    })

    await test.step('sends a credit note, and sends it again', async () => {
      const order = await deliveredOrder(api, account.id, [[gloves.id, 10]])
      const { lines } = await api.do(returnsApi.listReturnable, { params: { id: order.id } })
      const requested = await api.do(returnsApi.createReturn, {
        body: {
          orderId: order.id,
          lines: [{ orderLineId: lines[0]?.orderLineId ?? '', quantity: 4, reason: 'damaged' }],
        },
      })
      const done = await completeReturn(api, requested, [{ disposition: 'restock', quantity: 4 }])
      const note = done.creditNote?.number ?? ''
      await page.goto(`${app.baseURL}/orders/returns/view/${done.id}`)
      const send = async (button: string, message: string) => {
        await page.getByRole('button', { name: button, exact: true }).click()
        const dialog = page.getByRole('dialog', { name: `Send ${note}` })
        await expect(dialog.getByLabel('To')).toHaveValue(to)
        await expect(dialog.getByRole('link', { name: `${note}.pdf` })).toBeVisible()
        // The number must not wrap at its hyphens.
        await expect(dialog.getByLabel('Message')).toHaveAttribute('placeholder', /CN-\u2060\d+-\u2060\d+/)
        await dialog.getByLabel('Message').fill(message)
        await dialog.getByRole('button', { name: 'Send', exact: true }).click()
        await expect(dialog).toHaveCount(0)
      }
      await send('Send', 'For the wet boxes.')
      await expect.poll(() => mailTo(to, `Credit note ${note}`)?.text).toContain('For the wet boxes.')
      await send('Send again', '')
      await expect.poll(() => smtp.received.filter((one) => one.text.includes(`Credit note ${note}`)).length).toBe(2)
      await expect(page.getByRole('list', { name: 'Email log' }).getByRole('listitem')).toHaveCount(2)
      await expect(page.getByRole('list', { name: 'History of the return' })).toContainText('emailed the credit note')
      await expectAccessible(page)
      // The credit note links to its invoice, and the invoice links back.
      await page.getByRole('link', { name: done.invoice?.number ?? '' }).click()
      await expect(page.getByRole('link', { name: note })).toBeVisible()
      await expect(page.getByRole('link', { name: done.number })).toBeVisible()
    })

    await test.step('sends the statement of account', async () => {
      await page.goto(`${app.baseURL}/orders/invoices/statement/${account.id}`)
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Send the statement' })
      // The company still has the default name, which is what the customer would read.
      await expect(dialog.getByText('Your company has no name yet')).toBeVisible()
      await expect(dialog.getByRole('link', { name: 'Set company name' })).toHaveAttribute('href', '/settings')
      await dialog.getByRole('button', { name: 'Send', exact: true }).click()
      await expect(dialog).toHaveCount(0)
      await expect.poll(() => mailTo(to, 'Statement of account')?.text).toContain('Closing balance')
    })
  } finally {
    await app.stop()
    await smtp.close()
  }
})

test('[SO-02] (B15) confirming an order over the credit limit needs permission to edit invoices, and a reason', async ({
  page,
  app,
}) => {
  const { api } = app
  const product = await addProduct(api, await addPlace(api), { quantity: 100, price: '10.00' })
  const account = await addAccount(api, { creditLimit: '50' })
  const order = await addOrder(api, account.id, [[product.id, 8]])
  const confirm = async () => {
    await goTo(page, `/orders/sales-orders/view/${order.id}`)
    await page.getByRole('button', { name: 'Confirm order' }).click()
    const dialog = page.getByRole('dialog', { name: 'Over the credit limit' })
    await expect(dialog).toContainText('The customer would owe USD 80.00; their credit limit is USD 50.00.')
    return dialog
  }
  await app.signIn(page, 'staff', { salesOrders: { view: true, edit: true } })
  const refused = await confirm()
  await expect(refused).toContainText('Someone who can edit invoices can allow this')
  await expect(refused.getByRole('button', { name: 'Allow and continue' })).toHaveCount(0)
  await refused.getByText('Close', { exact: true }).last().click()
  await expect(refused).toHaveCount(0)

  await app.signIn(page, 'admin')
  await page.evaluate(() => sessionStorage.clear())
  const reasonDialog = await confirm()
  // The missing reason is reported on submit, not when the dialog opens.
  await expect(reasonDialog.getByLabel('Reason')).toBeFocused()
  await expect(reasonDialog.getByText('Reason is required')).toHaveCount(0)
  await reasonDialog.getByRole('button', { name: 'Allow and continue' }).click()
  await expect(reasonDialog.getByText('Reason is required')).toBeVisible()
  await expect(reasonDialog.getByLabel('Reason')).toBeFocused()
  await reasonDialog.getByLabel('Reason').fill('They pay tomorrow')
  await expectAccessible(page)
  // Escape must not lose the typed reason.
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
  await reasonDialog.getByRole('button', { name: 'Allow and continue' }).click()
  const effects = page.getByRole('dialog', { name: 'Confirm this order?' })
  await expect(effects.getByRole('region', { name: 'What will happen' })).toContainText('A new invoice')
  await effects.getByRole('button', { name: 'Confirm order' }).click()
  await expect(effects).toHaveCount(0)
  const status = page.locator('header', { has: page.getByRole('heading', { level: 1 }) })
  await expect(status).toContainText('Confirmed')
  await expect(page.getByRole('list', { name: 'History of the order' })).toContainText('They pay tomorrow')
  const saved = await api.do(salesApi.getOrder, { params: { id: order.id } })
  expect([saved.status, saved.invoice?.due]).toEqual(['CONFIRMED', '80.00'])
})
