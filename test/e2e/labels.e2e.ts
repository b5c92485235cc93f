import { readFileSync } from 'node:fs'
import { addPlace, addProduct } from '../builders.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'

test('[LBL-05] labels are looked at and downloaded, from a product and for a selection; too many are refused', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const product = await addProduct(app.api, place, { name: 'Labelled gloves', barcode: '4006381333931' })
  await addProduct(app.api, place, { name: 'Labelled masks' })
  await app.signIn(page, 'admin')
  await page.goto(`/crm/inventory/view/${product.id}`)
  await page.getByRole('button', { name: 'Labels' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: 'Symbol of (01)04006381333931' })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Copies of each').fill('501')
  await dialog.getByRole('button', { name: 'Download PDF' }).click()
  await expect(dialog).toContainText('must be at most 500')
  await dialog.getByLabel('Copies of each').fill('3')
  await dialog.getByLabel('First label at').fill('25')
  await dialog.getByRole('button', { name: 'Download PDF' }).click()
  await expect(dialog).toContainText('beyond the end of the sheet')
  await dialog.getByLabel('First label at').fill('2')
  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download PDF' }).click(),
  ])
  expect(pdf.suggestedFilename()).toBe('labels.pdf')
  expect(
    readFileSync(await pdf.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  await dialog.getByRole('button', { name: 'Close' }).first().click()

  await page.goto('/crm/inventory?q=Labelled')
  await page
    .getByRole('row', { name: /Labelled gloves/ })
    .getByRole('checkbox')
    .check()
  await page
    .getByRole('row', { name: /Labelled masks/ })
    .getByRole('checkbox')
    .check()
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Labels' }).click()
  await expect(dialog).toContainText('2 different labels')
  const [zpl] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download ZPL' }).click(),
  ])
  expect(readFileSync(await zpl.path(), 'utf8').match(/\^XA/g)).toHaveLength(2)
})
