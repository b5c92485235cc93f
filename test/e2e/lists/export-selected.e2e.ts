import { readFile } from 'node:fs/promises'
import { addPlace, addProduct } from '#test/builders.ts'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { expect, test } from '#test/e2e/fixtures.ts'

test('[UI-02] (L16) the ticked rows of a list are a file', async ({ page, app }) => {
  const place = await addPlace(app.api)
  for (const name of ['Chosen one', 'Chosen two', 'Chosen not']) await addProduct(app.api, place, { name })
  await app.signIn(page, 'admin')
  await page.goto('/crm/inventory?q=chosen')
  for (const name of [/Chosen one/, /Chosen two/]) await page.getByRole('row', { name }).getByRole('checkbox').check()
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('region', { name: 'Selection' }).getByRole('link', { name: 'Export selected' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text.trim().split('\n')).toHaveLength(3)
  expect(text).toContain('Chosen one')
  expect(text).not.toContain('Chosen not')
})
