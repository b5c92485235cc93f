import { readFile } from 'node:fs/promises'
import { addPlace, addProduct } from '#test/builders.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

test('[UI-02] (L16) users with view permission only can export selected rows, and see no other bulk actions', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  for (const name of ['Looked at one', 'Looked at two']) await addProduct(app.api, place, { name })
  await app.signIn(page, 'staff', { inventory: { view: true } })
  await goTo(page, '/crm/inventory?q=looked+at')
  await page
    .getByRole('row', { name: /Looked at one/ })
    .getByRole('checkbox')
    .check()
  const bar = page.getByRole('region', { name: 'Selection' })
  await expect(bar.getByRole('link')).toHaveText(['Export selected'])
  await expect(bar.getByRole('button')).toHaveText(['Select all 2 results', 'Clear'])
  const download = page.waitForEvent('download')
  await bar.getByRole('link', { name: 'Export selected' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text).toContain('Looked at one')
  expect(text).not.toContain('Looked at two')
})

test('[UI-02] (L16) exports only the selected rows of a list', async ({ page, app }) => {
  const place = await addPlace(app.api)
  for (const name of ['Chosen one', 'Chosen two', 'Chosen not']) await addProduct(app.api, place, { name })
  await app.signIn(page, 'admin')
  await goTo(page, '/crm/inventory?q=chosen')
  for (const name of [/Chosen one/, /Chosen two/]) await page.getByRole('row', { name }).getByRole('checkbox').check()
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('region', { name: 'Selection' }).getByRole('link', { name: 'Export selected' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text.trim().split('\n')).toHaveLength(3)
  expect(text).toContain('Chosen one')
  expect(text).not.toContain('Chosen not')
})

test('[UI-02] (L7) toasts are shown above the selection bar, and at the bottom of the window without it', async ({
  page,
  app,
}) => {
  const place = await addPlace(app.api)
  for (const name of ['Notice one', 'Notice two']) await addProduct(app.api, place, { name })
  await app.signIn(page, 'admin')
  await goTo(page, '/crm/inventory?q=notice+')
  const checkbox = (name: RegExp) => page.getByRole('row', { name }).getByRole('checkbox')
  await checkbox(/Notice one/).check()
  const bar = page.getByRole('region', { name: 'Selection' })
  await bar.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete product', exact: true }).click()
  const notice = page.locator('[data-sonner-toast]')
  // A hovered toast does not disappear.
  await notice.hover()
  await expect(bar).toBeHidden()
  await expect(page.locator('[data-sonner-toaster]')).toHaveCSS('bottom', '24px')
  await checkbox(/Notice two/).press('Space')
  await expect(bar).toBeVisible()
  await expect(page.locator('[data-sonner-toaster]')).toHaveCSS('bottom', '96px')
  await expect(notice).toBeVisible()
})
