import { crmApi } from '#shared/crm/partners/api.ts'
import { partsOfKind } from '#shared/crm/partners/partners-api.ts'
import { callsApi } from '#shared/crm/partners/calls-api.ts'
import { balancesApi } from '#shared/invoicing/balances-api.ts'
import { paymentsApi } from '#shared/invoicing/payments-api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { deletedApi } from '#shared/reports/deleted-api.ts'
import { paths } from '#web/paths.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { failUntilTriedAgain } from '#test/e2e/failing-calls.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

test('[CRM-02] adds a supplier after an invalid email and a taken name, edits it, and refuses to delete it while products use it', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const product = await addProduct(app.api, place, { name: 'Scalpel No. 11' })
  await app.signIn(page, 'admin')
  await goTo(page, '/crm/suppliers')
  await page.getByRole('button', { name: 'Add supplier' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(place.supplier.name)
  await dialog.getByLabel('Email').fill('nobody')
  await dialog.getByRole('button', { name: 'Add supplier' }).click()
  await expect(dialog.getByText('Email is not an email address')).toBeVisible()
  await dialog.getByLabel('Email').fill('sales@example.com')
  await dialog.getByRole('button', { name: 'Add supplier' }).click()
  await expect(dialog.getByText('Name is taken')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await dialog.getByLabel('Name').fill('Aurora Medical')
  await dialog.getByRole('button', { name: 'More details' }).click()
  await dialog.getByLabel('Labels').fill('preferred, gloves')
  await dialog.getByLabel('About').fill('Closed on Fridays')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add supplier' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Aurora Medical' })).toBeVisible()
  await expect(page.getByText('Closed on Fridays')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'gloves' }).click()
  await expect(page.getByRole('table', { name: 'Suppliers' }).locator('tbody tr')).toHaveText([/Aurora Medical/])

  await goTo(page, `/crm/suppliers/view/${place.supplier.id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByLabel('Status').selectOption('inactive')
  await page.getByRole('dialog').getByRole('button', { name: 'Save supplier' }).click()
  await expect(page.getByText('Inactive', { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  const deletion = page.getByRole('menuitem', { name: 'Delete' })
  await expect(deletion).toBeDisabled()
  await expect(deletion).toContainText('1 product is bought from this supplier.')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: /^Scalpel No. 11/ }).click()
  await expect(page).toHaveURL(`/crm/inventory/view/${product.id}`)
})

test('[CRM-02, CRM-03, CRM-05] adds a customer with price tier and terms, finds it by code, and links to its opportunities and orders', async ({
  page,
  app,
}) => {
  await app.signIn(page, 'sales_rep')
  await goTo(page, '/crm/accounts')
  await page.getByRole('button', { name: 'Add customer' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Harbour Clinic')
  await dialog.getByRole('button', { name: 'More details' }).click()
  await dialog.getByLabel('Code').fill('HC-1')
  await dialog.getByLabel('Price tier').selectOption('wholesale')
  await dialog.getByLabel('Payment terms').fill('400')
  await dialog.getByRole('button', { name: 'Add customer' }).click()
  await expect(dialog.getByText('Payment terms must be between 0 and 365 days')).toBeVisible()
  await dialog.getByLabel('Payment terms').fill('45')
  await dialog.getByLabel('Minimum shelf life').fill('90')
  await dialog.getByRole('button', { name: 'Add customer' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour Clinic' })).toBeVisible()
  for (const fact of ['Wholesale', '45 days', '90 days']) await expect(page.getByText(fact)).toBeVisible()
  await expect(page.getByText('No orders yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'More actions' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Add opportunity' }).click()
  await dialog.getByLabel('Title').fill('Gloves for a year')
  await dialog.getByLabel('Value').fill('1200')
  await dialog.getByRole('button', { name: 'Add opportunity' }).click()
  await expect(page.getByRole('table', { name: 'Newest opportunities' }).locator('tbody tr')).toHaveText([
    /Gloves for a year.*New.*1,200\.00/,
  ])

  const { data } = await app.api.do(crmApi.listAccounts, { query: { q: 'HC-1' } })
  const product = await addProduct(app.api, await addPlace(app.api), { quantity: 10 })
  const order = await addOrder(app.api, data[0]?.id ?? '', [[product.id, 1]])
  await goTo(page, '/crm/customers')
  await page.getByRole('searchbox', { name: 'Search customers' }).fill('HC-1')
  const row = page.getByRole('table', { name: 'Customers' }).locator('tbody tr')
  await expect(row).toHaveText([/Harbour Clinic.*HC-1.*Wholesale.*Active.*1/])
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Harbour Clinic' }).click()
  await page.getByRole('table', { name: 'Newest orders' }).getByRole('link', { name: order.number }).click()
  await expect(page).toHaveURL(`/orders/sales-orders/view/${order.id}`)
})

test('[CRM-02] saving a customer that another user changed shows a version conflict and overwrites only after confirmation', async ({
  page,
  app,
}) => {
  const account = await addAccount(app.api, { name: 'Twice edited' })
  await app.signIn(page, 'admin')
  await goTo(page, `/crm/customers/view/${account.id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByLabel('Country').fill('Kenya')
  // An error that belongs to no field is shown above the fields and scrolled into view.
  const isSaved = (url: URL) => url.pathname === `/api/accounts/${account.id}`
  const tooBusy = { status: 429, json: { error: 'Too busy to save it.' } }
  await page.setViewportSize({ width: 1280, height: 480 })
  await page.getByRole('dialog').getByLabel('Delivery note').scrollIntoViewIfNeeded()
  await page.route(isSaved, (route) => (route.request().method() === 'PUT' ? route.fulfill(tooBusy) : route.fallback()))
  await page.getByRole('button', { name: 'Save customer' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Too busy to save it.' })).toBeInViewport()
  await expect(page.getByRole('dialog').getByLabel('Country')).toHaveValue('Kenya')
  await page.unroute(isSaved)
  await app.api.do(
    crmApi.updateAccount,
    { params: { id: account.id }, body: { name: 'Twice edited', country: 'Ghana' } },
    { version: account.version },
  )
  await page.getByRole('button', { name: 'Save customer' }).click()
  const question = page.getByRole('dialog', { name: 'This customer was changed by someone else' })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Overwrite' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('definition').filter({ hasText: 'Kenya' })).toBeVisible()
})

test('[CRM-02, CRM-03, CRM-06, UI-02] shows customers as list, split view and map with the same filters; prints, edits and pages records', async ({
  page,
  app,
}) => {
  const mark = 'views-of-one-journey'
  const near = await addAccount(app.api, { name: 'Views Alpha Clinic', labels: [mark], latitude: 5.5, longitude: -0.2 })
  await addAccount(app.api, { name: 'Views Beta Clinic', labels: [mark], country: 'Togo' })
  await app.signIn(page, 'admin')
  await goTo(page, '/crm/accounts')
  await expect(page.getByRole('heading', { name: 'Newest customers' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('list', { name: 'Labels' }).getByRole('link', { name: mark }).click()
  await expect(page).toHaveURL(/\/crm\/customers\?label=views/)
  const rows = page.getByRole('table', { name: 'Customers' }).locator('tbody tr')
  await expect(rows).toHaveText([/Views Alpha/, /Views Beta/])

  // Split view: the filter stays, the first row is selected, a click selects another; the URL contains all of it (L18).
  await page.getByRole('button', { name: 'Split' }).click()
  await expect(page.getByRole('region', { name: 'Views Alpha Clinic' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Customers' }).getByRole('link', { name: 'Views Beta Clinic' }).click()
  await expect(page.getByRole('region', { name: 'Views Beta Clinic' })).toContainText('Togo')
  const chosen = page.getByRole('navigation', { name: 'Customers' }).locator('[aria-current=true]')
  await expect(chosen).toHaveText(/Views Beta Clinic/)
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Views Beta Clinic' })).toBeVisible()
  await expect(page.getByText(`Label: ${mark}`)).toBeVisible()
  await page.getByRole('button', { name: 'Map' }).click()
  await expect(page.getByText('1 customer has no coordinates')).toBeVisible()
  // The map draws land only when zoomed out far enough to be accurate.
  await expect(page.getByRole('button', { name: /^Views Alpha/ })).toBeVisible()
  await page.getByRole('button', { name: 'Zoom out' }).click()
  await page.getByRole('button', { name: 'Zoom out' }).click()
  await expect(page.locator('.map-land')).toBeVisible()
  await page
    .getByRole('region', { name: 'Map of the customers' })
    .getByRole('button', { name: /^Views Alpha/ })
    .press('Enter')
  await expect(page).toHaveURL(`/crm/customers/view/${near.id}`)

  // The print shows the data of the account, not the controls of the page.
  await expect(page.getByRole('list', { name: 'Timeline' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByLabel('New note')).toBeHidden()
  await expect(page.getByLabel('Show', { exact: true })).toBeHidden()
  await expect(page.getByRole('link', { name: 'All orders' })).toBeHidden()
  await expect(page.getByLabel('Account owner')).toBeVisible()
  await expect(page.getByLabel('Account owner').locator('..')).toHaveCSS('border-top-width', '0px')
  await page.emulateMedia({ media: null })
  await page.getByLabel('Show', { exact: true }).selectOption({ index: 1 })
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByLabel('Show', { exact: true })).toBeVisible()
  await page.emulateMedia({ media: null })

  // Adds notes, contacts and addresses to the account.
  await page.getByLabel('New note').fill('Wants a quote for gowns')
  await page.getByRole('button', { name: 'Add note' }).click()
  const notes = page.getByRole('list', { name: 'Notes' })
  await expect(notes).toContainText('Wants a quote for gowns')
  await notes.getByRole('button', { name: 'Edit note' }).click()
  await notes.getByLabel('Note').fill('Wants a quote for masks')
  await notes.getByRole('button', { name: 'Save note' }).click()
  await expect(notes).toContainText(/edited.*Wants a quote for masks/)
  await page.getByRole('button', { name: 'Add contact' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Esi Views')
  await expect(dialog.getByRole('combobox', { name: 'Customer' })).toHaveValue('Views Alpha Clinic')
  await dialog.getByRole('button', { name: 'Add contact' }).click()
  await expect(page.getByRole('list', { name: 'Contacts' })).toContainText('Esi Views')
  await page.getByRole('button', { name: 'Add address' }).click()
  await dialog.getByLabel('Use').selectOption('billing')
  await dialog.getByRole('textbox', { name: 'Address' }).fill('7 Bank Road')
  await dialog.getByRole('button', { name: 'Add address' }).click()
  await page.getByRole('button', { name: 'Add address' }).click()
  await dialog.getByRole('button', { name: 'Billing' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Address' })).toHaveValue('7 Bank Road')
  await dialog.getByRole('button', { name: 'Add address' }).click()
  await expect(page.getByRole('list', { name: 'Addresses' }).getByText('7 Bank Road')).toHaveCount(2)
  await expectAccessible(page)

  // “Next” follows the order of the list; the breadcrumb returns to the list with its filter (D3).
  await goTo(page, `/crm/customers?label=${mark}`)
  await expect(rows).toHaveCount(2)
  await rows.getByRole('link', { name: 'Views Alpha Clinic' }).click()
  await page.getByRole('link', { name: 'Next customer' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Views Beta Clinic' })).toBeVisible()
  await expect(page.getByText('No invoices yet')).toBeVisible()
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Customers' }).click()
  await expect(page).toHaveURL(`/crm/customers?label=${mark}`)

  // Bulk action.
  await expect(rows).toHaveCount(2)
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  await page.getByRole('button', { name: 'Set inactive' }).click()
  await expect(rows).toHaveText([/Inactive/, /Inactive/])
})

test('[CRM-02] warns of a duplicate customer before saving; merges two customers, and the old link redirects to the merged one', async ({
  page,
  app,
}) => {
  const primary = await addAccount(app.api, { name: 'Merging Bay Hospital', phone: '030 777 1234' })
  const other = await addAccount(app.api, { name: 'Merging Bay Hosp.', country: 'Benin' })
  const product = await addProduct(app.api, await addPlace(app.api), { quantity: 5 })
  const order = await addOrder(app.api, other.id, [[product.id, 1]])
  const paid = { accountId: other.id, amount: '20.00', method: 'cash', receivedDate: '2026-01-05' } as const
  await app.api.do(paymentsApi.takePayment, { body: { ...paid, parts: [], keepRest: true } })
  await app.api.do(callsApi.setOwner, { params: { id: other.id }, body: { ownerId: app.api.userId } })
  await app.signIn(page, 'admin')
  await goTo(page, '/crm/customers')
  await page.getByRole('button', { name: 'Add customer' }).click()
  const dialog = page.getByRole('dialog')
  const busy = { status: 429, json: { error: 'Too busy.' } }
  await failUntilTriedAgain(page, '**/api/account-twins*', (route) => route.fulfill(busy))
  await dialog.getByLabel('Name').fill('Merging Bay Hospitl')
  await dialog.getByLabel('Phone').fill('+233 30 777 1234')
  await expect(dialog.getByText('Couldn’t load similar customers.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByText('Possible duplicates')).toBeVisible()
  await dialog
    .getByRole('listitem')
    .filter({ hasText: /Merging Bay Hospital.*same phone/ })
    .getByRole('link', { name: 'Open existing' })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: primary.name })).toBeVisible()

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Merge another into this' }).click()
  await dialog.getByRole('combobox', { name: 'Customer to merge' }).fill('Merging Bay Hosp.')
  const preview = '**/api/accounts/*/merge-preview?*'
  await failUntilTriedAgain(page, preview, (route) => route.fulfill(busy))
  await page.getByRole('option', { name: /Merging Bay Hosp\./ }).click()
  await expect(dialog.getByText('The customer could not be loaded')).toBeVisible()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByText(/Sales orders: 1 · Credit: \w+ 20\.00/)).toBeVisible()
  // A value that only one of them has is preselected.
  const valueOf = (field: string) => dialog.getByRole('group', { name: field }).getByRole('radio')
  await expect(valueOf('Phone').first()).toBeChecked()
  await expect(dialog.getByRole('group', { name: 'Account owner' })).toHaveText(/Nothing.*admin under test/)
  await expect(valueOf('Account owner').last()).toBeChecked()
  await dialog.getByRole('radio', { name: 'Benin' }).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Merge customers' }).click()
  await expect(page.getByText(/^Merged into Merging Bay Hospital/)).toBeVisible()
  await expect(page.getByRole('link', { name: order.number }).first()).toBeVisible()
  const balance = page.locator('dl').filter({ hasText: 'Balance due' })
  await expect(balance).toContainText(/Credit20\.00/)
  const timeline = page.getByRole('list', { name: 'Timeline' })
  await expect(timeline).toContainText('merged another record into this one: Merging Bay Hosp.')
  await page.getByLabel('Show').selectOption('order')
  await expect(timeline.getByRole('listitem')).toHaveText([/created order/])
  await goTo(page, `/crm/customers/view/${other.id}`)
  await expect(page).toHaveURL(`/crm/customers/view/${primary.id}`)
  await expect(page.getByText('Benin').first()).toBeVisible()
  const merged = await app.api.do(crmApi.getAccount, { params: { id: primary.id } })
  expect([merged.owner?.id, merged.phone]).toEqual([app.api.userId, primary.phone])
})

test('[CRM-02] the timeline of a customer describes changes of owner, tax exemption and reminders, deletion and restore', async ({
  page,
  app,
}) => {
  const { id } = await addAccount(app.api)
  const params = { id }
  const [owner] = (await app.api.do(callsApi.listOwners, {})).data
  await app.api.do(callsApi.setOwner, { params, body: { ownerId: owner?.id ?? null } })
  const { version } = await app.api.do(balancesApi.getBalance, { params })
  await app.api.do(balancesApi.putBilling, { params, body: { taxExempt: true, reminders: true } }, { version })
  await app.api.call(crmApi.deleteAccount, { params })
  await app.api.do(deletedApi.restore, { params: { kind: 'customer', id }, body: {} })
  await app.signIn(page, 'admin')
  await goTo(page, `/crm/customers/view/${id}`)
  await expect(page.getByRole('list', { name: 'Timeline' }).getByRole('listitem')).toHaveText([
    /restored this record/,
    /deleted this record/,
    /changed the tax exemption or reminders/,
    /changed the account owner/,
    /added this record/,
  ])
})

test('[CRM-02] timeline, notes and credit of a customer load more entries up to the first one', async ({
  page,
  app,
}) => {
  const account = await addAccount(app.api)
  const { id } = account
  const params = { id }
  for (let at = 1; at <= 205; at += 1)
    await app.api.do(partsOfKind.accounts.addNote, { params, body: { text: `Call ${at}.` } })
  const place = await addPlace(app.api)
  const product = await addProduct(app.api, place, { quantity: 1, price: '10.00' })
  const order = await addOrder(app.api, id, [[product.id, 1]])
  const { invoice } = await app.api.do(salesApi.confirm, { params: { id: order.id }, body: {} })
  const invoiceId = invoice?.id ?? ''
  await app.api.do(paymentsApi.takePayment, {
    body: {
      accountId: id,
      amount: '20.00',
      method: 'cash',
      receivedDate: new Date().toISOString().slice(0, 10),
      parts: [{ invoiceId, amount: '10.00' }],
      keepRest: true,
    },
  })
  for (let at = 1; at <= 55; at += 1)
    await app.api.do(paymentsApi.refundCredit, {
      params,
      body: { amount: '0.01', method: 'cash', reason: `Part ${at}` },
    })
  await app.signIn(page, 'admin')
  for (const [path, name, first] of [
    [paths.customer(id), 'Timeline', 'added this record'],
    [paths.customer(id), 'Notes', 'Call 1.'],
    [paths.statement(id), 'Credit', 'Overpayment'],
  ] as const) {
    await goTo(page, path)
    const list = page.getByRole('list', { name, exact: true })
    await expect(list.getByRole('listitem').first()).toBeVisible()
    const more = page.locator('[data-card]', { has: list }).getByRole('button', { name: 'Show more' })
    while (!(await list.getByText(first).isVisible())) {
      const shown = await list.getByRole('listitem').count()
      await more.click()
      await expect.poll(() => list.getByRole('listitem').count()).toBeGreaterThan(shown)
    }
    await expect(more).toHaveCount(0)
  }
  await expectAccessible(page)
})
