import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { failUntilTriedAgain } from '#test/e2e/failing-calls.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'
import { withoutLiveUpdates } from '#test/e2e/people.ts'

const list = '/orders/sales-orders'

test('[SO-05, UI-02] list, split view and board show the same orders, with filters in the URL; a card is moved with its menu', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const product = await addProduct(app.api, place, { quantity: 100, price: '2.50' })
  const account = await addAccount(app.api)
  const pending = await addOrder(app.api, account.id, [[product.id, 3]])
  const held = await addOrder(app.api, account.id, [[product.id, 4]])
  await app.api.do(salesApi.confirm, { params: { id: held.id }, body: {} })
  await app.signIn(page, 'admin')
  await goTo(page, `${list}?account=${account.id}`)
  await expect(page.getByRole('row', { name: pending.number })).toBeVisible()
  await expect(page.getByRole('row', { name: held.number })).toBeVisible()

  await test.step('dates filter the list, and an incomplete year is not applied', async () => {
    await page.getByLabel('Ordered from', { exact: true }).fill('2999-01-01')
    await expect(page.getByText('No orders match')).toBeVisible()
    await page.getByLabel('Ordered from', { exact: true }).fill('0202-01-01')
    await expect(page).toHaveURL(/from=2999-01-01/)
    await page.getByRole('button', { name: /^Remove filter Ordered from/ }).click()
    await expect(page.getByLabel('Ordered from', { exact: true })).toHaveValue('')
    await expect(page.getByRole('row', { name: pending.number })).toBeVisible()
  })

  await test.step('split view: the selected order is beside the list', async () => {
    await page.getByRole('button', { name: 'Split' }).click()
    await expect(page).toHaveURL(/account=.*view=split/)
    const names = page.getByRole('navigation', { name: 'Sales orders' })
    await names.getByRole('link', { name: pending.number }).click()
    await expect(page.getByRole('region', { name: pending.number })).toContainText(product.name)
    await expectAccessible(page)
    await page.reload()
    await expect(page.getByRole('region', { name: pending.number })).toContainText(product.name)
  })

  const column = (name: string) => page.getByRole('region', { name, exact: true })
  const card = (number: string) => page.getByRole('listitem').filter({ hasText: number })

  await test.step('board: each status is a column, and each card says which moves are not possible and why', async () => {
    await page.getByRole('button', { name: 'Board', exact: true }).click()
    await expect(column('Pending').getByText(pending.number)).toBeVisible()
    await expect(column('Confirmed').getByText(held.number)).toBeVisible()
    await expectAccessible(page)
    await card(held.number)
      .getByRole('button', { name: `Move ${held.number}` })
      .click()
    const shipped = page.getByRole('menuitem', { name: 'Shipped' })
    await expect(shipped).toHaveAttribute('aria-disabled', 'true')
    await expect(shipped).toContainText('This status can’t be reached from Confirmed.')
    await page.keyboard.press('Escape')
  })

  await test.step('moving a card first shows the effects; then the card is in the new column', async () => {
    await card(pending.number)
      .getByRole('button', { name: `Move ${pending.number}` })
      .click()
    await page.getByRole('menuitem', { name: 'Confirmed' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm this order?' })
    await expect(dialog).toContainText('A new invoice over USD 7.50')
    await dialog.getByRole('button', { name: 'Confirm order' }).click()
    await expect(column('Confirmed').getByText(pending.number)).toBeVisible()
    await expect(column('Pending').getByText(pending.number)).toHaveCount(0)
    await expect(page).toHaveURL(/account=.*view=board/)
  })
})

test('[SO-05] (F11) two users edit one order, and neither loses changes', async ({ page, app, browser }) => {
  const place = await addPlace(app.api)
  const product = await addProduct(app.api, place, { quantity: 100, price: '2.50' })
  const account = await addAccount(app.api)
  const second = await addProduct(app.api, place, { quantity: 100, price: '4.00' })
  const third = await addProduct(app.api, place, { quantity: 100, price: '1.00' })
  const order = await addOrder(app.api, account.id, [
    [product.id, 3],
    [second.id, 4],
  ])
  // Without live updates the first user doesn't learn of the other change before saving.
  await page.route('**/socket.io/**', (route) => route.abort())
  await app.signIn(page, 'admin')
  await page.goto(`${list}/edit/${order.id}`)
  await page.getByLabel('Reference').fill('Mine')
  await page.getByRole('group', { name: 'Line 1' }).getByLabel('Quantity').fill('5')
  const context = await browser.newContext({ baseURL: app.baseURL })
  const other = await context.newPage()
  await app.signIn(other, 'admin')
  await other.goto(`${list}/edit/${order.id}`)
  await other.getByLabel('Notes').fill('Theirs')
  await other.getByRole('group', { name: 'Line 2' }).getByLabel('Quantity').fill('6')
  await other.getByRole('button', { name: 'Add line' }).click()
  const added = other.getByRole('group', { name: 'Line 3' })
  await added.getByRole('combobox', { name: 'Product' }).fill(third.sku)
  await other.getByRole('option', { name: third.name }).click()
  await added.getByLabel('Quantity').fill('7')
  await other.getByRole('button', { name: 'Save changes' }).click()
  await expect(other.getByRole('heading', { level: 1, name: order.number, exact: true })).toBeVisible()
  await context.close()

  // Overwriting is not offered until the saved version has loaded.
  const record = `**/api/sales-orders/${order.id}`
  await failUntilTriedAgain(page, record, (one) =>
    one.request().method() === 'GET' ? one.fulfill({ status: 429, json: { error: 'Too busy.' } }) : one.fallback(),
  )
  await page.getByRole('button', { name: 'Save changes' }).click()
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await expect(dialog.getByText('The saved version could not be loaded.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Overwrite' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('button', { name: 'Overwrite' })).toBeEnabled()
  await expect(dialog.getByText('The saved version could not be loaded.')).toHaveCount(0)
  await expect(dialog.getByRole('list', { name: 'What was changed' })).toContainText('Theirs')
  // The lines that the other user changed are not those changed here.
  const lineRows = dialog.getByRole('list', { name: 'Lines' }).getByRole('listitem')
  await expect(lineRows).toHaveText([`${second.name}: quantity 4 → 6`, `Added: ${third.name}, 7`])
  await expect(dialog.getByText('You changed it too')).toHaveCount(0)
  await expectAccessible(page)
  // The typed values are still there behind the dialog.
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Reference')).toHaveValue('Mine')
  const { notes, reference } = await app.api.do(salesApi.getOrder, { params: { id: order.id } })
  expect([notes, reference]).toEqual(['Theirs', null])

  // The saved version is loaded before it is overwritten. An order that can't be changed any more says why.
  await app.api.do(salesApi.cancel, { params: { id: order.id }, body: { reason: 'By mistake' } })
  await page.setViewportSize({ width: 900, height: 500 })
  await page.getByLabel('Reference').press('Enter')
  await dialog.getByRole('button', { name: 'Overwrite' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Only pending orders can be changed' })).toBeInViewport()
  await app.api.do(salesApi.reopen, { params: { id: order.id }, body: {} })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await dialog.getByRole('button', { name: 'Overwrite' }).click()
  await expect(page).toHaveURL(`${list}/view/${order.id}`)
  const saved = await app.api.do(salesApi.getOrder, { params: { id: order.id } })
  expect([saved.notes, saved.reference]).toEqual(['Theirs', 'Mine'])
  expect(saved.orderLines.map(({ product: { id }, quantity }) => [id, quantity])).toEqual([
    [product.id, 5],
    [second.id, 6],
    [third.id, 7],
  ])

  // Together the two users remove every line: the form says what is missing and has an empty line.
  await page.goto(`${list}/edit/${order.id}`)
  await page.getByRole('button', { name: 'Remove line 3' }).click()
  await page.getByRole('button', { name: 'Remove line 2' }).click()
  const lines = [third, second].map(({ id }) => ({ productId: id, quantity: 6 }))
  await app.api.do(salesApi.updateOrder, { params: { id: order.id }, body: { accountId: account.id, lines } }, saved)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(lineRows).toHaveText([
    new RegExp(`^${third.name}: quantity 7\\s→\\s6\\s*You removed it. Overwrite removes it.$`),
    `Removed: ${product.name}`,
    'Rearranged',
  ])
  await dialog.getByRole('button', { name: 'Overwrite' }).click()
  await expect(page.getByRole('group', { name: 'Line 1' }).getByText('Product is required')).toBeInViewport()
  await page.getByRole('group', { name: 'Line 1' }).getByRole('combobox', { name: 'Product' }).fill(third.sku)
  await page.getByRole('option', { name: third.name }).click()
  await page.getByRole('group', { name: 'Line 1' }).getByLabel('Quantity').fill('1')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page).toHaveURL(`${list}/view/${order.id}`)
  const { orderLines } = await app.api.do(salesApi.getOrder, { params: { id: order.id } })
  expect(orderLines.map(({ product: { id }, quantity }) => [id, quantity])).toEqual([[third.id, 1]])
})

test('[SO-01] pointing at a list link or an order row prefetches it; the click doesn’t request it again', async ({
  page,
  app,
}) => {
  const product = await addProduct(app.api, await addPlace(app.api), { quantity: 100, price: '2.50' })
  const account = await addAccount(app.api)
  const order = await addOrder(app.api, account.id, [[product.id, 2]])
  // The event of the new order would request the lists once more.
  await withoutLiveUpdates(page)
  await app.signIn(page, 'admin')
  const reads: string[] = []
  const lists: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname === `/api/sales-orders/${order.id}`) reads.push(request.method())
    if (pathname === '/api/sales-orders') lists.push(request.method())
  })
  await goTo(page, '/crm/suppliers')
  const link = page.getByRole('link', { name: 'Sales Orders', exact: true })
  await link.hover()
  await expect.poll(() => lists).toEqual(['GET'])
  await link.click()
  await expect(page.getByRole('row', { name: order.number })).toBeVisible()
  expect(lists).toEqual(['GET'])
  // Data without live events is not requested again either, if it was just prefetched.
  const untold = page.getByRole('link', { name: 'Purchase Orders', exact: true })
  const purchases: string[] = []
  page.on('response', (answer) => {
    if (new URL(answer.url()).pathname === '/api/purchase-orders') purchases.push(answer.request().method())
  })
  await untold.hover()
  await expect.poll(() => purchases).toEqual(['GET'])
  await untold.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Purchase orders' })).toBeVisible()
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  expect(purchases).toEqual(['GET'])
  await goTo(page, `${list}?account=${account.id}`)
  const row = page.getByRole('row', { name: order.number })
  await row.hover()
  await expect.poll(() => reads).toEqual(['GET'])
  await row.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(order.number)
  expect(reads).toEqual(['GET'])
})
