import { returnsApi } from '#shared/sales/returns/api.ts'
import { addAccount, addPlace, addProduct, deliveredOrder } from '#test/builders.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { paths } from '#web/paths.ts'

test.use({ ownCompany: 'only location' })

test('[PO-01, RAW-01, KIT-01, RTN-01] new purchase orders, raw materials, kits and receipts of returns start with the only location of the company', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const { warehouse } = place
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
  const product = await addProduct(app.api, place, { quantity: 10 })
  const order = await deliveredOrder(app.api, (await addAccount(app.api)).id, [[product.id, 5]])
  const lines = order.orderLines.map(({ id }) => ({ orderLineId: id, quantity: 2, reason: 'damaged' as const }))
  const { id } = await app.api.do(returnsApi.createReturn, { body: { orderId: order.id, lines } })
  await app.api.do(returnsApi.approveReturn, { params: { id }, body: {} })
  await page.goto(paths.return(id))
  await page.getByRole('button', { name: 'Receive goods' }).click()
  await expect(page.getByRole('combobox', { name: 'Received at' })).toHaveValue(new RegExp(warehouse.name))
  await addPlace(app.api)
  for (const [path, label] of forms) {
    await Promise.all([page.waitForResponse(/\/api\/locations\?/), page.goto(path)])
    await expect(page.getByRole('combobox', { name: label })).toHaveValue('')
    // The default was not a change: no draft of it was stored.
    await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(0)
  }
})
