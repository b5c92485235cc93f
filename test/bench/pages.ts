import pg from 'pg'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { roleDefaults } from '#shared/access/roles.ts'
import { type Connection, openDatabase } from '#server/db/database.ts'
import { loadDemoCompany } from '#server/demo/company.ts'
import { addSession } from '#test/sessions.ts'
import { seenKeys } from '#web/app/tutorials/seen.ts'
import { findBrowser } from '../../scripts/browser.mjs'
import { type Company, withPostgres } from './environment.ts'
import { growCompany } from './grown-company.ts'
import { table } from './report.ts'

/*
 * npm run bench:pages: how long pages take in a browser on a slow machine, with the demo company. Each figure is the
 * median of several visits with an empty cache.
 */

const visits = 5
const cpuSlowdown = 4
/** The network that Lighthouse calls slow 4G. */
const slow = { offline: false, latency: 150, downloadThroughput: (1.6e6 / 8) | 0, uploadThroughput: (0.75e6 / 8) | 0 }

const scrolledRows = 200
/** Pixels of one wheel step, and number of steps from the top of the list to its end. */
const scrollStep = 80
const scrollSteps = 110
/** At 60 frames per second a frame takes 16.7 ms; a later one means that a frame was dropped. */
const lateMs = 25

interface Visit {
  lcp: number
  cls: number
}

declare global {
  interface Window {
    seenLcp: number
    seenCls: number
    seenInp: number
    seenFrames: number[]
  }
}

/**
 * Runs in the page before its own code: records the largest paint, layout shifts, and the slowest response to a click.
 */
function observe() {
  Object.assign(window, { seenLcp: 0, seenCls: 0, seenInp: 0 })
  const watch = (type: string, note: (entry: PerformanceEntry) => void, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...more })
  watch('largest-contentful-paint', (entry) => (window.seenLcp = entry.startTime))
  watch('layout-shift', (entry) => {
    const shift = entry as unknown as { value: number; hadRecentInput: boolean }
    if (!shift.hadRecentInput) window.seenCls += shift.value
  })
  watch('event', (entry) => (window.seenInp = Math.max(window.seenInp, entry.duration)), { durationThreshold: 16 })
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function main() {
  await withPostgres(async (open) => {
    const people: Person = { userId: '', token: '' }
    const company = await open('pages', async (connection) => {
      Object.assign(people, await loadDemo(connection))
    })
    const executablePath = findBrowser()
    const browser = await chromium.launch({
      ...(executablePath && { executablePath }),
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    })
    try {
      const measured = {
        'dashboard, quick network': await firstVisits(browser, company, people, false),
        'dashboard, slow network': await firstVisits(browser, company, people, true),
      }
      const inp = await openOrders(browser, company, people)
      const rows = Object.entries(measured).map(([name, { lcp, cls }]) => [name, lcp.toFixed(0), cls.toFixed(3), '–'])
      const head = ['first visit, processor slowed four times', 'LCP ms', 'CLS', 'INP ms']
      console.log(table(head, [...rows, ['an order opened from its list', '–', '–', inp.toFixed(0)]]))
      const reader: Person = { userId: '', token: '' }
      const large = await open('rows', async (connection) => {
        Object.assign(reader, await loadDemo(connection))
        const client = new pg.Client(connection)
        await client.connect()
        await growCompany(client, scrolledRows * 2)
        await client.end()
      })
      const frames = await scrollRows(browser, large, reader).finally(() => large.app.stop())
      console.log(
        `${scrolledRows} rows scrolled for ${frames.seconds.toFixed(1)} s, processor not slowed: ${frames.perSecond.toFixed(0)} frames a second, ${frames.late} of ${frames.count} late, the longest ${frames.longest.toFixed(0)} ms`,
      )
      return { measured, inp, frames }
    } finally {
      await browser.close()
      await company.app.stop()
    }
  }, 'pages.json')
}

type Person = { userId: string; token: string }

