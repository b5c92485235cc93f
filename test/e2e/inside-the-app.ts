import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'

/** Pages whose user is another than when they were loaded. */
const outdated = new WeakSet<Page>()

/** What comes next is loaded: somebody signs in. */
export function loadNext(page: Page): void {
  outdated.add(page)
  page.once('load', () => outdated.delete(page))
}

/**
 * Goes to a path: inside the app, as a link would, where the page is in it already, and waits until the page is all there;
 * from elsewhere it is loaded, which costs the browser some five times as much.
 */
export async function goTo(page: Page, path: string): Promise<void> {
  if (outdated.has(page) || !(await isInside(page, path))) {
    // Of the company that the page is of, which may not be the worker's own.
    await page.goto(page.url().startsWith('http') ? new URL(path, page.url()).href : path)
    return
  }
  // Another tab of the page would keep its heading; coming from elsewhere, it is known when the page is there.
  if (new URL(path, page.url()).pathname === new URL(page.url()).pathname) await follow(page, paths.serviceTypes)
  await follow(page, path)
  await settle(page)
}

/** Pages of the same program of the browser. */
async function isInside(page: Page, path: string): Promise<boolean> {
  if (!page.url().startsWith('http')) return false
  const [here, there] = [new URL(page.url()), new URL(path, page.url())]
  const isSame = here.origin === there.origin && programOf(here) === programOf(there)
  return isSame && (await page.evaluate(() => document.querySelector('main h1') !== null))
}

function programOf({ pathname }: URL): string {
  const own = frameless.find((start) => pathname.startsWith(start))
  if (own) return own
  if (pathname.startsWith(paths.customerPortal) || /^\/crm\/customers\/view\/[^/]+\/portal/.test(pathname))
    return 'portal'
  return 'office'
}

/** Programs of their own, and pages that know no user. */
const frameless = [
  paths.login,
  paths.register,
  paths.setupFirstAdmin,
  paths.resetPassword,
  paths.customerLogin,
  paths.customerSetPassword,
  paths.driverPortal,
  paths.estimateAnswer,
  '/unsubscribe',
  '/track',
]

const follow = (page: Page, path: string) =>
  page.evaluate(async (to) => {
    const heading = () => document.querySelector('main h1')
    const before = heading()
    const text = before?.textContent
    const at = (history.state as { idx?: number } | null)?.idx ?? 0
    history.pushState({ usr: null, key: String(at), idx: at + 1 }, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
    // Another record of the same page may keep the heading and change its text.
    const isThere = () => heading() && (heading() !== before || heading()?.textContent !== text)
    // A form that was looked into asks whether what was changed is discarded.
    const buttons = () => [...document.querySelectorAll<HTMLButtonElement>('[role=alertdialog] button')]
    for (const end = Date.now() + 15_000; !isThere(); await new Promise(requestAnimationFrame)) {
      buttons()
        .find(({ textContent }) => textContent === 'Discard')
        ?.click()
      if (Date.now() > end) throw new Error(`${to} does not open`)
    }
  }, path)

/** Waits until nothing is being loaded, and nothing was drawn for a moment. */
export const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const isQuiet = () =>
      new Promise<boolean>((done) => {
        const end = (quiet: boolean) => {
          watch.disconnect()
          clearTimeout(wait)
          done(quiet)
        }
        const watch = new MutationObserver(() => end(false))
        const wait = setTimeout(end, 60, true)
        watch.observe(document.body, { childList: true, subtree: true, characterData: true })
      })
    const isLoading = () =>
      document.querySelector(':is(main, [role=dialog]) [aria-busy=true], [role=status][data-chrome]') !== null
    for (const end = Date.now() + 15_000; isLoading() || !(await isQuiet()); await new Promise(requestAnimationFrame))
      if (Date.now() > end) throw new Error(`${location.pathname} does not come to rest`)
  })
