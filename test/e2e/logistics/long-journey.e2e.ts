import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { businessDate } from '#shared/dates.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { trackingApi } from '#shared/logistics/tracking/api.ts'
import { returnsApi } from '#shared/sales/returns/api.ts'
import { addAccount } from '#test/builders.ts'
import { orderStatus, packedOrder } from '#test/deliveries.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { changeSettings } from '#test/settings.ts'
import { current, isHeld, openPhone, phoneScene, picture, queueOf, sign, waiting } from './phone-scene.ts'

const dialog = (page: Page) => page.getByRole('dialog')

// A separate company, so that its routes are the only ones of today.
test.use({ viewport: { width: 1280, height: 900 }, ownCompany: 'long-journey' })

test('[SHP-01, SHP-02, RTE-01, RTE-02, DRV-01, DRV-02] packs, plans and delivers 3 orders offline with a restart; all pages agree', async ({
  page: office,
  app,
  browser,
}) => {
  test.setTimeout(300_000)
  const scene = await phoneScene(app)
  const { admin, place, productId } = scene
  const { db } = app.database
  // The rest of today must be long enough for the route: late in the day (UTC) uses a time zone farther west.
  if (new Date().getUTCHours() >= 18) await changeSettings(admin, { timeZone: 'Etc/GMT+8' })
  await sql`update locations set latitude = 51.5, longitude = 0 where id = ${place.warehouse.id}`.execute(db)
  const folder = mkdtempSync(join(tmpdir(), 'wardstock-journey-'))
  try {
    let phone = await openPhone(folder, app.baseURL)
    const driver = await app.signIn(phone.page, 'driver')
    const name = `Jo ${driver.userId.slice(-6)}`
    await sql`update users set name = ${name} where id = ${driver.userId}`.execute(db)
    const packed: { orderId: string; shipmentId: string; account: string; number: string; at: number }[] = []
    for (const [at, longitude] of [-0.3, -0.1, -0.2].entries()) {
      const customer = { name: `Ward ${longitude} ${driver.userId.slice(-4)}`, latitude: 51.5, longitude }
      const account = await addAccount(admin, customer)
      const one = await packedOrder(scene, 10, productId, account.id)
      const { number } = await admin.do(shipmentsApi.getShipment, { params: { id: one.shipmentId } })
      packed.push({ ...one, account: account.name, number, at })
    }
    const onHand = async () =>
      (await admin.do(inventoryApi.getProduct, { params: { id: productId } })).stock.reduce(
        (sum, one) => sum + one.onHand,
        0,
      )
    expect(await onHand()).toBe(100_000 - 30)

    // Packs one package per shipment and prints the labels.
    await app.signIn(office, 'admin')
    for (const { shipmentId, number } of packed) {
      await office.goto(`/logistics/shipping/${shipmentId}`)
      await office.getByRole('button', { name: 'Pack', exact: true }).click()
      await dialog(office).getByRole('button', { name: 'Save packages' }).click()
      await expect(office.getByText(`${number}-1`)).toBeVisible()
    }
    await office.goto(`/logistics/shipping?q=${driver.userId.slice(-4)}`)
    for (const { number } of packed) await office.getByRole('checkbox', { name: number }).check()
    await office.getByRole('button', { name: 'Print' }).click()
    const labels = office.waitForEvent('download')
    await office.getByRole('menuitem', { name: /^Package labels \(A4/ }).click()
    await dialog(office).getByLabel('First label on the sheet').fill('2')
    await dialog(office).getByRole('button', { name: 'Print labels' }).click()
    expect((await labels).suggestedFilename()).toBe('package-labels.pdf')

    // Plans the day and optimises the order of stops.
    await office.goto('/logistics/routes/plan')
    const drivers = office.getByRole('group').getByRole('checkbox')
    await expect(office.getByRole('checkbox', { name })).toBeAttached()
    for (const box of await drivers.all()) await box.uncheck()
    await office.getByLabel('Start', { exact: true }).selectOption({ label: `Start: ${place.warehouse.name}` })
    await office.getByRole('checkbox', { name }).check()
    await office.getByLabel(`${name} from`).fill('00:00')
    await office.getByLabel(`${name} to`).fill('23:59')
    for (const { account } of packed) await office.getByRole('checkbox', { name: new RegExp(account) }).check()
    await office.getByRole('button', { name: 'Propose routes for 3 shipments' }).click()
    await office.getByRole('region', { name: 'Proposal' }).getByRole('button', { name: 'Add 1 route' }).click()
    const planned = office
      .getByRole('list', { name: 'Routes of the day' })
      .getByRole('listitem')
      .filter({ hasText: name })
    await planned.getByRole('link').click()
    await expect(office).toHaveURL(/\/logistics\/routes\/[0-9a-f-]{36}$/)
    const routeId = office.url().split('/').at(-1) ?? ''
    await office.getByRole('button', { name: 'Optimise' }).click()
    await dialog(office)
      .getByRole('button', { name: /^(Use this order|Close)$/ })
      .last()
      .click()
    await expect(dialog(office)).toBeHidden()
    const route = await admin.do(routesApi.getRoute, { params: { id: routeId } })
    const order = route.routeStops.map((stop) => packed.find((one) => one.shipmentId === stop.shipment.id)!)
    // Several orders are optimal (out and back along one line), but not these two.
    expect(order.map(({ at }) => at).join()).not.toMatch(/^(0,1,2|2,1,0)$/)
    const [signed, part, closed] = order as [(typeof packed)[number], (typeof packed)[number], (typeof packed)[number]]
    const links = []
    for (const { shipmentId } of order) {
      const { url } = await admin.do(trackingApi.createTrackingLink, { params: { id: shipmentId } })
      links.push(`/track#${url.split('#')[1]}`)
    }
    await office.goto(`/logistics/delivery-status?date=${businessDate(new Date(), 'UTC')}`)
    await expect(office.getByText(`${route.number}, ${name}`)).toBeVisible()

    // Load check online, then the phone goes offline.
    await phone.page.goto('/logistics/driver-portal')
    await isHeld(phone.page)
    await phone.page.getByRole('link', { name: new RegExp(route.number) }).click()
    await phone.page.getByRole('button', { name: 'Check load' }).click()
    for (const { number } of order) {
      await phone.page.getByLabel('Package code').fill(`${number}-1`)
      await phone.page.getByRole('button', { name: 'Check', exact: true }).click()
      await expect(phone.page.getByText(`${number}-1 loaded`, { exact: false })).toBeVisible()
    }
    await phone.page.getByRole('button', { name: 'Finish load check' }).click()
    await expect.poll(async () => (await queueOf(phone.page)).states).toEqual(['route.load settled'])
    const cookies = (await phone.context.cookies('https://localhost')).map((one) => ({
      ...one,
      expires: Date.now() / 1000 + 86_400,
    }))
    await phone.context.setOffline(true)
    await phone.page.getByRole('button', { name: 'Start route' }).click()
    await expect(current(phone.page)).toContainText(signed.account)
    await current(phone.page).getByRole('button', { name: 'Arrived' }).click()
    await current(phone.page).getByRole('button', { name: 'Deliver' }).click()
    await phone.page.getByLabel('Received by').fill('Ana Weiss')
    await sign(phone.page)
    await phone.page.getByRole('button', { name: 'Confirm delivery' }).click()
    await expect(current(phone.page)).toContainText(part.account)
    await current(phone.page).getByRole('button', { name: 'Arrived' }).click()
    await current(phone.page).getByRole('button', { name: 'Deliver' }).click()
    await phone.page.getByRole('button', { name: /^Refused or damaged/ }).click()
    await phone.page.getByLabel(/^Refused of/).fill('2')
    const photo = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await picture(3) }
    await phone.page.getByLabel('Photo').setInputFiles(photo)
    await expect(phone.page.getByRole('img', { name: 'Photo 1' })).toBeVisible()
    await phone.page.getByLabel('Received by').fill('Ben Okoro')
    await phone.page.getByRole('button', { name: 'Use the typed name instead' }).click()
    await phone.page.getByRole('button', { name: 'Confirm delivery' }).click()
    await expect(current(phone.page)).toContainText(closed.account)
    await current(phone.page).getByRole('button', { name: 'Arrived' }).click()
    await current(phone.page).getByRole('button', { name: 'Failed' }).click()
    await phone.page.getByLabel('Closed').check()
    await phone.page.getByRole('button', { name: 'Confirm failed delivery' }).click()
    await expect(phone.page.getByRole('button', { name: 'End route' })).toBeVisible()
    const queued = await queueOf(phone.page)
    expect(queued.states.filter((one) => one.endsWith('waiting'))).toEqual(
      ['route.start', 'stop.arrive', 'stop.deliver', 'stop.arrive', 'stop.deliver', 'stop.arrive', 'stop.fail'].map(
        (type) => `${type} waiting`,
      ),
    )
    await phone.context.close()
    expect(await orderStatus(scene, signed.orderId)).toBe('FOR_SHIPPING')

    // Reopened offline with the same queue; online, all events are applied once and in order.
    phone = await openPhone(folder, app.baseURL)
    await phone.context.addCookies(cookies)
    await phone.context.setOffline(true)
    await phone.page.goto(`/logistics/driver-portal/route/${routeId}`)
    await expect(phone.page.getByRole('button', { name: 'End route' })).toBeVisible()
    expect((await queueOf(phone.page)).states).toEqual(queued.states)
    await phone.context.setOffline(false)
    await expect(waiting(phone.page)).toHaveText('All sent', { timeout: 60_000 })
    await phone.context.close()
    const { rows: events } = await sql<{ type: string; outcome: string }>`select type, outcome from driver_events
      where route_id = ${routeId} order by received_at, seq`.execute(db)
    expect(events.map(({ type, outcome }) => `${type} ${outcome}`)).toEqual(
      [
        'route.load',
        'route.start',
        'stop.arrive',
        'stop.deliver',
        'stop.arrive',
        'stop.deliver',
        'stop.arrive',
        'stop.fail',
      ].map((type) => `${type} applied`),
    )

    // Checks orders, return, stock and proofs; an independent script recomputes the hash of each proof.
    const statuses = []
    for (const { orderId } of order) statuses.push(await orderStatus(scene, orderId))
    expect(statuses).toEqual(['DELIVERED', 'DELIVERED', 'FAILED_DELIVERY'])
    const returns = await admin.do(returnsApi.listReturns, { query: { order: part.orderId } })
    expect(returns.data).toMatchObject([{ status: 'Requested', quantity: 2 }])
    expect((await admin.do(returnsApi.listReturns, { query: { order: signed.orderId } })).data).toEqual([])
    expect(await onHand()).toBe(100_000 - 30)
    const shown = []
    for (const { shipmentId } of order)
      shown.push(await admin.do(shipmentsApi.getShipment, { params: { id: shipmentId } }))
    expect(shown.map(({ status }) => status)).toEqual(['DELIVERED', 'DELIVERED', 'FAILED_DELIVERY'])
    expect(shown[1]!.lines).toMatchObject([{ delivered: 8, refused: 2, damaged: 0 }])
    expect(shown.map(({ proofs }) => proofs.length)).toEqual([1, 1, 0])
    expect(shown[1]!.proofs[0]!.photos).toHaveLength(1)
    for (const shipment of shown.slice(0, 2)) {
      const file = join(folder, `${shipment.number}.json`)
      writeFileSync(file, JSON.stringify(shipment))
      const output = execFileSync(process.execPath, ['scripts/check-proof.mjs', file]).toString()
      expect(output).toBe(`ok       ${shipment.proofs[0]!.hash}  ${shipment.receivedBy}\n`)
    }

    // Delivery status shows all of it without a reload, and the tracking pages of the customers agree.
    await expect(office.getByText('In progress · 3 of 3 stops finished')).toBeVisible()
    const attention = office.getByRole('listitem').filter({ hasText: closed.number }).first()
    await expect(attention).toContainText('Closed')
    await office.getByRole('button', { name: `Proof of ${signed.number}` }).click()
    await expect(dialog(office).getByText('Ana Weiss').first()).toBeVisible()
    await expectAccessible(office)
    await dialog(office).getByRole('button', { name: 'Close' }).last().click()
    const context = await browser.newContext({ baseURL: app.baseURL, viewport: { width: 390, height: 844 } })
    const guest = await context.newPage()
    for (const [at, words] of [['Ana Weiss'], ['8 of 10', 'Ben Okoro'], ['Failed delivery', 'Closed']].entries()) {
      await guest.goto('about:blank')
      await guest.goto(links[at] ?? '')
      for (const word of words) await expect(guest.getByText(word).first()).toBeVisible()
    }
    await context.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
