import sharp from 'sharp'
import { settingsApi } from '#shared/settings/api.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { toast } from '#test/e2e/people.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

const picture = (background: string) => sharp({ create: { width: 240, height: 80, channels: 3, background } })

test('[SET-01] the company logo is uploaded, replaced and removed; a file that isn’t an image is refused and changes nothing', async ({
  page,
  app,
}) => {
  await app.signIn(page, 'admin')
  await goTo(page, '/settings')
  const card = page.locator('[data-card]', { has: page.getByRole('heading', { name: 'Logo', exact: true }) })
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    card.getByLabel('Logo file').setInputFiles({ name, mimeType, buffer })
  const stored = async () => (await app.api.do(settingsApi.getSettings, {})).logo
  await expect(card).toContainText('No logo yet.')
  await expect(card.getByRole('button', { name: 'Remove logo' })).toHaveCount(0)

  await choose('logo.png', 'image/png', await picture('#0f766e').png().toBuffer())
  await expect(toast(page, 'Logo saved')).toBeVisible()
  await expect(card.getByRole('img')).toBeVisible()
  await expect
    .poll(() => card.getByRole('img').evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0)
  const first = await stored()
  expect(first).toEqual(expect.any(String))
  await expectAccessible(page)

  await choose('logo.png', 'image/png', Buffer.from('This is no picture.'))
  await expect(
    page
      .getByRole('region', { name: /^Notifications/ })
      .getByRole('listitem')
      .last(),
  ).toContainText(/image|picture/i)
  await expect(card.getByRole('button', { name: 'Replace logo' })).toBeEnabled()
  expect(await stored()).toBe(first)

  await choose('other.webp', 'image/webp', await picture('#b3261e').webp().toBuffer())
  await expect.poll(stored).not.toBe(first)
  await page.reload()
  await expect(card.getByRole('img')).toBeVisible()

  await card.getByRole('button', { name: 'Remove logo' }).click()
  await expect(toast(page, 'Logo removed')).toBeVisible()
  await expect(card).toContainText('No logo yet.')
  expect(await stored()).toBeNull()
})
