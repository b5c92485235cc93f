import { readFileSync } from 'node:fs'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { addPlace, addProduct, placePurchase } from '#test/builders.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

test('[LBL-05] previews and downloads labels for a product and for selected rows; refuses too many copies', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const product = await addProduct(app.api, place, { name: 'Labelled gloves', barcode: '4006381333931' })
  await addProduct(app.api, place, { name: 'Labelled masks' })
  await app.signIn(page, 'admin')
  await goTo(page, `/crm/inventory/view/${product.id}`)
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

  await goTo(page, '/crm/inventory?q=Labelled')
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

test('[LBL-05] a receipt suggests one label per pack of each received lot, as PDF and ZPL', async ({ page, app }) => {
  const place = await addPlace(app.api)
  const vaccine = await addProduct(app.api, place, { name: 'Received vaccine', lotControlled: true, pcsPerCase: 10 })
  const order = await placePurchase(app.api, place, [[vaccine.id, 65, '4']])
  const lineId = order.orderLines[0]?.id ?? ''
  await app.api.do(purchasingApi.receive, {
    params: { id: order.id },
    body: {
      lines: [
        { lineId, quantity: 45, lotNumber: 'RL-1', expiryDate: '2031-05-01' },
        { lineId, quantity: 20, lotNumber: 'RL-2', expiryDate: '2031-09-01' },
      ],
    },
  })
  await app.signIn(page, 'admin')
  await goTo(page, `/orders/purchase-orders/view/${order.id}`)
  await page.getByRole('button', { name: 'Labels' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Copies of Received vaccine, lot RL-1')).toHaveValue('5')
  await expect(dialog.getByLabel('Copies of Received vaccine, lot RL-2')).toHaveValue('2')
  await expect(dialog.getByRole('list', { name: 'Preview' })).toContainText('Lot RL-2')
  await expectAccessible(page)
  await dialog.getByLabel('Copies of Received vaccine, lot RL-2').fill('501')
  await dialog.getByRole('button', { name: 'Download PDF' }).click()
  await expect(dialog).toContainText('must be at most 500')
  // 0 copies of a lot are allowed.
  await dialog.getByLabel('Copies of Received vaccine, lot RL-2').fill('0')
  const [zpl] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download ZPL' }).click(),
  ])
  const text = readFileSync(await zpl.path(), 'utf8')
  expect(text).toContain('RL-1')
  expect(text).toContain('^PQ5')
  expect(text).not.toContain('RL-2')
  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download PDF' }).click(),
  ])
  expect(pdf.suggestedFilename()).toBe('labels.pdf')
})
