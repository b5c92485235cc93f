import { addDays } from '#shared/dates.ts'
import { settingsApi } from '#shared/settings/api.ts'
import { addAccount, addPlace, addProduct } from '#test/builders.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { changeSettings } from '#test/settings.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

test('[SO-01, SO-02, PRD-02, SET-01] an order below the minimum quantity needs a reason; the settings allow payments dated ahead', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  await addProduct(app.api, place, { name: 'Minimum swab', quantity: 500, moq: 24 })
  const account = await addAccount(app.api, { name: 'Minimum clinic' })
  await app.signIn(page, 'admin')
  await goTo(page, `/crm/customers/view/${account.id}`)
  await page.getByRole('link', { name: 'New order' }).click()
  await expect(page.getByRole('combobox', { name: 'Customer' })).toHaveValue('Minimum clinic')
  await page.getByRole('combobox', { name: 'Product' }).fill('minimum sw')
  await page.getByRole('option', { name: /Minimum swab/ }).click()
  const quantity = page.getByLabel('Quantity').first()
  const line = page.getByRole('group', { name: 'Line 1' })
  // Between phone and desktop widths the lines are cards, so that product names can be read.
  for (const width of [768, 900, 1024, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await expect
      .poll(async () => (await page.getByRole('combobox', { name: 'Product' }).boundingBox())?.width)
      .toBeGreaterThan(180)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  }
  await quantity.fill('1')
  // The first click into the field selects its content.
  await page.getByLabel('Reference').click()
  await quantity.click()
  await page.keyboard.type('10')
  await expect(quantity).toHaveValue('10')
  await expect(line.getByText('minimum order 24')).toHaveClass(/text-warn/)
  await page.locator('form button[type=submit]').click()
  await expect(page).toHaveURL(/\/orders\/sales-orders\/view\//)
  await page.getByRole('button', { name: 'Confirm order' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Below the minimum order quantity')
  await expect(dialog).toContainText('Minimum swab: 10 ordered, the minimum is 24.')
  await dialog.getByRole('button', { name: 'Allow and continue' }).click()
  await expect(dialog.getByText('Reason is required')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Sample for a ward')
  await dialog.getByRole('button', { name: 'Allow and continue' }).click()
  await dialog.getByRole('button', { name: 'Confirm order' }).click()
  await expect(page.getByText('Below the minimum: Sample for a ward')).toBeVisible()

  const { data: before } = await app.api.do(settingsApi.getSettings, {})
  await goTo(page, '/settings')
  await page.getByLabel('Future dates').fill('3')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect.poll(async () => (await app.api.do(settingsApi.getSettings, {})).data.posting.futureDays).toBe(3)
  await goTo(page, `/crm/customers/view/${account.id}`)
  await page.getByRole('button', { name: 'Record payment' }).first().click()
  const ahead = addDays(new Date().toISOString().slice(0, 10), 2)
  await dialog
    .getByLabel(/^(Date|Received)/)
    .first()
    .fill(ahead)
  await dialog.locator('button[type=submit]').click()
  await expect(dialog).toHaveCount(0)
  await changeSettings(app.api, before)
})
