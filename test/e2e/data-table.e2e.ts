import { inventoryApi } from '#shared/inventory/api.ts'
import { expect, test } from './fixtures.ts'

test('the header of a table stays in sight, and the focus on it never scrolls the page', async ({ page, app }) => {
  for (let number = 10; number < 40; number += 1)
    await app.api.do(inventoryApi.createCategory, { body: { name: `Kind ${number}` } })
  await page.setViewportSize({ width: 1280, height: 400 })
  await app.signIn(page, 'admin')
  await page.goto('/inventory/categories')
  const sort = page.getByRole('columnheader', { name: 'Name' }).getByRole('button')
  await expect(page.getByRole('link', { name: 'Kind 39' }).or(page.getByText('Kind 39'))).toBeAttached()
  await expect(page.getByText('Loading page...')).toHaveCount(0)
  await page.evaluate(() => scrollTo(0, 500))
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(500)
  const y = (await sort.boundingBox())?.y
  expect(y).toBeGreaterThan(56)
  expect(y).toBeLessThan(100)
  await sort.focus()
  // The browser scrolls to what has the focus before the next picture.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  expect(await page.evaluate(() => scrollY)).toBe(500)
  expect((await sort.boundingBox())?.y).toBe(y)
})
