import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { sql } from 'kysely'
import { roleDefaults } from '#shared/access/roles.ts'
import { type Connection, type Database, openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { loadDemoCompany } from '#server/demo/company.ts'
import { storedFiles } from '#server/files/stored-files.ts'
import { startEmbedded } from '#server/postgres/embedded.ts'
import { startApp, urlOf } from '#test/bench/processes.ts'
import { addSession } from '#test/sessions.ts'
import { seenKeys } from '#web/app/tutorials/seen.ts'
import { findBrowser } from '../../scripts/browser.mjs'
import { groups, type Shot } from './shots.ts'

/*
 * npm run pictures: retakes the pictures of the documentation from the demo company into docs/images, and writes
 * docs/screens.md. `-- NAME …` takes only these; `-- --into=FOLDER --widths=1280,900,375 --themes=light,dark` takes
 * each in all of these variants, for review.
 */

interface Options {
  names: readonly string[]
  into: string | null
  widths: readonly number[] | null
  themes: readonly ('light' | 'dark')[] | null
}

const desk = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

function optionsOf(args: readonly string[]): Options {
  const value = (name: string) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3)
  return {
    names: args.filter((arg) => !arg.startsWith('--')),
    into: value('into') ?? null,
    widths: value('widths')?.split(',').map(Number) ?? null,
    themes: (value('themes')?.split(',') as ('light' | 'dark')[] | undefined) ?? null,
  }
}

async function main(options: Options): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'wardstock-pictures-'))
  const stops: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  try {
    const postgres = await startEmbedded({ dataDir: join(folder, 'data'), log: () => {}, fsync: false })
    stops.push(() => postgres.stop())
    await migrate(postgres.connection)
    const database = openDatabase(postgres.connection, { max: 4 })
    stops.push(() => database.close())
    await takeAll(options, postgres.connection, database, folder, stops)
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}

async function takeAll(
  options: Options,
  connection: Connection,
  database: Database,
  folder: string,
  stops: (() => unknown)[],
): Promise<void> {
  const { userId, token } = await addSession(database, 'admin', roleDefaults.admin)
  await sql`update users set name = 'Alex Morgan' where id = ${userId}`.execute(database.db)
  await loadDemoCompany(database, userId, storedFiles(join(folder, 'files')), undefined, true)
  const app = await startApp({
    DATABASE_URL: urlOf(connection),
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    RATE_LIMITS: 'off',
  })
  stops.push(() => app.stop())
  const executablePath = findBrowser()
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  stops.push(() => browser.close())
  const people = {
    admin: { userId, token, role: 'admin' as const },
    driver: await signInDriver(database),
    customer: await signInCustomer(database),
  }
  const into = options.into ?? 'docs/images'
  mkdirSync(into, { recursive: true })
  const shots = Object.values(groups)
    .flat()
    .filter(({ name }) => options.names.length === 0 || options.names.includes(name))
  for (const shot of shots) {
    const path = await pathOf(database, shot)
    if (!path) {
      console.log(`${shot.name}: the demo company has none`)
      continue
    }
    for (const { suffix, size, theme } of variantsOf(options, shot)) {
      const file = join(into, `${shot.name}${suffix}.png`)
      await take(browser, `http://localhost:${app.port}${path}`, people[shot.as ?? 'admin'], { size, theme, file })
      console.log(file)
    }
  }
  if (!options.into && options.names.length === 0) writeFileSync('docs/screens.md', pageOf())
}

function variantsOf({ widths, themes }: Options, { phone: isPhone, dark }: Shot) {
  const themeOf = dark ? ('dark' as const) : ('light' as const)
  if (!widths) return [{ suffix: '', size: isPhone ? phone : desk, theme: themeOf }]
  return widths.flatMap((width) =>
    (themes ?? [themeOf]).map((theme) => ({
      suffix: `-${width}-${theme}`,
      size: { width, height: width < 500 ? phone.height : desk.height },
      theme,
    })),
  )
}

async function pathOf({ db }: Database, { path }: Shot): Promise<string | null> {
  if (!path.startsWith('select ')) return path
  const { rows } = await sql.raw<{ path: string }>(path).execute(db)
  return rows[0]?.path ?? null
}

interface ShotOptions {
  size: { width: number; height: number }
  theme: 'light' | 'dark'
  file: string
}

async function take(browser: Browser, url: string, person: Person, { size, theme, file }: ShotOptions): Promise<void> {
  const { userId, token, role } = person
  const profile = role === 'customer' ? '/api/auth/customer-portal/profile' : '/api/auth/profile'
  const answer = await fetch(new URL(profile, url), { headers: { cookie: `__Host-sid=${token}` } })
  const { user } = (await answer.json()) as { user: unknown }
  const context = await browser.newContext({ viewport: size, reducedMotion: 'reduce', colorScheme: theme })
  const cookie = { name: '__Host-sid', value: token, url: 'https://localhost', secure: true, httpOnly: true }
  await context.addCookies([{ ...cookie, sameSite: 'Strict' }])
  await context.addInitScript(
    (stored) => {
      for (const key of stored.seen) localStorage.setItem(key, 'true')
      localStorage.setItem(stored.themeKey, stored.theme)
      sessionStorage.setItem('user', stored.user)
    },
    { seen: seenKeys, themeKey: `theme-${userId}`, theme, user: JSON.stringify(user) },
  )
  const page = await context.newPage()
  await page.goto(url)
  // Live connections never end, so the network is never quite idle.
  await page.waitForTimeout(2500)
  await page.screenshot({ path: file })
  await context.close()
}

interface Person {
  userId: string
  token: string
  role: 'admin' | 'driver' | 'customer'
}

/** A session of the driver whose route is in progress. */
async function signInDriver(database: Database): Promise<Person> {
  const { userId, token } = await addSession(database, 'driver', roleDefaults.driver)
  const { rows } = await sql<{ id: string }>`update sessions
    set user_id = (select driver_id from routes order by (status = 'IN_PROGRESS') desc, number desc limit 1)
    where user_id = ${userId} returning user_id as id`.execute(database.db)
  return { userId: rows[0]?.id ?? '', token, role: 'driver' }
}

/** A portal user of the customer with the most orders. */
async function signInCustomer(database: Database): Promise<Person> {
  const person = await addSession(database, 'customer', roleDefaults.customer)
  await sql`update users set name = 'Jordan Reyes', portal_role = 'owner', account_id =
    (select account_id from sales_orders group by account_id order by count(*) desc, account_id limit 1)
    where id = ${person.userId}`.execute(database.db)
  return { ...person, role: 'customer' }
}

function pageOf(): string {
  const parts = Object.entries(groups).map(
    ([group, shots]) =>
      `## ${group}\n\n${shots.map(({ name, title }) => `${title}\n\n![${title}](images/${name}.png)`).join('\n\n')}`,
  )
  return `# Screens\n\nThe demo company as \`npm run pictures\` takes it.\n\n${parts.join('\n\n')}\n`
}

await main(optionsOf(process.argv.slice(2)))
