import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axeCore from 'axe-core'
import { findDoubtfulTargets, type WithTargets } from './doubtful-targets.ts'
import { expect } from './fixtures.ts'

const standards = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']

/** The minified build: browsers parse it in half the time, and its results are the same. */
const axeProgram = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Contrast = 'color-contrast' | 'color-contrast-enhanced'

/** Text styles whose contrast this process has already checked, per rule. */
const checkedStyles: Record<Contrast, Set<string>> = {
  'color-contrast': new Set(),
  'color-contrast-enhanced': new Set(),
}

/**
 * Expects no violations of WCAG 2.2 A or AA that axe can detect. `color-contrast` checks text contrast at level AA,
 * `color-contrast-enhanced` at 7:1.
 */
export async function expectAccessible(
  page: Page,
  what?: string,
  contrast: Contrast = 'color-contrast',
): Promise<void> {
  expectNone(await violationsOf(page, standards, contrast), what)
}

/** Checks the dark theme as well. A theme changes only colours, so only contrast is checked again. */
export async function expectAccessibleInBothThemes(page: Page, what: string): Promise<void> {
  await expectAccessible(page, `${what}, light`)
  const html = page.locator('html')
  await html.evaluate(({ classList }) => classList.add('dark'))
  expectNone(await violationsOf(page, [], 'color-contrast'), `${what}, dark`)
  await html.evaluate(({ classList }) => classList.remove('dark'))
}

