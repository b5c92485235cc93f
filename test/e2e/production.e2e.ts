import { inventoryApi } from '#shared/inventory/api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials-api.ts'
import { addPlace, addProduct } from '../builders.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'

test('[RAW-01] a product is made at a factory of its raw materials, and the run is taken back', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const factory = await app.api.do(inventoryApi.createLocation, { body: { name: 'Making Works', type: 'Factory' } })
  const film = await app.api.do(rawMaterialsApi.createRawMaterial, {
    body: { name: 'Mask film', materialType: 'Film', location: factory.id, quantity: 31, cost: '0.50' },
  })
  const mask = await addProduct(app.api, place, {
    name: 'Made mask',
    billOfMaterials: [{ rawMaterialId: film.id, quantity: 3 }],
  })
  await app.signIn(page, 'admin')
  await page.goto(`/crm/inventory/view/${mask.id}`)
  await expect(page.getByText('Limited by Mask film (31)')).toBeVisible()
  await page.getByRole('button', { name: 'Produce' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Factory').selectOption('Making Works')
  await expect(dialog.getByText('10 can be made there now.')).toBeVisible()
  await dialog.getByLabel('Quantity').fill('11')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Produce' }).click()
  await expect(dialog.getByText('Not enough stock. Mask film: 33 wanted, 31 available')).toBeVisible()
  await dialog.getByLabel('Quantity').fill('4')
  await dialog.getByRole('button', { name: 'Produce' }).click()
  const runs = page.getByRole('list', { name: 'Production runs' }).getByRole('listitem')
  await expect(runs).toHaveText([/PRD-.*4 at Making Works.*12 Mask film/])
  expect((await app.api.do(rawMaterialsApi.getRawMaterial, { params: { id: film.id } })).onHand).toBe(19)
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Take PRD-/ }).click()
  await dialog.getByLabel('Reason').fill('Wrong label')
  await dialog.getByRole('button', { name: 'Take back' }).click()
  await expect(runs).toHaveText([/−4 at Making Works.*Wrong label/, /Taken back/])
  expect((await app.api.do(rawMaterialsApi.getRawMaterial, { params: { id: film.id } })).onHand).toBe(31)
})
