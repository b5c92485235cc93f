import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'

/** Pages whose user has changed since they were loaded. */
const outdated = new WeakSet<Page>()

/** Makes the next navigation load the page, because another user signs in. */
export function loadNext(page: Page): void {
  outdated.add(page)
  page.once('load', () => outdated.delete(page))
}

/**
 * Goes to a path. Inside the app it navigates as a link would and waits until the page is complete. Otherwise it loads
 * the page, which costs the browser about five times as much.
 */
export async function goTo(page: Page, path: string): Promise<void> {
  if (outdated.has(page) || !(await isInside(page, path))) {
    // Uses the origin of the page, which may belong to another app than the worker's.
    await page.goto(page.url().startsWith('http') ? new URL(path, page.url()).href : path)
    return
  }
  // Another tab of the same page would have the same heading; after a detour, the new heading shows that the page is
  // there.
  if (new URL(path, page.url()).pathname === new URL(page.url()).pathname) await follow(page, paths.serviceTypes)
  await follow(page, path)
  await settle(page)
}

/** Whether the page and the path belong to the same single-page app. */
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

/** Paths with a single-page app of their own, and pages without a user. */
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
    // Another record on the same page may keep the heading element and change its text.
    const isThere = () => heading() && (heading() !== before || heading()?.textContent !== text)
    // A form with changes asks whether to discard them.
    const buttons = () => [...document.querySelectorAll<HTMLButtonElement>('[role=alertdialog] button')]
    for (const end = Date.now() + 15_000; !isThere(); await new Promise(requestAnimationFrame)) {
      buttons()
        .find(({ textContent }) => textContent === 'Discard')
        ?.click()
      if (Date.now() > end) throw new Error(`${to} does not open`)
    }
  }, path)

/** Waits until nothing is loading and the DOM has not changed for a moment. */
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
