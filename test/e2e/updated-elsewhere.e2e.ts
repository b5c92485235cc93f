import type { Page } from '@playwright/test'
import { crmApi } from '#shared/crm/partners/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { usersApi } from '#shared/identity/users/users-api.ts'
import { estimatesApi } from '#shared/sales/estimates/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { settingsApi } from '#shared/settings/api.ts'
import { paths } from '#web/paths.ts'
import { addAccount, addOrder, addPlace, addProduct, productBody } from '#test/builders.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { changeSettings } from '../settings.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

/*
 * Another user saves a record that is being edited: the form shows a notice, keeps the typed values and lists the
 * changes.
 */

const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'Updated elsewhere' })
const changes = (page: Page) => page.getByRole('list', { name: 'What was changed' }).getByRole('listitem')
const show = (page: Page) => notice(page).getByRole('button', { name: 'Show changes' }).click()
const keep = (page: Page) => notice(page).getByRole('button', { name: 'Keep mine' }).click()

test('[RT-06] in a dialog: the notice appears by itself and lists the changes; saving over them needs confirmation (B24)', async ({
  page,
  app,
}) => {
  const account = await addAccount(app.api, { name: 'Twice opened', country: 'Peru' })
  await app.signIn(page, 'admin')
  await goTo(page, `/crm/customers/view/${account.id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  const country = page.getByRole('dialog').getByLabel('Country')
  await country.fill('Kenya')
  await expect(notice(page)).toHaveCount(0)
  const theirs = { name: 'Twice opened', country: 'Ghana', phone: '+233 1' }
  await app.api.do(crmApi.updateAccount, { params: { id: account.id }, body: theirs }, { version: account.version })

  await expect(notice(page)).toBeVisible()
  await expect(country).toHaveValue('Kenya')
  await expectAccessible(page)
  await keep(page)
  await expect(notice(page)).toHaveCount(0)
  // “Keep mine” doesn't save: the conflict question still appears, with the name of the other user.
  await page.getByRole('button', { name: 'Save customer' }).click()
  const question = page.getByRole('dialog', { name: 'This customer was changed by someone else' })
  await expect(question).toContainText(
    /admin under test saved it (just now|1 min\. ago), so your changes were not saved/,
  )
  await expect(changes(page)).toHaveText(['Phone: – → +233 1', /^Country: Peru → Ghana\s*You changed it too\./])
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Overwrite' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const saved = await app.api.do(crmApi.getAccount, { params: { id: account.id } })
  expect([saved.country, saved.phone]).toEqual(['Kenya', '+233 1'])
})

test('[RT-06] on a form page: the changes are listed before saving, and the changes of both users can be saved', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const product = await addProduct(app.api, place, { name: 'Gauze', price: '10.00' })
  await app.signIn(page, 'admin')
  await goTo(page, `/crm/inventory/edit/${product.id}`)
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Gauze, sterile')
  const { quantity: _, ...theirs } = productBody(place, {
    name: 'Gauze 10 cm',
    description: product.description,
    price: '12.50',
  })
  await app.api.do(
    inventoryApi.updateProduct,
    { params: { id: product.id }, body: theirs },
    { version: product.version },
  )
  await show(page)
  await expect(changes(page)).toHaveText([
    /^Name: Gauze → Gauze 10 cm\s*You changed it too\./,
    /^Price: 10(\.0+)? → 12\.50?/,
  ])
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(name).toHaveValue('Gauze 10 cm')
  await expect(notice(page)).toHaveCount(0)
  await name.fill('Gauze 20 cm')
  await page.getByLabel('Size').fill('20 cm')
  const { version } = await app.api.do(inventoryApi.getProduct, { params: { id: product.id } })
  await app.api.do(
    inventoryApi.updateProduct,
    { params: { id: product.id }, body: { ...theirs, description: 'In packs of ten', details: { color: 'White' } } },
    { version },
  )
  await page.getByRole('button', { name: 'Save product' }).click()
  await expect(changes(page)).toHaveText([/^Description: .* → In packs of ten$/])
  await page.getByRole('button', { name: 'Overwrite' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Gauze 20 cm' })).toBeVisible()
  const saved = await app.api.do(inventoryApi.getProduct, { params: { id: product.id } })
  expect([saved.description, saved.price, saved.details.size, saved.details.color]).toEqual([
    'In packs of ten',
    expect.stringMatching(/^12\.50*$/),
    '20 cm',
    'White',
  ])
})

test('[RT-06] on an order form: a line that another user adds leaves typed values alone and is saved with them (B24)', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const [first, second] = [await addProduct(app.api, place), await addProduct(app.api, place, { name: 'Added there' })]
  const { id: accountId } = await addAccount(app.api)
  const order = await addOrder(app.api, accountId, [[first.id, 5]])
  await app.signIn(page, 'admin')
  await goTo(page, `/orders/sales-orders/edit/${order.id}`)
  await page.getByLabel('Notes').fill('Typed here')
  await app.api.do(
    salesApi.updateOrder,
    {
      params: { id: order.id },
      body: {
        accountId,
        lines: [
          { productId: first.id, quantity: 5 },
          { productId: second.id, quantity: 7 },
        ],
      },
    },
    { version: order.version },
  )
  await expect(notice(page)).toBeVisible()
  await expect(page.getByLabel('Notes')).toHaveValue('Typed here')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('button', { name: 'Overwrite' }).click()
  await expect(page).toHaveURL(`/orders/sales-orders/view/${order.id}`)
  const saved = await app.api.do(salesApi.getOrder, { params: { id: order.id } })
  expect([saved.notes, saved.orderLines.map(({ quantity }) => quantity)]).toEqual(['Typed here', [5, 7]])

  // Changed fields have the same names as in the form.
  const other = await addAccount(app.api, { name: 'Bought there' })
  await goTo(page, `/orders/sales-orders/edit/${order.id}`)
  await page.getByLabel('Notes').fill('Typed again')
  await app.api.do(
    salesApi.updateOrder,
    { params: { id: order.id }, body: { accountId: other.id, lines: [{ productId: first.id, quantity: 5 }] } },
    { version: saved.version },
  )
  await show(page)
  await expect(changes(page).filter({ hasText: /^Customer: .* → Bought there$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Reload' }).click()

  // An estimate that another user sends stays open; saving it shows why that is refused.
  const lines = [{ productId: first.id, quantity: 5 }]
  const estimate = await app.api.do(estimatesApi.createEstimate, {
    body: { accountId, lines, validUntil: '2099-01-01' },
  })
  await goTo(page, `/orders/estimates/edit/${estimate.id}`)
  await page.getByLabel('Notes').fill('Typed here')
  await app.api.do(estimatesApi.sendEstimate, { params: { id: estimate.id }, body: { to: 'buyer@example.com' } })
  await expect(notice(page)).toBeVisible()
  await expect(page.getByLabel('Notes')).toHaveValue('Typed here')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(changes(page)).toHaveText(['Status: Draft → Sent', 'Sent to: – → buyer@example.com'])
  await page.getByRole('button', { name: 'Overwrite' }).click()
  await expect(page.getByText('Already sent. Create a revision instead.')).toBeVisible()
  await expect(page.getByLabel('Notes')).toHaveValue('Typed here')
})

test('[RT-06] a change without a live event is noticed when the page becomes visible again', async ({ page, app }) => {
  const email = 'looked.at.again@example.com'
  const { user } = await app.api.do(usersApi.create, { body: { name: 'Ann Again', email, role: 'staff' } })
  await app.signIn(page, 'admin')
  await goTo(page, `/crm/users/view/${user.id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByLabel('Phone').fill('+51 1')
  const theirs = { name: 'Ann Agnew', email, phone: null, role: 'staff' as const, accountId: null }
  await app.api.do(usersApi.update, { params: { id: user.id }, body: theirs }, { version: user.version })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await show(page)
  await expect(changes(page)).toHaveText(['Name: Ann Again → Ann Agnew'])
  await page.getByRole('button', { name: 'Overwrite' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ann Agnew' })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: '+51 1' })).toBeVisible()
})

test('[RT-06, SET-01] in the settings: another administrator’s change is shown, and both changes are saved (B24)', async ({
  page,
  app,
}) => {
  const { data: before } = await app.api.do(settingsApi.getSettings, {})
  await app.signIn(page, 'admin')
  await goTo(page, '/settings')
  await page.getByLabel('Headquarters').fill('Lima')
  await changeSettings(app.api, { lowStockThreshold: 77, posting: { futureDays: 3 } })
  await show(page)
  await expect(changes(page)).toHaveText([/^Low stock threshold: \d+ → 77$/, 'Future dates: 0 → 3'])
  await page.keyboard.press('Escape')
  await keep(page)
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Settings updated successfully!')).toBeVisible()
  const { data: after } = await app.api.do(settingsApi.getSettings, {})
  expect([after.lowStockThreshold, after.company.headquarters]).toEqual([77, 'Lima'])
  await changeSettings(app.api, before)
})

test('[RT-06] a list response that is older than a restored record is refetched', async ({ page, app }) => {
  const product = await addProduct(app.api, await addPlace(app.api), { name: 'Going' })
  await app.signIn(page, 'admin')
  await goTo(page, paths.product(product.id))
  const { promise: restored, resolve: release } = Promise.withResolvers<void>()
  const isList = (url: URL) => url.pathname === inventoryApi.listProducts.path
  await page.route(
    isList,
    async (route) => {
      const response = await route.fetch()
      await restored
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  const isRead = page.waitForRequest((request) => isList(new URL(request.url())))
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete product' }).click()
  await isRead
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Going restored')).toBeVisible()
  release()
  await expect(page.getByRole('link', { name: /^Going/ })).toBeVisible()
})
