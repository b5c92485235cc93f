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
const shown = `${onTop}, [role=menu]`

/** What is open after a press, and where the page is then. */
export interface Opened {
  /** The one on top: its title, and all that is said in it. Two with the same words are the same. */
  dialog: { title: string; text: string } | null
  isMenuOpen: boolean
  address: string
  items: string[]
}

/** Names what may be pressed now; presses the first of the name that is given. Returns the names, none where that name is not there. */
const nameAll = (page: Page, selector: string, toPress: string | null = null) =>
  page.evaluate(
    ([wanted, called]) => {
      const isSeen = (one: Element) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      const controls = [...document.querySelectorAll<HTMLElement>(wanted)].filter(isSeen)
      // The frame and the tools of lists are the same on every page; in a row a control is named after its record.
      const nameOf = (one: HTMLElement) => {
        const name = (one.getAttribute('aria-label') ?? one.textContent ?? '').trim().replace(/\d+/g, '#')
        const isInRow = one.closest('tr, li, [data-row]') !== null
        const frame = one.closest('header[data-chrome]')
          ? 'header: '
          : one.closest('[data-filter-bar]')
            ? 'toolbar: '
            : ''
        return frame + (isInRow ? name.split(' ').slice(0, 2).join(' ') : name)
      }
      const names = controls.map(nameOf)
      if (called === null) return [...new Set(names)]
      const control = controls[names.indexOf(called)]
      if (!control) return []
      control.focus()
      // The keyboard opens a menu.
      if (control.matches('[aria-haspopup=menu]'))
        control.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
      else control.click()
      return [called]
    },
    [selector, toPress] as const,
  )
/** Whether there is one to press. */
const press = async (page: Page, selector: string, name: string) => (await nameAll(page, selector, name)).length > 0

const whatIsOpen = async (page: Page): Promise<Opened> => ({
  ...(await page.evaluate((wanted) => {
    const dialog = [...document.querySelectorAll<HTMLElement>(wanted)].at(-1)
    const title = document.getElementById(dialog?.getAttribute('aria-labelledby') ?? '')?.textContent ?? ''
    return {
      dialog: dialog ? { title, text: `${title} ${dialog.textContent}`.replace(/\d+/g, '#') } : null,
      isMenuOpen: document.querySelector('[role=menu]') !== null,
      address: location.pathname + location.search,
    }
  }, onTop)),
  items: await nameAll(page, items),
})

/** Refuses all writes and hides that they were refused, also after the page is loaded again: no button changes the company. */
export async function refuseWrites(page: Page): Promise<void> {
  await page.addInitScript(refuse)
  await page.evaluate(refuse)
}

/** Runs in the browser. */
function refuse() {
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
}

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
    if (loading.size === 0) return
    while (loading.size > 0) await page.waitForTimeout(20)
    // What has come runs next, and draws what was pressed for. A press that opens nothing may load something, too.
    await page.waitForFunction((wanted) => document.querySelector(wanted), shown, { timeout: 2000 }).catch(() => {})
    await settle(page)
  }
}

/** Presses every button of the page that is new, and every new item of a menu; `look` looks at what that opens, and leaves it. */
export async function pressAll(
  page: Page,
  isNew: (name: string) => boolean,
  isOpen: () => Promise<void>,
  look: (by: string, opened: Opened) => Promise<void>,
): Promise<void> {
  for (const name of (await nameAll(page, buttons)).filter(isNew)) {
    if (!(await press(page, buttons, name))) continue
    await isOpen()
    const opened = await whatIsOpen(page)
    const found = opened.items.filter((item) => isNew(`${name}: ${item}`))
    await look(name, opened)
    for (const item of found) {
      if (!(await press(page, buttons, name))) break
      await isOpen()
      if (await press(page, items, item)) await isOpen()
      await look(`${name}, ${item}`, await whatIsOpen(page))
    }
  }
}

/** Closes all that is open by Escape; a form that was looked into is discarded. */
export async function closeAll(page: Page): Promise<boolean> {
  /** Whether anything is open; a question whether to discard is answered. */
  const isOpen = () =>
    page.evaluate((wanted) => {
      const discard = [...document.querySelectorAll<HTMLElement>('[role=alertdialog] button')].find(
        ({ textContent }) => textContent === 'Discard',
      )
      discard?.click()
      return discard ? 'discarded' : document.querySelector(wanted) !== null
    }, shown)
  for (let at = 0; at < 4; at += 1) {
    const state = await isOpen()
    if (state === false) return true
    if (state === true) await page.keyboard.press('Escape')
    await settle(page)
  }
  return (await isOpen()) === false
}
