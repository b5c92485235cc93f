import type { Page } from '@playwright/test'
import axeCore from 'axe-core'
import { expect } from './fixtures.ts'

const standards = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']

/** Styles of text whose contrast this process has checked, by the rule. */
const checkedStyles = { 'color-contrast': new Set<string>(), 'color-contrast-enhanced': new Set<string>() }

/** Nothing on the page offends against WCAG 2.2 A or AA, as far as a machine can tell; texts have its contrast, or the enhanced one of 7:1. */
export async function expectAccessible(
  page: Page,
  what?: string,
  contrast: keyof typeof checkedStyles = 'color-contrast',
): Promise<void> {
  await loadAxe(page)
  const broken = await page.evaluate(findViolations, standards)
  expectNone([...broken, ...(await contrastViolations(page, contrast))], what)
}

/** The same in the dark, too: a theme changes colours alone, so only contrast is checked again. */
export async function expectAccessibleInBothThemes(page: Page, what: string): Promise<void> {
  await expectAccessible(page, `${what}, light`)
  const html = page.locator('html')
  await html.evaluate(({ classList }) => classList.add('dark'))
  expectNone(await contrastViolations(page, 'color-contrast'), `${what}, dark`)
  await html.evaluate(({ classList }) => classList.remove('dark'))
}

// Reading axe's program costs as much as half a check: once a document.
async function loadAxe(page: Page) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeCore.source)
}

async function contrastViolations(page: Page, contrast: keyof typeof checkedStyles): Promise<Violation[]> {
  const checked = checkedStyles[contrast]
  const styles = (await page.evaluate(findTextStyles)).filter((style) => !checked.has(style))
  const found = await page.evaluate(findContrastViolations, { contrast, styles })
  for (const style of found.styles) checked.add(style)
  return found.violations
}

function expectNone(violations: readonly Violation[], what?: string) {
  expect(
    violations
      .map(([id, nodes]) => [id, nodes.filter((html) => !isPin(id, html))] as const)
      .filter(([, nodes]) => nodes.length > 0),
    what,
  ).toEqual([])
}

/** Pins of a map stand where their places are, also close together: the exception of WCAG 2.5.8; the list beside has them all. */
const isPin = (rule: string, html: string) => rule === 'target-size' && html.includes('leaflet-marker-icon')

/** A rule and the HTML of the elements that break it. */
type Violation = [rule: string, html: string[]]

type WithStyles = typeof window & { axe: typeof axeCore; textsByStyle: Map<string, Element[]> }

/**
 * In the page: what decides about the contrast of each text, whose check is dear. Colour, size, weight and opacity, the
 * backgrounds behind it up to an opaque one, and, since what is positioned may lie above something else, the classes up to there.
 */
function findTextStyles(): string[] {
  const texts = new Map<string, Element[]>()
  const behind = new Map<Element, string>()
  const isOpaque = (color: string) => /^rgb\(|^(?:oklch|oklab|lab|lch|color)\([^/]*\)$/.test(color)
  const backgroundOf = (element: Element): string => {
    const known = behind.get(element)
    if (known !== undefined) return known
    const { backgroundColor, backgroundImage, opacity, filter, position, mixBlendMode } = getComputedStyle(element)
    const own = [backgroundColor, backgroundImage, opacity, filter, position, mixBlendMode].join()
    const isEnd = isOpaque(backgroundColor) && opacity === '1'
    const rest = isEnd || !element.parentElement ? '' : backgroundOf(element.parentElement)
    const found = `${own};${position === 'static' ? '' : (element.getAttribute('class') ?? '')};${rest}`
    behind.set(element, found)
    return found
  }
  const hasText = (element: Element) =>
    element.matches('input, textarea, select') ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
  for (const element of document.body.querySelectorAll('*')) {
    if (!hasText(element) || !element.checkVisibility()) continue
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element)
    const style = [color, fontSize, fontWeight, textShadow, element.tagName, backgroundOf(element)].join()
    texts.set(style, [...(texts.get(style) ?? []), element])
  }
  ;(window as unknown as WithStyles).textsByStyle = texts
  return [...texts.keys()]
}

/** In the page: the rules that are broken, with the elements that break them; contrast has a check of its own. */
async function findViolations(tags: string[]): Promise<Violation[]> {
  const { axe } = window as unknown as WithStyles
  const rules = { 'color-contrast': { enabled: false } }
  const { violations } = await axe.run(document, { runOnly: tags, resultTypes: ['violations'], rules })
  return violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])
}

/** In the page: texts of these styles without enough contrast, and the styles that were checked: a text may have left the page since. */
async function findContrastViolations(request: {
  contrast: string
  styles: string[]
}): Promise<{ violations: Violation[]; styles: string[] }> {
  const { axe, textsByStyle } = window as unknown as WithStyles
  const textsOf = (style: string) => (textsByStyle.get(style) ?? []).filter((text) => text.isConnected)
  const styles = request.styles.filter((style) => textsOf(style).length > 0)
  if (styles.length === 0) return { violations: [], styles }
  const { violations } = await axe.run(styles.flatMap(textsOf), {
    runOnly: [request.contrast],
    resultTypes: ['violations'],
  })
  return { violations: violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]), styles }
}
