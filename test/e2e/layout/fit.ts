import type { Page } from '@playwright/test'
import { settle } from '#test/e2e/inside-the-app.ts'

export const phones = [320, 375] as const
/** Pages are opened at the first width. */
const wider = [1280, 1920, 1024, 900, 768] as const
export const widths = [...wider, ...phones]
/** A dialog is at most 1120 px wide, so it looks the same on every wider window. */
const dialogWidths = [1280, 1024, 768, ...phones]
export const desktop = { width: 1280, height: 800 }

/** Maximum top (px) of the first row of a list by window width, and of its first card on a phone. */
const highest: Readonly<Record<number, number>> = { 1280: 200, 375: 220 }

type Within = 'page' | 'list' | 'dialog'

/** Resizes the window to every width that matters and returns the layout problems of the page, or of the dialog on top of it. */
export async function misfits(page: Page, name: string, within: Within = 'page'): Promise<string[]> {
  const found = await misfitsAt(within === 'dialog' ? dialogWidths : widths, page, name, within)
  await page.setViewportSize(desktop)
  return found
}

/** The same at the given widths; the window stays at the last one. The page behind a dialog is rendered again. */
export async function misfitsAt(
  at: readonly number[],
  page: Page,
  name: string,
  within: Within = 'page',
): Promise<string[]> {
  const found: string[] = []
  const isDialog = within === 'dialog'
  if (isDialog) await drawBehind(page, false)
  for (const width of at) {
    await page.setViewportSize({ width, height: width === 375 ? 812 : 800 })
    let fit = await measure(page, isDialog)
    if (fit.covered.length > 0) {
      // The page may still have been rendering: measures once more.
      await settle(page)
      fit = await measure(page, isDialog)
    }
    const { sideways, covered, toolbar, first, filters } = fit
    if (sideways > 0) found.push(`${name} at ${width}: scrolls sideways by ${sideways} px`)
    for (const what of covered) found.push(`${name} at ${width}: ${what}`)
    if (width >= 900 && toolbar > 40) found.push(`${name} at ${width}: the toolbar takes more than a row`)
    const limit = within === 'list' ? highest[width] : undefined
    if (limit && first === null) found.push(`${name} at ${width}: there is no row`)
    if (limit && first !== null && first > limit) found.push(`${name} at ${width}: the first row begins at ${first} px`)
    if (within === 'list' && width < 700 && filters > 0) found.push(`${name} at ${width}: shows ${filters} filters`)
  }
  if (isDialog) await drawBehind(page, true)
  return found
}

/**
 * Shows or hides the page behind a dialog. The page is measured separately; laying it out at each width would take
 * longer than the dialog itself.
 */
const drawBehind = (page: Page, isDrawn: boolean) =>
  page.evaluate((visible) => {
    const root = document.getElementById('root')
    if (!root) return
    if (root.querySelector('[role=dialog], [role=alertdialog]')) throw new Error('There is a dialog in the page itself')
    root.style.contentVisibility = visible ? '' : 'hidden'
  }, isDrawn)

