import { accountUsersApi } from '#shared/portal/users-api.ts'
import { sql } from 'kysely'
import type { Page, Route } from '@playwright/test'
import sharp from 'sharp'
import { recallsApi } from '#shared/inventory/recalls/api.ts'
import { orderMessagesApi } from '#shared/portal/messages-api.ts'
import { accountShelvesApi } from '#shared/portal/shelf-api.ts'
import type { PortalRole } from '#shared/portal/portal-user.ts'
import { estimatesApi } from '#shared/sales/estimates/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { realtimePath } from '#shared/http/event-names.ts'
import { settingsApi } from '#shared/settings/api.ts'
import { addAccount, addOrder, addPlace } from '#test/builders.ts'
import { consignmentOf } from '#test/consignment.ts'
import { addLots, advance } from '#test/lots.ts'
import { expectAccessibleInBothThemes } from '#test/e2e/accessibility.ts'
import { expect, type RunningApp, test } from '#test/e2e/fixtures.ts'
import { goTo, settle } from '#test/e2e/inside-the-app.ts'
import { misfits } from '#test/e2e/layout/fit.ts'
import { addPerson, logIn, noticesOf } from '#test/e2e/people.ts'
import { pause } from '#test/socket.ts'

/** A customer with records on every page of the portal. */
async function customer(app: RunningApp) {
  const admin = app.api
  const place = await addPlace(admin)
  const account = await addAccount(admin, { name: 'Riverside Children’s Clinic' })
  const { product, lot } = await addLots(admin, place, [['RV-7', 700, 900]], {
    name: 'Syringes 5 ml with safety needle',
    price: '41.35',
    pcsPerCase: 100,
  })
  const lines = [[product.id, 300]] as const
  const { id } = await addOrder(admin, account.id, lines)
  await admin.do(salesApi.confirm, { params: { id }, body: {} })
  await advance(admin, id, 'DELIVERED')
  const onTheWay = await addOrder(admin, account.id, lines)
  await admin.do(salesApi.confirm, { params: { id: onTheWay.id }, body: {} })
  await advance(admin, onTheWay.id, 'SHIPPED')
  await admin.do(orderMessagesApi.sendOrderMessage, { params: { id }, body: { body: 'Is the ramp open on Monday?' } })
  const estimate = await admin.do(estimatesApi.createEstimate, {
    body: { accountId: account.id, validUntil: '2199-01-01', lines: [{ productId: product.id, quantity: 1000 }] },
  })
  await admin.do(estimatesApi.sendEstimate, { params: { id: estimate.id }, body: { to: 'clinic@example.com' } })
  await sql`update invoices set due_date = due_date - 90, issued_date = issued_date - 90 where order_id = ${id}`.execute(
    app.database.db,
  )
  const { rows } = await sql<{ id: string }>`select id from invoices where order_id = ${id}`.execute(app.database.db)
  const { shipments } = await admin.do(salesApi.getOrder, { params: { id } })
  const shelves = await admin.do(accountShelvesApi.addAccountShelf, {
    params: { id: account.id },
    body: { name: 'Treatment room', items: [{ productId: product.id, par: 400 }] },
  })
  return {
    shelf: shelves.data[0]?.id ?? '',
    consignment: await consignmentOf(admin, place, account.id, product.id, lot('RV-7')),
    account,
    product,
    order: id,
    delivery: shipments[0]?.id ?? '',
    estimate: estimate.id,
    invoice: rows[0]?.id ?? '',
    lot: lot('RV-7'),
  }
}

async function enter(
  app: RunningApp,
  page: Page,
  accountId: string,
  role: PortalRole = 'owner',
  limit: number | null = null,
) {
  const { userId } = await app.signIn(page, 'customer')
  await sql`update users set account_id = ${accountId}, portal_role = ${role}, approval_limit = ${limit},
    name = ${`Noor ${role}`} where id = ${userId}`.execute(app.database.db)
  return userId
}

