import { readFile } from 'node:fs/promises'
import { addPlace, addProduct } from '#test/builders.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, test } from '#test/e2e/fixtures.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

test('[UI-02] (L16) who may only look at a list takes selected rows of it as a file, and has no button for more', async ({
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

test('[UI-02] (L16) the selected rows of a list are a file', async ({ page, app }) => {
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
