import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { proofText, type ProofDocument } from '#shared/logistics/driver/proof.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { returnsApi } from '#shared/sales/returns/api.ts'
import { orderStatus } from '#test/deliveries.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { current, isHeld, openPhone, phoneScene, picture, queueOf, routeOfToday, sign, waiting } from './phone-scene.ts'

const portal = '/logistics/driver-portal'

async function deliver(page: Page, receiver: string, { typed = false } = {}) {
  await current(page).getByRole('button', { name: 'Arrived' }).click()
  await current(page).getByRole('button', { name: 'Deliver' }).click()
  await page.getByLabel('Received by').fill(receiver)
  if (typed) await page.getByRole('button', { name: 'Use the typed name instead' }).click()
  else await sign(page)
  await page.getByRole('button', { name: 'Confirm delivery' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Route/ })).toBeVisible()
}

test('[DRV-01, DRV-02] (B21) an offline day with 12 stops, two browser restarts and a wrong clock: all records are sent once', async ({
  app,
}) => {
  test.setTimeout(400_000)
  const scene = await phoneScene(app)
  const folder = mkdtempSync(join(tmpdir(), 'wardstock-phone-'))
  try {
    let phone = await openPhone(folder, app.baseURL)
    const driver = await app.signIn(phone.page, 'driver')
    const wishes = Array.from({ length: 12 }, (_, at) => ({ quantity: 10, isCash: at === 1 }))
    const { route, packed, stops } = await routeOfToday(scene, driver, wishes)
    await phone.page.goto(portal)
    await isHeld(phone.page)
    // The test's session cookie is lost when the browser closes; the cookie of a real login is not.
    const cookies = (await phone.context.cookies('https://localhost')).map((one) => ({
      ...one,
      expires: Date.now() / 1000 + 86_400,
    }))
    await expect(phone.page.getByRole('link', { name: new RegExp(route.number) })).toBeVisible()

    // The phone is offline, and its clock is three hours ahead.
    await phone.context.setOffline(true)
    const ahead = async (page: Page) => page.clock.setSystemTime(Date.now() + 3 * 3600_000)
    await ahead(phone.page)
    await phone.page.getByRole('link', { name: new RegExp(route.number) }).click()
    await phone.page.getByRole('button', { name: 'Start route' }).click()
    await expect(waiting(phone.page)).toHaveText('1 waiting to send')
    await deliver(phone.page, 'Ana Weiss')
    await current(phone.page).getByRole('button', { name: 'Arrived' }).click()
    await current(phone.page).getByRole('button', { name: 'Deliver' }).click()
    const cash = phone.page.getByLabel(/^Cash received/)
    await expect(cash).toHaveValue('100.00')
    await phone.page.getByRole('button', { name: /^Refused or damaged/ }).click()
    await phone.page.getByRole('button', { name: /^More: Damaged/ }).click()
    await expect(cash).toHaveValue('90.00')
    await phone.page.getByLabel(/^Refused of/).fill('1')
    await expect(cash).toHaveValue('80.00')
    await expect(phone.page.getByText('USD 80.00 is due for what is delivered.')).toBeVisible()
    // What the driver has entered stays.
    await cash.fill('60')
    await phone.page.getByLabel(/^Refused of/).fill('2')
    await expect(phone.page.getByText('USD 70.00 is due for what is delivered.')).toBeVisible()
    await expect(cash).toHaveValue('60')
    await phone.page
      .getByLabel('Photo')
      .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await picture(1) })
    await expect(phone.page.getByRole('img', { name: 'Photo 1' })).toBeVisible()
    await phone.page.getByLabel('Received by').fill('Ben Okoro')
    await phone.page.getByRole('button', { name: 'Use the typed name instead' }).click()
    await phone.page.getByRole('button', { name: 'Confirm delivery' }).click()
    await expect(current(phone.page)).toContainText(packed[2]!.account)
    await expect(phone.page.getByRole('button', { name: /2 refused, 1 damaged/ })).toContainText(packed[1]!.account)

    // Browser closed and reopened: the same stop is current, and the queue is unchanged.
    const before = await queueOf(phone.page)
    expect(before.states).toHaveLength(5)
    expect(before.files).toBe(2)
    await phone.context.close()
    phone = await openPhone(folder, app.baseURL)
    await phone.context.setOffline(true)
    await ahead(phone.page)
    await phone.page.goto(`${portal}/route/${route.id}`)
    await expect(current(phone.page)).toContainText(packed[2]!.account)
    await expect(phone.page.getByText('No connection', { exact: true })).toBeVisible()
    expect(await queueOf(phone.page)).toEqual(before)
    await current(phone.page).getByRole('button', { name: 'Arrived' }).click()
    await current(phone.page).getByRole('button', { name: 'Failed' }).click()
    await phone.page.getByRole('button', { name: 'Confirm failed delivery' }).click()
    await expect(phone.page.getByText('Choose a reason')).toBeVisible()
    await phone.page.getByLabel('Closed').check()
    await phone.page.getByLabel('Note').fill('Gate was locked')
    await phone.page
      .getByLabel('Photo')
      .setInputFiles({ name: 'b.jpg', mimeType: 'image/jpeg', buffer: await picture(2) })
    await phone.page.getByRole('button', { name: 'Confirm failed delivery' }).click()
    for (let at = 3; at < 12; at += 1) {
      await expect(current(phone.page)).toContainText(packed[at]!.account)
      await deliver(phone.page, `Receiver ${at + 1}`, { typed: at % 2 === 0 })
    }
    await phone.page.getByRole('button', { name: 'End route' }).click()
    await expect(phone.page.getByRole('listitem').filter({ hasText: 'refused and damaged' })).toContainText('3')
    await expect(phone.page.getByRole('listitem').filter({ hasText: 'not delivered' })).toContainText('10')
    await phone.page.getByLabel('Kilometres driven').fill('42,5')
    await phone.page.getByRole('button', { name: 'End route' }).click()
    await expect(phone.page.getByText('Route completed')).toBeVisible()
    const queued = await queueOf(phone.page)
    expect(queued.states).toHaveLength(26)
    expect(queued.states.every((one) => one.endsWith('waiting'))).toBe(true)
    await phone.context.close()
    expect(await orderStatus(scene, packed[0]!.orderId)).toBe('FOR_SHIPPING')

    // Online again, with the correct clock.
    phone = await openPhone(folder, app.baseURL)
    await phone.context.addCookies(cookies)
    const calls: string[] = []
    phone.page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/driver')) calls.push(`${request.method()} ${pathname.split('/')[3]}`)
    })
    await phone.page.goto(portal)
    await expect(waiting(phone.page)).toHaveText('All sent', { timeout: 150_000 })
    expect(calls.filter((one) => one === 'POST events')).toHaveLength(1)
    expect(calls.indexOf('POST events')).toBeLessThan(calls.indexOf('PUT files'))
    expect(await queueOf(phone.page)).toMatchObject({ files: 0 })
    const { states } = await queueOf(phone.page)
    expect(states.filter((one) => !one.endsWith('settled'))).toEqual([])
    await phone.context.close()

    const shown = await scene.admin.do(routesApi.getRoute, { params: { id: route.id } })
    expect(shown).toMatchObject({ status: 'COMPLETED', delivered: 11, failed: 1, drivenKm: 42.5 })
    const part = await scene.admin.do(shipmentsApi.getShipment, { params: { id: packed[1]!.shipmentId } })
    expect(part).toMatchObject({ status: 'DELIVERED', receivedBy: 'Ben Okoro' })
    expect(part.lines).toMatchObject([{ delivered: 7, refused: 2, damaged: 1 }])
    const returns = await scene.admin.do(returnsApi.listReturns, { query: { order: packed[1]!.orderId } })
    expect(returns.data).toMatchObject([{ status: 'Requested', quantity: 3 }])
    const order = await scene.admin.do(salesApi.getOrder, { params: { id: packed[1]!.orderId } })
    expect(order.invoice).toMatchObject({ total: '100.00', due: '40.00' })
    const failed = await scene.admin.do(shipmentsApi.getShipment, { params: { id: packed[2]!.shipmentId } })
    expect(failed).toMatchObject({ status: 'FAILED_DELIVERY', failureReason: 'CLOSED', note: 'Gate was locked' })

    // The proof has the right hash, the time of the phone's clock, and its image files.
    const signed = await scene.admin.do(shipmentsApi.getShipment, { params: { id: packed[0]!.shipmentId } })
    const [proof] = signed.proofs
    expect(proof).toMatchObject({ receivedBy: 'Ana Weiss', typedName: null, stopId: stops[0]!.id })
    const text = proofText(proof?.document as ProofDocument)
    expect(createHash('sha256').update(text).digest('hex')).toBe(proof?.hash)
    expect(Date.parse(proof?.deviceAt ?? '') - Date.now()).toBeGreaterThan(2 * 3600_000)
    for (const sha of [proof?.signature, part.proofs[0]?.photos[0]]) {
      const answer = await scene.admin.send('GET', `/api/proof-files/${sha}`)
      expect(answer.status).toBe(200)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
