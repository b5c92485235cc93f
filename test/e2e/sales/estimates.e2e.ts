import { sql } from 'kysely'
import { opportunitiesApi } from '#shared/crm/opportunities/api.ts'
import { prospectsApi } from '#shared/crm/prospects/api.ts'
import { paymentsApi } from '#shared/invoicing/payments-api.ts'
import { estimatesApi } from '#shared/sales/estimates/api.ts'
import { returnsApi } from '#shared/sales/returns/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addPlace, addProduct, completeReturn, placePurchase } from '#test/builders.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

test('[EST-01, CRM-04, CRM-05, RTN-01] prospect → estimate accepted by link → order → backorder filled by purchase → two payments → partial return, credit', async ({
  page,
  app,
  browser,
}) => {
  test.slow()
  const word = Math.random().toString(36).slice(2, 9)
  const place = await addPlace(app.api)
  const product = await addProduct(app.api, place, { name: `Gloves ${word}`, quantity: 30, price: '12.50' })
  const prospect = await app.api.do(prospectsApi.createProspect, {
    body: { name: `Clinic ${word}`, email: `${word}@clinic.example` },
  })
  await app.api.do(prospectsApi.convertProspect, { params: { id: prospect.id }, body: {} })
  const opportunity = await app.api.do(opportunitiesApi.createOpportunity, {
    body: { title: `First order ${word}`, prospectId: prospect.id, value: '500' },
  })
  await app.signIn(page, 'admin')

  await goTo(page, `/crm/salesopportunities/view/${opportunity.id}`)
  await page.getByRole('link', { name: 'New estimate' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'New estimate' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Customer' })).toHaveValue(`Clinic ${word}`)
  await page.getByRole('combobox', { name: 'Product' }).fill(product.sku)
  await page.getByRole('option', { name: product.name }).click()
  await page.getByRole('group', { name: 'Line 1' }).getByLabel('Quantity').fill('40')
  await expect(page.getByText('only 30 available, 10 short')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save estimate' }).click()
  const title = page.getByRole('heading', { level: 1, name: /^EST-/ })
  await expect(title).toBeVisible()
  const number = (await title.textContent()) ?? ''
  await expect(page.getByRole('list', { name: 'From the prospect to the order' })).toContainText(`Clinic ${word}`)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('To')).toHaveValue(`${word}@clinic.example`)
  await expect(dialog.getByText('No mail server is set up: this will not be sent')).toBeVisible()
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const status = page.locator('header', { has: page.getByRole('heading', { level: 1 }) })
  await expect(status).toContainText('Not sent')
  const sentStep = page.getByRole('list', { name: 'Progress' }).getByRole('listitem').nth(1)
  await expect(sentStep).toHaveText('Not sent')
  const { rows } = await sql<{ path: string }>`select content->'link'->>'path' as path from mail_outbox
    where to_address = ${`${word}@clinic.example`} and content is not null`.execute(app.database.db)

  await expect(page.getByLabel('Link for the customer')).toHaveValue(app.baseURL + (rows[0]?.path ?? ''))

  // The customer's own browser: a phone without a session.
  const theirs = await browser.newContext({ baseURL: app.baseURL, viewport: { width: 375, height: 800 } })
  const customer = await theirs.newPage()
  await customer.goto(rows[0]?.path ?? '')
  await expect(customer.getByRole('heading', { level: 1, name: `Estimate ${number}` })).toBeVisible()
  expect(customer.url()).not.toContain('code=')
  await expect(customer.getByText('500.00').first()).toBeVisible()
  await expect(customer.getByRole('navigation')).toBeHidden()
  await customer.getByRole('button', { name: 'Accept estimate' }).click()
  await expect(customer.getByText('Your name is required')).toBeVisible()
  await expect(customer.getByLabel('Your name')).toBeFocused()
  await customer.getByLabel('Your name').fill('Dr. Awa Kone')
  await customer.getByRole('button', { name: 'Accept estimate' }).click()
  const signature = customer.getByRole('img', { name: 'Your signature' })
  await expect(signature).toBeFocused()
  await expect(signature).toHaveAccessibleDescription('Sign here, or use your typed name as signature')
  await expectAccessible(customer)
  await customer.reload()
  await customer.getByLabel('Your name').fill('Dr. Awa Kone')
  const pad = customer.getByRole('img', { name: 'Your signature: sign here' })
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  await customer.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 20)
  await customer.mouse.down()
  await customer.mouse.move((box?.x ?? 0) + 150, (box?.y ?? 0) + 80, { steps: 6 })
  await customer.mouse.up()
  await expect(customer.getByRole('img', { name: 'Your signature: signed' })).toBeVisible()
  const colleague = await theirs.newPage()
  await colleague.goto(rows[0]?.path ?? '')
  await colleague.getByLabel('Your name').fill('Dr. Yao')
  await customer.getByRole('button', { name: 'Accept estimate' }).dblclick()
  await expect(customer.getByText('Accepted, thank you')).toBeVisible()
  // A colleague who had it open before sees the answer and no accept button.
  await colleague.getByLabel('Use my typed name as signature').check()
  await colleague.getByRole('button', { name: 'Accept estimate' }).click()
  await expect(colleague.getByText(/Dr\. Awa Kone accepted this estimate/)).toBeVisible()
  await expect(colleague.getByRole('button', { name: 'Accept estimate' })).toBeHidden()
  await customer.reload()
  await expect(customer.getByText(/Dr\. Awa Kone accepted this estimate/)).toBeVisible()
  await expect(customer.getByRole('button', { name: 'Accept estimate' })).toBeHidden()
  await theirs.close()

  // The page updates by itself.
  await expect(status).toContainText('Accepted')
  await expect(sentStep).toHaveText('Not sent')
  await expect(page.getByRole('img', { name: 'Signature of Dr. Awa Kone' })).toBeVisible()
  await page.getByRole('button', { name: 'Convert to order' }).dblclick()
  await expect(page.getByRole('heading', { level: 1, name: /^SO-/ })).toBeVisible()
  await expect(page.getByText(/^Converted to SO-/)).toBeVisible()
  const chain = page.getByRole('list', { name: 'From the prospect to the order' })
  for (const name of [`Clinic ${word}`, `First order ${word}`, number]) await expect(chain).toContainText(name)

  // Ten are missing: the order is backordered, and the receipt of the purchase order fills it automatically.
  const orderId = page.url().split('/').at(-1) ?? ''
  await page.getByRole('button', { name: 'Backorder' }).click()
  await dialog.getByRole('button', { name: 'Backorder' }).click()
  await expect(status).toContainText('Awaiting stock')
  const purchase = await placePurchase(app.api, place, [[product.id, 10, '6.00']])
  await goTo(page, `/orders/purchase-orders/receive/${purchase.id}`)
  await page.getByRole('button', { name: 'Receive all' }).click()
  await page.getByRole('button', { name: 'Receive goods' }).click()
  await expect(page.getByRole('heading', { level: 1, name: purchase.number })).toBeVisible()
  await goTo(page, `/orders/sales-orders/view/${orderId}`)
  await expect(status).toContainText('Confirmed')

  for (const amount of ['200', '300']) {
    await page.getByRole('button', { name: 'Record payment' }).click()
    await dialog.getByLabel('Amount').fill(amount)
    await dialog.getByRole('button', { name: 'Record payment' }).click()
    await expect(dialog).toHaveCount(0)
  }
  await expect(page.getByText('Paid in Full').first()).toBeVisible()
  const at = { params: { id: orderId }, body: {} }
  await app.api.do(salesApi.ready, at)
  await app.api.do(salesApi.assign, { ...at, body: { method: 'pick_up' } })
  await app.api.do(salesApi.handOver, at)
  await app.api.do(salesApi.deliver, { ...at, body: { receivedBy: 'Dr. Kone', reason: 'Fetched' } })

  await goTo(page, `/orders/returns/new?order=${orderId}`)
  const line = page.getByRole('group', { name: product.name })
  await line.getByLabel('Qty returned').fill('4')
  await line.getByLabel('Reason').selectOption('No longer needed')
  await page.getByRole('button', { name: 'Save return' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^RMA-/ })).toBeVisible()
  const found = await app.api.do(returnsApi.getReturn, { params: { id: page.url().split('/').at(-1) ?? '' } })
  await completeReturn(app.api, found, [{ disposition: 'restock', quantity: 4 }], place.warehouse.id)
  // The order is already paid, so the customer gets credit.
  await expect(page.getByRole('link', { name: /^CN-/ })).toBeVisible()
  await goTo(page, `/orders/sales-orders/view/${orderId}`)
  await expect(status).toContainText('Partly returned')
  const { account } = await app.api.do(salesApi.getOrder, { params: { id: orderId } })
  expect((await app.api.do(paymentsApi.listCredit, { query: {}, params: { id: account.id } })).credit).toBe('50.00')

  await goTo(page, `/orders/estimates?q=${number}`)
  await expect(page.getByRole('row', { name: number })).toContainText('Converted')
  await expectAccessible(page)
})

