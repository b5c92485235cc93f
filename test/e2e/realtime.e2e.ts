import type { Browser, Page, Route } from '@playwright/test'
import { sql } from 'kysely'
import { crmApi } from '#shared/crm/partners/api.ts'
import { attributesApi } from '#shared/inventory/catalogue/attributes-api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { settingsApi } from '#shared/settings/api.ts'
import { expect, type RunningApp, startApp, test } from './fixtures.ts'
import { noticesOf } from '#test/e2e/people.ts'
import { changeSettings } from '../settings.ts'
import { goTo } from '#test/e2e/inside-the-app.ts'

const lost = 'Disconnected from the server. Attempting to reconnect...'
const failed = 'Failed to connect to the server. Please check your connection.'
const restored = 'Connection restored'

const toast = (page: Page, text: string) =>
  page
    .getByRole('region', { name: /^Notifications/ })
    .getByRole('listitem')
    .filter({ hasText: text })

async function expectTopRight(page: Page, text: string) {
  const notice = toast(page, text)
  await expect(notice.getByText(text, { exact: true })).toBeVisible()
  await expect(notice).toHaveAttribute('data-y-position', 'top')
  await expect(notice).toHaveAttribute('data-x-position', 'right')
  await expect(notice.getByRole('button', { name: 'Close notification' })).toBeVisible()
}

/**
 * The same check in one evaluation, for a toast that disappears after two seconds; start it before the toast appears.
 */
const comesTopRight = (page: Page, text: string) =>
  page.waitForFunction(
    (words) =>
      [...document.querySelectorAll<HTMLElement>('[data-sonner-toast]')].some(
        (notice) =>
          notice.innerText.includes(words) &&
          notice.dataset['yPosition'] === 'top' &&
          notice.dataset['xPosition'] === 'right' &&
          notice.querySelector('button[aria-label="Close notification"]'),
      ),
    text,
    { timeout: 30_000 },
  )

/** Resolves once the page's socket is connected: the server has received the only packet that the client sends. */
const connected = (page: Page) =>
  page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.url().includes('/socket.io/'))

/** A page of another user, in a browser context of its own. */
async function other(browser: Browser, app: RunningApp, path: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: app.baseURL })).newPage()
  await app.signIn(page, 'admin')
  const isThere = connected(page)
  await goTo(page, path)
  await isThere
  return page
}

/** Counts the page's requests to Socket.IO and its websockets. */
function countPolls(page: Page) {
  const polls = { count: 0, websockets: 0 }
  page.on('request', (request) => {
    if (request.url().includes('/socket.io/')) polls.count += 1
  })
  page.on('websocket', () => {
    polls.websockets += 1
  })
  return polls
}

