import { crmApi } from '#shared/crm/partners/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import type { Product } from '#shared/inventory/stock/product.ts'
import { addAccount, addOrder, addPlace, addProduct, newBarcode, placePurchase } from '#test/builders.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { button, dialog, handsOn, lineOf, report, scan, status } from './hands.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

/*
 * Tasks of a working day, done with a mouse and counted; docs/usability.md lists them with their counts before and
 * after. Counts inputs only, not time.
 */

test.use({ ownCompany: 'by mouse' })

test('[INV-02, CRM-02] a product with two lots and a customer need few inputs', async ({ page, app }) => {
  const { api } = app
  const place = await addPlace(api)
  await addProduct(api, place, { name: 'Known before' })
  await app.signIn(page, 'admin')

  await test.step('a product with two lots', async () => {
    const hands = handsOn(page)
    await goTo(page, '/crm/inventory')
    await hands.click(page.getByRole('link', { name: 'Add product' }).first())
    const field = (label: string) => page.getByLabel(label, { exact: true })
    await hands.fill(field('Name'), 'Nitrile gloves M')
    await hands.fill(field('Price'), '12.50')
    await hands.fill(field('Initial Quantity'), '100')
    await hands.click(field('Lot-tracked'))
    await hands.fill(field('Lot number'), 'L-1')
    await hands.fill(field('Expiry date'), '2039-05-31')
    await hands.click(button(page, 'Save product'))
    await expect(page.getByRole('heading', { level: 1, name: 'Nitrile gloves M' })).toBeVisible()
    await hands.click(button(page, 'Add stock'))
    await hands.fill(dialog(page).getByLabel('Quantity').first(), '50')
    await hands.select(dialog(page).getByLabel('Reason', { exact: true }), 'purchase_order')
    await hands.fill(dialog(page).getByLabel('Lot number').first(), 'L-2')
    await hands.fill(dialog(page).getByLabel('Expiry date').first(), '2039-06-30')
    await hands.click(button(dialog(page), 'Add stock'))
    await expect(dialog(page)).toHaveCount(0)
    report('product with two lots', { inputs: hands.inputs() })
    const { data } = await api.do(inventoryApi.listProducts, { query: { q: 'Nitrile gloves M' } })
    expect(data[0]?.onHand).toBe(150)
    expect.soft(hands.inputs()).toBeLessThanOrEqual(14)
  })

  await test.step('a customer with one contact', async () => {
    const hands = handsOn(page)
    await goTo(page, '/crm/customers')
    await hands.click(
      button(page, 'Add customer')
        .or(page.getByRole('link', { name: 'Add customer' }))
        .first(),
    )
    await hands.fill(dialog(page).getByLabel('Name', { exact: true }), 'Ward 7')
    await hands.fill(dialog(page).getByLabel('Email'), 'ward7@example.com')
    await hands.click(button(dialog(page), 'Add customer'))
    await expect(dialog(page)).toHaveCount(0)
    report('customer', { inputs: hands.inputs() })
    expect((await api.do(crmApi.listAccounts, { query: { q: 'Ward 7' } })).data[0]?.email).toBe('ward7@example.com')
    expect.soft(hands.inputs()).toBeLessThanOrEqual(6)
  })
})