test('[EST-01] changing the customer of a draft unlinks the previous customer’s opportunity', async ({ page, app }) => {
  const word = Math.random().toString(36).slice(2, 9)
  const product = await addProduct(app.api, await addPlace(app.api), { quantity: 30 })
  const account = await addAccount(app.api, { name: `First ${word}` })
  const other = await addAccount(app.api, { name: `Second ${word}` })
  const { id: opportunityId } = await app.api.do(opportunitiesApi.createOpportunity, {
    body: { title: 'Gloves', accountId: account.id, value: '500' },
  })
  const lines = [{ productId: product.id, quantity: 1 }]
  const { id } = await app.api.do(estimatesApi.createEstimate, {
    body: { accountId: account.id, opportunityId, validUntil: '2099-01-01', lines },
  })
  await app.signIn(page, 'admin')
  await goTo(page, `/orders/estimates/edit/${id}`)
  const customer = page.getByRole('combobox', { name: 'Customer' })
  await customer.fill(other.name)
  await page.getByRole('option', { name: other.name }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^EST-/ })).toBeVisible()
  expect(await app.api.do(estimatesApi.getEstimate, { params: { id } })).toMatchObject({
    account: { id: other.id },
    opportunityId: null,
  })
})

test('[EST-01] a newer link opened in the tab of an older one shows its own estimate', async ({ app, browser }) => {
  const word = Math.random().toString(36).slice(2, 9)
  const product = await addProduct(app.api, await addPlace(app.api), { quantity: 30 })
  const account = await addAccount(app.api)
  const lines = [{ productId: product.id, quantity: 1 }]
  const body = { accountId: account.id, validUntil: '2099-01-01', lines }
  const send = async (id: string, to: string) => {
    await app.api.do(estimatesApi.sendEstimate, { params: { id }, body: { to } })
    const { rows } = await sql<{ path: string }>`select content->'link'->>'path' as path from mail_outbox
      where to_address = ${to} and content is not null`.execute(app.database.db)
    return rows[0]?.path ?? ''
  }
  const first = await app.api.do(estimatesApi.createEstimate, { body })
  const older = await send(first.id, `old-${word}@clinic.example`)
  const newer = await send(first.id, `new-${word}@clinic.example`)
  const second = await app.api.do(estimatesApi.createEstimate, { body })
  const another = await send(second.id, `other-${word}@clinic.example`)
  const theirs = await browser.newContext({ baseURL: app.baseURL })
  const customer = await theirs.newPage()
  await customer.goto(older)
  await expect(customer.getByText('This link no longer works')).toBeVisible()
  for (const [path, number] of [
    [newer, first.number],
    [another, second.number],
  ] as const) {
    await customer.goto(path)
    await expect(customer.getByRole('heading', { level: 1, name: `Estimate ${number}` })).toBeVisible()
    expect(customer.url()).not.toContain('code=')
  }
  await customer.reload()
  await expect(customer.getByRole('heading', { level: 1, name: `Estimate ${second.number}` })).toBeVisible()
  await theirs.close()
})