test('[RT-01] the app connects by long polling while a user is signed in, not before and not after', async ({
  page,
  app,
}) => {
  const polls = countPolls(page)
  await goTo(page, '/crm/login')
  await page.waitForTimeout(500)
  expect(polls.count).toBe(0)
  await app.signIn(page, 'staff')
  const first = page.waitForRequest((request) => request.url().includes('/socket.io/'))
  await goTo(page, '/profile')
  expect(new URL((await first).url()).pathname).toBe('/socket.io/')
  expect(new URL((await first).url()).searchParams.get('transport')).toBe('polling')
  await expect.poll(() => polls.count).toBeGreaterThan(2)
  await expect(toast(page, restored)).toHaveCount(0)
  await page.getByRole('button', { name: /^User menu of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/crm\/login$/)
  await expect(toast(page, 'Logged out successfully')).toBeVisible()
  await page.waitForTimeout(300)
  const after = polls.count
  await page.waitForTimeout(2500)
  expect([polls.count, polls.websockets]).toEqual([after, 0])
  for (const text of [lost, failed, restored]) await expect(toast(page, text)).toHaveCount(0)
})

test('[RT-05, RT-06] a change by one user appears for another user without losing typed text', async ({
  page,
  browser,
  app,
}) => {
  await app.api.do(crmApi.createAccount, { body: { name: 'Northside Hospital' } })
  await app.signIn(page, 'admin')
  const isThere = connected(page)
  await goTo(page, '/crm/customers?q=side')
  await expect(page.getByText('Northside Hospital')).toBeVisible()
  await isThere
  await page.getByRole('button', { name: 'Add customer' }).click()
  const name = page.getByRole('dialog').getByLabel('Name')
  await name.fill('Half typed')

  const theirs = await other(browser, app, '/crm/customers?q=side')
  await theirs.getByRole('button', { name: 'Add customer' }).click()
  await theirs.getByRole('dialog').getByLabel('Name').fill('Southside Clinic')
  await theirs.getByRole('dialog').getByRole('button', { name: 'Add customer' }).click()
  await expect(theirs.getByRole('dialog')).toHaveCount(0)
  // The list is behind the open dialog.
  await expect(page.getByText('Southside Clinic')).toBeVisible({ timeout: 2000 })
  await expect(name).toHaveValue('Half typed')
  await expect(name).toBeFocused()
  await theirs.context().close()
})

for (const [what, path, add] of [
  ['category', '/inventory/categories', (app, name) => app.api.do(inventoryApi.createCategory, { body: { name } })],
  [
    'location',
    '/inventory/locations-zones',
    (app, name) => app.api.do(inventoryApi.createLocation, { body: { name, type: 'Warehouse' } }),
  ],
  ['supplier', '/crm/suppliers', (app, name) => app.api.do(crmApi.createSupplier, { body: { name } })],
  [
    'attribute',
    '/inventory/attributes',
    (app, name) => app.api.do(attributesApi.createAttribute, { body: { name, kind: 'text' } }),
  ],
] as [string, string, (app: RunningApp, name: string) => Promise<unknown>][]) {
  test(`[RT-05, RT-06] a ${what} added by another user appears in the open list`, async ({ page, app }) => {
    await app.signIn(page, 'staff', { inventory: { view: true }, crm: { view: true } })
    const isThere = connected(page)
    await goTo(page, path)
    await isThere
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await add(app, `Added elsewhere: ${what}`)
    await expect(page.getByText(`Added elsewhere: ${what}`)).toBeVisible()
  })
}

test('[RT-06] changed settings apply at once in every open client and don’t overwrite typed text', async ({
  page,
  app,
}) => {
  const { data: before } = await app.api.do(settingsApi.getSettings, {})
  await app.signIn(page, 'admin')
  const isThere = connected(page)
  await goTo(page, '/settings')
  await isThere
  const [name, place] = [page.getByLabel('Company name'), page.getByLabel('Headquarters')]
  await place.fill('Typed here')
  const company = { ...before.company, name: 'Named elsewhere', headquarters: 'Set elsewhere' }
  const versions: Route[] = []
  await page.route('**/api/settings', (route) =>
    route.request().method() === 'GET' ? void versions.push(route) : route.continue(),
  )
  await changeSettings(app.api, { company })
  await expect(page.getByRole('contentinfo').getByText('Named elsewhere')).toBeVisible({ timeout: 2000 })
  await expect(place).toHaveValue('Typed here')
  // Saves before the page knows the version of the other change.
  await expect.poll(() => versions.length).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.unroute('**/api/settings')
  await Promise.all(versions.map((route) => route.continue().catch(() => {})))
  await expect(toast(page, 'Settings updated successfully!')).toBeVisible()
  expect((await app.api.do(settingsApi.getSettings, {})).data.company).toEqual({
    ...company,
    headquarters: 'Typed here',
  })
  await expect(name).toHaveValue('Named elsewhere')
  await expect(page.getByRole('button', { name: 'Discard' })).toBeDisabled()
  await changeSettings(app.api, before)
})

test('[RT-03] (R6) a server restart shows a warning, then a toast that disappears by itself, and refetches all data', async ({
  page,
}) => {
  const app = await startApp()
  try {
    await app.signIn(page, 'admin')
    const isThere = connected(page)
    await page.goto(`${app.baseURL}/crm/customers`)
    await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible()
    await isThere
    await app.halt()
    await expectTopRight(page, lost)
    const restoration = Promise.all([comesTopRight(page, restored), comesTopRight(page, 'Reconnected to server')])
    await app.resume()
    await app.api.do(crmApi.createAccount, { body: { name: 'Added meanwhile' } })
    await restoration
    await expect(toast(page, lost)).toHaveCount(0)
    await expect(page.getByText('Added meanwhile')).toBeVisible({ timeout: 2000 })
    await expect(toast(page, restored)).toHaveCount(0)
  } finally {
    await app.stop()
  }
})

test('[RT-03] a connection that the server has ended reconnects without a toast, and all data is refetched', async ({
  page,
  app,
}) => {
  await app.signIn(page, 'admin')
  const notices = await noticesOf(page)
  const isThere = connected(page)
  await goTo(page, '/crm/customers')
  await isThere
  await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible()
  // The server answers a poll of a closed connection with 400.
  await page.route(/socket\.io.*sid=/, (route) => route.fulfill({ status: 400, json: { code: 1 } }), { times: 1 })
  const isBack = page
    .waitForRequest((request) => /socket\.io(?!.*sid=)/.test(request.url()))
    .then(() => connected(page))
  await app.api.do(crmApi.createAccount, { body: { name: 'Ends the poll that waits' } })
  await isBack
  await app.api.do(crmApi.createAccount, { body: { name: 'Added after it came back' } })
  await expect(page.getByText('Added after it came back')).toBeVisible()
  expect(notices).toEqual([])
})

test('[RT-03] a connection lost right after it was made shows a toast, which stays', async ({ page, app }) => {
  await app.signIn(page, 'admin')
  // A busy page paints rarely.
  await page.addInitScript(() => {
    window.requestAnimationFrame = (paint) => window.setTimeout(() => paint(performance.now()), 200)
  })
  let answered = 0
  await page.route('**/socket.io/**', async (route) => {
    const isPoll = route.request().method() === 'GET' && route.request().url().includes('sid=')
    // The poll that confirms the connection is the last request that is answered.
    if (answered > 0) return route.abort()
    if (isPoll) answered += 1
    return route.continue()
  })
  await page.goto('/crm/customers')
  await expect(toast(page, failed)).toBeVisible()
  await expectTopRight(page, lost)
})

/** Time moves only when the test advances it, so that a slow machine doesn't distort the measured delays. */
async function withoutSocket(page: Page, app: RunningApp) {
  await page.clock.install()
  const polls = countPolls(page)
  await page.route('**/socket.io/**', (route) => route.abort())
  await app.signIn(page, 'admin')
  await page.clock.pauseAt(Date.now() + 60_000)
  const untilNextAttempt = async () => {
    const [before, step] = [polls.count, 100]
    const hasFailed = page.waitForEvent('requestfailed', (request) => request.url().includes('/socket.io/'))
    let waited = 0
    for (; polls.count === before && waited < 20_000; waited += step) {
      await page.clock.runFor(step)
      await page.waitForTimeout(10)
    }
    await hasFailed
    return waited
  }
  await goTo(page, '/crm/customers')
  await untilNextAttempt()
  return { polls, untilNextAttempt, retry: toast(page, failed).getByRole('button', { name: 'Try again' }) }
}

test('[RT-02, RT-03] reconnecting stops after five attempts until the user presses Try again', async ({
  page,
  app,
}) => {
  const { polls, untilNextAttempt, retry } = await withoutSocket(page, app)
  await page.clock.runFor(10)
  await expectTopRight(page, failed)
  // 2000 ms, doubled up to 5000 ms, each varied at random by up to 50 % either way.
  for (const [attempt, delay] of [2000, 4000, 5000, 5000, 5000].entries()) {
    await expect(retry).toHaveCount(0)
    const waited = await untilNextAttempt()
    expect(waited).toBeGreaterThanOrEqual(delay / 2 - 100)
    expect(waited).toBeLessThanOrEqual(delay * 1.5 + 1000)
    expect(polls.count).toBe(attempt + 2)
  }
  await page.clock.runFor(100)
  await expect(retry).toBeVisible()
  await page.clock.runFor(60_000)
  await page.waitForTimeout(200)
  expect(polls.count).toBe(6)
  await expect(retry).toBeVisible()
  await page.unroute('**/socket.io/**')
  await page.clock.resume()
  await retry.click()
  await expect.poll(() => polls.count).toBeGreaterThan(7)
  await expect(toast(page, failed)).toHaveCount(0)
})

test('[RT-02, RT-03] reconnects once the server answers a request of another page', async ({ page, app }) => {
  const { untilNextAttempt, retry } = await withoutSocket(page, app)
  for (let attempt = 0; attempt < 5; attempt += 1) await untilNextAttempt()
  await page.clock.runFor(100)
  await expect(retry).toBeVisible()
  await page.unroute('**/socket.io/**')
  await page.clock.resume()
  await goTo(page, '/crm/suppliers')
  await expect(toast(page, failed)).toHaveCount(0)
})

test('[RT-01] an ended session redirects to the login page at once, without reconnect attempts', async ({
  page,
  app,
}) => {
  const { userId } = await app.signIn(page, 'staff')
  const polls = countPolls(page)
  const isThere = connected(page)
  await goTo(page, '/crm/customers')
  await isThere
  await sql`update users set suspended_at = moment(), auth_epoch = auth_epoch + 1 where id = ${userId}`.execute(
    app.database.db,
  )
  await expect(page).toHaveURL(/\/crm\/login/)
  await expect(toast(page, 'Please log in to continue.')).toBeVisible()
  await page.waitForTimeout(300)
  const after = polls.count
  await page.waitForTimeout(3000)
  expect(polls.count).toBe(after)
  for (const text of [lost, failed]) await expect(toast(page, text)).toHaveCount(0)
})

test('[RT-01] a page opened without a session makes no connection attempt', async ({ page, app }) => {
  const { userId } = await app.signIn(page, 'staff')
  await sql`delete from sessions where user_id = ${userId}`.execute(app.database.db)
  const polls = countPolls(page)
  await goTo(page, '/profile')
  await expect(page).toHaveURL(/\/login/)
  await page.waitForTimeout(3500)
  expect(polls.count).toBe(0)
})
