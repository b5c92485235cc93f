import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { attributesApi } from '#shared/inventory/catalogue/attributes-api.ts'
import { addPlace, addProduct } from '#test/builders.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

// The first test expects a company without attributes.
test.use({ ownCompany: 'attributes' })

test('[ATT-01, NAV-12] adds an attribute with values, sets it on a product, filters products by it, and edits it after a conflict', async ({
  page,
  app,
}) => {
  const product = await addProduct(app.api, await addPlace(app.api), { name: 'Catheter' })
  await addProduct(app.api, await addPlace(app.api), { name: 'Another thing' })
  await app.signIn(page, 'admin')
  await goTo(page, '/inventory/attributes')
  await expect(page.getByText('No attributes yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add attribute' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add attribute' }).click()
  await expect(dialog.getByRole('link', { name: 'Name is required' })).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Value 1 is required' })).toBeVisible()
  await dialog.getByLabel('Name').fill('Latex free')
  await dialog.getByRole('textbox', { name: 'Value 1' }).fill('No')
  await dialog.getByRole('button', { name: 'Add value' }).click()
  await dialog.getByRole('textbox', { name: 'Value 2' }).fill('Yes')
  await dialog.getByRole('button', { name: 'Move Value 2 up' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Value 1' })).toHaveValue('Yes')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add attribute' }).click()
  const row = page.getByRole('row', { name: /Latex free/ })
  await expect(row).toContainText('YesNo')
  await expectAccessible(page)

  await goTo(page, `/crm/inventory/edit/${product.id}`)
  await page.getByLabel('Latex free').selectOption('Yes')
  await page.getByRole('button', { name: 'Save product' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Catheter' })).toBeVisible()
  await expect(page.getByText('Latex free')).toBeVisible()
  const saved = await app.api.do(inventoryApi.getProduct, { params: { id: product.id } })
  expect(saved.attributes).toMatchObject([{ name: 'Latex free', shown: 'Yes' }])

  await goTo(page, '/crm/inventory')
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByLabel('Attribute').selectOption('Latex free: Yes')
  const rows = page.getByRole('table', { name: 'Products' }).locator('tbody tr')
  await expect(rows).toHaveText([/Catheter/])
  await page.reload()
  await expect(rows).toHaveText([/Catheter/])
  await expect(page.getByRole('button', { name: 'Remove filter Attribute: Latex free: Yes' })).toBeVisible()

  // Another user renames a value while the dialog is open; the new name is wider than a phone.
  const [attribute] = (await app.api.do(attributesApi.listAttributes, { query: {} })).data
  if (!attribute) throw new Error('no attribute')
  await goTo(page, '/inventory/attributes')
  await page.getByRole('button', { name: 'Actions for Latex free' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await dialog.getByLabel('Name').fill('Without latex')
  const theirs = 'Yes, also what it is packed in and the gloves that come with it'
  const choices = attribute.choices.map(({ id, label }) => ({ id, label: label === 'Yes' ? theirs : label }))
  const body = { name: attribute.name, kind: attribute.kind, choices }
  await app.api.do(attributesApi.updateAttribute, { params: { id: attribute.id }, body }, attribute)
  await dialog.getByRole('button', { name: 'Show changes' }).click()
  await expect(page.getByRole('list', { name: 'Values' }).getByRole('listitem')).toHaveText([`Yes → ${theirs}`])
  await page.getByRole('button', { name: 'Overwrite' }).click()
  await expect(dialog).toHaveCount(0)
  await page.setViewportSize({ width: 375, height: 812 })
  await expect(page.getByText(theirs)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

test('[ATT-01] deletes a used attribute with its values and restores both; shows and checks a number attribute with its unit', async ({
  page,
  app,
}) => {
  const attribute = await app.api.do(attributesApi.createAttribute, {
    body: { name: 'Length', kind: 'number', unit: 'cm' },
  })
  await addProduct(app.api, await addPlace(app.api), { name: 'Long tube', attributes: { [attribute.id]: '25' } })
  await app.signIn(page, 'admin')
  await goTo(page, '/inventory/attributes')
  await page.getByRole('button', { name: 'Actions for Length' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('1 product has a value of this attribute.')
  await page.getByRole('button', { name: 'Delete with its values' }).click()
  await expect(page.getByRole('button', { name: 'Actions for Length' })).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Actions for Length' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('link', { name: '1 product has' }).click()
  await page.getByRole('link', { name: 'Long tube' }).first().click()
  await expect(page.getByText('25 cm')).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByLabel('Length, cm').fill('25,5 cm')
  await page.getByRole('button', { name: 'Save product' }).click()
  await expect(page.getByText('Length is not a number with at most 4 decimals')).toBeVisible()
  await page.getByLabel('Length, cm').fill('25.5')
  await page.getByRole('button', { name: 'Save product' }).click()
  await expect(page.getByText('25.5 cm')).toBeVisible()
})
