import { crmApi } from '#shared/crm/partners/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import type { Product } from '#shared/inventory/stock/product.ts'
import { paths } from '#web/paths.ts'
import { addAccount, addOrder, addPlace, addProduct, newBarcode, placePurchase } from '#test/builders.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { button, dialog, field, keyboardOf, lineOf, report, scan, status } from './hands.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

/* Tasks of docs/usability.md without a mouse: each starts on its open page and ends when it is saved. */

test.use({ ownCompany: 'by keyboard' })

test('[INV-02, CRM-02, SO-01] keyboard only: a product with two lots, a customer and an order of five lines need few keys', async ({
  page,
  app,
}) => {
  const { api } = app
  const place = await addPlace(api)
  for (let at = 1; at <= 5; at += 1)
    await addProduct(api, place, { name: `Bandage ${at}`, sku: `BND-${at}`, quantity: 500 })
  await app.signIn(page, 'admin')
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })

  await test.step('a product with two lots', async () => {
    const hands = keyboardOf(page)
    await goTo(page, paths.products)
    await expect(heading('Inventory')).toBeVisible()
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
    await hands.press('n')
    await hands.fill(field(page, 'Name'), 'Gloves M')
    await hands.fill(field(page, 'Price'), '12.50')
    await hands.fill(field(page, 'Initial Quantity'), '100')
    await hands.tabTo(field(page, 'Lot-tracked'))
    await hands.press('Space')
    await hands.fill(field(page, 'Lot number'), 'L-1')
    await hands.fill(field(page, 'Expiry date'), '05312039')
    await hands.press('Control+Enter')
    await expect(heading('Gloves M')).toBeFocused()
    await hands.tabTo(button(page, 'Add stock'))
    await hands.press('Enter')
    await hands.fill(dialog(page).getByLabel('Quantity').first(), '50')
    await hands.fill(dialog(page).getByLabel('Reason', { exact: true }), 'p')
    await hands.fill(dialog(page).getByLabel('Lot number').first(), 'L-2')
    await hands.fill(dialog(page).getByLabel('Expiry date').first(), '06302039')
    await hands.press('Control+Enter')
    await expect(dialog(page)).toHaveCount(0)
    report('keyboard: product with two lots', { keys: hands.keys() })
    expect.soft(hands.keys()).toBeLessThanOrEqual(80)
    const { data } = await api.do(inventoryApi.listProducts, { query: { q: 'Gloves M' } })
    expect(data[0]?.onHand).toBe(150)
  })

  await test.step('a customer with one contact', async () => {
    await keyboardOf(page).go('customers', 'Customer List')
    const hands = keyboardOf(page)
    await expect(heading('Customers')).toBeFocused()
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
    await hands.press('n')
    await expect(dialog(page).getByLabel('Name', { exact: true })).toBeFocused()
    await expect(dialog(page).getByLabel('Name', { exact: true })).toHaveValue('')
    await hands.fill(dialog(page).getByLabel('Name', { exact: true }), 'Ward 7')
    await hands.fill(dialog(page).getByLabel('Email'), 'ward7@example.com')
    await hands.press('Enter')
    await expect(dialog(page)).toHaveCount(0)
    report('keyboard: customer', { keys: hands.keys() })
    expect.soft(hands.keys()).toBeLessThanOrEqual(30)
    expect((await api.do(crmApi.listAccounts, { query: { q: 'Ward 7' } })).data[0]?.email).toBe('ward7@example.com')
  })

  await test.step('an order of five lines', async () => {
    const hands = keyboardOf(page)
    await goTo(page, paths.orders)
    await expect(heading('Sales orders')).toBeVisible()
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
    await hands.press('n')
    await hands.pick(page.getByRole('combobox', { name: 'Customer' }), 'Ward 7')
    const product = (at: number) => lineOf(page, at).getByRole('combobox', { name: 'Product' })
    await hands.tabTo(product(1))
    const before = hands.keys()
    for (let at = 1; at <= 5; at += 1) {
      await expect(product(at)).toBeFocused()
      await hands.type(`bnd-${at}`)
      await expect(page.getByRole('option', { name: `Bandage ${at}` }).first()).toBeVisible()
      await hands.press('Enter')
      await expect(lineOf(page, at).getByLabel('Quantity')).toBeFocused()
      await hands.type('10')
      await hands.press('Enter')
    }
    const keysALine = (hands.keys() - before) / 5
    await hands.press('Control+Enter')
    await expect(heading(/^SO-/)).toBeVisible()
    report('keyboard: order of five lines', { keysALine, keys: hands.keys() })
    expect.soft(keysALine).toBeLessThanOrEqual(12)
    expect.soft(hands.keys()).toBeLessThanOrEqual(75)
    const { data } = await api.do(salesApi.listOrders, { query: { q: 'Ward 7' } })
    expect(data[0]?.lines).toBe(5)
  })
})

