import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

test('[SVC-01] adds a service type with its price, edits, deletes and restores it', async ({ page, app }) => {
  await app.signIn(page, 'admin')
  await goTo(page, '/inventory/service-types')
  await page.getByRole('button', { name: 'Add service type' }).filter({ visible: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Installation of scanners')
  await dialog.getByLabel('List price').fill('85.5')
  await dialog.getByLabel('Per').fill('hour')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add service type' }).click()
  await expect(page.getByText('85.50 per hour')).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Installation of scanners' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await dialog.getByLabel('List price').fill('90')
  await dialog.getByRole('button', { name: 'Save service type' }).click()
  await expect(page.getByText('90.00 per hour')).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Installation of scanners' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete service type' }).click()
  await expect(page.getByText('90.00 per hour')).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('90.00 per hour')).toBeVisible()
})
