import { driverApi } from '#shared/logistics/driver/api.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, test, withoutTutorials } from '#test/e2e/fixtures.ts'
import { expectFit, expectReadable } from './driver-looks.ts'
import { current, isHeld, phoneScene, picture, routeOfToday, sign, waiting } from './phone-scene.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

// A separate company, because the test changes its settings.
test.use({ viewport: { width: 390, height: 844 }, ownCompany: 'proofs' })

test('[DRV-01, SET-01, SHP-01] the proof-of-delivery settings apply to the driver, to deliveries recorded offline and to the office', async ({
  page,
  app,
  browser,
}) => {
  test.setTimeout(180_000)
  const scene = await phoneScene(app)
  const driver = await app.signIn(page, 'driver')
  const { route, packed } = await routeOfToday(scene, driver, [{ packages: 2 }, {}])
  await scene.admin.do(routesApi.startRoute, { params: { id: route.id }, body: {} })
  await goTo(page, `/logistics/driver-portal/route/${route.id}`)
  await expect(current(page)).toContainText(packed[0]!.account)
  await isHeld(page)
  await page.context().setOffline(true)

  // While the phone is offline, an administrator requires more proof.
  const desk = await browser.newContext({ baseURL: app.baseURL, viewport: { width: 1280, height: 900 } })
  await withoutTutorials(desk)
  const office = await desk.newPage()
  await app.signIn(office, 'admin')
  await office.goto('/settings')
  await office.getByLabel('Signature at the door').selectOption('Drawn only')
  await office.getByLabel('Photo at the door').selectOption('Required when goods are damaged')
  await office.getByLabel('Drivers scan every package as they hand it over').check()
  await expectAccessible(office)
  await office.getByRole('button', { name: 'Save', exact: false }).first().click()
  await expect
    .poll(async () => (await driver.do(driverApi.getDriverRoute, { params: { id: route.id } })).data.proof)
    .toEqual({ signature: 'drawn', photo: 'damaged', scan: true })

  // The phone does not know the new settings: the server refuses the delivery, and the driver can add the proof.
  await current(page).getByRole('button', { name: 'Arrived' }).click()
  await current(page).getByRole('button', { name: 'Deliver' }).click()
  await page.getByLabel('Received by').fill('Dr Weiss')
  await page.getByRole('button', { name: 'Use the typed name instead' }).click()
  await page.getByRole('button', { name: 'Confirm delivery' }).click()
  await expect(waiting(page)).toHaveText('2 waiting to send')
  await page.context().setOffline(false)
  const attention = page.getByRole('region', { name: 'Needs attention' })
  await expect(attention).toContainText('Get a signature: a typed name is not enough.')
  await expectReadable(page, 'proof incomplete')
  await attention.getByRole('button', { name: 'Deliver with proof' }).click()

  await expect(page.getByText('Your company asks for a drawn signature.')).toBeVisible()
  await page.getByRole('button', { name: /^Refused or damaged/ }).click()
  await page.getByRole('button', { name: /^More: Damaged/ }).click()
  await page.getByLabel('Received by').fill('Dr Weiss')
  await page.getByRole('button', { name: 'Confirm delivery' }).click()
  for (const words of ['Scan every package of this stop', 'Get a signature', 'Take a photo of the damage'])
    await expect(page.getByText(words).first()).toBeVisible()
  await expectFit(page, 'delivery without its proof')
  const { shipmentPackages } = await scene.admin.do(shipmentsApi.getShipment, { params: { id: packed[0]!.shipmentId } })
  for (const { code } of shipmentPackages) {
    await page.getByLabel('Package code').fill(code)
    await page.getByRole('button', { name: 'Check', exact: true }).click()
  }
  await page.getByLabel('Photo').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await picture(2) })
  await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible()
  await sign(page)
  await page.getByRole('button', { name: 'Confirm delivery' }).click()
  await expect(current(page)).toContainText(packed[1]!.account)
  // The two images are uploaded in parts, which takes longer.
  await expect(waiting(page)).toHaveText('All sent', { timeout: 60_000 })

  await office.goto(`/logistics/shipping/${packed[0]!.shipmentId}`)
  await expect(office.getByText(shipmentPackages.map(({ code }) => code).join(', '))).toBeVisible()
  // Recording a delivery in the office: the dialog lists the proof that is missing.
  await office.goto(`/logistics/shipping/${packed[1]!.shipmentId}`)
  await office.getByRole('button', { name: 'Record delivery' }).click()
  await expect(office.getByRole('dialog')).toContainText(
    'a drawn signature, a photo of what is damaged, and a scan of every package',
  )
  await expectAccessible(office)
  await desk.close()
})