test('[SO-01, SO-03, IVC-01, PO-01, TRF-01] keyboard only: search, an order until paid, a receipt of 20 lines, stock, price, transfer need few keys', async ({
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
  const other = await api.do(inventoryApi.createLocation, { body: { name: 'Cold store', type: 'Warehouse' } })
  const account = await addAccount(api, { name: 'Harbour clinic' })
  const order = await addOrder(api, account.id, [[first?.id ?? '', 10]])
  const purchase = await placePurchase(
    api,
    place,
    goods.map(({ id }) => [id, 1, '6.00'] as const),
  )
  await app.signIn(page, 'admin')
  await goTo(page, paths.profile)
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
  await expect(heading(/./)).toBeVisible()
  const shortOf = (number: string) => number.replace(/-\d{4}-0*/, '-').toLowerCase()

  await test.step('a record found from any page', async () => {
    const hands = keyboardOf(page)
    await hands.go(shortOf(order.number), new RegExp(order.number))
    await expect(heading(order.number)).toBeFocused()
    report('keyboard: record found', { keys: hands.keys() })
    expect.soft(hands.keys()).toBeLessThanOrEqual(10)
  })

  await test.step('an order until it is delivered', async () => {
    const hands = keyboardOf(page)
    const act = async (name: string) => {
      await hands.tabTo(button(page, name))
      await hands.press('Enter')
      await expect(dialog(page)).toBeVisible()
    }
    const agree = async (name: string) => {
      await act(name)
      await expect(button(dialog(page), name)).toBeEnabled()
      await hands.press('Enter')
      await expect(dialog(page)).toHaveCount(0)
    }
    await agree('Confirm order')
    await agree('Mark ready to ship')
    await act('Assign to carrier')
    await hands.fill(dialog(page).getByLabel('Carrier'), 'Blue Van')
    await hands.press('Enter')
    await expect(dialog(page)).toHaveCount(0)
    await agree('Mark as shipped')
    await act('Record delivery')
    await hands.fill(dialog(page).getByLabel('Received by'), 'Desk')
    await hands.fill(dialog(page).getByLabel('Proof of delivery'), 'Slip')
    await hands.tabTo(button(dialog(page), 'Record delivery'))
    await hands.press('Enter')
    await expect(status(page)).toContainText('Delivered')
    // The button that opened the last dialog is gone; the focus moves to its place.
    await expect(page.getByRole('main').locator(':focus')).toBeVisible()
    report('keyboard: order to delivered', { keys: hands.keys() })
    expect.soft(hands.keys()).toBeLessThanOrEqual(42)
  })

  await test.step('the payment of the order', async () => {
    const hands = keyboardOf(page)
    await hands.tabTo(button(page, 'Record payment'))
    await hands.press('Enter')
    await expect(button(dialog(page), 'Record payment')).toBeEnabled()
    await hands.press('Control+Enter')
    await expect(page.getByRole('main').getByText('Paid in Full').first()).toBeVisible()
    report('keyboard: payment in full', { keys: hands.keys() })
    expect.soft(hands.keys()).toBeLessThanOrEqual(10)
  })

  await test.step('a purchase receipt of twenty lines', async () => {
    const hands = keyboardOf(page)
    await hands.go(shortOf(purchase.number), new RegExp(purchase.number))
    await expect(heading(purchase.number)).toBeFocused()
    await hands.tabTo(page.getByRole('link', { name: 'Receive' }).first())
    await hands.press('Enter')
    await expect(button(page, 'Receive goods')).toBeVisible()
    await expect(heading(/./)).toBeFocused()
    // A scanner's keys are not counted.
    for (const { barcode } of goods) await scan(page, barcode ?? '')
    await expect(page.getByRole('textbox', { name: 'Arrived' }).last()).toHaveValue('1')
    await hands.press('Control+Enter')
    await expect(page.getByLabel('Notifications Alt+T').getByText(/is now:? Received/)).toBeVisible()
    report('keyboard: receipt of 20 lines', { keys: hands.keys() })
    expect.soft(hands.keys()).toBeLessThanOrEqual(14)
  })

  await test.step('stock added to a product', async () => {
    const hands = keyboardOf(page)
    await hands.go(first?.sku ?? '', new RegExp(first?.name ?? ''))
    await expect(heading(first?.name ?? '')).toBeFocused()
    await hands.tabTo(button(page, 'Add stock'))
    await hands.press('Enter')
    await hands.fill(dialog(page).getByLabel('Quantity').first(), '50')
    await hands.fill(dialog(page).getByLabel('Reason', { exact: true }), 'm')
    await hands.press('Control+Enter')
    await expect(dialog(page)).toHaveCount(0)
    report('keyboard: stock added', { keys: hands.keys() })
    expect.soft(hands.keys()).toBeLessThanOrEqual(32)
    expect((await api.do(inventoryApi.getProduct, { params: { id: first?.id ?? '' } })).onHand).toBe(141)
  })

  await test.step('a changed price', async () => {
    const hands = keyboardOf(page)
    await hands.tabTo(button(page, 'More actions'), 'Shift+Tab')
    await hands.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible()
    await hands.type('ed')
    await hands.press('Enter')
    await expect(heading(/./)).toBeFocused()
    await hands.fill(field(page, 'Price'), '11')
    await hands.press('Control+Enter')
    await expect(heading(first?.name ?? '')).toBeVisible()
    report('keyboard: price changed', { keys: hands.keys() })
    expect.soft(hands.keys()).toBeLessThanOrEqual(25)
    expect((await api.do(inventoryApi.getProduct, { params: { id: first?.id ?? '' } })).price).toBe('11.00')
  })

  await test.step('a transfer of two products', async () => {
    const hands = keyboardOf(page)
    await hands.go('transfers', /Stock transfers/i)
    await expect(heading(/transfers/i)).toBeFocused()
    await hands.press('n')
    await hands.pick(page.getByRole('combobox', { name: 'Source' }), place.warehouse.name)
    await hands.pick(page.getByRole('combobox', { name: 'Destination' }), other.name)
    for (const at of [1, 2]) {
      const line = lineOf(page, at)
      await hands.pick(line.getByRole('combobox', { name: 'Item' }), `Swab ${at + 4}`)
      await hands.fill(line.getByRole('textbox', { name: 'Quantity' }), '5')
      if (at === 1) await hands.press('Enter')
    }
    await hands.press('Control+Enter')
    await expect(heading(/^ST-|^TR/)).toBeVisible()
    report('keyboard: transfer of two products', { keys: hands.keys() })
    expect.soft(hands.keys()).toBeLessThanOrEqual(68)
  })
})
