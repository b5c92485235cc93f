import { addPlace } from '#test/builders.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { paths } from '#web/paths.ts'

test.use({ ownCompany: 'only location' })

test('[PO-01, RAW-01, KIT-01] new purchase orders, raw materials and kits start with the only location of the company', async ({
  page,
  app,
}) => {
  const { warehouse } = await addPlace(app.api)
  await app.signIn(page, 'admin')
  const forms = [
    [paths.purchaseOrderNew, 'Deliver to'],
    [paths.rawMaterialNew, 'Location'],
    [paths.kitNew, 'Warehouse'],
  ] as const
  for (const [path, label] of forms) {
    await page.goto(path)
    await expect(page.getByRole('combobox', { name: label })).toHaveValue(new RegExp(warehouse.name))
  }
  await addPlace(app.api)
  for (const [path, label] of forms) {
    await Promise.all([page.waitForResponse(/\/api\/locations\?/), page.goto(path)])
    await expect(page.getByRole('combobox', { name: label })).toHaveValue('')
    // The default was not a change: no draft of it was stored.
    await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(0)
  }
})
