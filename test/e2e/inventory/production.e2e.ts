import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { addPlace, addProduct } from '#test/builders.ts'
import { inDays } from '#test/lots.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

test('[RAW-01] produces a product from raw materials at a factory, refuses a shortage, and reverses the run', async ({
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
  await goTo(page, `/crm/inventory/view/${mask.id}`)
  await expect(page.getByText('Limited by Mask film (31)')).toBeVisible()
  await page.getByRole('button', { name: 'Produce' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Factory').selectOption('Making Works')
  await expect(dialog.getByText('10 can be made there at present.')).toBeVisible()
  await dialog.getByLabel('Quantity').fill('11')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Produce' }).click()
  await expect(dialog.getByText('Not enough stock. Mask film: 33 wanted, 31 available')).toBeVisible()
  await dialog.getByLabel('Quantity').fill('4')
  await dialog.getByRole('button', { name: 'Produce' }).click()
  const runs = page.getByRole('list', { name: 'Production runs' }).getByRole('listitem')
  await expect(runs).toHaveText([/PRD-.*4 at Making Works.*6\.00, 1\.50 a piece/])
  expect((await app.api.do(rawMaterialsApi.getRawMaterial, { params: { id: film.id } })).onHand).toBe(19)
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Reverse PRD-/ }).click()
  await dialog.getByLabel('Reason').fill('Wrong label')
  await dialog.getByRole('button', { name: 'Reverse' }).click()
  await expect(runs).toHaveText([/−4 at Making Works.*Wrong label/, /Reversed/])
  expect((await app.api.do(rawMaterialsApi.getRawMaterial, { params: { id: film.id } })).onHand).toBe(31)
})

test('[RAW-01] produces from a raw material with scrap, filters runs in the list, reverses a run; staff without permission can’t reverse', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const factory = await app.api.do(inventoryApi.createLocation, { body: { name: 'Scrap Works', type: 'Factory' } })
  const { id } = await app.api.do(rawMaterialsApi.createRawMaterial, {
    body: { name: 'Gown fleece', materialType: 'Fleece', location: factory.id, cost: '0.50', lotControlled: true },
  })
  for (const [lotNumber, days, quantity] of [
    ['FL-1', 60, 10],
    ['FL-2', 300, 40],
  ] as const) {
    const body = { quantity, reason: 'purchase_order' as const, lotNumber, expiryDate: inDays(days) }
    await app.api.do(rawMaterialsApi.addStock, { params: { id }, body })
  }
  const gown = await addProduct(app.api, place, {
    name: 'Scrapped gown',
    lotControlled: true,
    billOfMaterials: [{ rawMaterialId: id, quantity: 3 }],
  })
  await app.signIn(page, 'admin')
  await goTo(page, `/inventory/raw-materials/view/${id}`)
  await page.getByRole('button', { name: 'Produce Scrapped gown' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Factory').selectOption('Scrap Works')
  await dialog.getByLabel('Quantity').fill('4')
  await expect(dialog.getByText('Takes 12 of Gown fleece.')).toBeVisible()
  await dialog.getByRole('switch', { name: 'Record scrap' }).click()
  await dialog.getByLabel('Rejected').fill('1')
  await dialog.getByLabel('Wasted: Gown fleece').fill('2')
  await expect(dialog.getByText('Takes 17 of Gown fleece.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Produce' }).click()
  await expect(dialog.getByText('Reason is required')).toBeVisible()
  await dialog.getByLabel('Reason').fill('The cutter jammed')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Produce' }).click()
  await expect(page.getByText(/4 × Scrapped gown made/)).toBeVisible()
  await page.getByRole('link', { name: 'All production runs with it' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Production' })).toBeVisible()
  const rows = page.getByRole('table', { name: 'Production runs' }).locator('tbody tr')
  await expect(rows).toHaveText([/Scrapped gown.*Scrap Works.*Completed.*4.*1 rejected, 2 wasted.*8\.50/])
  await expectAccessible(page)
  await rows.getByRole('link').first().click()
  await expect(page.getByText('4 × Scrapped gown at Scrap Works')).toBeVisible()
  await expect(page.getByText('The cutter jammed')).toBeVisible()
  await expect(page.getByText('10 of lot FL-1')).toBeVisible()
  await expect(page.getByText(/7 of lot FL-2.*2 of it wasted/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Reverse' }).click()
  await dialog.getByLabel('Reason').fill('Counted twice')
  await dialog.getByRole('button', { name: 'Reverse' }).click()
  await expect(page.getByText('This run was reversed')).toBeVisible()
  expect((await app.api.do(rawMaterialsApi.getRawMaterial, { params: { id } })).onHand).toBe(50)
  expect((await app.api.do(inventoryApi.getProduct, { params: { id: gown.id } })).onHand).toBe(0)
  await goTo(page, `/inventory/production?product=${gown.id}`)
  await expect(rows).toHaveCount(2)
  await page.getByLabel('Status', { exact: true }).selectOption('taken_back')
  await expect(rows).toHaveText([/Reversed/])
  await page.getByLabel('Status', { exact: true }).selectOption('made')
  await expect(page.getByText('No production runs match')).toBeVisible()

  await page.context().clearCookies()
  await page.evaluate(() => sessionStorage.clear())
  await app.signIn(page, 'staff')
  await page.setViewportSize({ width: 375, height: 812 })
  await goTo(page, `/inventory/production?product=${gown.id}&status=taken_back`)
  await page
    .getByRole('link', { name: /Scrapped gown/ })
    .first()
    .click()
  await expect(page.getByText('This run was reversed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reverse' })).toHaveCount(0)
})

test('[RAW-01] an invalid wasted quantity shows the error at its own field', async ({ page, app }) => {
  const place = await addPlace(app.api)
  const { id: location } = await app.api.do(inventoryApi.createLocation, {
    body: { name: 'Waste Works', type: 'Factory' },
  })
  const bill = []
  for (const name of ['Apron film', 'Apron strings']) {
    const body = { name, materialType: 'Film', location, quantity: 9 }
    bill.push({ rawMaterialId: (await app.api.do(rawMaterialsApi.createRawMaterial, { body })).id, quantity: 1 })
  }
  const apron = await addProduct(app.api, place, { name: 'Wasted apron', billOfMaterials: bill })
  await app.signIn(page, 'admin')
  await goTo(page, `/crm/inventory/view/${apron.id}`)
  await page.getByRole('button', { name: 'Produce' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Quantity').fill('2')
  await dialog.getByRole('switch', { name: 'Record scrap' }).click()
  await dialog.getByLabel('Wasted: Apron strings').fill('1.5')
  await dialog.getByLabel('Reason').fill('Torn')
  await dialog.getByRole('button', { name: 'Produce' }).click()
  await expect(dialog.getByLabel('Wasted: Apron strings')).toHaveAccessibleDescription(/whole number/)
  await expect(dialog.getByLabel('Wasted: Apron film')).not.toHaveAttribute('aria-invalid', 'true')
})
