import { existsSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { csvOf, delivery } from '#test/delivery-history.ts'
import { expect, startApp, test } from '#test/e2e/fixtures.ts'

/*
 * The start of a new company in the browser: setup, delivery history, goods, an order, payment. Uses the real delivery
 * history if it is beside the project, otherwise a small file of the same format.
 */

const real = '../shared/data/scms-delivery-history.csv'
const product = 'HIV, Reveal G3 Rapid HIV-1 Antibody Test, 30 Tests'

function history(): { rows: number; content: Buffer } {
  if (existsSync(real)) {
    // The first lines have no line breaks inside cells; 400 of them are enough.
    const lines = readFileSync(real, 'utf8').split(/\r?\n/).slice(0, 401)
    return { rows: 400, content: Buffer.from(lines.join('\n')) }
  }
  const line = { itemDescription: product, brand: 'Reveal', country: 'Ghana', projectCode: '100-GH-T01' }
  return {
    rows: 3,
    content: Buffer.from(csvOf([1, 2, 3].map((order) => delivery({ ...line, orderNumber: `SCMS-${order}` })))),
  }
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })

test.use({ viewport: { width: 1280, height: 900 } })

test('[AUTH-07, SO-01, SO-02, SO-03, IVC-01] a new company: setup, import, order, payment', async ({ page }) => {
  test.setTimeout(120_000)
  const app = await startApp({ fresh: true })
  try {
    await test.step('the printed link opens the setup, which signs in the administrator', async () => {
      await page.goto(`${app.baseURL}/setup-first-admin#code=${app.setupCode}`)
      await expect(page.getByLabel('Set-up code')).toHaveValue(app.setupCode)
      expect(page.url()).not.toContain(app.setupCode)
      await page.getByLabel('Name').fill('Ana Trader')
      await page.getByLabel('Email').fill('ana@example.com')
      await page.getByLabel('Password', { exact: true }).fill('a long enough password')
      await page.getByRole('main').locator('button[type=submit]').click()
      await page.waitForURL('**/crm/dashboard')
    })

    await test.step('imports the delivery history', async () => {
      const { rows, content } = history()
      await page.goto(`${app.baseURL}/settings/import`)
      await page.setInputFiles('input[type=file]', { name: 'history.csv', mimeType: 'text/csv', buffer: content })
      await button(page, 'Check the file').click()
      await button(page, new RegExp(`^Import ${rows} rows`)).click()
      await expect(page.getByText(`${rows} rows imported`)).toBeVisible({ timeout: 30_000 })
    })

    await test.step('an imported product has a history and gets stock', async () => {
      await page.goto(`${app.baseURL}/crm/inventory?q=${encodeURIComponent('Reveal G3')}`)
      await page.getByRole('link', { name: product }).first().click()
      await expect(page.getByRole('heading', { level: 1 })).toContainText(product)
      await expect(page.getByRole('table', { name: /history/i })).toContainText('-')
      await button(page, 'Add stock').click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Quantity').fill('25')
      await dialog.getByLabel('Reason').selectOption('purchase_order')
      await dialog.locator('button[type=submit]').click()
      await expect(dialog).toBeHidden()
      await expect(page.getByText('Available to sell')).toBeVisible()
      await expect(page.getByRole('main')).toContainText('25')
    })

    await test.step('creates an order', async () => {
      await page.goto(`${app.baseURL}/orders/sales-orders/new`)
      await choose(page, 'Customer', 'T01')
      await button(page, 'New address, ship to').click()
      const address = page.getByRole('dialog')
      await address.getByLabel('Name').fill('Dock 3')
      await address.getByLabel('Address', { exact: true }).fill('Harbour Road 9')
      await address.getByRole('button', { name: 'Add address' }).click()
      await expect(page.getByLabel('Ship to', { exact: true }).locator('option:checked')).toHaveText(
        /^Dock 3: Harbour Road 9/,
      )
      await choose(page, 'Product', 'Reveal G3')
      await page.getByLabel('Quantity').first().fill('10')
      await page.getByRole('main').locator('button[type=submit]').click()
      await page.waitForURL('**/orders/sales-orders/view/**')
      await expect(page.getByRole('heading', { level: 1 })).toContainText('SO-')
      await expect(page.getByRole('main')).toContainText('Dock 3')
    })

    const status = (words: string) =>
      expect(page.getByRole('main').getByText(words, { exact: true }).first()).toBeVisible()

    await test.step('confirms the order, changes its address, and makes it ready, hands it over and delivers it', async () => {
      const agree = (name: string) => page.getByRole('dialog').getByRole('button', { name }).click()
      await button(page, 'Confirm order').click()
      await agree('Confirm order')
      await status('Unpaid')
      await button(page, 'More actions').click()
      await page.getByRole('menuitem', { name: 'Change delivery address' }).click()
      const change = page.getByRole('dialog')
      await change.getByLabel('Ship to').selectOption('')
      await change.getByLabel('Reason').fill('The dock is closed')
      await change.getByRole('button', { name: 'Change address' }).click()
      await expect(page.getByRole('list', { name: 'History of the order' })).toContainText('The dock is closed')
      await button(page, 'Mark ready to ship').click()
      await agree('Mark ready to ship')
      await button(page, 'Assign to carrier').click()
      const assign = page.getByRole('dialog')
      await assign.getByLabel('Method').selectOption('carrier')
      await assign.getByLabel('Carrier').fill('Blue Van')
      await assign.locator('button[type=submit]').click()
      await button(page, 'Mark as shipped').click()
      await agree('Mark as shipped')
      await button(page, 'Record delivery').click()
      const deliver = page.getByRole('dialog')
      await deliver.getByLabel('Received by').fill('Receiving desk')
      await deliver.getByLabel('Proof of delivery').fill('Signed slip')
      await deliver.locator('button[type=submit]').click()
      await expect(deliver).toBeHidden()
    })

    await test.step('two payments make the order Paid in Full', async () => {
      for (const part of ['half', 'rest']) {
        await button(page, 'Record payment').first().click()
        const dialog = page.getByRole('dialog')
        if (part === 'half') await dialog.getByLabel('Amount').fill('10')
        await dialog.locator('button[type=submit]').click()
        await expect(dialog).toBeHidden()
        if (part === 'half') await status('Partially Paid')
      }
      await status('Paid in Full')
    })

    await test.step('the dashboard counts the delivered order', async () => {
      await page.goto(`${app.baseURL}/crm/dashboard`)
      await expect(page.getByRole('link', { name: /Delivered/ })).toBeVisible()
    })
  } finally {
    await app.stop()
  }
})

/** Types into a picker and chooses its first match. */
async function choose(page: Page, label: string, typed: string) {
  const picker = page.getByRole('combobox', { name: new RegExp(`^${label}`) }).first()
  await picker.click()
  await page.keyboard.type(typed)
  await page
    .getByRole('option')
    .filter({ hasText: new RegExp(typed, 'i') })
    .first()
    .click()
}
