import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '#test/e2e/accessibility.ts'

/** Texts with a contrast of 7:1, and nothing else that a machine finds. */
export async function expectReadable(page: Page, what: string) {
  await expectAccessible(page, what)
  const { violations } = await new AxeBuilder({ page })
    .withRules(['color-contrast-enhanced'])
    .setLegacyMode(true)
    .analyze()
  expect(
    violations.flatMap(({ nodes }) => nodes.map((node) => `${node.html} ${node.failureSummary}`)),
    what,
  ).toEqual([])
}

/** Everything to tap is at least 48 px in both directions. */
export async function expectLargeTargets(page: Page, what: string) {
  const small = await page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'a, button, [role^=menuitem], input:not([type=file]), label:has(input), textarea, summary',
      ),
    ]
      .filter((one) => one.checkVisibility() && !one.closest('label, .sr-only') && !one.classList.contains('sr-only'))
      .map((one) => ({
        box: (one.closest('span:has(> input), span:has(> textarea)') ?? one).getBoundingClientRect(),
        text: one.outerHTML,
      }))
      .filter(({ box }) => box.width > 0 && (box.width < 47.5 || box.height < 47.5))
      .map(({ box, text }) => `${Math.round(box.width)}×${Math.round(box.height)} ${text.slice(0, 120)}`),
  )
  expect(small, what).toEqual([])
}

/** On every phone, upright, and on a tablet: nothing spills, everything can be hit and read, also in the dark. */
export async function expectFit(page: Page, what: string) {
  for (const width of [360, 390, 430, 820]) {
    await page.setViewportSize({ width, height: 844 })
    const spill = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect([what, width, spill <= 0]).toEqual([what, width, true])
    await expectLargeTargets(page, `${what} at ${width}`)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await expectReadable(page, what)
  await page.evaluate(() => document.documentElement.classList.add('dark'))
  await expectReadable(page, `${what}, dark`)
  await page.evaluate(() => document.documentElement.classList.remove('dark'))
}
