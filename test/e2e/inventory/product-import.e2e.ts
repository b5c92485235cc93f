import { productCells, productCsv } from '#test/product-list.ts'
import { addPlace } from '#test/builders.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

test('[INV-01] imports products from a file after a preview of the changes', async ({ app, page }) => {
  test.slow()
  await app.signIn(page, 'admin')
  const place = await addPlace(app.api)
  const known = productCells(place, { sku: 'E2E-LIST-KNOWN', name: 'Listed forceps' })
  const rows = [
    known,
    productCells(place, {
      sku: 'E2E-LIST-LOT',
      name: 'Listed vaccine',
      quantity: '40',
      lotControlled: 'Yes',
      lotNumber: 'LV-1',
      expiryDate: '2031-01-31',
    }),
    productCells(place, { sku: 'E2E-LIST-BAD', name: 'Listed gauze', price: 'cheap' }),
  ]
  const file = (content: string) => ({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })

  await test.step('opens the import from the product list and downloads the template', async () => {
    await goTo(page, '/crm/inventory')
    await page.getByRole('link', { name: 'Import', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Import products' })).toBeVisible()
    const template = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Template' }).click()
    expect((await template).suggestedFilename()).toBe('products-template.csv')
  })

  await test.step('maps a column whose name is not recognized', async () => {
    await page.setInputFiles('input[type=file]', file(productCsv(rows).replace('SKU', 'Our number')))
    await expect(page.getByLabel('Column for Name')).toHaveValue('Name')
    await page.getByRole('button', { name: 'Check the file' }).click()
    await expect(page.getByLabel('Column for SKU')).toBeFocused()
    await page.getByLabel('Column for SKU').selectOption('Our number')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Check the file' }).click()
  })

  await test.step('the check lists problems by row and field, and the change of each row', async () => {
    await expect(
      page.getByRole('table', { name: 'Problems' }).getByRole('row', { name: /4 Price cheap is not an amount/ }),
    ).toBeVisible()
    const steps = page.getByRole('table', { name: 'Changes by row' })
    await expect(steps.getByRole('row', { name: /Listed vaccine/ })).toContainText('New')
    await expect(page.locator('dl > div', { hasText: 'Opening stock, units' })).toContainText('40')
    await expectAccessible(page)
    const errors = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download the row' }).click()
    expect((await errors).suggestedFilename()).toBe('list-problems.csv')
  })

  await test.step('the import continues after a reload', async () => {
    const started = page.waitForResponse((answer) => answer.request().method() === 'POST')
    await page.getByRole('button', { name: 'Import 2 rows' }).click()
    await started
    await page.reload()
    await expect(page.getByText('2 rows imported')).toBeVisible()
    await expect(page.getByText('1 row with a problem was skipped')).toBeVisible()
  })

  await test.step('the imported product shows its lot', async () => {
    await goTo(page, '/crm/inventory?q=Listed+vaccine')
    await page.getByRole('table', { name: 'Products' }).getByRole('link', { name: 'Listed vaccine' }).click()
    await expect(page.getByText('LV-1').first()).toBeVisible()
  })

  await test.step('importing an existing SKU previews the changed price', async () => {
    await goTo(page, '/crm/inventory/import')
    await page.setInputFiles('input[type=file]', file('SKU,Price\r\nE2E-LIST-KNOWN,12.75\r\n'))
    await page.getByRole('button', { name: 'Check the file' }).click()
    const row = page.getByRole('table', { name: 'Changes by row' }).getByRole('row', { name: /Listed forceps/ })
    await expect(row).toContainText('Changed')
    await expect(row).toContainText('12.75')
  })

  await test.step('adds missing category, supplier and location from the check', async () => {
    await goTo(page, '/crm/inventory/import')
    const names = { category: 'Listed splints', supplier: 'Listed supply', warehouse: 'Listed depot' }
    const unknown = ['E2E-NEW-1', 'E2E-NEW-2'].map((sku) => productCells(place, { sku, ...names }))
    await page.setInputFiles('input[type=file]', file(productCsv(unknown)))
    await page.getByRole('button', { name: 'Check the file' }).click()
    const missing = page.getByRole('list', { name: 'Not found' })
    await expect(missing.getByRole('listitem')).toHaveText([/Listed splints/, /Listed supply/, /Listed depot/])
    await expectAccessible(page)
    for (const kind of ['category', 'supplier', 'location']) {
      await missing.getByRole('button', { name: new RegExp(`^Add ${kind} Listed`) }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: `Add ${kind}` })
        .click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(missing.getByRole('button', { name: new RegExp(`^Added ${kind} Listed`) })).toBeFocused()
    }
    await page.getByRole('button', { name: 'Check again' }).click()
    await expect(page.getByRole('button', { name: 'Import 2 rows' })).toBeVisible()
    await expect(missing).toHaveCount(0)
  })

  await test.step('users without edit permission see that they can’t change products', async () => {
    await app.signIn(page, 'staff')
    await goTo(page, '/crm/inventory/import')
    await expect(
      page.getByText('You can’t change products').or(page.getByText("You can't change products")),
    ).toBeVisible()
  })
})
