import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { recallsApi } from '#shared/inventory/recalls/api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { driverApi } from '#shared/logistics/driver/api.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { orderStatusNames } from '#shared/sales/orders/order-transitions.ts'
import { returnsApi } from '#shared/sales/returns/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { paths } from '#web/paths.ts'
import { addAccount, addPlace, placePurchase } from '#test/builders.ts'
import { plannedRoute, type Scene } from '#test/deliveries.ts'
import { deliveryOf, phoneOf } from '#test/driver-phone.ts'
import { addLots, advance, inDays, receive } from '#test/lots.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, type RunningApp, test } from '#test/e2e/fixtures.ts'
import { logIn, password } from '#test/e2e/people.ts'

/* The customer portal from the invitation to the recall, in two browsers: the customer's phone and the office. */

const phone = { width: 390, height: 844 }

async function anotherBrowser(browser: Browser, app: RunningApp): Promise<Page> {
  const context = await browser.newContext({ baseURL: app.baseURL, viewport: phone })
  return context.newPage()
}

/** A hospital with a delivered order; of its two products, the masks run short. */
async function company(app: RunningApp) {
  const admin = app.api
  const place = await addPlace(admin)
  const account = await addAccount(admin, { name: 'Harbour Hospital', latitude: 51.5, longitude: -0.1 })
  const gloves = await addLots(admin, place, [['GL-1', 900, 500]], {
    name: 'Nitrile gloves',
    price: '4.00',
    pcsPerCase: 10,
  })
  const masks = await addLots(admin, place, [['MA-1', 900, 40]], {
    name: 'Surgical masks',
    price: '2.50',
    pcsPerCase: 20,
  })
  const purchase = await placePurchase(admin, place, [[masks.product.id, 200, '1.00']], { expectedDate: inDays(9) })
  expect((await admin.do(purchasingApi.getPurchaseOrder, { params: { id: purchase.id } })).status).toBe('Open')
  const { id } = await admin.do(salesApi.createOrder, {
    body: {
      accountId: account.id,
      reference: 'Ward 3',
      lines: [
        { productId: gloves.product.id, quantity: 20 },
        { productId: masks.product.id, quantity: 40 },
      ],
    },
  })
  await admin.do(salesApi.confirm, { params: { id }, body: {} })
  await advance(admin, id, 'DELIVERED')
  const delivered = await admin.do(salesApi.getOrder, { params: { id } })
  return { account, gloves, masks, place, delivered }
}

