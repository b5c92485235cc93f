import type { Page, Request } from '@playwright/test'
import { settle } from '#test/e2e/inside-the-app.ts'

/** The buttons of the page and of its frame that may open something; what unfolds a part of the page is none of them. */
const buttons = [
  ':is(main, #root header[data-chrome]) button',
  ':not(th *, :disabled, [aria-disabled=true], [type=submit], [aria-pressed], [aria-expanded]:not([aria-haspopup]))',
  ':not([role=tab], [role=switch], [role=combobox], [role=radio], [role=option])',
].join('')
const items = '[role=menuitem]:not([aria-disabled=true], a)'
const onTop = ':is([role=dialog], [role=alertdialog])[aria-labelledby]'

export const dialogs = (page: Page) => page.locator(onTop)

const find = (page: Page, selector: string) =>
  page.evaluate((wanted) => {
    const names = new Set<string>()
    for (const one of document.querySelectorAll<HTMLElement>(wanted))
      if (one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) {
        // The frame and the tools of lists are the same on every page; in a row a control is named after its record.
        const name = (one.getAttribute('aria-label') ?? one.textContent ?? '').trim().replace(/\d+/g, '#')
        const frame = one.closest('header[data-chrome]')
          ? 'header: '
          : one.closest('[data-filter-bar]')
            ? 'toolbar: '
            : ''
        const isInRow = one.closest('tr, li, [data-row]') !== null
        one.dataset['crawled'] = frame + (isInRow ? name.split(' ').slice(0, 2).join(' ') : name)
        names.add(one.dataset['crawled'])
      }
    return [...names]
  }, selector)

const buttonsOf = (page: Page) => find(page, buttons)
const itemsOf = (page: Page) => find(page, items)

/** Presses the first button or item of that name; the keyboard opens a menu. Returns whether there is one. */
async function press(page: Page, selector: string, name: string): Promise<boolean> {
  // What was drawn since has no name yet.
  await find(page, selector)
  return page.evaluate(
    ([wanted, called]) => {
      const control = [...document.querySelectorAll<HTMLElement>(wanted)].find(
        (one) =>
          one.dataset['crawled'] === called && one.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
      )
      if (!control) return false
      control.focus()
      if (control.matches('[aria-haspopup=menu]'))
        control.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
      else control.click()
      return true
    },
    [selector, name] as const,
  )
}
const pressButton = (page: Page, name: string) => press(page, buttons, name)
const pressItem = (page: Page, name: string) => press(page, items, name)

/** What writes is never sent, and that it was refused is not shown: whatever a button does by itself, the company stays as it is. */
export const refuseWrites = (page: Page) =>
  page.evaluate(() => {
    const send = window.fetch
    window.print = () => {}
    window.fetch = async (input, init) => {
      const { method, url } = new Request(input, init)
      if (method === 'GET' || /socket\.io|preview|order-checks|shelf-products/.test(url)) return send(input, init)
      return Response.json({ error: 'Not now.' }, { status: 429 })
    }
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('[data-sonner-toaster] { display: none }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  })

/** Waits for what a press has opened, also where its program is still being loaded. */
export function opening(page: Page): () => Promise<void> {
  const loading = new Set<Request>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') loading.add(request)
  })
  page.on('requestfinished', (request) => loading.delete(request))
  page.on('requestfailed', (request) => loading.delete(request))
  return async () => {
    await settle(page)
    while (loading.size > 0) {
      await page.waitForTimeout(20)
      if (loading.size === 0) await settle(page)
    }
  }
}

/** Presses every button of the page that is new, and every new item of a menu; `look` looks at what that opens, and leaves it. */
export async function pressAll(
  page: Page,
  isNew: (name: string) => boolean,
  isOpen: () => Promise<void>,
  look: (by: string) => Promise<void>,
): Promise<void> {
  for (const name of (await buttonsOf(page)).filter(isNew)) {
    if (!(await pressButton(page, name))) continue
    await isOpen()
    const found = (await itemsOf(page)).filter((item) => isNew(`${name}: ${item}`))
    await look(name)
    for (const item of found) {
      if (!(await pressButton(page, name))) break
      await isOpen()
      if (await pressItem(page, item)) await isOpen()
      await look(`${name}, ${item}`)
    }
  }
}

/** Closes all that is open by Escape; a form that was looked into is discarded. */
export async function closeAll(page: Page): Promise<boolean> {
  const open = page.locator(`${onTop}, [role=menu]`)
  for (let at = 0; at < 4; at += 1) {
    if ((await open.count()) === 0) return true
    const discard = page.getByRole('alertdialog').getByRole('button', { name: 'Discard', exact: true })
    if (await discard.count()) await discard.click()
    else await page.keyboard.press('Escape')
    await settle(page)
  }
  return (await open.count()) === 0
}

/** The title of the dialog on top, and all that is said in it: two of the same look the same. */
export const contentOf = (page: Page) =>
  page.evaluate((wanted) => {
    const dialog = [...document.querySelectorAll<HTMLElement>(wanted)].at(-1)
    const title = document.getElementById(dialog?.getAttribute('aria-labelledby') ?? '')?.textContent ?? ''
    return { title, text: `${title} ${dialog?.textContent ?? ''}`.replace(/\d+/g, '#') }
  }, onTop)
