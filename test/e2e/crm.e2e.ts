import { crmApi } from '#shared/crm/api.ts'
import { addAccount, addOrder, addPlace, addProduct } from '../builders.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'

test('[CRM-02] a supplier is added, refused twice, edited, and kept while products name them', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const product = await addProduct(app.api, place, { name: 'Scalpel No. 11' })
  await app.signIn(page, 'admin')
  await page.goto('/crm/suppliers')
  await page.getByRole('button', { name: 'Add supplier' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(place.supplier.name)
  await dialog.getByLabel('Email').fill('nobody')
  await dialog.getByRole('button', { name: 'Add supplier' }).click()
  await expect(dialog.getByText('Email is not an e-mail address')).toBeVisible()
  await dialog.getByLabel('Email').fill('sales@example.com')
  await dialog.getByRole('button', { name: 'Add supplier' }).click()
  await expect(dialog.getByText('Name is taken')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await dialog.getByLabel('Name').fill('Aurora Medical')
  await dialog.getByLabel('Labels').fill('preferred, gloves')
  await dialog.getByLabel('Notes').fill('Closed on Fridays')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add supplier' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Aurora Medical' })).toBeVisible()
  await expect(page.getByText('Closed on Fridays')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'gloves' }).click()
  await expect(page.getByRole('table', { name: 'Suppliers' }).locator('tbody tr')).toHaveText([/Aurora Medical/])

  await page.goto(`/crm/suppliers/view/${place.supplier.id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByLabel('Status').selectOption('inactive')
  await page.getByRole('dialog').getByRole('button', { name: 'Save supplier' }).click()
  await expect(page.getByText('Inactive', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete supplier' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('1 products are bought from this supplier.')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: /^Scalpel No. 11/ }).click()
  await expect(page).toHaveURL(`/crm/inventory/view/${product.id}`)
})

test('[CRM-02, CRM-03] a customer is added with tier and terms, found by code, and leads to their orders', async ({
  page,
  app,
}) => {
  await app.signIn(page, 'sales_rep')
  await page.goto('/crm/accounts')
  await page.getByRole('button', { name: 'Add customer' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Harbour Clinic')
  await dialog.getByLabel('Code').fill('HC-1')
  await dialog.getByLabel('Price tier').selectOption('wholesale')
  await dialog.getByLabel('Payment terms').fill('400')
  await dialog.getByRole('button', { name: 'Add customer' }).click()
  await expect(dialog.getByText('Payment terms must be between 0 and 365 days')).toBeVisible()
  await dialog.getByLabel('Payment terms').fill('45')
  await dialog.getByLabel('Minimum shelf life').fill('90')
  await dialog.getByRole('button', { name: 'Add customer' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour Clinic' })).toBeVisible()
  for (const fact of ['Wholesale', '45 days', '90 days']) await expect(page.getByText(fact)).toBeVisible()
  await expect(page.getByText('No orders yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'More actions' })).toHaveCount(0)

  const { data } = await app.api.do(crmApi.listAccounts, { query: { q: 'HC-1' } })
  const product = await addProduct(app.api, await addPlace(app.api), { quantity: 10 })
  const order = await addOrder(app.api, data[0]?.id ?? '', [[product.id, 1]])
  await page.goto('/crm/customers')
  await page.getByRole('searchbox', { name: 'Search name or code' }).fill('HC-1')
  const row = page.getByRole('table', { name: 'Customers' }).locator('tbody tr')
  await expect(row).toHaveText([/Harbour Clinic.*HC-1.*Wholesale.*Active.*1/])
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Harbour Clinic' }).click()
  await page.getByRole('link', { name: order.number }).click()
  await expect(page).toHaveURL(`/orders/sales-orders/view/${order.id}`)
})

test('[CRM-02] another editor of a customer is told of, and overwritten only on purpose', async ({ page, app }) => {
  const account = await addAccount(app.api, { name: 'Twice edited' })
  await app.signIn(page, 'admin')
  await page.goto(`/crm/customers/view/${account.id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByLabel('Country').fill('Kenya')
  await app.api.do(
    crmApi.updateAccount,
    { params: { id: account.id }, body: { name: 'Twice edited', country: 'Ghana' } },
    { version: account.version },
  )
  await page.getByRole('button', { name: 'Save customer' }).click()
  const question = page.getByRole('dialog', { name: 'This customer was changed meanwhile' })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Overwrite' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('Kenya')).toBeVisible()
})