test('[CUS-01, AUTH-06] portal: invitation, repeat order with a short item, confirmation, tracking, delivery, invoice, return, recall', async ({
  page,
  app,
  browser,
}) => {
  test.setTimeout(240_000)
  const { account, gloves, masks, place, delivered } = await company(app)
  const guest = await anotherBrowser(browser, app)
  const email = `buyer-${Date.now()}@example.com`
  let number = ''
  let orderId = ''

  await test.step('the office invites a portal owner from the customer’s page', async () => {
    await app.signIn(page, 'admin')
    await page.goto(`/crm/customers/view/${account.id}`)
    await page.getByRole('button', { name: 'Invite user' }).click()
    const form = page.getByRole('dialog', { name: 'Invite user' })
    await form.getByLabel('Name').fill('Bea Buyer')
    await form.getByLabel('Email').fill(email)
    await form.getByLabel('Role').selectOption('owner')
    await form.getByRole('button', { name: 'Send invitation' }).click()
    const link = await page
      .getByRole('dialog', { name: 'Share this link' })
      .getByLabel('Link', { exact: true })
      .inputValue()
    await guest.goto(link)
  })

  await test.step('the customer sets a password and logs in', async () => {
    await guest.getByLabel('New password', { exact: true }).fill(password)
    await guest.getByRole('button', { name: 'Set password' }).click()
    await expect(guest).toHaveURL(/\/crm\/customer-portal\/login$/)
    await logIn(guest, email)
    await expect(guest.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
    await expect(guest.getByText('Harbour Hospital')).toBeVisible()
    await expectAccessible(guest)
  })

  await test.step('the portal loads no scripts of the office app', async () => {
    const scripts = await guest.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .flatMap(({ name }) => (name.endsWith('.js') ? [new URL(name).pathname] : [])),
    )
    expect(scripts.filter((path) => !path.startsWith('/portal/') && path !== '/first-paint.js')).toEqual([])
  })

  await test.step('the customer repeats the order; one item is shown as short, with its expected date but no quantity', async () => {
    await guest.getByRole('link', { name: new RegExp(delivered.number) }).click()
    await expect(guest.getByText('Lot GL-1: 20 pieces', { exact: false })).toBeVisible()
    await guest.getByRole('link', { name: 'Order again' }).click()
    const summary = guest.locator('section').filter({ has: guest.getByRole('heading', { name: 'Your order' }) })
    await expect(summary.getByText('Nitrile gloves')).toBeVisible()
    await expect(summary.getByText(/^Short, expected on/)).toHaveCount(1)
    await expect(summary.getByText('In stock')).toHaveCount(1)
    await guest.getByRole('button', { name: 'More Nitrile gloves' }).click()
    await expect(summary.getByText(/30 pieces/)).toBeVisible()
    await summary.getByLabel('Your reference').fill('Ward 3 again')
    await expectAccessible(guest)
    await guest.getByRole('button', { name: 'Place order' }).click()
    await expect(guest.getByRole('heading', { name: /^Order SO-/ })).toBeVisible()
    number = ((await guest.getByRole('heading', { level: 1 }).textContent()) ?? '').replace('Order ', '')
    await guest.getByLabel('Your message').fill('Please deliver to gate B.')
    await guest.getByRole('button', { name: 'Send message' }).click()
    await expect(guest.getByRole('list').getByText('Please deliver to gate B.')).toBeVisible()
  })

  await test.step('the office sees the order’s source and author, replies, and confirms the order', async () => {
    const { data } = await app.api.do(salesApi.listOrders, { query: { badge: 'fromPortal' } })
    expect(data.map((order) => [order.number, order.status])).toEqual([[number, 'PENDING']])
    const id = data[0]?.id ?? ''
    await page.goto(`/orders/sales-orders/view/${id}`)
    await expect(page.getByText('Customer portal', { exact: true }).first()).toBeVisible()
    await expect(page.getByText('Please deliver to gate B.')).toBeVisible()
    await expect(page.getByText('Bea Buyer').first()).toBeVisible()
    await page.getByLabel('Your message').fill('We will. Masks follow.')
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByRole('list').getByText('We will. Masks follow.')).toBeVisible()
    // The customer's page has been open all the time and updates live.
    await expect(guest.getByText('We will. Masks follow.')).toBeVisible()
    await expect(guest.getByText('· Read')).toBeVisible()
    await app.api.do(salesApi.backOrder, { params: { id }, body: {} })
    await expect(guest.getByRole('link', { name: 'Change' })).toHaveCount(0)
    await receive(app.api, masks.product.id, 'MA-2', 900, 100)
    // The receipt may already have confirmed the order that was awaiting stock.
    await app.api.call(salesApi.confirm, { params: { id }, body: {} })
    await expect(guest.getByText(orderStatusNames.CONFIRMED).first()).toBeVisible()
    orderId = id
  })

  await test.step('the customer tracks the delivery until it is signed for, and downloads the proof', async () => {
    const { shipments } = await app.api.do(salesApi.ready, { params: { id: orderId }, body: {} })
    const driver = await app.signIn(await (await browser.newContext()).newPage(), 'driver')
    const scene = { admin: app.api, driver, place } as unknown as Scene
    const route = await plannedRoute(scene, [shipments[0]?.id ?? ''])
    await app.api.do(routesApi.startRoute, { params: { id: route.id }, body: {} })
    await guest.getByRole('link', { name: /^Track delivery/ }).click()
    await expect(guest.getByText(/is on the way to you$|^Next stop/)).toBeVisible()
    await expectAccessible(guest)
    const driverPhone = phoneOf(driver)
    const { data } = await driver.do(driverApi.getDriverRoute, { params: { id: route.id } })
    const picture = await sharp({ create: { width: 60, height: 30, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const sha256 = createHash('sha256').update(picture).digest('hex')
    const handed = deliveryOf(driverPhone.make, route.id, data.driverStops[0]!, { signature: sha256, typedName: null })
    await driverPhone.send(handed)
    await driver.send('PUT', `/api/driver/files/${sha256}?offset=0&size=${picture.length}`, new Uint8Array(picture), {
      'content-type': 'application/octet-stream',
    })
    await expect(guest.getByRole('heading', { name: 'Proof of delivery' })).toBeVisible()
    await expect(guest.getByText(/Received by Dr Weiss/)).toBeVisible()
    await expectAccessible(guest)
    const saved = guest.waitForEvent('download')
    await guest.getByRole('link', { name: 'Download PDF' }).click()
    expect((await saved).suggestedFilename()).toMatch(/^proof-SH-.*\.pdf$/)
  })

  await test.step('the customer downloads the invoice of the delivered order', async () => {
    const invoices = await app.api.do(invoicingApi.listInvoices, { query: { account: account.id } })
    const invoice = invoices.data[0]
    const due = (Number(invoice?.due) - 1).toLocaleString('en', { minimumFractionDigits: 2 })
    const receivedDate = new Date().toISOString().slice(0, 10)
    await app.api.do(invoicingApi.recordPayment, {
      params: { id: invoice?.id ?? '' },
      body: { amount: '1.00', method: 'cash', receivedDate },
    })
    await guest.getByRole('link', { name: 'Invoices' }).click()
    const row = guest.getByRole('listitem').filter({ hasText: invoice?.number ?? '?' })
    await expect(row).toContainText(`${due} due`)
    await guest.getByRole('link', { name: new RegExp(invoice?.number ?? '?') }).click()
    await expectAccessible(guest)
    const saved = guest.waitForEvent('download')
    await guest.getByRole('link', { name: 'Download PDF' }).click()
    const file = await saved
    expect(file.suggestedFilename()).toBe(`${invoice?.number}.pdf`)
    expect(
      readFileSync(await file.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  })

  await test.step('the customer requests the return of five gloves', async () => {
    await guest.goto(`/crm/customer-portal/orders/${delivered.id}`)
    await guest.getByRole('link', { name: 'Return goods' }).click()
    const row = guest.getByRole('listitem').filter({ hasText: 'Nitrile gloves' })
    await row.getByLabel(/^Quantity of/).fill('5')
    await row.getByLabel('Reason').selectOption('damaged')
    await guest.getByLabel('What happened?').fill('The box was torn.')
    // The session expires: the typed values are still there after the next login.
    await sql`update sessions set expires_at = now() - interval '1 second' where user_id = (select id from users where email = ${email})`.execute(
      app.database.db,
    )
    await expect(guest).toHaveURL(/\/login/)
    await logIn(guest, email)
    await expect(guest).not.toHaveURL(/\/login/)
    await guest.goto(`/crm/customer-portal/orders/${delivered.id}/return`)
    await expect(row.getByLabel(/^Quantity of/)).toHaveValue('5')
    await expect(guest.getByLabel('What happened?')).toHaveValue('The box was torn.')
    const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#a33' } })
      .jpeg()
      .toBuffer()
    await guest.getByLabel('Add photo').setInputFiles([
      { name: 'torn.jpg', mimeType: 'image/jpeg', buffer: photo },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') },
    ])
    await expect(guest.getByText('notes.txt: not a photo')).toBeVisible()
    await expect(guest.getByRole('img', { name: 'Photo 1' })).toBeVisible()
    await expectAccessible(guest)
    await guest.getByRole('button', { name: 'Request return' }).click()
    await expect(guest.getByText('Requested')).toBeVisible()
    await expect(guest.getByRole('img', { name: /^Photo 1 of / })).toBeVisible()
    const returns = await app.api.do(returnsApi.listReturns, { query: {} })
    await page.goto(paths.return(returns.data[0]?.id ?? ''))
    await expect(page.getByRole('img', { name: /^Photo 1 of / })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('the customer acknowledges a recall, and the recall’s page counts the answer', async () => {
    const { recall } = await app.api.do(recallsApi.startRecall, {
      body: { lotIds: [gloves.lot('GL-1')], reason: 'Pinholes', instruction: 'Set the boxes aside.' },
    })
    await guest.goto('/crm/customer-portal')
    await guest.getByRole('link', { name: new RegExp(`Answer recall ${recall.number}`) }).click()
    await expect(guest.getByText('Set the boxes aside.')).toBeVisible()
    await expectAccessible(guest)
    const count = guest.getByLabel('Pieces that you still have')
    const tooMany = guest.getByText(/^That is more than was delivered to you \(\d+ pieces\)/)
    await count.fill('12')
    await expect(tooMany).toHaveCount(0)
    await count.fill('1200')
    await expect(tooMany).toBeVisible()
    await guest.getByRole('button', { name: 'Acknowledge recall' }).click()
    await expect(guest.getByText('Acknowledged by Bea Buyer')).toBeVisible()
    await page.goto(`/inventory/recalls/view/${recall.id}`)
    await expect(page.getByText('1 of 1 notified, 1 acknowledged')).toBeVisible()
    await expect(page.getByText(/1,200 still with them/)).toBeVisible()
    await expect(page.getByText(/^More than the \d+ delivered$/)).toBeVisible()
  })
  await guest.context().close()
})
