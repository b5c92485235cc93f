import type { Locator } from '@playwright/test'
import { sql } from 'kysely'
import { addAccount, addPlace, addProduct } from '#test/builders.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, test } from '#test/e2e/fixtures.ts'

test.use({ ownCompany: 'new address' })

const isUnderToast = (control: Locator) =>
  control.evaluate((one) => {
    const { left, top, width, height } = one.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return hit !== null && hit.closest('[data-sonner-toaster]') !== null
  })

/** The largest number of lines into which the words wrap, over a range of text widths. */
const linesOf = (text: Locator, words: string) =>
  text.evaluate((element, wanted) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const lines = (): number => {
      const found = new Range()
      for (let node = texts.currentNode as Node | null; node; node = texts.nextNode()) {
        const at = node.textContent?.indexOf(wanted) ?? -1
        if (node.nodeType !== Node.TEXT_NODE || at < 0) continue
        found.setStart(node, at)
        found.setEnd(node, at + wanted.length)
      }
      return new Set([...found.getClientRects()].map(({ top }) => top)).size
    }
    const counts: number[] = []
    for (let width = 90; width < 300; width += 5) {
      ;(element as HTMLElement).style.width = `${width}px`
      texts.currentNode = element
      counts.push(lines())
    }
    return Math.max(...counts)
  }, words)

test('[CUS-01, CRM-02] a customer orders to a new address on a phone; the office sees it and adds it to the customer’s addresses', async ({
  page,
  app,
  browser,
}) => {
  test.setTimeout(90_000)
  const place = await addPlace(app.api)
  const account = await addAccount(app.api, { name: 'Quarry clinic', address: '1 Harbour Street', country: 'Ghana' })
  const product = await addProduct(app.api, place, { name: 'Quarry bandage', quantity: 100 })
  const { userId } = await app.signIn(page, 'customer')
  await sql`update users set account_id = ${account.id}, portal_role = 'owner' where id = ${userId}`.execute(
    app.database.db,
  )
  await page.setViewportSize({ width: 375, height: 812 })
  // The code for toasts fails to load at first, as when the connection is lost for a moment.
  let lost = 0
  await page.route(
    /\/portal\/assets\/dist-[^/]+\.js$/,
    (route) => {
      lost += 1
      return route.abort()
    },
    { times: 1 },
  )
  await page.goto('/crm/customer-portal/orders/new')
  await expect.poll(() => lost).toBe(1)
  await page.getByLabel('Search products').fill(product.name)
  await page.getByRole('button', { name: `More ${product.name}` }).click()
  // On a phone the selection is visible without scrolling, and so is the total beside the order button.
  await page.setViewportSize({ width: 375, height: 420 })
  await expect(page.getByText(/^1 product/)).toBeInViewport()
  await page.getByRole('button', { name: 'Review order' }).click()
  await expect(page.getByRole('heading', { name: 'Your order' })).toBeInViewport()
  await page.getByRole('button', { name: 'Place order' }).scrollIntoViewIfNeeded()
  await expect(page.getByText('Total with tax')).toBeInViewport()
  await page.setViewportSize({ width: 375, height: 812 })
  await page.getByLabel('Deliver to').selectOption('Another address…')
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByText('Address is required')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Name or department').fill('Outpatient tent')
  await page.getByLabel('Address', { exact: false }).and(page.locator('textarea')).fill('7 Quarry Road, Kumasi')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  // The error toast doesn't cover the other actions.
  const orders = '**/api/customer-portal/orders'
  await page.route(orders, (route) => route.fulfill({ status: 500, json: { error: 'For the log.' } }))
  for (const size of [
    { width: 375, height: 667 },
    { width: 1280, height: 800 },
    { width: 375, height: 812 },
  ]) {
    await page.setViewportSize(size)
    const placeOrder = page.getByRole('button', { name: 'Place order' })
    await Promise.all([page.waitForResponse(orders), placeOrder.click()])
    await expect(page.getByRole('listitem').filter({ hasText: 'Server error.' })).toBeVisible()
    // The toast may be from the previous size: wait until this order has failed, too.
    await expect(placeOrder).not.toHaveAttribute('aria-busy', 'true')
    for (const name of ['Place order', 'Request an estimate instead'])
      await expect.poll(() => isUnderToast(page.getByRole('button', { name })), { timeout: 1000 }).toBe(false)
  }
  await page.unroute(orders)
  await page.getByRole('button', { name: 'Place order' }).click()
  const address = page.getByText('Outpatient tent, 7 Quarry Road, Kumasi, Ghana')
  await expect(address).toBeVisible()
  // The house number stays on the line of its street, however narrow the window is.
  expect(await linesOf(address, '7 Quarry')).toBe(1)
  await expect(page.getByText(/^Order SO-.* was placed$/)).toBeVisible()
  // Going back to the products restores the search and its results.
  const search = page.getByLabel('Search products')
  await page.goBack()
  await expect(page).toHaveURL(/\/orders\/new\?q=Quarry\+bandage$/)
  await expect(search).toHaveValue(product.name)
  await expect(page.getByRole('heading', { name: 'Products', exact: true })).toBeVisible()
  await search.press('Escape')
  await expect(page).toHaveURL(/\/orders\/new$/)
  await expect(page.getByRole('heading', { name: 'Your usual products' })).toBeVisible()
  const { rows } = await sql<{ id: string }>`select id from sales_orders where account_id = ${account.id}`.execute(
    app.database.db,
  )

  const office = await browser.newContext({ baseURL: app.baseURL })
  const desk = await office.newPage()
  await app.signIn(desk, 'admin')
  await desk.goto(`/orders/sales-orders/view/${rows[0]?.id}`)
  const notice = desk.getByRole('status').filter({ hasText: 'New address from the customer' })
  await expect(notice).toContainText('Outpatient tent, 7 Quarry Road, Kumasi, Ghana')
  await expectAccessible(desk)
  await notice.getByRole('button', { name: 'Add to addresses' }).click()
  await expect(desk.getByText('Address added to Quarry clinic')).toBeVisible()
  await expect(notice).toHaveCount(0)
  // From now on the customer can choose the address.
  await page.goto('/crm/customer-portal/orders/new')
  await expect(page.getByLabel('Deliver to').getByRole('option')).toHaveText([
    '1 Harbour Street, Ghana',
    'Outpatient tent, 7 Quarry Road, Kumasi, Ghana',
    'Another address…',
  ])
  await office.close()

  // If the addresses fail to load, a customer who has chosen another address can still return to the usual one.
  await page.route('**/api/customer-portal/addresses*', (route) => route.abort())
  await page.reload()
  const deliverTo = page.getByLabel('Deliver to')
  await deliverTo.selectOption('Another address…')
  await expect(deliverTo).toHaveValue('new')
  await expect(deliverTo.locator('option:checked')).toHaveText('Another address…')
  await deliverTo.selectOption('Your usual address')
  await expect(page.getByLabel('Name or department')).toHaveCount(0)
})
