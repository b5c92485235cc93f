import { paths } from '#web/paths.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
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
  test(`login, registration, set-up and password reset are accessible (${width} px)`, async ({ page }) => {
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

test('finds text with too little contrast, also on a page that was checked before', async ({ page }) => {
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

/**
 * Accessibility violations to plant: the axe rule, a selector (a span is added to its last match), and what is done to
 * that span.
 */
const offences: readonly [rule: string, where: string, plant: (place: HTMLElement) => void][] = [
  ['button-name', 'aside nav', (place) => place.append(document.createElement('button'))],
  ['aria-valid-attr', 'aside nav', (place) => place.setAttribute('aria-wrong', 'x')],
  ['aria-valid-attr-value', 'aside nav', (place) => place.setAttribute('aria-hidden', 'perhaps')],
  ['link-name', 'tbody tr td', (place) => place.appendChild(document.createElement('a')).setAttribute('href', '/x')],
  ['aria-prohibited-attr', 'tbody tr td', (place) => place.setAttribute('aria-label', 'A name')],
  ['aria-required-attr', 'tbody tr td', (place) => place.setAttribute('role', 'slider')],
  [
    'aria-allowed-attr',
    'main header',
    (place) => {
      const button = place.appendChild(document.createElement('button'))
      button.textContent = 'A button'
      button.setAttribute('aria-checked', 'true')
    },
  ],
  [
    'autocomplete-valid',
    'main header',
    (place) => {
      const input = place.appendChild(document.createElement('input'))
      input.setAttribute('aria-label', 'A field')
      input.setAttribute('autocomplete', 'nonsense')
    },
  ],
  [
    'nested-interactive',
    'main header',
    (place) => {
      const button = place.appendChild(document.createElement('button'))
      button.textContent = 'A button'
      const inner = button.appendChild(document.createElement('span'))
      inner.setAttribute('role', 'link')
      inner.tabIndex = 0
    },
  ],
  [
    'scrollable-region-focusable',
    'main header',
    (place) => {
      place.style.cssText = 'display: block; width: 100px; height: 50px; overflow: auto'
      const text = place.appendChild(document.createElement('p'))
      text.style.paddingTop = '200px'
      text.textContent = 'Long'
    },
  ],
  ...['tbody tr td', 'aside nav', 'main header'].map((where): (typeof offences)[number] => [
    'target-size',
    where,
    (place) => {
      // Targets within a line of text may be small, so make this a block.
      place.style.display = 'block'
      for (const name of ['A', 'B']) {
        const button = place.appendChild(document.createElement('button'))
        button.style.cssText = 'width: 16px; height: 16px; padding: 0'
        button.textContent = name
      }
    },
  ]),
]

test('finds violations in the sidebar, in a table row and in the main header, also on a page that was checked before', async ({
  page,
  app,
}) => {
  const product = await addProduct(app.api, await addPlace(app.api), { quantity: 10 })
  const account = await addAccount(app.api)
  for (let at = 0; at < 3; at += 1) await addOrder(app.api, account.id, [[product.id, 1]])
  await app.signIn(page, 'admin')
  await page.goto(paths.orders)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expectAccessible(page)
  for (const [rule, where, plant] of offences) {
    await page
      .locator(where)
      .last()
      .evaluate((host) => host.appendChild(document.createElement('span')).setAttribute('data-planted', ''))
    const place = page.locator('[data-planted]')
    await place.evaluate(plant)
    await expect(expectAccessible(page), `${rule} in ${where}`).rejects.toThrow(rule)
    await place.evaluate((element) => element.remove())
  }
  await expectAccessible(page)
})
