import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { contactsApi } from '#shared/crm/contacts/api.ts'
import { roleDefaults } from '#shared/access/roles.ts'
import { crmApi } from '#shared/crm/partners/api.ts'
import { accountPartsApi } from '#shared/crm/partners/partners-api.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { vehiclesApi } from '#shared/logistics/routes/vehicles-api.ts'
import { estimatesApi } from '#shared/sales/estimates/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { paths } from '#web/paths.ts'
import { addAccount, addOrder, addPlace, addProduct, placePurchase } from '#test/builders.ts'
import { packedOrder, type Scene } from '#test/deliveries.ts'
import { addLots, inDays } from '#test/lots.ts'
import { addSession } from '#test/sessions.ts'
import { expect, test } from './fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'
import { misfitsAt } from '#test/e2e/layout/fit.ts'

const names = [
  ['with spaces', 'University Hospital of the Northern and Eastern Coastal Provinces'],
  ['of one word', 'Donaudampfschifffahrtsgesellschaftskapitänskrankenversicherungsklinik'],
] as const

test.use({ ownCompany: 'long names' })

for (const [kind, name] of names)
  test(`[UI-02] (A5) a long name ${kind} is neither cut off nor covered in phone cards, related records and the journal`, async ({
    page,
    app: { api, signIn },
  }) => {
    test.setTimeout(90_000)
    const product = await addProduct(api, await addPlace(api), { name: `${name} swabs`, quantity: 100 })
    const account = await addAccount(api, { name })
    const order = await addOrder(api, account.id, [[product.id, 1]])
    await api.do(salesApi.confirm, { params: { id: order.id }, body: {} })
    const estimate = await api.do(estimatesApi.createEstimate, {
      body: { accountId: account.id, validUntil: inDays(30), lines: [{ productId: product.id, quantity: 1 }] },
    })
    await signIn(page, 'admin')
    for (const [path, shown, widths] of [
      [paths.customers, name, [375]],
      [paths.orders, name, [375]],
      [paths.invoices, name, [375]],
      [paths.products, `${name} swabs`, [375]],
      [paths.estimate(estimate.id), name, [375, 1280]],
      [paths.journal, name, [375, 1280]],
    ] as const)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 812 })
        await goTo(page, path)
        await expect(page.locator('main').getByText(shown).filter({ visible: true }).first()).toBeVisible()
        await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
        expect(await partsOf(page, shown), `${path} at ${width}`).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(
          0,
        )
      }
    const related = page.locator('main [data-card]').filter({ hasText: 'Related records' })
    await goTo(page, paths.estimate(estimate.id))
    await expect(related.getByText(name)).toBeVisible()
  })

test('[UI-02] (A5) at 900 px, where lists scroll sideways, a two-line name is fully shown and short names keep the row height', async ({
  page,
  app: { api, signIn },
}) => {
  const name = 'University Hospital of the Northern Coastal Provinces'
  const product = await addProduct(api, await addPlace(api), { name, quantity: 100 })
  const account = await addAccount(api, { name })
  const order = await addOrder(api, account.id, [[product.id, 1]])
  await api.do(salesApi.confirm, { params: { id: order.id }, body: {} })
  await addAccount(api, { name: 'Pier' })
  await signIn(page, 'admin')
  await page.setViewportSize({ width: 900, height: 800 })
  for (const path of [paths.customers, paths.orders, paths.invoices, paths.products]) {
    await goTo(page, path)
    await expect(page.getByRole('main').getByText(name).first(), path).toBeVisible()
    expect(await partsOf(page, name), path).toEqual([])
  }
  await goTo(page, `${paths.customers}?q=Pier`)
  const row = page.locator('main tr[data-row]')
  await expect(row).toHaveCount(1)
  expect((await row.boundingBox())?.height).toBeLessThanOrEqual(41)
})

