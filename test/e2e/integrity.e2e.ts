import { sql } from 'kysely'
import { addPlace, addProduct } from '#test/builders.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

test('an administrator runs the integrity check, sees the first bad row and opens its record', async ({
  page,
  app,
}) => {
  const product = await addProduct(app.api, await addPlace(app.api), { name: 'Proved gauze', quantity: 10 })
  await app.signIn(page, 'admin')
  await goTo(page, '/settings')
  await page.getByRole('link', { name: 'View results' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Data integrity check' })).toBeVisible()
  const runCheck = page.getByRole('button', { name: 'Run check' })
  await expect(runCheck).toBeEnabled()
  await runCheck.click()
  await expect(page.getByText('All checks passed')).toBeVisible()
  await expect(runCheck).toBeEnabled()
  await expectAccessible(page)
  const { db } = app.database
  await sql`update stock_balance set on_hand = on_hand + 1 where item_id = ${product.id}`.execute(db)
  try {
    await runCheck.click()
    await expect(page.getByText('Some checks failed')).toBeVisible()
    await expect(page.getByText('Recorded on hand 11; entries add up to 10.')).toBeVisible()
    // Failed checks are listed before the hundred others.
    const checks = page.getByRole('main').getByRole('list').last().getByRole('listitem')
    await expect(checks.nth(1)).toContainText('The totals of an item are the sum of its balances')
    await expectAccessible(page)
    await page.getByRole('link', { name: /^Proved gauze in/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Proved gauze' })).toBeVisible()
  } finally {
    await sql`update stock_balance set on_hand = on_hand - 1 where item_id = ${product.id}`.execute(db)
  }
})

test('users who aren’t administrators see that the integrity check is for administrators only', async ({
  page,
  app,
}) => {
  await app.signIn(page, 'staff')
  await goTo(page, '/settings/proof')
  await expect(page.getByText('Only administrators can see the integrity check')).toBeVisible()
})
