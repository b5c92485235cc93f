import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

const list = '/orders/sales-orders'

test('[SO-01, SO-03, SO-05] an order is put on hold and released, then ships in two parts that link to each other', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const product = await addProduct(app.api, place, { quantity: 100, price: '2.50' })
  const account = await addAccount(app.api)
  const first = await addOrder(app.api, account.id, [[product.id, 1]])
  const order = await addOrder(app.api, account.id, [[product.id, 10]])
  await app.api.do(salesApi.confirm, { params: { id: order.id }, body: {} })
  await app.signIn(page, 'admin')
  const header = page.locator('header', { has: page.getByRole('heading', { level: 1 }) })
  const dialog = page.getByRole('dialog')

  await test.step('opens the order from the customer’s list, then the next and the previous order', async () => {
    await goTo(page, `${list}?account=${account.id}`)
    await page.getByRole('link', { name: order.number }).click()
    await page.getByRole('link', { name: 'Next order' }).click()
    await expect(header).toContainText(first.number)
    await page.getByRole('link', { name: 'Previous order' }).click()
    await expect(header).toContainText(order.number)
  })

  await test.step('an order on hold can’t be picked and shows the reason', async () => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Put on hold' }).click()
    await dialog.getByLabel('Reason').fill('Ask about the address')
    await dialog.getByRole('button', { name: 'Put on hold' }).click()
    await expect(header).toContainText('On hold')
    await expect(page.getByText('This order is on hold')).toBeVisible()
    await page.getByRole('button', { name: 'More actions' }).click()
    const picking = page.getByRole('menuitem', { name: 'Start picking' })
    await expect(picking).toHaveAttribute('aria-disabled', 'true')
    await expect(picking).toContainText('The order is on hold: Ask about the address.')
    await page.keyboard.press('Escape')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Release hold' }).click()
    await expect(page.getByText('This order is on hold')).toBeHidden()
    await expect(page.getByRole('list', { name: 'History of the order' })).toContainText('released the hold')
  })

  await test.step('four of ten pieces are picked and ship; the rest becomes a backorder', async () => {
    await page.getByRole('button', { name: 'Mark ready to ship' }).click()
    await dialog.getByLabel('Short pick').check()
    const field = dialog.getByLabel(`Picked of ${product.name}`)
    await field.fill('11')
    await expect(dialog.getByText('At most 10')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Mark ready to ship' })).toBeDisabled()
    await field.fill('4')
    await expect(dialog).toContainText('The rest, 6 pieces for USD 15.00, becomes a backorder')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Mark ready to ship' }).click()
    await expect(header).toContainText('Partly shipped')
    await page
      .getByRole('listitem')
      .filter({ hasText: /^The rest is/ })
      .getByRole('link')
      .click()
    await expect(page.getByRole('listitem').filter({ hasText: `The rest of ${order.number}` })).toBeVisible()
  })
})