test('[UI-02] (A5) names of 200 letters without a space and amounts of ten digits fit an A4 print and a phone', async ({
  page,
  app,
}) => {
  const { api } = app
  const long = (start: string, length: number) => start.repeat(20).slice(0, length)
  const place = await addPlace(api)
  const supplier = await api.do(crmApi.createSupplier, { body: { name: long('Lieferantenvereinigung', 200) } })
  const more = { name: long('Verlängerungsschlauch', 160), price: '9999.99', supplier: supplier.id }
  const { product } = await addLots(api, place, [[long('LOT2291A', 60), 300, 500_000]], more)
  const account = await addAccount(api, { name: long('Krankenhausgesellschaft', 200), address: long('Strasse', 300) })
  const body = { kind: 'shipping' as const, name: long('Rampe', 120), address: long('Hafen', 200) }
  await api.do(accountPartsApi.addAddress, { params: { id: account.id }, body })
  const order = await addOrder(api, account.id, [[product.id, 123_456]])
  await api.do(salesApi.confirm, { params: { id: order.id }, body: {} })
  const { shipmentId } = await packedOrder({ admin: api } as Scene, 10, product.id, account.id)
  const { userId } = await addSession(app.database, 'driver', roleDefaults.driver)
  const van = { name: long('Kühlwagen', 60), plate: 'WWWWWWWW-WWWW-WWWWWW', hasColdBox: false }
  const vehicle = await api.do(vehiclesApi.createVehicle, { body: van })
  const stops = { startId: place.warehouse.id, shipmentIds: [shipmentId] }
  const route = await api.do(routesApi.createRoute, {
    body: { date: inDays(2), driverId: userId, vehicleId: vehicle.id, ...stops },
  })
  const purchase = await placePurchase(api, { ...place, supplier }, [[product.id, 999_999, '1000']])
  const { invoice } = await api.do(salesApi.getOrder, { params: { id: order.id } })
  await app.signIn(page, 'admin')
  const found: string[] = []
  for (const path of [
    paths.order(order.id),
    paths.invoice(invoice?.id ?? ''),
    paths.statement(account.id),
    paths.shipment(shipmentId),
    paths.route(route.id),
    paths.purchaseOrder(purchase.id),
    paths.customer(account.id),
    paths.product(product.id),
    `${paths.customer(account.id)}/portal/orders`,
    `${paths.customer(account.id)}/portal/invoices`,
  ]) {
    await goTo(page, path)
    await expect(page.locator('h1')).toBeVisible()
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
    await page.emulateMedia({ media: 'print' })
    // The width of A4 without margins, portrait and landscape.
    found.push(...(await misfitsAt([673, 1002], page, `${path} in print`)))
    await page.emulateMedia({ media: 'screen' })
    found.push(...(await misfitsAt([320, 375, 1280], page, path)))
  }
  expect(found).toEqual([])
})

test('[UI-02] (A5) a very long word, such as a URL, wraps within its card, also on the customer’s estimate page', async ({
  page,
  browser,
  app: { api, signIn, database, baseURL },
}) => {
  const word = `https://tenders.example/${'w'.repeat(140)}`
  const notes = `See ${word}`
  const product = await addProduct(api, await addPlace(api), { quantity: 100, description: notes })
  const account = await addAccount(api, { notes, address: word })
  await api.do(accountPartsApi.addAddress, { params: { id: account.id }, body: { kind: 'shipping', address: word } })
  const contact = await api.do(contactsApi.createContact, { body: { name: 'Esi', accountId: account.id, notes } })
  const estimate = await api.do(estimatesApi.createEstimate, {
    body: { accountId: account.id, validUntil: inDays(30), notes, lines: [{ productId: product.id, quantity: 1 }] },
  })
  await api.do(estimatesApi.sendEstimate, { params: { id: estimate.id }, body: { to: 'a@b.example' } })
  const tooWide = (shown: Page) => shown.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await signIn(page, 'admin')
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 812 })
    for (const path of [
      paths.estimate(estimate.id),
      paths.customer(account.id),
      paths.contact(contact.id),
      paths.product(product.id),
    ]) {
      await goTo(page, path)
      await expect(page.locator('main').getByText(word).filter({ visible: true }).first()).toBeVisible()
      expect(await tooWide(page), `${path} at ${width}`).toBeLessThanOrEqual(0)
    }
  }
  const { rows } = await sql<{ path: string }>`select content->'link'->>'path' as path from mail_outbox
    where to_address = 'a@b.example'`.execute(database.db)
  const theirs = await browser.newContext({ baseURL, viewport: { width: 375, height: 800 } })
  const customer = await theirs.newPage()
  await customer.goto(rows[0]?.path ?? '')
  await expect(customer.getByText(word)).toBeVisible()
  expect(await tooWide(customer), 'the customer’s page').toBeLessThanOrEqual(0)
  await theirs.close()
})

/** Where the text is cut off, or covered by something else. */
function partsOf(page: Page, text: string) {
  return page.evaluate((wanted) => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const node = walker.currentNode
      const holder = node.parentElement
      if (!holder || !node.textContent?.includes(wanted)) continue
      if (!holder.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      // Screen-reader-only text.
      if (holder.closest('.sr-only')) continue
      holder.scrollIntoView({ block: 'center' })
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const { left, right, top, bottom, width } of range.getClientRects()) {
        for (let around: Element | null = holder; around && around !== document.body; around = around.parentElement) {
          if (getComputedStyle(around).overflowX === 'visible') continue
          const box = around.getBoundingClientRect()
          if (left < box.left - 1 || right > box.right + 1 || top < box.top - 3 || bottom > box.bottom + 3)
            found.push(`cut off in <${around.tagName.toLowerCase()} class="${around.className}">`)
        }
        for (const x of [left + 2, left + width / 2, right - 2]) {
          const hit = document.elementFromPoint(x, (top + bottom) / 2)
          // The link of a row covers the whole row.
          const isRow = hit?.closest('[data-row]') != null && hit.closest('[data-row]') === holder.closest('[data-row]')
          if (!hit || !(hit.contains(holder) || holder.contains(hit) || (isRow && hit.closest('[data-row-link], a'))))
            found.push(`under “${hit?.textContent?.trim().slice(0, 40)}”`)
        }
      }
    }
    return [...new Set(found)]
  }, text)
}
