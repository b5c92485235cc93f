import { csvOf, delivery } from '#test/delivery-history.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

const lines = [
  delivery({ orderNumber: 'E2E-1001', vendor: 'Imported Pharma Ltd', country: 'Zambia', projectCode: 'LUS-01' }),
  delivery({ orderNumber: 'E2E-1001', vendor: 'Imported Pharma Ltd', country: 'Zambia', projectCode: 'LUS-01' }),
  delivery({ orderNumber: 'E2E-1002', vendor: 'Imported Pharma Ltd', country: 'Zambia', projectCode: 'LUS-01' }),
  delivery({ orderNumber: 'E2E-1003', quantity: '-5' }),
  delivery({ orderNumber: 'E2E-1004', deliveredDate: 'some day' }),
]
const file = {
  name: 'deliveries.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(csvOf(lines).replace('Vendor', 'Sold by').replace('Line Item Quantity', 'Packs')),
}

test('[IMP-01, IMP-03] an administrator imports a delivery history from CSV', async ({ app, page }) => {
  test.slow()
  await app.signIn(page, 'admin')
  await goTo(page, '/settings/import')

  await test.step('refuses an unreadable file and shows the reason', async () => {
    await page.setInputFiles('input[type=file]', { ...file, buffer: Buffer.from('nothing') })
    await expect(page.getByText('deliveries.csv has a single column')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('columns are matched by name or selected by the user', async () => {
    await page.setInputFiles('input[type=file]', file)
    await expect(page.getByText('5 rows in 21 columns; read as UTF-8')).toBeVisible()
    await expect(page.getByLabel('Column for Country')).toHaveValue('Country')
    await page.getByRole('button', { name: 'Check the file' }).click()
    await expect(page.getByLabel('Column for Vendor')).toBeFocused()
    await expect(page.getByLabel('Column for Vendor')).toHaveAttribute('aria-invalid', 'true')
    await expectAccessible(page)
    await page.getByLabel('Column for Vendor').selectOption('Sold by')
    await page.getByLabel('Column for Line Item Quantity').selectOption('Packs')
    await page.getByRole('button', { name: 'Check the file' }).click()
  })

  await test.step('the check lists each problem by row and column', async () => {
    const problems = page.getByRole('table', { name: 'Problems' })
    await expect(problems.getByRole('row', { name: '5 Packs -5 must not be negative' })).toBeVisible()
    await expect(problems.getByRole('row', { name: /6 Delivered to Client Date some day is not a date/ })).toBeVisible()
    await expect(page.getByText('2 rows have a problem')).toBeVisible()
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download these rows' }).click()
    expect((await download).suggestedFilename()).toBe('deliveries-problems.csv')
  })

  await test.step('the import continues after a reload and shows what was added', async () => {
    const started = page.waitForResponse((answer) => answer.request().method() === 'POST')
    await page.getByRole('button', { name: 'Import 3 rows' }).click()
    await started
    await page.reload()
    await expect(page.getByText('3 rows imported')).toBeVisible()
    await expect(page.getByText('2 rows with a problem were skipped')).toBeVisible()
    await expect(page.locator('dl > div', { hasText: 'Delivered orders' })).toContainText('2')
    await expectAccessible(page)
  })

  await test.step('the imported orders are in the order list, with their customer', async () => {
    await page.getByRole('link', { name: 'Delivered orders' }).click()
    await page.getByRole('searchbox').first().fill('E2E-100')
    const table = page.getByRole('table', { name: 'Sales orders' })
    await expect(table.getByRole('row')).toHaveCount(3)
    await expect(table.getByText('Zambia · LUS-01').first()).toBeVisible()
    await expect(table.getByText('Delivered').first()).toBeVisible()
  })

  await test.step('importing the same file again adds nothing, and the earlier import is listed', async () => {
    await goTo(page, '/settings/import')
    await expect(page.getByRole('table', { name: 'Earlier imports' }).getByText('Done')).toBeVisible()
    await page.setInputFiles('input[type=file]', file)
    await page.getByLabel('Column for Vendor').selectOption('Sold by')
    await page.getByLabel('Column for Line Item Quantity').selectOption('Packs')
    await page.getByRole('button', { name: 'Check the file' }).click()
    await expect(page.getByText('There is nothing to import')).toBeVisible()
  })
})

test('users who are not administrators can’t open the import page', async ({ app, page }) => {
  await app.signIn(page, 'staff')
  await goTo(page, '/settings/import')
  await expect(page).not.toHaveURL(/import/)
})
