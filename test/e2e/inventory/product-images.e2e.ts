import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { addPlace, addProduct } from '#test/builders.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

/** A single-colour JPEG file, as a camera could have made it. */
const picture = async (name: string, color: string, width = 900, height = 700) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width, height, channels: 3, background: color } })
    .jpeg()
    .toBuffer(),
})
const tiles = (page: Page) => page.getByRole('list', { name: 'Images' }).getByRole('listitem')
const act = async (page: Page, at: number, name: string) => {
  await page.getByRole('button', { name: `Actions for image ${at}` }).click()
  await page.getByRole('menuitem', { name }).click()
}

test('[INV-01] [INV-03] uploads, reorders, describes, removes and restores product images', async ({
  page,
  app,
  expectConsole,
}) => {
  // The test recorder (trace) requests the body of a preview again with fetch, which the CSP blocks; the page does not.
  expectConsole.push(/connect-src/)
  const place = await addPlace(app.api)
  const { id } = await addProduct(app.api, place, { name: 'Infusion pump', sku: 'IMG-1' })
  const images = async () => (await app.api.do(inventoryApi.getProduct, { params: { id } })).images
  await app.signIn(page, 'admin')
  await goTo(page, `/crm/inventory/view/${id}`)
  await page
    .locator('input[type=file]')
    .setInputFiles([
      await picture('front.jpg', '#2b7a78'),
      await picture('back.jpg', '#d95d39'),
      { name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload="alert(1)"/>') },
    ])
  await expect(page.getByRole('button', { name: 'Show Infusion pump, image 2 of 2' })).toBeVisible()
  const refused = page.getByRole('list', { name: 'Refused files' })
  await expect(refused).toContainText('fake.png is not a JPEG, PNG or WebP picture')
  await page.getByRole('button', { name: 'Dismiss fake.png' }).click()
  await expect(refused.getByRole('listitem')).toHaveCount(0)
  // A server error (500) is shown as failed upload with retry, not as refused file.
  const sent = `**/api/products/${id}/images?*`
  await page.route(sent, (route) => route.fulfill({ status: 500, json: { error: 'The server failed' } }))
  await page.locator('input[type=file]').setInputFiles([await picture('side.jpg', '#445566')])
  await expect(refused).toHaveText(/^side\.jpg could not be uploaded/)
  await expect(refused.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.unroute(sent)
  await page.getByRole('button', { name: 'Dismiss side.jpg' }).click()

  await act(page, 2, 'Make main image')
  await expect(page.getByText('Set as main image')).toBeAttached()
  await expect.poll(async () => (await images()).map((image) => image.fileName)).toEqual(['back.jpg', 'front.jpg'])
  await act(page, 1, 'Describe')
  const dialog = page.getByRole('dialog', { name: 'Describe image' })
  await dialog.getByLabel('Description').fill('The pump from behind')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save description' }).click()
  await page.getByRole('button', { name: 'Show The pump from behind' }).click()
  const viewer = page.getByRole('dialog', { name: 'Infusion pump' })
  await expect(viewer.getByRole('img', { name: 'The pump from behind' })).toBeVisible()
  await viewer.getByRole('button', { name: 'Next image' }).click()
  await expect(viewer.getByRole('status')).toHaveText('2 of 2')
  await page.keyboard.press('ArrowLeft')
  await expect(viewer.getByRole('status')).toHaveText('1 of 2')
  await page.keyboard.press('Escape')

  await act(page, 1, 'Remove')
  await expect(tiles(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(tiles(page)).toHaveCount(2)
  await expect(tiles(page).first().getByRole('img')).toHaveAccessibleName('The pump from behind')
  await expectAccessible(page)

  // Dragging reorders images like the menu.
  await tiles(page).nth(1).dragTo(tiles(page).nth(0))
  await expect.poll(async () => (await images())[0]?.fileName).toBe('front.jpg')
  await goTo(page, '/crm/inventory?q=IMG-1')
  const row = page.getByRole('row', { name: /Infusion pump/ })
  await expect(row.locator('img')).toHaveJSProperty('complete', true)
  const width = () => row.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(width).toBeGreaterThan(0)
})

test('[INV-01] [INV-03] uploads pasted and dropped images; users without edit permission see no image actions', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const { id } = await addProduct(app.api, place, { name: 'Wall clock' })
  await app.signIn(page, 'admin')
  await goTo(page, `/crm/inventory/view/${id}`)
  const drop = page.getByRole('button', { name: 'Choose files: Add images' })
  await expect(drop).toBeVisible()
  const pasted = (await picture('pasted.jpg', '#335577', 40, 40)).buffer.toString('base64')
  const give = ({ type, base64 }: { type: string; base64: string }) => {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
    const transfer = new DataTransfer()
    transfer.items.add(new File([bytes], `${type}.jpg`, { type: 'image/jpeg' }))
    const where = type === 'drop' ? document.querySelector('[aria-label^="Choose files"]') : document.body
    where?.dispatchEvent(
      type === 'drop'
        ? new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true })
        : new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true }),
    )
  }
  await page.evaluate(give, { type: 'paste', base64: pasted })
  await expect(page.getByRole('button', { name: 'Show Wall clock, image 1 of 1' })).toBeVisible()
  const dropped = (await picture('dropped.jpg', '#775533', 40, 40)).buffer.toString('base64')
  await page.evaluate(give, { type: 'drop', base64: dropped })
  await expect(page.getByRole('button', { name: 'Show Wall clock, image 2 of 2' })).toBeVisible()

  await app.signIn(page, 'staff', { inventory: { view: true } })
  await page.reload()
  await expect(tiles(page)).toHaveCount(2)
  await expect(drop).toBeHidden()
  await expect(page.getByRole('button', { name: /Actions for image/ })).toHaveCount(0)
})

test('[INV-01] [INV-03] uploads the images chosen in the form of a new product after it is saved', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const start = await addProduct(app.api, place, { name: 'Stethoscope' })
  await app.signIn(page, 'admin')
  await goTo(page, `/crm/inventory/add?copy=${start.id}`)
  await page
    .locator('input[type=file]')
    .setInputFiles([await picture('a.jpg', '#114433'), await picture('b.jpg', '#443311')])
  await page.getByRole('button', { name: 'Make b.jpg the main image' }).click()
  await page.getByRole('button', { name: 'Save product' }).click()
  await expect(page.getByRole('heading', { name: 'Stethoscope (copy)' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show Stethoscope (copy), image 2 of 2' })).toBeVisible()
  const { data } = await app.api.do(inventoryApi.listProducts, { query: { q: 'Stethoscope (copy)' } })
  const copy = await app.api.do(inventoryApi.getProduct, { params: { id: data[0]?.id ?? '' } })
  expect(copy.images.map((image) => image.fileName)).toEqual(['b.jpg', 'a.jpg'])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 780 }, hasTouch: true, isMobile: true })

  test('[INV-01] [INV-03] the camera input uploads a photo', async ({ page, app }) => {
    const place = await addPlace(app.api)
    const { id } = await addProduct(app.api, place, { name: 'Thermometer' })
    await app.signIn(page, 'admin')
    await goTo(page, `/crm/inventory/view/${id}`)
    const camera = page.locator('input[capture=environment]')
    await expect(camera).toHaveAttribute('accept', 'image/*')
    await camera.setInputFiles(await picture('photo.jpg', '#667788'))
    await expect(page.getByRole('button', { name: 'Show Thermometer, image 1 of 1' })).toBeVisible()
    await expectAccessible(page)
  })
})