async function violationsOf(page: Page, tags: string[], contrast: Contrast): Promise<Violation[]> {
  const checked = checkedStyles[contrast]
  const { styles, hasAxe } = await page.evaluate(findTextStyles)
  // Parsing axe costs as much as one check, so it is loaded once per document.
  if (!hasAxe) {
    await page.evaluate(axeProgram)
    await page.evaluate(narrowRules)
  }
  const newStyles = styles.filter((style) => !checked.has(style))
  if (tags.length === 0 && newStyles.length === 0) return []
  if (tags.length > 0) await page.evaluate(findDoubtfulTargets)
  const found = await page.evaluate(findViolations, { tags, contrast, styles: newStyles })
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

/**
 * Map pins may be small and close together: their position is essential (exception of WCAG 2.5.8), and the list beside
 * the map shows all places.
 */
const isPin = (rule: string, html: string) => rule === 'target-size' && html.includes('leaflet-marker-icon')

/** A violated rule and the HTML of the elements that violate it. */
type Violation = [rule: string, html: string[]]

interface VirtualNode {
  actualNode: Element
}

interface Rule {
  id: string
  selector: string
  excludeHidden: boolean
  gather(context: unknown): VirtualNode[]
}

interface Axe {
  _audit: { rules: Rule[] }
  run: typeof axeCore.run
  configure: typeof axeCore.configure
  utils: { select(selector: string, context: unknown): VirtualNode[] }
  commons: { dom: { isVisibleToScreenReaders(node: VirtualNode): boolean } }
}

type Checking = WithTargets & {
  axe: Axe
  textsByStyle: Map<string, Element[]>
  /** The only elements that can violate a rule, for rules where that is known. */
  suspects: Record<string, Set<Element>>
}

/**
 * Runs in the page: groups texts by everything that determines their contrast, because the contrast check is slow. That
 * is the text's own style, the backgrounds up to the first opaque one, and, since positioned elements may overlap
 * others, the classes of positioned elements up to there.
 */
function findTextStyles(): { styles: string[]; hasAxe: boolean } {
  const texts = new Map<string, Element[]>()
  const behind = new Map<Element, string>()
  const seeThrough = 'rgba(0, 0, 0, 0),none,1,none,static,normal'
  const isOpaque = (color: string) => /^rgb\(|^(?:oklch|oklab|lab|lch|color)\([^/]*\)$/.test(color)
  const backgroundOf = (element: Element): string => {
    const known = behind.get(element)
    if (known !== undefined) return known
    const { backgroundColor, backgroundImage, opacity, filter, position, mixBlendMode } = getComputedStyle(element)
    const own = [backgroundColor, backgroundImage, opacity, filter, position, mixBlendMode].join()
    const isEnd = isOpaque(backgroundColor) && opacity === '1'
    const rest = isEnd || !element.parentElement ? '' : backgroundOf(element.parentElement)
    const place = position === 'static' ? '' : (element.getAttribute('class') ?? '')
    const found = own === seeThrough ? rest : `${own};${place};${rest}`
    behind.set(element, found)
    return found
  }
  const hasText = (element: Element) =>
    element.matches('input, textarea, select') ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
  for (const element of document.body.querySelectorAll('*')) {
    if (!hasText(element) || !element.checkVisibility()) continue
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element)
    const field = element.matches('input, textarea, select') ? element.tagName : ''
    const style = [color, fontSize, fontWeight, textShadow, field, backgroundOf(element)].join()
    texts.set(style, [...(texts.get(style) ?? []), element])
  }
  ;(window as unknown as Checking).textsByStyle = texts
  return { styles: [...texts.keys()], hasAxe: 'axe' in window }
}

/**
 * Runs in the page: limits rules to the elements that can violate them, where that is known; otherwise axe examines
 * every element. Also stops axe from recording HTML; findViolations adds it for violations only. An app with shadow
 * roots would need more: the lists of suspects don't include elements inside them.
 */
function narrowRules(): void {
  const checking = window as unknown as Checking
  const { axe } = checking
  axe.configure({ noHtml: true })
  // oxlint-disable-next-line no-underscore-dangle -- axe's own name
  for (const rule of axe._audit.rules)
    rule.gather = (context) => {
      const suspects = checking.suspects[rule.id]
      return axe.utils
        .select(rule.selector, context)
        .filter(
          (node) =>
            (!suspects || suspects.has(node.actualNode)) &&
            (!rule.excludeHidden || axe.commons.dom.isVisibleToScreenReaders(node)),
        )
    }
}

/**
 * Runs in the page: returns the violated rules with their elements, and the styles that were checked. A style is
 * missing if its texts have left the page since findTextStyles ran. Contrast is checked only for texts of these styles.
 */
async function findViolations(request: {
  tags: string[]
  contrast: string
  styles: string[]
}): Promise<{ violations: Violation[]; styles: string[] }> {
  const checking = window as unknown as Checking
  const { axe, textsByStyle } = checking
  const textsOf = (style: string) => (textsByStyle.get(style) ?? []).filter((text) => text.isConnected)
  const styles = request.styles.filter((style) => textsOf(style).length > 0)
  const all = [...document.querySelectorAll('*')]
  const withAria = new Set(all.filter((one) => one.getAttributeNames().some((name) => name.startsWith('aria-'))))
  const focused = 'a, area, input, textarea, select, summary, button, details, [tabindex]'
  const around = new Set<Element>()
  for (const element of document.querySelectorAll(focused))
    for (let outer = element.parentElement; outer && !around.has(outer); outer = outer.parentElement) around.add(outer)
  checking.suspects = {
    // All texts of a style have the same contrast. Three of them are checked, because axe can't determine the
    // background of some.
    [request.contrast]: new Set(styles.flatMap((style) => textsOf(style).slice(0, 3))),
    'target-size': new Set(checking.doubtfulTargets),
    'nested-interactive': around,
    'scrollable-region-focusable': new Set(
      all.filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight),
    ),
    'autocomplete-valid': new Set(document.querySelectorAll('[autocomplete]')),
    'aria-allowed-attr': withAria,
    'aria-conditional-attr': withAria,
    'aria-prohibited-attr': withAria,
    'aria-valid-attr': withAria,
    'aria-valid-attr-value': withAria,
  }
  const { violations } = await axe.run(document, {
    runOnly: request.tags.length > 0 ? request.tags : [request.contrast],
    rules: { 'color-contrast': { enabled: false }, [request.contrast]: { enabled: true } },
    resultTypes: ['violations'],
    elementRef: true,
  })
  // The element's own tag, by which map pins are recognised, and the beginning of its content.
  const htmlOf = ({ element }: { element?: Element | null | undefined }) =>
    element ? `${(element.cloneNode(false) as Element).outerHTML} ${element.innerHTML.slice(0, 200)}` : ''
  return { violations: violations.map(({ id, nodes }) => [id, nodes.map(htmlOf)]), styles }
}
