import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { addPlace } from '#test/builders.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

test('[RAW-01] (P3) imports raw materials from a file after a preview of the changes; users without edit permission can’t', async ({
  app,
  page,
}) => {
  test.slow()
  const { api } = app
  const mark = crypto.randomUUID().slice(0, 8).toUpperCase()
  const place = await addPlace(api)
  const file = (content: string) => ({ name: 'materials.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
  const head = 'Our number,Name,Material type,Location,Cost,Opening stock\r\n'
  const row = (sku: string, name: string, cost: string, stock: string) =>
    `${mark}-${sku},${mark} ${name},Film,${place.warehouse.name},${cost},${stock}\r\n`
  await app.signIn(page, 'admin')

  await goTo(page, '/inventory/raw-materials')
  await page.getByRole('link', { name: 'Import', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'Import raw materials' })).toBeVisible()
  const template = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Template' }).click()
  expect((await template).suggestedFilename()).toBe('raw-materials-template.csv')

  // Maps a column whose name is not recognized.
  await page.setInputFiles(
    'input[type=file]',
    file(head + row('1', 'film', '0.75', '40') + row('2', 'foil', '1.20', '') + row('3', 'tape', 'cheap', '5')),
  )
  await expect(page.getByLabel('Column for Name')).toHaveValue('Name')
  await page.getByLabel('Column for SKU').selectOption('Our number')
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(
    page.getByRole('table', { name: 'Problems' }).getByRole('row', { name: /4 Cost cheap is not an amount/ }),
  ).toBeVisible()
  const steps = page.getByRole('table', { name: 'Changes by row' })
  await expect(steps.getByRole('row', { name: new RegExp(`${mark} film`) })).toContainText('New')
  await expect(page.locator('dl > div', { hasText: 'Opening stock, units' })).toContainText('40')
  await expectAccessible(page)
  const errors = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the row' }).click()
  expect((await errors).suggestedFilename()).toBe('materials-problems.csv')
  expect((await api.do(rawMaterialsApi.listRawMaterials, { query: { q: mark } })).data).toEqual([])

  const started = page.waitForResponse((answer) => answer.request().method() === 'POST')
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await started
  await page.reload()
  await expect(page.getByText('2 rows imported')).toBeVisible()
  await expect(page.getByText('1 row with a problem was skipped')).toBeVisible()
  const { data } = await api.do(rawMaterialsApi.listRawMaterials, { query: { q: mark, sort: 'name' } })
  expect(data.map(({ name, cost, onHand }) => [name, cost, onHand])).toEqual([
    [`${mark} film`, '0.75', 40],
    [`${mark} foil`, '1.20', 0],
  ])

  // Importing an existing SKU updates the columns of the file, but never the stock.
  await goTo(page, '/inventory/raw-materials/import')
  await page.setInputFiles('input[type=file]', file(`SKU,Cost,Opening stock\r\n${mark}-1,0.80,99\r\n`))
  await page.getByRole('button', { name: 'Check the file' }).click()
  const changed = page.getByRole('table', { name: 'Changes by row' }).getByRole('row', { name: new RegExp(mark) })
  await expect(changed).toContainText('Changed')
  await expect(changed).toContainText('0.80')
  await expect(page.getByText('Opening stock is booked for new raw materials only')).toBeVisible()

  await app.signIn(page, 'staff')
  await goTo(page, '/inventory/raw-materials/import')
  await expect(page.getByText("You can't change raw materials")).toBeVisible()
})
