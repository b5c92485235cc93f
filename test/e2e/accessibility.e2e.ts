import { expectAccessible, expectAccessibleInBothThemes } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { goTo } from './inside-the-app.ts'

for (const width of [1280, 375]) {
  test(`settings, profile and returns are accessible (${width} px)`, async ({ page, app }) => {
    await app.signIn(page, 'admin')
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/settings')
    for (const [path, heading] of [
      ['/settings', 'Settings'],
      ['/profile', 'My profile'],
      ['/orders/returns', 'Returns'],
    ] as const) {
      if (path !== '/settings') await goTo(page, path)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(page.getByText('Loading page...')).toHaveCount(0)
      await expectAccessibleInBothThemes(page, path)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    }
  })
}

for (const width of [1280, 375]) {
  test(`login, registration and set-up are accessible (${width} px)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    for (const path of ['/crm/login', '/crm/register#token=any', '/setup-first-admin', '/reset-password']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('html')).not.toHaveClass(/dark/)
      await expectAccessible(page, path)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    }
  })
}

test('a text of too little contrast is found, also on a page that was checked before', async ({ page }) => {
  await page.goto('/crm/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
  await page.evaluate(() => document.querySelector('h1')?.style.setProperty('color', '#999'))
  await expect(expectAccessible(page)).rejects.toThrow('color-contrast')
  await page.evaluate(() => document.querySelector('h1')?.style.removeProperty('color'))
  await expectAccessible(page)
  await page.evaluate(() => document.querySelector('h1')?.parentElement?.style.setProperty('background', '#888'))
  await expect(expectAccessible(page)).rejects.toThrow('color-contrast')
  await page.reload()
  await expectAccessibleInBothThemes(page, 'login')
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('.dark h1 { color: #333 !important }')
    document.adoptedStyleSheets.push(sheet)
  })
  await expect(expectAccessibleInBothThemes(page, 'login')).rejects.toThrow('color-contrast')
})