test('[EST-01] saving an empty estimate says what is missing', async ({ page, app }) => {
  await app.signIn(page, 'admin')
  await goTo(page, '/orders/estimates/new')
  await page.getByRole('button', { name: 'Save estimate' }).click()
  await expect(page.getByText('Customer is required').first()).toBeVisible()
})

test('[EST-01, SO-01] what is typed after Enter, before the products are found, is the quantity', async ({
  page,
  app,
}) => {
  const { api } = app
  const product = await addProduct(api, await addPlace(api), { quantity: 200 })
  await app.signIn(page, 'admin')
  await goTo(page, '/orders/estimates/new')
  const picker = page.getByRole('combobox', { name: 'Product' })
  await expect(picker).toBeVisible()
  await page.route(/\/api\/products\?/, async (route) => {
    await new Promise((done) => setTimeout(done, 600))
    await route.continue()
  })
  await picker.focus()
  // Slower than a scanner.
  await page.keyboard.type(product.sku, { delay: 60 })
  await page.keyboard.press('Enter')
  await page.keyboard.type('125')
  const quantity = page.getByRole('group', { name: 'Line 1' }).getByLabel('Quantity')
  await expect(quantity).toHaveValue('125')
  await expect(quantity).toBeFocused()
  await expect(picker).toHaveValue(product.name)
  // Where nothing is found, the text goes on.
  await picker.focus()
  await page.keyboard.type('qzxw', { delay: 60 })
  await page.keyboard.press('Enter')
  await page.keyboard.type('vjk')
  await expect(picker).toHaveValue('qzxwvjk')
  // Also what is typed after the answer.
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.keyboard.type('s')
  await expect(picker).toHaveValue('qzxwvjks')
})
