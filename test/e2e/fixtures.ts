import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type BrowserContext, type Page } from '@playwright/test'
import pg from 'pg'
import { type Permissions, type Role, roleDefaults } from '#shared/access/roles.ts'
import { type Connection, type Database, openDatabase } from '#server/db/database.ts'
import { seenKeys } from '#web/app/tutorials/seen.ts'
import { serverProgram } from '../../scripts/builds.mjs'
import { type Client, clientOf } from '#test/client.ts'
import { demoTemplate } from '#test/companies/demo-template.ts'
import { freePort } from '#test/server/free-ports.ts'
import { addSession } from '#test/sessions.ts'
import { loadNext } from './inside-the-app.ts'
import { SharedPage } from './shared-page.ts'
import { slowLine } from './slow-line.ts'
import { expect } from './waiting-expect.ts'

/** A running server process with a database of its own. */
export interface RunningApp {
  baseURL: string
  setupCode: string
  database: Database
  /** API client of an administrator, for preparing test data. */
  api: Client
  /** Signs in a new user with that role; navigate to a page afterwards. */
  signIn(page: Page, role: Role, permissions?: Permissions, options?: SignInOptions): Promise<Client>
}

interface SignInOptions {
  /** Leaves the tutorials unseen, so that each one opens by itself on its page. */
  tutorials?: boolean
}

async function administer(connection: Connection, statement: string): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  await client.query(statement)
  await client.end()
}

function urlOf({ host = '', port, user, database }: Connection): string {
  return `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
}

interface ServerPlace {
  port: number
  /** The URL that the browser uses. */
  baseURL: string
  setupCode: string
}

async function startProcess(
  connection: Connection,
  { port, baseURL, setupCode, smtpUrl, smtpPort, fresh, demo }: StartOptions & ServerPlace,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [serverProgram, ...(fresh && demo ? ['--demo'] : [])], {
    env: {
      ...process.env,
      DATABASE_URL: urlOf(connection),
      DATA_DIR: join(tmpdir(), `wardstock-${connection.database}`),
      PORT: String(port),
      HOST: 'localhost',
      PUBLIC_URL: baseURL,
      SETUP_CODE: setupCode,
      SECRET_KEY: 'a key of browser tests, long enough',
      LOG_LEVEL: 'error',
      // All browsers of a test run have the same IP address.
      RATE_LIMITS: 'off',
      ...(smtpUrl && { SMTP_URL: smtpUrl, MAIL_FROM: 'desk@harbour.example' }),
      ...(smtpPort && { SMTP_PORTS: String(smtpPort) }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((ready, failed) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (String(chunk).includes('Wardstock is ready')) ready()
    })
    child.once('exit', (code) => failed(new Error(`The server ended with ${code}`)))
  })
  return child
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.removeAllListeners('exit')
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await Promise.race([ended, new Promise((done) => setTimeout(done, 5000))])
  if (child.exitCode === null) child.kill('SIGKILL')
}

export interface StartOptions {
  /** SMTP server that receives the mails; without it they wait in the outbox. */
  smtpUrl?: string
  /** Port of a mail server that the settings may use. */
  smtpPort?: number
  /** A database without an administrator account. */
  fresh?: boolean
  /** With the demo company, without its pictures; a fresh app is started with `--demo`. */
  demo?: boolean
  /**
   * Another host name of this machine, such as `office.test`, which browsers treat as insecure http
   * (playwright.config.ts).
   */
  hostName?: string
}

export interface StartedApp extends RunningApp {
  stop(): Promise<void>
  /** Stops only the server process; `resume` starts it again at the same address. */
  halt(): Promise<void>
  resume(): Promise<void>
}

/** Starts a server process on a new clone of the template database. */
export async function startApp(options: StartOptions = {}): Promise<StartedApp> {
  const server = JSON.parse(process.env['E2E_POSTGRES'] ?? '{}') as Connection
  const name = `e2e_${randomBytes(8).toString('hex')}`
  const source =
    options.demo && !options.fresh ? await demoTemplate(server, 'wardstock_template') : 'wardstock_template'
  await administer(server, `create database ${name} template ${source}`)
  const connection = { ...server, database: name }
  const database = openDatabase(connection, { max: 4 })
  const port = await freePort()
  const slowMs = Number(process.env['SLOW_MS'] ?? 0)
  const host = options.hostName ?? 'localhost'
  const baseURL = `http://${host}:${slowMs ? await slowLine(port, slowMs) : port}`
  const isSecure = host === 'localhost'
  const setupCode = 'E2E-SETUP-CODE'
  const start = () => startProcess(connection, { ...options, port, baseURL, setupCode })
  let child = await start()
  const account = async (role: Role, permissions: Permissions) => {
    const { userId, token } = await addSession(database, role, permissions)
    return {
      token,
      client: clientOf(`http://localhost:${port}`, userId, `${isSecure ? '__Host-sid' : 'sid'}=${token}`),
    }
  }
  const api = options.fresh ? clientOf(baseURL, '', '') : (await account('admin', roleDefaults.admin)).client
  return {
    baseURL,
    setupCode,
    database,
    api,
    async signIn(page, role, permissions = roleDefaults[role], { tutorials = false } = {}) {
      const { token, client } = await account(role, permissions)
      loadNext(page)
      await page
        .context()
        // Browsers accept a __Host- cookie only from an https address, but send it to http://localhost as well.
        .addCookies([
          {
            name: isSecure ? '__Host-sid' : 'sid',
            value: token,
            url: isSecure ? 'https://localhost' : baseURL,
            secure: isSecure,
            httpOnly: true,
            sameSite: 'Strict',
          },
        ])
      const path = role === 'customer' ? '/api/auth/customer-portal/profile' : '/api/auth/profile'
      const { body } = await client.send('GET', path)
      await page.addInitScript(
        ([key = '', user = '', mark = '']) => {
          // Only once per tab: a user who logs out stays logged out when another document loads.
          if (!sessionStorage.getItem(key) && !sessionStorage.getItem(mark)) sessionStorage.setItem(key, user)
          sessionStorage.setItem(mark, 'true')
        },
        [storedUserKey, JSON.stringify((body as unknown as { user: unknown }).user), `e2e-${client.userId}`],
      )
      await page.addInitScript(tutorials ? forgetTutorials : seeTutorials, seenKeys)
      return client
    },
    halt: () => endProcess(child),
    async resume() {
      child = await start()
    },
    async stop() {
      await endProcess(child)
      await database.close()
      await administer(server, `drop database ${name} with (force)`)
    },
  }
}

