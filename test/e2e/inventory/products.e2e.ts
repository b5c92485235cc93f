import type { Page } from '@playwright/test'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct, productBody } from '#test/builders.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

const figure = (page: Page, label: string) => page.getByRole('main').getByText(label, { exact: true }).locator('..')

test('[INV-07] a stock audit asks for confirmation and posts its difference to the stock history', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const product = await addProduct(app.api, place, { name: 'Gauze swabs', quantity: 40 })
  await app.signIn(page, 'admin')
  await goTo(page, `/crm/inventory/view/${product.id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Audit stock' }).click()
  const dialog = page.getByRole('dialog', { name: 'Audit stock' })
  await dialog.getByRole('button', { name: 'Audit stock' }).click()
  await expect(dialog.getByText('Total quantity is required')).toBeVisible()
  await dialog.getByLabel('Total quantity').fill('37')
  await dialog.getByLabel('Reason').selectOption('Other')
  await dialog.getByLabel('Custom reason').fill('Flood in aisle 3')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Audit stock' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('40 → 37 (−3)')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByRole('button', { name: 'Audit stock' }).click()
  await question.getByRole('button', { name: 'Book audit' }).click()
  await expect(page.getByText('Gauze swabs audited: 37 on hand')).toBeVisible()
  await expect(page.getByText(/Last audited/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Stock history' }).getByRole('row').nth(1)).toHaveText(
    /Quantity adjusted.*Flood in aisle 3.*37.*−3/,
  )
})

test('[INV-07] (B5) auditing less committed stock than orders reserve lists the orders and releases the selected ones', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const product = await addProduct(app.api, place, { name: 'Syringes 5 ml', quantity: 10 })
  const account = await addAccount(app.api)
  const order = await addOrder(app.api, account.id, [[product.id, 6]])
  await app.api.do(salesApi.confirm, { params: { id: order.id }, body: {} })
  await app.signIn(page, 'admin')
  await goTo(page, `/crm/inventory/view/${product.id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Audit stock' }).click()
  const dialog = page.getByRole('dialog', { name: 'Audit stock' })
  await dialog.getByLabel('Total quantity').fill('2')
  await dialog.getByLabel('Committed quantity').fill('0')
  const send = async () => {
    await dialog.getByRole('button', { name: 'Audit stock' }).click()
    await page.getByRole('button', { name: 'Book audit' }).click()
  }
  await send()
  await expect(dialog.getByText('6 pieces are reserved for open documents')).toBeVisible()
  await dialog.getByRole('checkbox', { name: new RegExp(order.number) }).check()
  await expect(dialog.getByLabel('Committed quantity')).toHaveValue('0')
  await expectAccessible(page)
  await send()
  await expect(dialog).toBeHidden()
  await expect(figure(page, 'Reserved').first()).toContainText('0')
  expect((await app.api.do(salesApi.getOrder, { params: { id: order.id } })).status).toBe('AWAITING_STOCK')
})

test('[INV-07] (B4) an audit whose count is older than the last stock movement shows the movement and asks to count again', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const product = await addProduct(app.api, place, { name: 'Cannulas 18G', quantity: 10 })
  await app.signIn(page, 'admin')
  await goTo(page, `/crm/inventory/view/${product.id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Audit stock' }).click()
  const dialog = page.getByRole('dialog', { name: 'Audit stock' })
  await dialog.getByLabel('Total quantity').fill('9')
  await app.api.do(inventoryApi.addStock, { params: { id: product.id }, body: { quantity: 5, reason: 'return' } })
  await dialog.getByRole('button', { name: 'Audit stock' }).click()
  await page.getByRole('button', { name: 'Book audit' }).click()
  await expect(dialog.getByText('Stock has changed since the count')).toBeVisible()
  await expect(dialog.getByText('+5 on hand')).toBeVisible()
  await dialog.getByRole('button', { name: 'Count again' }).click()
  await expect(dialog.getByText('15 expected')).toBeVisible()
  await dialog.getByLabel('Total quantity').fill('14')
  await dialog.getByRole('button', { name: 'Audit stock' }).click()
  await page.getByRole('button', { name: 'Book audit' }).click()
  await expect(page.getByText('Cannulas 18G audited: 14 on hand')).toBeVisible()
})

test('[INV-01] the price history lists price changes, and a GTIN with a wrong check digit shows an error at its field', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const start = productBody(place, { name: 'Blood glucose strips', price: '10.00' })
  const product = await app.api.do(inventoryApi.createProduct, { body: start })
  await app.signIn(page, 'admin')
  await goTo(page, `/crm/inventory/edit/${product.id}`)
  await page.getByLabel('Barcode / GTIN').fill('4006381333932')
  await page.getByLabel('Lead time').fill('14')
  await page.getByLabel('Controlled substance').check()
  await page.getByLabel('Price', { exact: true }).fill('12.50')
  await expect(page.getByText(/the check digit should be 1/)).toBeVisible()
  await page.getByLabel('Barcode / GTIN').fill('4006381333931')
  await page.getByRole('button', { name: 'Save product' }).click()
  const history = page.getByRole('list', { name: 'Price history' })
  await expect(history).toContainText(/changed price: 10\.00 → 12\.50/)
  await expect(page.getByText('14 days')).toBeVisible()
  await expectAccessible(page)
})