test('[CUS-01] every portal page is accessible, small and large, in both themes, and fits every window width', async ({
  page,
  app,
}) => {
  // 20 pages in seven widths.
  test.setTimeout(600_000)
  const seen = await customer(app)
  await app.api.do(recallsApi.startRecall, {
    body: { lotIds: [seen.lot], reason: 'Needle guard', instruction: 'Stop using them.' },
  })
  await enter(app, page, seen.account.id)
  await page.goto('/crm/customer-portal/more')
  const paths = {
    '': 'Home',
    '/orders': 'Orders',
    [`/orders/${seen.order}`]: /^Order SO-/,
    [`/orders/new?again=${seen.order}`]: /^Order again/,
    [`/orders/${seen.order}/return`]: /^Return goods/,
    [`/deliveries/${seen.delivery}`]: /^Delivery SH-/,
    '/approvals': 'Approvals',
    '/estimates': 'Estimates',
    [`/estimates/${seen.estimate}`]: /^Estimate EST-/,
    '/invoices': 'Invoices',
    [`/invoices/${seen.invoice}`]: /^Invoice INV-/,
    '/returns': 'Returns',
    '/recalls': 'Recalls',
    '/shelf': 'Shelf',
    '/shelf/new': 'New shelf',
    [`/shelf/${seen.shelf}/edit`]: /^Edit Treatment room/,
    [`/shelf/${seen.shelf}/count`]: /^Count Treatment room/,
    [`/shelf/consignment/${seen.consignment}/count`]: /^Count /,
    '/users': 'Users',
    '/more': 'More',
  }
  const found: string[] = []
  for (const [path, name] of Object.entries(paths)) {
    await goTo(page, `/crm/customer-portal${path}`)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.locator('.animate-breathe')).toHaveCount(0)
    // Dates have the app's format, not the browser's.
    if (path === '/invoices')
      await expect(page.locator('[data-day-shown]')).toHaveText([/^\d+ \w+ \d{4}$/, /^\d+ \w+ \d{4}$/])
    if (path === '/invoices') await expect(page.locator('[data-day-shown]').first()).toBeVisible()
    found.push(...(await misfits(page, path)))
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await settle(page)
      await expectAccessibleInBothThemes(page, `${path} at ${width}`)
    }
  }
  expect(found).toEqual([])
})

