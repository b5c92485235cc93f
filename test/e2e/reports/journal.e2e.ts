import { journalApi } from '#shared/accounting/journal-api.ts'
import { addDays } from '#shared/dates.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

test('[REP-01] the journal drills down from accounts to entries and documents, exports, and closes and reopens periods', async ({
  page,
  app,
}) => {
  const product = await addProduct(app.api, await addPlace(app.api), { quantity: 100, price: '11.1', cost: '4' })
  const account = await addAccount(app.api)
  const draft = await addOrder(app.api, account.id, [[product.id, 20]])
  const order = await app.api.do(salesApi.confirm, { params: { id: draft.id }, body: {} })
  const number = order.invoice?.number ?? ''
  await app.signIn(page, 'admin')

  await goTo(page, '/reports/journal?tab=balance')
  await expect(page.getByRole('rowheader', { name: /1200 Accounts receivable/ })).toBeVisible()
  await expectAccessible(page, 'the trial balance')
  await page.getByRole('link', { name: /1200 Accounts receivable/ }).click()
  await expect(page.getByRole('tab', { name: 'Journal' })).toHaveAttribute('aria-selected', 'true')
  // Other tests post to this account on the same day, so the entry may not be on the first page.
  await expect(page.getByRole('link', { name: /^INV-/ }).first()).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search the journal' }).fill(number)
  await expect(page.getByText('1 result')).toBeVisible()
  await expect(page.getByRole('link', { name: number })).toBeVisible()
  await expectAccessible(page, 'the journal')
  await page.getByRole('button', { name: 'Export' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'DATEV posting batch (EXTF)' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^EXTF_Buchungsstapel_/)
  await page.getByRole('link', { name: number }).click()
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()

  // Export formats that are not possible for these dates are disabled: the download would fail.
  const reasons = {
    '2025-07-01&until=2026-06-30': 1,
    '2024-01-01&until=2026-06-30': 5,
    '2026-06-02&until=2026-06-01': 5,
  }
  for (const [days, closed] of Object.entries(reasons)) {
    await goTo(page, `/reports/journal?from=${days}`)
    await page.getByRole('button', { name: 'Export' }).click()
    await expect(page.locator('[role=menuitem][data-disabled]')).toHaveCount(closed)
    await page.keyboard.press('Escape')
  }

  await goTo(page, '/reports/journal?tab=accounts')
  await page.getByLabel('Number of Payments received, Cash').fill('1010')
  await page.getByLabel('Name of Payments received, Cash').fill('Cash box')
  await expectAccessible(page, 'the accounts')
  await page.getByRole('button', { name: 'Save accounts' }).click()
  await expect(page.getByText('Accounts saved')).toBeVisible()
  const { chart } = await app.api.do(journalApi.getChart, {})
  expect(chart.find(({ key }) => key === 'cash')).toMatchObject({ number: '1010', name: 'Cash box' })

  await page.getByRole('tab', { name: 'Closed periods' }).click()
  const until = await page.getByLabel('Close up to').inputValue()
  await page.getByRole('button', { name: 'Close period' }).click()
  await expect(page.getByRole('heading', { name: /Books are closed up to/ })).toBeVisible()
  await expectAccessible(page, 'closed periods')
  await goTo(page, `/orders/invoices/view/${order.invoice?.id}`)
  await page.getByRole('button', { name: 'Record payment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record payment' })
  await expect(dialog.getByText(/Books are closed up to/)).toBeVisible()
  await expect(dialog.getByLabel('Received on')).toHaveAttribute('min', addDays(until, 1))
  await goTo(page, '/reports/journal?tab=periods')
  await page.getByRole('button', { name: 'Reopen period' }).click()
  await expect(page.getByText('Reason is required')).toBeVisible()
  await page.getByLabel('Reason').fill('A late invoice')
  await page.getByRole('button', { name: 'Reopen period' }).click()
  await expect(page.getByRole('heading', { name: 'No period is closed' })).toBeVisible()
  await expect(page.getByText(/A late invoice/)).toBeVisible()
})
