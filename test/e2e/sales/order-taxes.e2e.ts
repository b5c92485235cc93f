import { addPlace, addProduct } from '#test/builders.ts'
import { expect, startApp, test } from '#test/e2e/fixtures.ts'
import { changeSettings } from '#test/settings.ts'
import { paths } from '#web/paths.ts'

/* An application of its own: its taxes are nobody else's. */
test('[SET-01, SO-01] a line has a choice of taxes where there are two names, also of 0 %, and none where there is one', async ({
  page,
}) => {
  const app = await startApp()
  try {
    await addProduct(app.api, await addPlace(app.api), { quantity: 5 })
    const rate = (name: string) => ({ name, kind: 'exclusive' as const, percent: '0' })
    await changeSettings(app.api, { tax: { rates: [rate('Exempt')], defaultRate: 'Exempt' } })
    await app.signIn(page, 'admin')
    await page.goto(app.baseURL + paths.orderNew)
    const product = page.getByRole('combobox', { name: /^Product/ }).first()
    await expect(product).toHaveAttribute('placeholder', 'Name, SKU or barcode…')
    await expect(page.getByRole('combobox', { name: /^Tax/ })).toHaveCount(0)
    await changeSettings(app.api, { tax: { rates: [rate('Exempt'), rate('Zero-rated')], defaultRate: 'Exempt' } })
    await page.reload()
    await expect(product).toBeVisible()
    const tax = page.getByRole('combobox', { name: /^Tax/ }).first()
    await expect(tax.getByRole('option')).toContainText(['Exempt', 'Zero-rated'])
    // In the narrow editor price tier and tax share what three columns take, with room for their words.
    await page.setViewportSize({ width: 900, height: 800 })
    const tier = page.getByRole('combobox', { name: /^Price tier/ }).first()
    const [left, right] = [await tier.boundingBox(), await tax.boundingBox()]
    expect(Math.min(left?.width ?? 0, right?.width ?? 0)).toBeGreaterThan(100)
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0)
  } finally {
    await app.stop()
  }
})
