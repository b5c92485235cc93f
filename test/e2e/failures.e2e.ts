import type { Page } from '@playwright/test'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'
import { expect, test } from './fixtures.ts'
import { withoutLiveUpdates } from './people.ts'

const toasts = (page: Page) => page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
const toastWith = (page: Page, text: string) => toasts(page).getByText(text, { exact: true })
const noAnswer = 'Network Error: No response from server. Please check your internet connection or try again later.'

/** Submits the login form; the test has mocked the response. */
async function tryLogin(page: Page) {
  await page.getByLabel('Email').fill('ana@example.com')
  await page.getByLabel('Password', { exact: true }).fill('violet harbour tractor 91')
  await page.getByLabel('Password', { exact: true }).press('Enter')
}

/** The text of the visible toasts, and the parts of the open dialog that they cover. */
const seenToasts = (page: Page) =>
  page.evaluate(() => {
    const inSight = [...document.querySelectorAll<HTMLElement>('[data-sonner-toast]')].filter(
      (toast) => getComputedStyle(toast).opacity !== '0' && toast.checkVisibility({ visibilityProperty: true }),
    )
    const parts = [...document.querySelectorAll('[role="dialog"] :is(h2, header button, footer button)')]
    const isOver = (part: Element) => (toast: Element) => {
      const [one, other] = [part.getBoundingClientRect(), toast.getBoundingClientRect()]
      const isBeside = one.right <= other.left || other.right <= one.left
      return !isBeside && one.top < other.bottom && other.top < one.bottom
    }
    return {
      seen: inSight.map((toast) => toast.textContent),
      covered: parts.filter((part) => inSight.some(isOver(part))).map((part) => part.textContent),
    }
  })

/** Advances the paused clock in steps of 10 ms until the condition is true. */
const until = (page: Page, arrived: () => Promise<boolean>) =>
  expect
    .poll(async () => {
      await page.clock.runFor(10)
      return arrived()
    })
    .toBe(true)

test('[HTTP-01] requests send JSON, cookies and X-Requested-With', async ({ page, app }) => {
  await app.signIn(page, 'admin')
  await page.goto('/settings')
  const read = page.waitForRequest('**/api/auth/profile')
  await page.reload()
  expect(await (await read).allHeaders()).toMatchObject({
    'x-requested-with': 'XMLHttpRequest',
    cookie: expect.stringContaining('__Host-sid='),
  })
  await page.getByLabel('Headquarters').fill('Manila')
  const write = page.waitForRequest((request) => request.method() === 'PUT')
  await page.getByRole('button', { name: 'Save settings' }).click()
  expect(await (await write).allHeaders()).toMatchObject({
    'x-requested-with': 'XMLHttpRequest',
    'content-type': 'application/json',
    cookie: expect.stringContaining('__Host-sid='),
  })
  expect((await write).postDataJSON()).toMatchObject({ company: { headquarters: 'Manila' } })
})

test('[HTTP-01, HTTP-03] a request without a response is aborted after 30000 ms', async ({ page }) => {
  await page.addInitScript(() => {
    const timesMs: number[] = []
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    // Timeouts run 100 times as fast.
    AbortSignal.timeout = (ms) => {
      timesMs.push(ms)
      return timeout(ms / 100)
    }
    Object.assign(window, { asked: timesMs })
  })
  await page.route('**/api/auth/login', () => {})
  await page.goto('/crm/login')
  await tryLogin(page)
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(noAnswer)
  const timeouts = await page.evaluate(() => (window as unknown as { asked: number[] }).asked)
  expect(new Set(timeouts)).toEqual(new Set([30_000]))
})

test('[HTTP-02] error messages come from the error field, else the status text, else prefix and message', async ({
  page,
}) => {
  const answers = [
    [{ status: 409, json: { error: 'The account is on hold.' } }, 'The account is on hold.'],
    [{ status: 409, body: 'no JSON' }, 'Conflict'],
    [{ status: 409, json: { message: 'Another field.' } }, 'Conflict'],
  ] as const
  await page.goto('/crm/login')
  for (const [answer, words] of answers) {
    await page.route('**/api/auth/login', (route) => route.fulfill(answer), { times: 1 })
    await tryLogin(page)
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(words)
    await expect(toastWith(page, words)).toHaveCount(0)
  }
  // HTTP/2 has no status text.
  await page.evaluate(() => {
    window.fetch = async () => new Response('', { status: 409 })
  })
  await tryLogin(page)
  const words = 'Login failed: Request failed with status code 409'
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(words)
})

test('[HTTP-03, HTTP-04] a request without a response shows its own error message and a toast', async ({ page }) => {
  await page.goto('/crm/login')
  await page.route('**/api/auth/login', (route) => route.abort())
  await tryLogin(page)
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(noAnswer)
  await expect(toastWith(page, 'Network error. Check your connection.')).toBeVisible()
  await expect(toasts(page)).toHaveCount(1)
})

