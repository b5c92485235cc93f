import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '#test/e2e/accessibility.ts'
import { misfits } from '#test/e2e/layout/fit.ts'

/** Text contrast is at least 7:1, and the automated check finds no other accessibility problem. */
export const expectReadable = (page: Page, what: string) => expectAccessible(page, what, 'color-contrast-enhanced')

/** Touch targets are at least 48 px in both directions. */
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

/** No text is smaller than 16 px. */
async function expectLegible(page: Page, what: string) {
  const small = await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let at = texts.nextNode(); at; at = texts.nextNode()) {
      const parent = at.parentElement
      if (!parent || !at.textContent?.trim() || !parent.checkVisibility() || parent.closest('.sr-only, script, style'))
        continue
      const size = Number.parseFloat(getComputedStyle(parent).fontSize)
      if (size < 16) found.push(`${size} px: ${at.textContent.trim().slice(0, 60)}`)
    }
    return found
  })
  expect(small, what).toEqual([])
}

/** No floating element covers a button or link at the bottom of the window while scrolling. */
async function expectUncovered(page: Page, what: string) {
  const covered = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main button:not(.sr-only), main a')].flatMap((one) => {
      const top = one.getBoundingClientRect().bottom + window.scrollY
      window.scrollTo({ top: top - window.innerHeight + 24, behavior: 'instant' })
      const { left, right, top: from, height } = one.getBoundingClientRect()
      const hits = [0.1, 0.5, 0.9].map((part) =>
        document.elementFromPoint(left + (right - left) * part, from + height / 2),
      )
      return hits.every((hit) => hit === null || one.contains(hit)) ? [] : [one.outerHTML.slice(0, 120)]
    }),
  )
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  expect(covered, what).toEqual([])
}

/** No overflow at any width; large, uncovered targets on phones and a tablet; legible text, also in dark mode. */
export async function expectFit(page: Page, what: string) {
  expect(await misfits(page, what)).toEqual([])
  for (const width of [320, 390, 430, 820]) {
    await page.setViewportSize({ width, height: 844 })
    await expectLargeTargets(page, `${what} at ${width}`)
    if ((await page.getByRole('button', { name: /^Undo/ }).count()) === 0)
      await expectUncovered(page, `${what} at ${width}`)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await expectLegible(page, what)
  await expectReadable(page, what)
  await page.evaluate(() => document.documentElement.classList.add('dark'))
  await expectReadable(page, `${what}, dark`)
  await page.evaluate(() => document.documentElement.classList.remove('dark'))
}
