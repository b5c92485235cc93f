import { sql } from 'kysely'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { returnsApi } from '#shared/sales/returns/api.ts'
import { addAccount, addPlace, addProduct, deliveredOrder } from '#test/builders.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

test('[RTN-01, NAV-07] goods of a delivered order are returned: requested, received, inspected and credited', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const account = await addAccount(app.api, { name: 'Clinic that sends back' })
  const gloves = await addProduct(app.api, place, { name: 'Returned gloves', quantity: 100, price: '4.00' })
  const masks = await addProduct(app.api, place, { name: 'Returned masks', quantity: 100, price: '1.50' })
  const order = await deliveredOrder(app.api, account.id, [
    [gloves.id, 20],
    [masks.id, 30],
  ])
  await app.signIn(page, 'admin')
  await goTo(page, `/orders/sales-orders/view/${order.id}`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Return goods' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Return of ${order.number}` })).toBeVisible()
  const save = page.getByRole('button', { name: 'Save return' })
  await save.click()
  await expect(page.getByText('Enter a quantity for at least one line.')).toBeVisible()
  const line = (name: string) => page.getByRole('group', { name })
  await line('Returned gloves').getByLabel('Qty returned').fill('25')
  await line('Returned gloves').getByLabel('Reason').selectOption('Damaged')
  await save.click()
  await expect(line('Returned gloves').getByText('Quantity must be at most 20')).toBeVisible()
  await line('Returned gloves').getByLabel('Qty returned').fill('5')
  await line('Returned gloves').getByLabel('Note').fill('Box wet')
  await line('Returned masks').getByLabel('Qty returned').fill('2')
  await line('Returned masks').getByLabel('Reason').selectOption('Damaged')
  await expectAccessible(page)
  // The product is deleted before the draft is restored.
  await sql`update items set deleted_at = now() where id = ${masks.id}`.execute(app.database.db)
  await page.goto('/crm/dashboard', { waitUntil: 'commit' })
  await goTo(page, `/orders/returns/new?order=${order.id}`)
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(line('Returned gloves').getByLabel('Note')).toHaveValue('Box wet')
  await save.click()
  await expect(page.getByRole('alert')).toContainText('Returned masks is deleted. Restore it first.')
  await line('Returned masks').getByLabel('Qty returned').fill('')
  await save.click()

  await expect(page.getByRole('heading', { level: 1, name: /^RMA-/ })).toBeVisible()
  const number = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  await expect(page.getByRole('table', { name: 'Goods' })).toContainText('Box wet')
  await expect(page.getByText('gives USD 20.00 credit')).toBeVisible()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('button', { name: 'Receive goods' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Received at' }).fill(place.warehouse.name)
  await page.getByRole('option', { name: place.warehouse.name }).first().click()
  await dialog.getByRole('button', { name: 'Receive goods' }).click()
  await page.getByRole('button', { name: 'Inspect' }).click()
  await dialog.getByLabel('Restock').fill('4')
  await dialog.getByRole('button', { name: 'Save inspection' }).click()
  await expect(dialog.getByText('must make up the 5 that arrived')).toBeVisible()
  await expect(dialog.getByLabel('Restock')).toBeFocused()
  await expect(dialog.getByLabel('Scrap')).toHaveAccessibleDescription(/must make up the 5 that arrived$/)
  await dialog.getByLabel('Scrap').fill('1')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save inspection' }).click()
  await page.getByRole('button', { name: 'Complete' }).click()
  await expect(dialog.getByRole('list', { name: 'What will be posted' })).toContainText('Restock: Returned gloves')
  await dialog.getByRole('button', { name: 'Complete return' }).click()
  await expect(page.getByText(/^CN-\d{4}-\d+$/)).toBeVisible()
  await expectAccessible(page)
  expect((await app.api.do(inventoryApi.getProduct, { params: { id: gloves.id } })).onHand).toBe(84)

  // The order links to the return, and the list shows it.
  await page.getByRole('link', { name: order.number }).click()
  await page.getByRole('link', { name: number }).click()
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()
  await goTo(page, `/orders/returns?q=${number}&status=Completed`)
  await expect(page.getByRole('row', { name: new RegExp(number) })).toContainText('20.00')
  await page.reload()
  await expect(page.getByRole('row', { name: new RegExp(number) })).toContainText('Clinic that sends back')
  await expectAccessible(page)
})

test('[RTN-01, PERM-01] users without edit permission see returns but no actions; one is rejected with a reason, on a phone', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const product = await addProduct(app.api, place, { name: 'Kept gloves', quantity: 10 })
  const order = await deliveredOrder(app.api, (await addAccount(app.api)).id, [[product.id, 10]])
  const { lines } = await app.api.do(returnsApi.listReturnable, { params: { id: order.id } })
  const requested = await app.api.do(returnsApi.createReturn, {
    body: {
      orderId: order.id,
      lines: [{ orderLineId: lines[0]?.orderLineId ?? '', quantity: 1, reason: 'not_needed' }],
    },
  })
  await page.setViewportSize({ width: 375, height: 812 })
  await app.signIn(page, 'staff', { invoices: { view: true } })
  await goTo(page, `/orders/returns/view/${requested.id}`)
  await expect(page.getByRole('heading', { level: 1, name: requested.number })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await goTo(page, '/orders/returns/new')
  await expect(page.getByText('Ask an administrator for permission to edit invoices.')).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)

  await app.signIn(page, 'admin')
  await page.evaluate(() => sessionStorage.clear())
  await goTo(page, `/orders/returns/view/${requested.id}`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Reject' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Reject return' }).click()
  await expect(dialog.getByText('Reason is required')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Opened boxes')
  await dialog.getByRole('button', { name: 'Reject return' }).click()
  await expect(page.getByText('“Opened boxes”')).toBeVisible()
  await expect(page.getByText('Nothing is returned or credited.')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
})
