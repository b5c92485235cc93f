import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

test('[CRM-02] imports customers with addresses and opening balances after a preview of the changes', async ({
  app,
  page,
}) => {
  test.slow()
  await app.signIn(page, 'admin')
  const head = 'Our number,Name,E-mail,Bill to,Ship to,Balance,Invoice date,Due date,Invoice number'
  const good =
    'E2E-C1,Listed Harbour Clinic,desk@listed.example,"Finance, 1 Quay Road","Dock 3, 9 Quay Road","1,250.50",2026-01-05,2026-02-04,R-4711'
  const file = (second: string) => ({
    name: 'customers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([head, good, second, ''].join('\r\n')),
  })
  const total = page.locator('dl > div', { hasText: 'Sum of opening balances' })

  await test.step('opens the import from the customer list and downloads the template', async () => {
    await goTo(page, '/crm/customers')
    await page.getByRole('link', { name: 'Import', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Import customers' })).toBeVisible()
    const template = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Template' }).click()
    expect((await template).suggestedFilename()).toBe('customers-template.csv')
  })

  await test.step('maps a column whose name is not recognized', async () => {
    await page.setInputFiles('input[type=file]', file('E2E-C2,Listed Ward,,,,much,,,'))
    await expect(page.getByLabel('Column for Opening balance', { exact: true })).toHaveValue('Balance')
    await page.getByLabel('Column for Code').selectOption('Our number')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Check the file' }).click()
  })

  await test.step('the check lists the invalid row and the sum of the valid ones', async () => {
    await expect(
      page.getByRole('table', { name: 'Problems' }).getByRole('row', { name: /3 Balance much is not an amount/ }),
    ).toBeVisible()
    await expect(total).toContainText('1,250.50')
    const rows = page.getByRole('table', { name: 'Changes by row' })
    await expect(rows.getByRole('columnheader')).toHaveText(['Name', 'What happens', 'Changes', 'Row'])
    await expectAccessible(page)
  })

  await test.step('imports the corrected file', async () => {
    await goTo(page, '/crm/customers/import')
    await page.setInputFiles('input[type=file]', file('E2E-C2,Listed Ward,,,,-80,,,'))
    await page.getByLabel('Column for Code').selectOption('Our number')
    await page.getByRole('button', { name: 'Check the file' }).click()
    await expect(total).toContainText('1,170.50')
    // While the progress can't be loaded, the page says so and retries.
    const answers = /\/api\/customer-imports\/[^/]+$/
    await page.route(answers, (route) => route.fulfill({ status: 503, json: { error: 'Being repaired.' } }))
    await page.getByRole('button', { name: 'Import 2 rows' }).click()
    await expect(page.getByRole('main').getByText('Couldn’t load. Trying again …')).toBeVisible()
    await page.unroute(answers)
    await expect(page.getByText('2 rows imported')).toBeVisible()
  })

  await test.step('the customer page shows addresses and balance, and the invoice is labelled as opening balance', async () => {
    await goTo(page, '/crm/customers?q=Listed+Harbour')
    await page.getByRole('table', { name: 'Customers' }).getByRole('link', { name: 'Listed Harbour Clinic' }).click()
    const addresses = page.getByRole('list', { name: 'Addresses' })
    await expect(addresses).toContainText('Dock 3, 9 Quay Road')
    await expect(addresses).toContainText('Finance, 1 Quay Road')
    await expect(page.getByText('1,250.50').first()).toBeVisible()
    await page
      .getByRole('list', { name: 'Timeline' })
      .getByRole('link', { name: /^OB-\d{4}-\d{6}/ })
      .click()
    const document = page.getByRole('article', { name: /OB-/ })
    await expect(document).toContainText('Opening balance')
    await expect(document).toContainText('R-4711')
    await expectAccessible(page)
  })

  await test.step('importing the same file again adds nothing', async () => {
    await goTo(page, '/crm/customers/import')
    await page.setInputFiles('input[type=file]', file('E2E-C2,Listed Ward,,,,-80,,,'))
    await page.getByLabel('Column for Code').selectOption('Our number')
    await page.getByRole('button', { name: 'Check the file' }).click()
    await expect(page.getByText('Every row of this file already exists.')).toBeVisible()
  })
})