test('[CUS-01] a portal order refuses past delivery dates and shows a lost connection; cancelling it needs a reason', async ({
  page,
  app,
}) => {
  const seen = await customer(app)
  await enter(app, page, seen.account.id)
  await page.goto('/crm/customer-portal/orders/new')
  await page.getByLabel(`Quantity of ${seen.product.name}`).fill('200')
  const day = page.getByLabel('Deliver by')
  const today = new Date().toISOString().slice(0, 10)
  await expect(day).toHaveAttribute('min', today)
  await day.fill('2020-01-01')
  await expect(page.getByText('Deliver by must not be in the past')).toBeVisible()
  await expect(day).toHaveAttribute('aria-invalid', 'true')
  await expect(day).toHaveAttribute('min', today)
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'New order' })).toBeVisible()
  await day.fill(today)
  await expect(page.getByText('Deliver by must not be in the past')).toBeHidden()

  // The connection error stays beside the button until the user changes something or the server responds again.
  const silence = page.getByText('Network Error: No response from server.', { exact: false })
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(silence).toBeVisible()
  await page.getByLabel('Your reference').fill('Ward 7')
  await expect(silence).toBeHidden()
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(silence).toBeVisible()
  await page.context().setOffline(false)
  await expect(silence).toBeHidden()
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Order SO-/ })).toBeVisible()

  // Cancelling without a reason shows an error at the field and sends nothing.
  const sent: string[] = []
  page.on('request', (request) => request.url().endsWith('/cancellation') && sent.push(request.url()))
  await page.getByRole('button', { name: 'Cancel order' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await expect(dialog.getByText('A reason is required')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Ordered twice')
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByText('Cancelled').first()).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('[CUS-01] an order above the user’s limit waits for an owner, whose approval places it', async ({
  page,
  app,
  browser,
}) => {
  const seen = await customer(app)
  await enter(app, page, seen.account.id, 'orderer', 5000)
  await page.goto('/crm/customer-portal/orders/new')
  const quantity = page.getByLabel(`Quantity of ${seen.product.name}`)
  // Anything but a whole number is an error and isn't read as another number.
  for (const typed of ['1,5', '-3', '1e9', '2 packs']) {
    await quantity.fill('')
    await quantity.pressSequentially(typed)
    await expect(quantity).toHaveValue(typed)
    await expect(quantity).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByText('Enter a whole number')).toBeVisible()
    await expect(page.getByText('Nothing chosen yet.')).toBeVisible()
  }
  await quantity.fill('200')
  await page.getByLabel('Your reference').fill('Night shift')
  // Typed values survive a reload.
  await page.reload()
  await expect(page.getByLabel('Your reference')).toHaveValue('Night shift')
  await expect(page.getByText(/Above your limit/)).toBeVisible()
  await page.getByRole('button', { name: 'Ask for approval' }).click()
  await expect(page.getByRole('heading', { name: 'Approvals' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve and order' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Withdraw' })).toBeVisible()

  const owner = await (await browser.newContext({ baseURL: app.baseURL })).newPage()
  await enter(app, owner, seen.account.id)
  await owner.goto('/crm/customer-portal')
  await owner.getByRole('link', { name: /^Approve an order of/ }).click()
  await owner.getByRole('button', { name: 'Approve and order' }).click()
  await owner.getByRole('link', { name: /^SO-/ }).click()
  await expect(owner.getByText('Night shift')).toBeVisible()
  await owner.getByRole('link', { name: 'Change' }).click()
  await owner.getByRole('button', { name: `More ${seen.product.name}` }).click()
  await owner.getByRole('button', { name: 'Save changes' }).click()
  await expect(owner.getByRole('heading', { name: /^Order SO-/ })).toBeVisible()
  await expect(owner.getByText(/300 pieces/).first()).toBeVisible()
  // Above the limit only an owner may change it; the form says so, and can't be saved.
  await page.goto(owner.url())
  await page.getByRole('link', { name: 'Change' }).click()
  await expect(page.getByText('only an owner can change this order.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled()
  // If the office backorders the order while it is being changed, the page links to the order, where a message can be
  // sent.
  const id = owner.url().split('/').at(-1) ?? ''
  await owner.getByRole('link', { name: 'Change' }).click()
  await app.api.do(salesApi.backOrder, { params: { id }, body: {} })
  await expect(owner.getByText('This order can’t be changed')).toBeVisible()
  await owner.getByRole('link', { name: 'Open order' }).click()
  await expect(owner.getByLabel('Your message')).toBeVisible()
  await owner.context().close()
})

test('[CUS-01, EST-01] the office sees that an estimate was declined in the portal', async ({ page, app, browser }) => {
  const seen = await customer(app)
  await enter(app, page, seen.account.id)
  await page.goto(`/crm/customer-portal/estimates/${seen.estimate}`)
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('button', { name: 'Decline estimate' }).click()
  await expect(page.getByText(/^Declined by/)).toBeVisible()
  const office = await (await browser.newContext({ baseURL: app.baseURL })).newPage()
  await app.signIn(office, 'admin')
  await office.goto(`/orders/estimates/view/${seen.estimate}`)
  await expect(office.getByText('In the portal', { exact: true })).toBeVisible()
  await office.context().close()
})

test('[CUS-01] every portal form restores typed values after the session has expired', async ({ page, app }) => {
  const seen = await customer(app)
  await app.api.do(recallsApi.startRecall, {
    body: { lotIds: [seen.lot], reason: 'Needle guard', instruction: 'Stop using them.' },
  })
  const email = await addPerson(app, 'customer')
  await sql`update users set account_id = ${seen.account.id}, portal_role = 'owner' where email = ${email}`.execute(
    app.database.db,
  )
  await page.goto('/crm/customer-portal/login')
  await logIn(page, email)
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
  const forms: [path: string, open: string | null, label: string, typed: string][] = [
    [`/orders/${seen.order}`, null, 'Your message', 'Please ring twice.'],
    ['/users', 'Invite user', 'Name', 'Nora Night'],
    [`/estimates/${seen.estimate}`, 'Decline', 'Reason', 'Too dear'],
    ['/recalls', null, 'Pieces that you still have', '17'],
    ['/recalls', null, 'Note', 'In the cellar'],
    [`/orders/${seen.order}/return`, null, 'What happened?', 'The box was torn.'],
    ['/shelf/new', null, 'Name of the shelf', 'Ward 9'],
  ]
  const photo = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#a33' } })
    .jpeg()
    .toBuffer()
  const show = async (path: string, open: string | null) => {
    await page.goto(`/crm/customer-portal${path}`)
    if (open) await page.getByRole('button', { name: open, exact: true }).first().click()
  }
  for (const [path, open, label, typed] of forms) {
    await show(path, open)
    await page.getByLabel(label, { exact: true }).fill(typed)
    if (path.endsWith('/return')) {
      await page.getByLabel('Add photo').setInputFiles([{ name: 'torn.jpg', mimeType: 'image/jpeg', buffer: photo }])
      await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible()
    }
  }
  await sql`update sessions set expires_at = now() - interval '1 second' where user_id = (select id from users where email = ${email})`.execute(
    app.database.db,
  )
  // The page notices that the session has ended.
  await expect(page).toHaveURL(/\/login/)
  await logIn(page, email)
  await expect(page).toHaveURL(/\/shelf\/new$/)
  for (const [path, open, label, typed] of forms) {
    await show(path, open)
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(typed)
    if (path.endsWith('/return')) await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible()
  }
  // Photos as well: those that failed to upload with the return can be sent from the list, once.
  await show(`/orders/${seen.order}/return`, null)
  await page.getByLabel(/^Quantity of Syringes/).fill('3')
  await page.getByLabel('Reason').selectOption('damaged')
  // Values typed for a product that is then deleted stay, and can be removed.
  const mark = (at: string | null) =>
    sql`update items set deleted_at = ${at}::timestamptz where id = ${seen.product.id}`.execute(app.database.db)
  await mark('2026-01-01')
  await page.reload()
  const quantity = page.getByLabel(/^Quantity of Syringes/)
  await expect(quantity).toHaveValue('3')
  await page.getByRole('button', { name: 'Request return' }).click()
  await expect(page.getByText(/no longer in our range. Remove its quantity/)).toBeVisible()
  await quantity.fill('')
  await page.getByRole('button', { name: 'Request return' }).click()
  await expect(page.getByText('Enter how many pieces you want to return.')).toBeVisible()
  await quantity.fill('3')
  await mark(null)
  await page.reload()
  await page.route(/\/returns\/[^/]+\/photos$/, (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Request return' }).click()
  await expect(page.getByRole('heading', { name: 'Returns', level: 1 })).toBeVisible()
  // The failed upload is reported once, beside the photos.
  await expect(page.getByText('Not every photo was sent. Send them again from here.')).toBeVisible()
  await expect(page.getByText(/^The return was requested, but/)).toHaveCount(0)
  await page.reload()
  await page.getByRole('button', { name: /^Send photos of/ }).click()
  await expect(page.getByRole('img', { name: /^Photo 1 of/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Send photos of/ })).toHaveCount(0)
  await show(`/orders/${seen.order}/return`, null)
  await expect(page.getByLabel('Add photo')).toBeAttached()
  await expect(page.getByRole('img', { name: 'Photo 1' })).toHaveCount(0)
  // Drafts are deleted once they are sent.
  await show('/users', 'Invite user')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  // A refused value can be corrected without losing the others.
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Email is on the list already')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Nora Night')
  await page.getByLabel('Email').fill(`nora-${Date.now()}@example.com`)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('Nora Night')).toBeVisible()
  await page.getByRole('button', { name: 'Invite user' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
})

test('[CUS-01] an error raised while the code for toasts could not load is not shown after reconnecting', async ({
  page,
  app,
}) => {
  const seen = await customer(app)
  await enter(app, page, seen.account.id)
  const notices = await noticesOf(page)
  let isLost = true
  // The code for toasts loads after the page.
  await page.route('**/portal/assets/dist-*.js', (route) => (isLost ? route.abort() : route.continue()))
  await page.goto('/crm/customer-portal')
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
  await page.route('**/api/customer-portal/returns*', (route) => route.abort(), { times: 1 })
  await page.getByRole('link', { name: 'Returns' }).first().click()
  // As long as the toast would have been visible.
  await page.waitForTimeout(4500)
  isLost = false
  await page.getByRole('link', { name: 'More' }).first().click()
  await page.getByRole('link', { name: /^Users/ }).click()
  await page.getByRole('button', { name: 'Invite user' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Nora Night')
  await page.getByLabel('Email').fill(`nora-${Date.now()}@example.com`)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect.poll(() => notices.join()).toContain('The invitation was sent')
  expect(notices.join()).not.toContain('Network error')
})

test('[CUS-01, SHELL-10] a page opened offline appears after reconnecting; until then the previous page stays', async ({
  page,
  app,
}) => {
  const seen = await customer(app)
  await enter(app, page, seen.account.id)
  // Routed requests bypass the browser cache, which an earlier test may have filled.
  await page.route('**/assets/**', (route) => route.continue())
  await page.goto('/crm/customer-portal')
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Returns' }).first().click()
  await page.waitForTimeout(1000)
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: 'Returns', level: 1 })).toBeVisible()
})

test('[CUS-01] portal viewers can only read, and the office sees the portal read-only, as its customer does', async ({
  page,
  app,
  browser,
}) => {
  const seen = await customer(app)
  await enter(app, page, seen.account.id, 'viewer')
  await page.goto(`/crm/customer-portal/orders/${seen.order}`)
  await expect(page.getByText('Is the ramp open on Monday?')).toBeVisible()
  for (const name of ['Order again', 'Return goods', 'New order'])
    await expect(page.getByRole('link', { name })).toHaveCount(0)
  await expect(page.getByLabel('Your message')).toHaveCount(0)
  await page.goto('/crm/customer-portal/orders/new')
  await expect(page.getByText('You can’t place orders')).toBeVisible()
  await expect(page.getByText(/^Ask an owner of your account or .+ for permission to place orders\.$/)).toBeVisible()
  await expect(
    page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Orders' }),
  ).toBeVisible()
  await page.goto('/crm/customer-portal/shelf/new')
  await expect(page.getByRole('heading', { level: 1, name: 'New shelf' })).toBeVisible()
  await expect(page.getByText('You can’t change shelves')).toBeVisible()
  // Role changes by the office apply at once, also while the page is just connecting.
  const slowly = async (route: Route) => {
    await pause(1000)
    await route.continue()
  }
  await page.route(`**${realtimePath}/**`, slowly, { times: 1 })
  await page.goto('/crm/customer-portal/orders/new')
  const params = { id: seen.account.id }
  for (const role of ['orderer', 'viewer'] as const) {
    const { data } = await app.api.do(accountUsersApi.listAccountUsers, { params })
    const [user] = data.filter((one) => one.role !== 'owner')
    const changed = await app.api.call(
      accountUsersApi.changeAccountUser,
      { params: { ...params, userId: user!.id }, body: { role } },
      { version: user!.version },
    )
    expect(changed.status).toBe(200)
    await expect(page.getByPlaceholder('Search all products')).toHaveCount(role === 'orderer' ? 1 : 0)
  }
  // A forbidden page says whom the user can ask, which is not an administrator of the office.
  const invoices = '**/api/customer-portal/invoices?*'
  await page.route(invoices, (route) => route.fulfill({ status: 403, json: { error: 'Action not permitted.' } }))
  await page.getByRole('link', { name: 'Invoices' }).first().click()
  await expect(page.getByText("You can't view invoices")).toBeVisible()
  const { data } = await app.api.do(settingsApi.getSettings, {})
  const advice = `Ask an owner of your account or ${data.company.name} for permission to view invoices.`
  await expect(page.getByText(advice)).toBeVisible()
  await page.unroute(invoices)
  // An unknown path redirects to Home.
  await page.goto('/crm/customer-portal/nothing')
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  await expect(page).toHaveURL(/\/crm\/customer-portal$/)
  // Viewers see no prompts for actions that only an owner can take.
  await expect(page.getByRole('link', { name: /^Estimate EST-.* waits for an owner/ })).toBeVisible()
  const estimates = '**/api/customer-portal/estimates'
  await page.route(estimates, (route) => route.fulfill({ json: { data: [] } }))
  await page.goto('/crm/customer-portal/estimates')
  await expect(page.getByText('No estimates yet')).toBeVisible()
  await expect(page.getByText('You can request one from a new order.')).toHaveCount(0)
  await page.unroute(estimates)
  await page.reload()
  await page.getByRole('link', { name: /^EST-.*Awaiting an answer/ }).click()
  // A file that can't be created shows the reason.
  const file = '**/api/customer-portal/estimates/*/document.pdf*'
  await page.route(file, (route) => route.fulfill({ status: 503, json: { error: 'Being repaired.' } }))
  const pdf = page.getByRole('link', { name: 'Download PDF' })
  await pdf.click()
  await expect(page.getByText('Being repaired.')).toBeVisible()
  await page.unroute(file)
  const download = page.waitForEvent('download')
  await pdf.click()
  expect((await download).suggestedFilename()).toMatch(/^EST-.*\.pdf$/)

  const office = await (await browser.newContext({ baseURL: app.baseURL })).newPage()
  await app.signIn(office, 'admin')
  await office.goto(`/crm/customers/view/${seen.account.id}`)
  await office.getByRole('link', { name: 'View as customer' }).click()
  await expect(office.getByText(/^As seen by Riverside/)).toBeVisible()
  await office.goto(`/crm/customers/view/${seen.account.id}/portal/orders/new`)
  await expect(office.getByText('This view is read-only.')).toBeVisible()
  await office.goto(`/crm/customers/view/${seen.account.id}/portal/nothing`)
  await expect(office.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  await office.getByRole('link', { name: 'Invoices' }).first().click()
  await expect(office).toHaveURL(new RegExp(`/crm/customers/view/${seen.account.id}/portal/invoices$`))
  // Overdue invoices come first, separate from all others.
  for (const name of ['Overdue', 'Other invoices'])
    await expect(office.getByRole('region', { name }).getByRole('link', { name: /^INV-/ })).toHaveCount(1)
  // A search stays while an invoice is open, and is cleared by the link to all invoices.
  const search = office.getByRole('searchbox', { name: 'Search invoices' })
  const shown = office.getByRole('main').getByRole('link', { name: /^INV-/ })
  const number = (await shown.first().textContent())?.match(/INV-[\d-]+/)?.[0] ?? ''
  await search.fill(number)
  await expect(office).toHaveURL(`${office.url().split('?')[0]}?q=${number}`)
  await expect(shown).toHaveCount(1)
  await shown.click()
  await expect(office.getByRole('heading', { level: 1, name: /^Invoice INV-/ })).toBeVisible()
  await office.goBack()
  await expect(search).toHaveValue(number)
  await expect(shown).toHaveCount(1)
  await office.getByRole('link', { name: 'Invoices' }).first().click()
  await expect(search).toHaveValue('')
  await expect(shown).toHaveCount(2)
  // The dates of the statement are in the URL, too.
  const from = office.getByLabel('From', { exact: true })
  await from.fill('2026-01-05')
  await expect(office).toHaveURL(/\/portal\/invoices\?from=2026-01-05$/)
  await shown.first().click()
  await expect(office.getByRole('heading', { level: 1, name: /^Invoice INV-/ })).toBeVisible()
  await office.goBack()
  await expect(from).toHaveValue('2026-01-05')
  await expect(office.getByRole('link', { name: 'Download statement' })).toHaveAttribute('href', /from=2026-01-05/)
  await office.getByRole('link', { name: 'Invoices' }).first().click()
  await expect(from).not.toHaveValue('2026-01-05')
  // Loaded with a search in the URL that finds nothing, the page has not loaded the whole list yet.
  await office.goto(`${office.url()}?q=nothing&from=soon`)
  // An invalid date in the URL is ignored.
  await expect(from).toHaveValue(/^\d{4}-/)
  await expect(office.getByText('No invoice matches')).toBeVisible()
  await search.press('Escape')
  await expect(shown).toHaveCount(2)
  await expect(search).toBeFocused()
  await office.getByRole('link', { name: 'Orders' }).first().click()
  const orderSearch = office.getByRole('searchbox', { name: 'Search orders' })
  await orderSearch.fill('nothing')
  await expect(office).toHaveURL(/\/portal\/orders\?q=nothing$/)
  await expect(office.getByText('No order matches')).toBeVisible()
  await orderSearch.press('Escape')
  await expect(office.getByRole('main').getByRole('link', { name: /^SO-/ }).first()).toBeVisible()
  await expect(office).toHaveURL(/\/portal\/orders$/)
  await expect(office.getByRole('link', { name: 'New order' })).toHaveCount(0)
  await office.getByRole('link', { name: 'Back to the customer' }).click()
  await expect(office.getByRole('heading', { name: seen.account.name })).toBeVisible()
  await office.context().close()
})
