import { setTimeout } from 'node:timers/promises'
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'

/**
 * The page that the tests of a worker share, one after the other: a browser process that has loaded the app loads it
 * again in half the time. Between two tests everything that a page remembers is cleared. If that isn't possible (a
 * replaced clock, a page of another server), the next test gets a new page.
 */
export class SharedPage {
  #page: Page | null = null
  #session: CDPSession | null = null
  #baseURL = ''
  #isSpent = false
  readonly #added: Promise<AsyncDisposable>[] = []
  readonly #listeners: [target: Page, event: 'close', listener: () => void][] = []

  async open(browser: Browser, baseURL: string): Promise<Page> {
    if (this.#page && this.#baseURL === baseURL) return this.#page
    await this.close()
    const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 800 } })
    const page = await context.newPage()
    this.#session = await context.newCDPSession(page)
    this.#watch(page)
    this.#watch(context)
    this.#page = page
    this.#baseURL = baseURL
    return page
  }

  async close(): Promise<void> {
    await this.#page?.context().close()
    this.#page = null
    this.#isSpent = false
    this.#added.length = 0
    this.#listeners.length = 0
  }

  /**
   * Clears everything the test did; the next test starts on an empty document of the same server, in the same browser
   * process.
   */
  async reset(): Promise<void> {
    const page = this.#page
    const isReusable = page && !this.#isSpent && !page.isClosed() && page.url().startsWith(this.#baseURL)
    // A browser under load once didn't respond.
    const isClear =
      isReusable &&
      (await Promise.race([this.#clear(page).catch(() => false), setTimeout(5000, false, { ref: false })]))
    if (!isClear) await this.close()
  }

  async #clear(page: Page): Promise<boolean> {
    const context = page.context()
    for (const other of context.pages()) if (other !== page) await other.close()
    for (const [target, event, listener] of this.#listeners.splice(0)) target.off(event, listener)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    for (const added of this.#added.splice(0)) await (await added)[Symbol.asyncDispose]()
    await context.setOffline(false)
    await page.mouse.move(0, 0)
    await page.goto(`${this.#baseURL}/health/live`)
    await context.clearPermissions()
    await context.clearCookies()
    await page.evaluate(() => sessionStorage.clear())
    await this.#session?.send('Storage.clearDataForOrigin', { origin: this.#baseURL, storageTypes: 'all' })
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.emulateMedia({ media: null, colorScheme: 'light', reducedMotion: 'reduce' })
    return true
  }

  #watch(target: Page | BrowserContext) {
    for (const name of ['addInitScript', 'exposeFunction'])
      replace(target, name, (call, args) => {
        const adding = call(...args) as Promise<AsyncDisposable>
        this.#added.push(adding)
        return adding
      })
    for (const name of ['on', 'once'])
      replace(target, name, (call, [event, listener]) => {
        this.#listeners.push([target as Page, event as 'close', listener as () => void])
        return call(event, listener)
      })
    for (const [owner, names] of [
      [target, ['newCDPSession', 'setGeolocation']],
      [target.clock, ['install', 'setFixedTime', 'setSystemTime', 'pauseAt']],
    ] as const)
      for (const name of names)
        replace(owner, name, (call, args) => {
          this.#isSpent = true
          return call(...args)
        })
  }
}

type Method = (...args: unknown[]) => unknown

function replace(owner: object, name: string, by: (call: Method, args: unknown[]) => unknown) {
  const methods = owner as Record<string, Method>
  const call = methods[name]?.bind(owner)
  if (call) methods[name] = (...args) => by(call, args)
}