/** The demo company, and a session for it. */
async function loadDemo(connection: Connection): Promise<Person> {
  const database = openDatabase(connection, { max: 4 })
  const person = await addSession(database, 'admin', roleDefaults.admin)
  await loadDemoCompany(database, person.userId)
  await database.close()
  return person
}

async function newcomer(browser: Browser, { app }: Company, { token }: Person): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: `http://localhost:${app.port}`,
    viewport: { width: 1280, height: 800 },
  })
  const session = { name: '__Host-sid', value: token, url: 'https://localhost', secure: true, httpOnly: true }
  await context.addCookies([{ ...session, sameSite: 'Strict' }])
  const profile = await fetch(`http://127.0.0.1:${app.port}/api/auth/profile`, {
    headers: { cookie: `__Host-sid=${token}` },
  })
  const { user } = (await profile.json()) as { user: unknown }
  await context.addInitScript(observe)
  await context.addInitScript(
    ([keys, text]) => {
      for (const key of keys as string[]) localStorage.setItem(key, 'true')
      sessionStorage.setItem('user', text as string)
    },
    [[...seenKeys], JSON.stringify(user)],
  )
  return context
}

async function slowDown(page: Page, isNetworkSlow: boolean) {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  if (!isNetworkSlow) return
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slow)
}

async function firstVisits(browser: Browser, company: Company, person: Person, isSlow: boolean): Promise<Visit> {
  const seen: Visit[] = []
  for (let visit = 0; visit < visits; visit += 1) {
    const context = await newcomer(browser, company, person)
    const page = await context.newPage()
    await slowDown(page, isSlow)
    await page.goto('/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    // Afterwards there is no larger paint and no layout shift.
    await page.waitForTimeout(4000)
    seen.push(await page.evaluate(() => ({ lcp: window.seenLcp, cls: window.seenCls })))
    await context.close()
  }
  return { lcp: median(seen.map(({ lcp }) => lcp)), cls: median(seen.map(({ cls }) => cls)) }
}

/** From the click on a row to the next frame, as the browser measures it. */
async function openOrders(browser: Browser, company: Company, person: Person): Promise<number> {
  const seen: number[] = []
  for (let visit = 0; visit < visits; visit += 1) {
    const context = await newcomer(browser, company, person)
    const page = await context.newPage()
    await slowDown(page, false)
    await page.goto('/orders/sales-orders')
    const link = page.getByRole('link', { name: /^SO-/ }).nth(visit)
    await link.waitFor()
    await page.waitForTimeout(2000)
    await page.evaluate(() => (window.seenInp = 0))
    await link.click()
    await page.getByRole('heading', { level: 1, name: /^SO-/ }).waitFor()
    await page.waitForTimeout(1500)
    seen.push(await page.evaluate(() => window.seenInp))
    await context.close()
  }
  return median(seen)
}

/** The number of frames while a long list is scrolled to its end and back. */
async function scrollRows(browser: Browser, company: Company, person: Person) {
  const context = await newcomer(browser, company, person)
  const page = await context.newPage()
  await page.goto(`/orders/sales-orders?limit=${scrolledRows}`)
  await page.getByRole('row').nth(scrolledRows).waitFor()
  await page.waitForTimeout(2000)
  await page.mouse.move(640, 500)
  await page.evaluate(() => {
    window.seenFrames = []
    const note = (at: number) => {
      window.seenFrames.push(at)
      requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
  })
  for (const way of [1, -1])
    for (let step = 0; step < scrollSteps; step += 1) {
      await page.mouse.wheel(0, way * scrollStep)
      await page.waitForTimeout(16)
    }
  const times = await page.evaluate(() => window.seenFrames)
  await context.close()
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at))
  const seconds = gaps.reduce((sum, gap) => sum + gap, 0) / 1000
  return {
    seconds,
    count: gaps.length,
    perSecond: gaps.length / seconds,
    late: gaps.filter((gap) => gap > lateMs).length,
    longest: Math.max(...gaps),
  }
}

await main()