test('[SO-01, SO-03, IVC-01, PO-01, TRF-01] an order until paid, a receipt of 20 lines by scanner, stock, transfer and price need few inputs', async ({
  page,
  app,
}) => {
  const { api } = app
  const place = await addPlace(api)
  const goods: Product[] = []
  for (let at = 1; at <= 20; at += 1)
    goods.push(
      await addProduct(api, place, { name: `Swab ${at}`, barcode: newBarcode(), quantity: 100, pcsPerCase: 1 }),
    )
  const [first] = goods
  const account = await addAccount(api, { name: 'Harbour clinic' })
  const order = await addOrder(api, account.id, [[first?.id ?? '', 10]])
  const other = await api.do(inventoryApi.createLocation, { body: { name: 'Cold store', type: 'Warehouse' } })
  await app.signIn(page, 'admin')

  await test.step('an order until it is delivered', async () => {
    const hands = handsOn(page)
    await goTo(page, `/orders/sales-orders/view/${order.id}`)
    const agree = async (act: string) => {
      await hands.click(button(page, act))
      await expect(button(dialog(page), act)).toBeEnabled()
      await hands.press('Enter')
      await expect(dialog(page)).toHaveCount(0)
    }
    await agree('Confirm order')
    await agree('Mark ready to ship')
    await hands.click(button(page, 'Assign to carrier'))
    await hands.fill(dialog(page).getByLabel('Carrier'), 'Blue Van')
    await hands.press('Enter')
    await expect(dialog(page)).toHaveCount(0)
    await agree('Mark as shipped')
    await hands.click(button(page, 'Record delivery'))
    await hands.fill(dialog(page).getByLabel('Received by'), 'Desk')
    await hands.fill(dialog(page).getByLabel('Proof of delivery'), 'Slip')
    await hands.click(button(dialog(page), 'Record delivery'))
    await expect(status(page)).toContainText('Delivered')
    report('order to delivered', { ...hands.count })
    expect.soft(hands.count.clicks).toBeLessThanOrEqual(8)
  })

  await test.step('the payment of the order', async () => {
    const hands = handsOn(page)
    await hands.click(button(page, 'Record payment'))
    await hands.click(button(dialog(page), 'Record payment'))
    await expect(page.getByRole('main').getByText('Paid in Full').first()).toBeVisible()
    report('payment in full', { ...hands.count })
    expect.soft(hands.count.clicks).toBeLessThanOrEqual(2)
  })

  await test.step('a purchase receipt of twenty lines by scanner', async () => {
    const purchase = await placePurchase(
      api,
      place,
      goods.map(({ id }) => [id, 1, '6.00'] as const),
    )
    const hands = handsOn(page)
    await goTo(page, `/orders/purchase-orders/view/${purchase.id}`)
    await hands.click(page.getByRole('link', { name: 'Receive' }).first())
    await expect(button(page, 'Receive goods')).toBeVisible()
    for (const { barcode } of goods) await scan(page, barcode ?? '')
    await expect(page.getByRole('textbox', { name: 'Arrived' }).last()).toHaveValue('1')
    await hands.click(button(page, 'Receive goods'))
    await expect(page.getByLabel('Notifications Alt+T').getByText(/is now:? Received/)).toBeVisible()
    report('receipt of 20 lines', { ...hands.count, scans: goods.length })
    expect.soft(hands.inputs()).toBeLessThanOrEqual(2)
  })

  await test.step('stock added to a product', async () => {
    const hands = handsOn(page)
    await goTo(page, `/crm/inventory/view/${first?.id ?? ''}`)
    await hands.click(button(page, 'Add stock'))
    await hands.fill(dialog(page).getByLabel('Quantity').first(), '50')
    await hands.select(dialog(page).getByLabel('Reason', { exact: true }), 'manual_adjustment')
    await hands.click(button(dialog(page), 'Add stock'))
    await expect(dialog(page)).toHaveCount(0)
    report('stock added', { inputs: hands.inputs() })
    expect.soft(hands.inputs()).toBeLessThanOrEqual(4)
  })

  await test.step('a transfer of two products', async () => {
    const hands = handsOn(page)
    await goTo(page, '/inventory/stock-transfers/add')
    const line = (at: number) => lineOf(page, at)
    await hands.pick(page.getByRole('combobox', { name: 'Source' }), place.warehouse.name)
    await hands.pick(page.getByRole('combobox', { name: 'Destination' }), other.name)
    for (const at of [1, 2]) {
      await hands.pick(line(at).getByRole('combobox', { name: 'Item' }), `Swab ${at + 4}`)
      await hands.fill(line(at).getByRole('textbox', { name: 'Quantity' }), '5')
      if (at === 1) await page.keyboard.press('Enter')
    }
    await hands.click(page.getByRole('main').locator('button[type=submit]').last())
    await expect(page.getByRole('heading', { level: 1, name: /^ST-|^TR/ })).toBeVisible()
    report('transfer of two products', { inputs: hands.inputs() })
    expect.soft(hands.inputs()).toBeLessThanOrEqual(7)
  })

  await test.step('a changed price', async () => {
    const hands = handsOn(page)
    await goTo(page, `/crm/inventory/view/${first?.id ?? ''}`)
    await hands.click(button(page, 'More actions'))
    await hands.click(page.getByRole('menuitem', { name: 'Edit' }))
    await hands.click(page.getByLabel('Price', { exact: true }))
    // The first click has selected the field's content.
    await hands.type('11')
    await hands.click(button(page, 'Save product'))
    await expect(page.getByRole('heading', { level: 1, name: first?.name ?? '' })).toBeVisible()
    report('price changed', { ...hands.count })
    expect((await api.do(inventoryApi.getProduct, { params: { id: first?.id ?? '' } })).price).toBe('11.00')
    expect.soft(hands.count).toEqual({ clicks: 4, fields: 0, keys: 2 })
  })
})
