import type { Page } from '@playwright/test'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { failUntilTriedAgain } from '#test/e2e/failing-calls.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

/** Delays the palette's script until the returned function is called. */
async function holdPalette(page: Page): Promise<() => void> {
  let letGo = () => {}
  const gate = new Promise<void>((done) => (letGo = done))
  await page.route(/\/palette-[\w-]+\.js/, async (route) => {
    await gate
    await route.continue()
  })
  return () => letGo()
}

test('[UI-02] (G1) the command palette finds records, opens pages, starts new records, and lists recent ones', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  const product = await addProduct(app.api, place, { name: 'Palettine bandage roll' })
  const account = await addAccount(app.api, { name: 'Palettine hospital' })
  const order = await addOrder(app.api, account.id, [[product.id, 1]])
  await app.signIn(page, 'admin')
  await goTo(page, '/crm/suppliers')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Suppliers')
  const field = page.getByRole('combobox', { name: 'Search everything' })

  // Text typed before the field is loaded is not lost.
  const letGo = await holdPalette(page)
  await page.keyboard.press('Control+k')
  // The user keeps typing while the field loads.
  const words = 'palettine bandage '.repeat(6)
  const typing = page.keyboard.type(words, { delay: 4 })
  await page.waitForTimeout(50)
  letGo()
  await typing
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(words)
  await field.fill('')
  // Enter at once: opens the first result when it arrives.
  await page.keyboard.insertText(order.number)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/orders/sales-orders/view/${order.id}$`))
  await expect(page.getByRole('heading', { level: 1 })).toContainText(order.number)

  await page.getByRole('button', { name: 'Search everything' }).click()
  await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option', { name: order.number })).toBeVisible()
  await field.fill('palettine')
  const products = page.getByRole('group', { name: 'Products' })
  await expect(products.getByRole('option', { name: 'Palettine bandage roll' })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Customers' }).getByRole('option')).toHaveText(/Palettine hospital/)
  await expectAccessible(page)
  await field.fill('xqzkwv')
  await expect(page.getByText('Nothing found for “xqzkwv”')).toBeVisible()
  await failUntilTriedAgain(page, '**/api/search?*', (route) => route.abort())
  await field.fill('palettine bandage')
  await expect(page.getByRole('alert')).toContainText('The search failed')
  await page.getByRole('button', { name: 'Try again' }).click()
  await products.getByRole('option', { name: 'Palettine bandage roll' }).click()
  await expect(page).toHaveURL(new RegExp(`/crm/inventory/view/${product.id}$`))

  await page.keyboard.press('Control+k')
  await field.fill('stock tr')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/inventory\/stock-transfers$/)
  await page.keyboard.press('Control+k')
  await field.fill('new sales')
  await expect(page.getByRole('option', { name: 'New sales order' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/orders\/sales-orders\/new$/)
  await page.keyboard.press('Control+k')
  await field.fill('add customer')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add customer' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/\/crm\/customers$/)
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('[PERM-06] (G1) the command palette shows only what the user has permission for, also on a phone; drivers have no palette', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  await addProduct(app.api, place, { name: 'Secluded bandage' })
  await app.api.do(inventoryApi.createCategory, { body: { name: 'Secluded goods' } })
  await page.setViewportSize({ width: 375, height: 700 })
  await app.signIn(page, 'staff', { crm: { view: true }, dashboard: { view: true } })
  await goTo(page, '/crm/suppliers')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Suppliers')
  // Escape and Enter also work before the field is loaded.
  const letGo = await holdPalette(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('cats', { delay: 60 })
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('contacts', { delay: 60 })
  await page.keyboard.press('Enter')
  letGo()
  await expect(page).toHaveURL(/\/crm\/address-book$/)

  await page.getByRole('button', { name: 'Search everything' }).click()
  const field = page.getByRole('combobox', { name: 'Search everything' })
  await expect(page.getByRole('option', { name: 'Customer List' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'Inventory List' })).toHaveCount(0)
  await expect(page.getByRole('option', { name: 'New sales order' })).toHaveCount(0)
  await field.fill('secluded')
  await expect(page.getByText('Nothing found for “secluded”')).toBeVisible()

  await app.signIn(page, 'driver')
  await page.evaluate(() => sessionStorage.clear())
  await goTo(page, '/crm/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Search everything' })).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