test('[HTTP-04] 403 and 500 show their toast on any page and don’t leave it; toasts cover no title or button of a dialog', async ({
  page,
  app,
}) => {
  await app.signIn(page, 'admin')
  for (const [status, words] of [
    [403, 'Action not permitted.'],
    [500, 'Server error. Please try again later.'],
  ] as const) {
    await page.route('**/api/categories*', (route) => route.fulfill({ status, json: { error: 'For the log.' } }))
    await page.goto('/inventory/categories')
    await expect(toastWith(page, words)).toBeVisible()
    await expect(toasts(page)).toHaveCount(1)
    await expect(page).toHaveURL(/\/inventory\/categories$/)
    // Retrying helps only against temporary errors, so 403 offers no Try again.
    const isOver = status === 403
    await expect(page.getByText("You can't view categories", { exact: true })).toHaveCount(isOver ? 1 : 0)
    if (isOver) await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toHaveCount(0)
    await page.unroute('**/api/categories*')
  }
  // Cards, maps and boards offer no retry after a 403 either, and show the message only once.
  const refused = /\/api\/(dashboard|account-map|accounts|opportunities)([/?]|$)/
  await page.route(refused, (route) => route.fulfill({ status: 403, json: { error: 'For the log.' } }))
  const main = page.getByRole('main')
  for (const [path, part] of [
    ['/crm/dashboard', 'figures'],
    ['/crm/customers?view=map', 'the map of customers'],
    ['/crm/salesopportunities', 'these records'],
  ] as const) {
    await goTo(page, path)
    await expect(main.getByText(`You can't view ${part}`, { exact: true })).toHaveCount(1)
    await expect(main.getByText(/could not be loaded/)).toHaveCount(0)
    await expect(main.getByRole('button', { name: /Try again|Retry/ })).toHaveCount(0)
  }
  await page.unroute(refused)
  // The toast is also shown if the rows were requested while the link was pressed.
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await page.route('**/api/categories*', (route) => route.fulfill({ status: 500, json: { error: 'For the log.' } }))
  await page.getByRole('link', { name: 'Categories' }).click()
  await expect(toastWith(page, 'Server error. Please try again later.')).toBeVisible()

  // Toasts over an open dialog cover neither its title nor its buttons, which the user may press again, whether the
  // toasts are collapsed or expanded.
  await page.unrouteAll()
  await goTo(page, '/crm/customers')
  await page.getByRole('button', { name: 'Add customer' }).click()
  let status = 500
  await page.route('**/api/accounts', (route) => route.fulfill({ status, json: { error: 'For the log.' } }))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Once more')
  await dialog.getByRole('button', { name: 'More details' }).click()
  const add = dialog.getByRole('button', { name: 'Add customer' })
  const words = 'Action not permitted.'
  // Toasts don't time out while the page is hidden.
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await add.click()
  await expect(toastWith(page, 'Server error. Please try again later.')).toBeVisible()
  status = 403
  await add.click()
  const newest = toasts(page).and(page.locator('[data-front=true]'))
  await expect(newest).toHaveText(words)
  const setText = (text: string) =>
    newest.locator('[data-title]').evaluate((title, all) => title.replaceChildren(all), text)
  const long = `${words}${' And once more.'.repeat(12)}`
  for (const text of [long, words]) {
    await setText(text)
    for (const [width, height, besides] of [
      [320, 568, []],
      [375, 812, []],
      [900, 800, ['Server error. Please try again later.']],
      [1280, 800, ['Server error. Please try again later.']],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.mouse.move(0, height - 1)
      await expect.poll(() => seenToasts(page)).toEqual({ seen: [text], covered: [] })
      await newest.click()
      await expect.poll(() => seenToasts(page)).toEqual({ seen: [text, ...besides], covered: [] })
    }
  }
  // A click on a toast doesn't count as a click outside the dialog.
  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Once more')
})

test('[HTTP-06] a failed query is retried three times, after 1, 2 and 4 seconds', async ({ page, app }) => {
  await withoutLiveUpdates(page)
  await page.clock.install()
  await app.signIn(page, 'admin')
  let calls = 0
  await page.route('**/api/categories*', (route) => {
    calls += 1
    return route.fulfill({ status: 503, json: { error: 'Being repaired.' } })
  })
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('link', { name: 'Categories' }).press('Enter')
  await expect.poll(() => calls).toBe(1)
  for (const [seconds, at] of [1, 2, 4].entries()) {
    await page.waitForTimeout(100)
    await page.clock.runFor(at * 1000 - 50)
    await page.waitForTimeout(100)
    expect(calls).toBe(seconds + 1)
    await page.clock.runFor(100)
    await expect.poll(() => calls).toBe(seconds + 2)
  }
  await until(page, () => page.getByRole('alert').filter({ hasText: 'Being repaired.' }).isVisible())
  await page.clock.runFor(60_000)
  expect(calls).toBe(4)
})

test('[HTTP-06] query data is fresh for 5 minutes; after that, window focus and reconnecting refetch it', async ({
  page,
  app,
}) => {
  await app.api.do(inventoryApi.createCategory, { body: { name: 'Aprons' } })
  const shown = page.getByRole('table').getByText('Aprons')
  await withoutLiveUpdates(page)
  await page.clock.install()
  await app.signIn(page, 'admin')
  let calls = 0
  await page.route('**/api/categories*', (route) => {
    calls += 1
    return route.continue()
  })
  await page.goto('/inventory/categories')
  await expect(shown).toBeVisible()
  const focus = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  const comeAndGo = async () => {
    await page.getByRole('link', { name: 'User Management' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
    await page.getByRole('link', { name: 'Categories' }).click()
    await expect(shown).toBeVisible()
  }
  await comeAndGo()
  await focus()
  await page.clock.fastForward('04:00')
  await comeAndGo()
  await focus()
  // Long enough for an unwanted request to be sent.
  await page.waitForTimeout(300)
  expect(calls).toBe(1)
  await page.clock.fastForward('05:00')
  // Data that arrives after the clock has moved on would count as fresh.
  const brought = page.waitForResponse('**/api/categories*').then((answer) => answer.finished())
  await focus()
  await brought
  expect(calls).toBe(2)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await page.clock.fastForward('05:01')
  // The page must see both events, one after the other.
  const isOnline = () => page.evaluate(() => navigator.onLine)
  await page.context().setOffline(true)
  await expect.poll(isOnline).toBe(false)
  await page.context().setOffline(false)
  await expect.poll(isOnline).toBe(true)
  await expect.poll(() => calls).toBe(3)
})

test('[HTTP-07] a toast stays for 4000 ms and takes 200 ms to disappear; at most three are visible', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/crm/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  const showError = async (error: string) => {
    const refusal = { status: 401, json: { error, code: 'WRONG_CREDENTIALS' } }
    await page.route('**/api/auth/login', (route) => route.fulfill(refusal), { times: 1 })
    await tryLogin(page)
    await until(page, () => toastWith(page, error).isVisible())
  }
  await showError('One')
  const one = toasts(page)
  await page.clock.runFor(3900)
  await expect(one).toHaveAttribute('data-removed', 'false')
  await page.clock.runFor(100)
  await expect(one).toHaveAttribute('data-removed', 'true')
  await page.clock.runFor(100)
  await expect(one).toHaveCount(1)
  await page.clock.runFor(100)
  await expect(one).toHaveCount(0)

  for (const text of ['One', 'Two', 'Three', 'Four']) await showError(text)
  await expect(toasts(page)).toHaveCount(4)
  await expect(toasts(page).and(page.locator('[data-visible=true]'))).toHaveText(['Four', 'Three', 'Two'])
})

test('[HTTP-07] toasts are 356 px wide, at the bottom right, in the region Notifications; Alt+T focuses them', async ({
  page,
}) => {
  await page.goto('/crm/login')
  await page.route('**/api/auth/login', (route) =>
    route.fulfill({ status: 401, json: { error: 'One', code: 'WRONG_CREDENTIALS' } }),
  )
  await tryLogin(page)
  await expect(toastWith(page, 'One')).toBeVisible()
  await page.keyboard.press('Alt+t')
  await expect(page.getByRole('region', { name: /^Notifications/ }).getByRole('list')).toBeFocused()
  await expect(toasts(page)).toHaveAttribute('data-expanded', 'true')
  const box = await toasts(page).boundingBox()
  expect(box?.width).toBe(356)
  expect([1280 - (box?.x ?? 0) - 356, 800 - (box?.y ?? 0) - (box?.height ?? 0)]).toEqual([24, 24])
})

test('[HTTP-07] a very long toast stays until it is closed, and can be scrolled and closed by keyboard and by touch', async ({
  browser,
  app,
}) => {
  const viewport = { width: 375, height: 667 }
  const page = await browser.newPage({ baseURL: app.baseURL, viewport, hasTouch: true })
  const words = Array.from({ length: 60 }, (_, at) => `Line ${at}: invoice INV-2026-000168 is not paid yet.`).join(' ')
  await page.route('**/api/auth/login', (route) =>
    route.fulfill({ status: 401, json: { error: words, code: 'WRONG_CREDENTIALS' } }),
  )
  await page.goto('/crm/login')
  const toast = toasts(page)
  const content = toast.locator('[data-content]')
  const close = toast.getByRole('button', { name: 'Close notification' })
  const isAtEnd = () => content.evaluate((one) => one.scrollTop + one.clientHeight >= one.scrollHeight - 1)
  for (const by of ['keyboard', 'touch']) {
    await tryLogin(page)
    await expect(toast).toHaveText(words)
    await expect(toast).toHaveAttribute('data-mounted', 'true')
    await expect.poll(async () => (await toast.boundingBox())?.y).toBeGreaterThan(0)
    const box = await toast.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(667)
    expect(await isAtEnd()).toBe(false)
    if (by === 'keyboard') {
      await page.keyboard.press('Alt+t')
      for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Tab')
      await expect(content).toBeFocused()
      await page.keyboard.press('End')
      await expect.poll(isAtEnd).toBe(true)
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Enter')
    } else {
      // The test browser renders nothing, so touch scrolling can't be simulated: check that the styles allow it.
      await expect(content).toHaveCSS('touch-action', 'pan-y')
      await expect(content).toHaveCSS('overflow-y', 'auto')
      await close.tap()
    }
    await expect(toast).toHaveCount(0)
  }
  await page.close()
})