/** Session storage key of the current user (web/session/stored-user.ts). */
const storedUserKey = 'user'

/* Both run in the browser before the page's scripts, once per tab; later changes are the page's own. */
function seeTutorials(keys: readonly string[]) {
  if (sessionStorage.getItem('e2e-tutorials')) return
  sessionStorage.setItem('e2e-tutorials', 'seen')
  for (const key of keys) localStorage.setItem(key, 'true')
}
function forgetTutorials(keys: readonly string[]) {
  if (sessionStorage.getItem('e2e-tutorials') === 'forgotten') return
  sessionStorage.setItem('e2e-tutorials', 'forgotten')
  for (const key of keys) localStorage.removeItem(key)
}

/** For a browser context that a test creates itself. */
export const withoutTutorials = (context: BrowserContext) => context.addInitScript(seeTutorials, seenKeys)

/**
 * Logs violations of the content security policy as console errors, which fail the test; browsers don't log all of
 * them.
 */
function reportViolations() {
  document.addEventListener(
    'securitypolicyviolation',
    ({ violatedDirective, blockedURI, sample, sourceFile, lineNumber }) =>
      // oxlint-disable-next-line no-console -- the fixture below listens to the console
      console.error(`CSP violation: ${violatedDirective} ${blockedURI} ${sample} ${sourceFile}:${lineNumber}`),
  )
}

/** The companies of a worker: one shared by all tests, and at most one at a time that belongs to a single test file. */
class Companies {
  #shared: Promise<StartedApp> | null = null
  #own: { name: string; app: StartedApp } | null = null

  async open(name: string): Promise<StartedApp> {
    if (!name) return (this.#shared ??= startApp())
    if (this.#own?.name !== name) {
      await this.#own?.app.stop()
      this.#own = { name, app: await startApp() }
    }
    return this.#own.app
  }

  async close(): Promise<void> {
    await this.#own?.app.stop()
    await (await this.#shared)?.stop()
  }
}

/** Every browser test gets `app`; console errors and warnings of the page fail its test. */
export const test = base.extend<
  { quietConsole: undefined; expectConsole: RegExp[]; app: RunningApp; ownCompany: string },
  { companies: Companies; sharedPage: SharedPage }
>({
  /** A test file that counts records needs an empty company of its own: `test.use({ ownCompany: 'dashboard' })`. */
  ownCompany: ['', { option: true }],
  companies: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
    async ({}, use) => {
      const companies = new Companies()
      await use(companies)
      await companies.close()
    },
    { scope: 'worker' },
  ],
  sharedPage: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
    async ({}, use) => {
      const shared = new SharedPage()
      await use(shared)
      await shared.close()
    },
    { scope: 'worker' },
  ],
  app: async ({ companies, ownCompany }, use) => use(await companies.open(ownCompany)),
  baseURL: async ({ app }, use) => use(app.baseURL),
  page: async ({ context }, use) => use(context.pages()[0] ?? (await context.newPage())),
  /** Marks all tutorials as seen, also for users who sign in through a form: an open tutorial would cover the page. */
  context: async ({ browser, app, viewport, hasTouch, isMobile, sharedPage }, use) => {
    const isShared = !hasTouch && !isMobile
    const page = isShared ? await sharedPage.open(browser, app.baseURL) : null
    if (page && viewport) await page.setViewportSize(viewport)
    const context = page?.context() ?? (await browser.newContext())
    await withoutTutorials(context)
    await context.addInitScript(reportViolations)
    await use(context)
    await (isShared ? sharedPage.reset() : context.close())
  },
  /** Patterns of console messages that a test causes on purpose. */
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
  expectConsole: async ({}, use) => use([]),
  quietConsole: [
    async ({ page, expectConsole }, use) => {
      const logged: string[] = []
      page.on('console', (message) => {
        if (!['error', 'warning'].includes(message.type())) return
        // Browsers log every failed response; the pages show these errors themselves.
        if (/Failed to load resource/.test(message.text())) return
        if (!expectConsole.some((pattern) => pattern.test(message.text()))) logged.push(message.text())
      })
      page.on('pageerror', (error) => logged.push(String(error)))
      await use(undefined)
      expect(logged, 'what the console said').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }
