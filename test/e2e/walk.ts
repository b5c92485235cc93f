import type { Browser, Page } from '@playwright/test'
import { sql } from 'kysely'
import type { Permissions, Role } from '#shared/access/roles.ts'
import { paths as pagePaths } from '#web/paths.ts'
import { isDriverPortal } from '#web/session/guard.ts'
import type { RunningApp } from './fixtures.ts'

/** What a visitor of a path sees. */
export interface Stop {
  path: string
  /** On the login page: where it redirects after login. */
  from?: string
  headings: string[]
  title: string
  /** Missing if the browser loaded a document: the focus then stays on the document. */
  focused?: string
  hasMenu: boolean
}
export interface Walk {
  stops: Record<string, Stop>
  /** Errors and warnings of the console during the walk. */
  messages: string[]
}

/** Visits one path after the other inside one page, as links would, and records what each one shows. */
function goThrough(page: Page, paths: readonly string[]): Promise<Record<string, Stop>> {
  return page.evaluate(async (requestedPaths) => {
    const seen: Record<string, Stop> = {}
    const heading = () => document.querySelector('h1')
    for (const path of requestedPaths) {
      const before = heading()
      const text = before?.textContent
      before?.setAttribute('data-before', '')
      const at = (history.state as { idx?: number } | null)?.idx ?? 0
      history.pushState({ usr: null, key: String(at), idx: at + 1 }, '', path)
      dispatchEvent(new PopStateEvent('popstate'))
      // The previous page may still render its heading again: a heading with the same text counts only after a
      // redirect, or after half a second.
      const isNew = (waited: number) =>
        heading() &&
        (heading()?.textContent !== text ||
          (!heading()?.hasAttribute('data-before') && (location.pathname !== path || waited > 50)))
      for (let wait = 0; wait < 1500 && !isNew(wait); wait += 1) await new Promise((done) => setTimeout(done, 10))
      // The focus moves to the heading, or to a field on pages where users type first.
      const hasFocus = () => document.activeElement !== document.body
      await new Promise((done) => setTimeout(done, 10))
      for (let wait = 0; wait < 1500 && !hasFocus(); wait += 1) await new Promise((done) => setTimeout(done, 10))
      heading()?.removeAttribute('data-before')
      const from = (history.state as { usr?: { from?: string } } | null)?.usr?.from
      seen[path] = {
        path: location.pathname,
        ...(from === undefined ? {} : { from }),
        headings: [...document.querySelectorAll('h1')].map((one) => one.textContent ?? ''),
        title: document.title,
        focused: document.activeElement?.tagName ?? '',
        hasMenu: document.querySelector('nav[aria-label=Main]') !== null,
      }
    }
    return seen
  }, paths)
}

/** What the page shows now. */
const readStop = (page: Page): Promise<Stop> =>
  page.evaluate(() => {
    const from = (history.state as { usr?: { from?: string } } | null)?.usr?.from
    return {
      path: location.pathname,
      ...(from === undefined ? {} : { from }),
      headings: [...document.querySelectorAll('h1')].map((one) => one.textContent ?? ''),
      title: document.title,
      hasMenu: document.querySelector('nav[aria-label=Main]') !== null,
    }
  })

/** The same for pages with a document of their own: loads each path and reads the page where it ends. */
async function visitEach(page: Page, paths: readonly string[]): Promise<Record<string, Stop>> {
  const seen: Record<string, Stop> = {}
  for (const path of paths) {
    await page.goto(path)
    await page.locator('h1').waitFor()
    seen[path] = await readStop(page)
  }
  return seen
}

/** A walk of a new user with that role, or of a visitor without a session. */
export async function walk(
  browser: Browser,
  app: RunningApp,
  who: { role: Role; permissions?: Permissions; suspended?: boolean } | null,
  paths: readonly string[],
): Promise<Walk> {
  const context = await browser.newContext({ baseURL: app.baseURL, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const messages: string[] = []
  page.on('pageerror', (error) => messages.push(String(error)))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !/Failed to load resource/.test(message.text()))
      if (!message.text().includes('blocker on a POP navigation'))
        // The walk changes the URL from outside, which logs this warning on pages with an unsaved-changes guard.
        messages.push(message.text())
  })
  if (who) {
    const { userId } = await app.signIn(page, who.role, who.permissions)
    if (who.suspended)
      await sql`update users set suspended_at = moment(), auth_epoch = auth_epoch + 1 where id = ${userId}`.execute(
        app.database.db,
      )
  }
  await page.goto(who ? '/profile' : '/crm/register')
  await page.locator('h1').waitFor()
  // Paths that load the document of the driver page or of the portal would end the script in this page.
  const leaves = (path: string) =>
    who && !who.suspended
      ? who.role !== 'customer' && (who.role === 'driver' || isDriverPortal(path))
      : path.startsWith(pagePaths.customerPortal)
  const stops = await goThrough(
    page,
    paths.filter((path) => !leaves(path)),
  )
  Object.assign(stops, await visitEach(page, paths.filter(leaves)))
  await context.close()
  return { stops, messages }
}
