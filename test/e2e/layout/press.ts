import type { Page, Request } from '@playwright/test'
import { settle } from '#test/e2e/inside-the-app.ts'

/** Selector of buttons of the page and its header that may open a dialog or menu; disclosure buttons are excluded. */
const buttons = [
  ':is(main, #root header[data-chrome]) button',
  ':not(th *, :disabled, [aria-disabled=true], [type=submit], [aria-pressed], [aria-expanded]:not([aria-haspopup]))',
  ':not([role=tab], [role=switch], [role=combobox], [role=radio], [role=option])',
].join('')
const items = '[role=menuitem]:not([aria-disabled=true], a)'
const onTop = ':is([role=dialog], [role=alertdialog])[aria-labelledby]'
const shown = `${onTop}, [role=menu]`

/** What is open after a click, and the address of the page. */
export interface Opened {
  /** The dialog on top: its title and its whole text. Dialogs with equal text count as the same. */
  dialog: { title: string; text: string } | null
  isMenuOpen: boolean
  address: string
  items: string[]
}

/**
 * Returns the names of the visible controls. With `toPress`, clicks the first control of that name and returns only its
 * name, or nothing if there is no such control.
 */
const nameAll = (page: Page, selector: string, toPress: string | null = null) =>
  page.evaluate(
    ([wanted, called]) => {
      const isSeen = (one: Element) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      const controls = [...document.querySelectorAll<HTMLElement>(wanted)].filter(isSeen)
      // Header and list toolbars are the same on every page; in a row a control has the name of its record.
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
      // Menus open by keyboard.
      if (control.matches('[aria-haspopup=menu]'))
        control.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
      else control.click()
      return [called]
    },
    [selector, toPress] as const,
  )
/** Clicks the control of that name; returns whether there was one. */
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

/** Refuses all write requests (429) and hides the toasts, also after reloads, so that no click changes the company. */
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

/** Returns a function that waits for what a click opens, also while its script is still loading. */
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
    // The loaded script runs next and opens the dialog or menu. A click that opens nothing may load a script, too.
    await page.waitForFunction((wanted) => document.querySelector(wanted), shown, { timeout: 2000 }).catch(() => {})
    await settle(page)
  }
}

/** Clicks every new button of the page and every new menu item; `look` checks what opened and closes it. */
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

/** Closes all dialogs and menus by Escape and discards changes of forms. Returns whether nothing is open any more. */
export async function closeAll(page: Page): Promise<boolean> {
  /** Whether anything is open; a discard confirmation is confirmed. */
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
