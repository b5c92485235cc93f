import { randomUUID } from 'node:crypto'
import type { Browser } from '@playwright/test'
import { prospectsApi } from '#shared/crm/prospects/api.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { addAccount, addOrder } from '#test/builders.ts'
import { expect, startApp, type StartedApp, test, withoutTutorials } from './fixtures.ts'
import { current, phoneScene, routeOfToday, sign, waiting } from './logistics/phone-scene.ts'
import { addPerson, logIn } from './people.ts'

/*
 * Over plain http, except on localhost, browsers have no crypto.randomUUID, crypto.subtle, clipboard or service
 * workers.
 */

let office: StartedApp
test.beforeAll(async () => {
  office = await startApp({ hostName: 'office.test' })
})
test.afterAll(() => office.stop())

async function openPage(browser: Browser) {
  const context = await browser.newContext({ baseURL: office.baseURL })
  await withoutTutorials(context)
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  return { page, errors }
}

test('[NAV-01] over plain http the office app works: login, a board, bulk confirmation and the portal’s login page', async ({
  browser,
}) => {
  const word = randomUUID().slice(0, 8)
  await office.api.do(prospectsApi.createProspect, { body: { name: `Ward ${word}` } })
  const [{ productId }, account] = [await phoneScene(office), await addAccount(office.api, { name: `Clinic ${word}` })]
  for (const quantity of [1, 2]) await addOrder(office.api, account.id, [[productId, quantity]])
  const { page, errors } = await openPage(browser)
  await page.goto('/')
  await logIn(page, await addPerson(office, 'admin'))
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  expect(await page.evaluate(() => window.isSecureContext)).toBe(false)

  await page.goto(`/crm/prospects?view=board&q=${word}`)
  await page.getByRole('button', { name: `Move Ward ${word}` }).click()
  await page.getByRole('menuitem', { name: 'Contacted' }).click()
  await expect(page.getByRole('region', { name: 'Contacted', exact: true })).toContainText(`Ward ${word}`)

  await page.goto(`/orders/sales-orders?q=${word}`)
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  const selection = page.getByRole('region', { name: 'Selection' })
  await selection.getByRole('button', { name: 'Confirm', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('cell', { name: 'Confirmed' })).toHaveCount(2)

  await page.context().clearCookies()
  await page.goto('/crm/customer-portal/login')
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  expect(errors).toEqual([])
  await page.context().close()
})

test('[DRV-01] over plain http the driver page records a delivery with a signature while online', async ({
  browser,
}) => {
  const scene = await phoneScene(office)
  const { page, errors } = await openPage(browser)
  const driver = await office.signIn(page, 'driver')
  const { route, packed } = await routeOfToday(scene, driver, [{}])
  await scene.admin.do(routesApi.startRoute, { params: { id: route.id }, body: {} })
  await page.goto(`/logistics/driver-portal/route/${route.id}`)
  await current(page).getByRole('button', { name: 'Arrived' }).click()
  await current(page).getByRole('button', { name: 'Deliver' }).click()
  await page.getByLabel('Received by').fill('Dr Weiss')
  await sign(page)
  await page.getByRole('button', { name: 'Confirm delivery' }).click()
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeVisible()
  await expect(waiting(page)).toHaveText('All sent')
  const { proofs } = await scene.admin.do(shipmentsApi.getShipment, { params: { id: packed[0]?.shipmentId ?? '' } })
  expect(proofs).toMatchObject([{ receivedBy: 'Dr Weiss', signature: expect.any(String) }])
  expect(errors).toEqual([])
  await page.context().close()
})
