import { inventoryApi } from '#shared/inventory/stock/api.ts'
import config from '../../../playwright.config.ts'
import { addPlace, addProduct } from '#test/builders.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { filmOf } from './camera-picture.ts'
import { expect, test } from '#test/e2e/fixtures.ts'

const launch = config.use?.launchOptions ?? {}

/* The browser's fake camera shows a GS1 DataMatrix of a product and its lot. */
test.use({
  launchOptions: {
    ...launch,
    args: [
      ...(launch.args ?? []),
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${filmOf('gs1datamatrix', '(01)04006381333931(17)300131(10)CAM-7')}`,
    ],
  },
})

test('[SCAN-07] the camera scans a GS1 DataMatrix and opens its product or lot', async ({ page, app, context }) => {
  await context.grantPermissions(['camera'])
  const place = await addPlace(app.api)
  const product = await addProduct(app.api, place, {
    name: 'Seen by camera',
    barcode: '4006381333931',
    lotControlled: true,
  })
  await app.api.do(inventoryApi.addStock, {
    params: { id: product.id },
    body: { quantity: 5, reason: 'return', lotNumber: 'CAM-7', expiryDate: '2030-01-31' },
  })
  await app.signIn(page, 'admin')
  await page.goto('/crm/categories')
  await page.getByRole('button', { name: 'Scan a code' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Seen by camera|CAM-7/ })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('[SCAN-07] when camera access is blocked, the user can type the code', async ({ page, app }) => {
  const place = await addPlace(app.api)
  await addProduct(app.api, place, { name: 'Typed by hand', sku: 'TYPED-1' })
  await app.signIn(page, 'admin')
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  })
  await page.goto('/crm/inventory')
  await page.getByRole('button', { name: 'Scan a code' }).click()
  await expect(page.getByText('Camera access is blocked')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Or type it').fill('typed-1')
  await page.getByRole('button', { name: 'Look up' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Typed by hand' })).toBeVisible()
})