/** Returns sideways overflow, controls that can't be clicked, toolbar height, top of the first row, visible filters. */
function measure(page: Page, isDialog: boolean) {
  return page.evaluate(async (isOnTop) => {
    // Waits two frames, so that components that measure themselves have rendered again.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const isSeen = (one: Element) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    const nameOf = (one: Element) =>
      (one.getAttribute('aria-label') ?? one.getAttribute('name') ?? one.textContent ?? '').trim().slice(0, 40)
    const root = isOnTop
      ? [...document.querySelectorAll(':is([role=dialog], [role=alertdialog])[aria-labelledby]')].at(-1)
      : document.body
    if (!root) return { sideways: 0, covered: ['it is gone'], toolbar: 0, first: null, filters: 0 }
    const row = [...document.querySelectorAll('main :is(tbody tr, li)[data-row]')].find(isSeen)
    const first = row ? Math.round(row.getBoundingClientRect().top + scrollY) : null
    const filters = [
      ...document.querySelectorAll('main [data-filter-bar] :is(select, [role=combobox], input[type=date])'),
    ].filter(isSeen).length
    const covered: string[] = []
    const controls = ':is(button, a[href], input, select, textarea)'
    /** Returns why the centre of a control can't be clicked at its current position, or `null` if it can. */
    const obstacleOf = (control: Element) => {
      const { left, top, width, height } = control.getClientRects()[0] ?? new DOMRect()
      if (width < 2) return null
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      if (!hit) return 'is outside of the window'
      return control.contains(hit) || hit.contains(control) ? null : `lies under “${nameOf(hit)}”`
    }
    for (const control of root.querySelectorAll(isOnTop ? controls : `main ${controls}, header button`)) {
      if (!isSeen(control) || control.closest('[aria-hidden=true]') || control.hasAttribute('data-row-link')) continue
      if (control.matches('[type=checkbox], [type=radio], [type=file]')) continue
      // Scrolls only if needed: scrolling to each control would cause hundreds of layouts.
      if (!obstacleOf(control)) continue
      control.scrollIntoView({ block: 'center', inline: 'center' })
      const obstacle = obstacleOf(control)
      if (obstacle) covered.push(`“${nameOf(control)}” ${obstacle}`)
    }
    /** Returns amounts, document numbers and words of labels that wrap inside and could be misread. */
    const partedTexts = () => {
      // In the portal the currency is part of each amount.
      const isPortal = location.pathname.includes('/customer-portal')
      // In the driver portal counts, distances and ETAs must not wrap either.
      const isDriver = location.pathname.includes('/driver-portal')
      const numbers = isPortal
        ? /([A-Z]{3}\s)?\d{1,3}(,\d{3})*\.\d{2}\b|\b[A-Z]{2,4}-\d{4}-\d{6}\b/g
        : isDriver
          ? /\d+\s(package|stop)s?\b|[\d.]+\sk?m\b|ETA\s\d\d:\d\d|\b[A-Z]{2,4}-\d{4}-\d{6}\b/g
          : /\d{1,3}(,\d{3})+(\.\d+)?|\b[A-Z]{2,4}-\d{4}-\d{6}\b/g
      const words = /\p{L}+/gu
      const found: string[] = []
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const node = texts.currentNode
        const holder = node.parentElement
        const whole = holder?.localName === 'dt' ? words : numbers
        const matches = [...(node.textContent ?? '').matchAll(whole)]
        if (matches.length === 0 || !holder || holder.closest('.sr-only') || !isSeen(holder)) continue
        const range = document.createRange()
        for (const { index, 0: number } of matches) {
          range.setStart(node, index)
          range.setEnd(node, index + number.length)
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
            found.push(`“${number}” goes on in the next line`)
        }
      }
      return found
    }
    scrollTo(0, 0)
    if (!isOnTop)
      for (const card of document.querySelectorAll('main [data-card]'))
        if (isSeen(card) && getComputedStyle(card).overflowX === 'visible' && card.scrollWidth > card.clientWidth + 1)
          covered.push(`“${card.querySelector('h2, h3')?.textContent ?? ''}” is wider than its card`)
    // Parts of a dialog must not scroll sideways, except tables; screen-reader-only elements are 1 px wide.
    const boxes = isOnTop ? [root, ...root.querySelectorAll(':scope > *, :scope > * > *')] : []
    const inside = boxes
      .filter((box) => box.clientWidth > 1 && !box.matches('table, :has(> table)'))
      .map((box) => box.scrollWidth - box.clientWidth)
    const sideways = Math.max(
      document.documentElement.scrollWidth - innerWidth,
      ...inside.map((by) => (by > 1 ? by : 0)),
    )
    for (const part of isOnTop ? [] : partedTexts()) covered.push(part)
    const toolbar = isOnTop ? 0 : (document.querySelector('main [data-filter-bar] > div')?.clientHeight ?? 0)
    return { sideways, covered: covered.slice(0, 3), toolbar, first, filters }
  }, isDialog)
}
