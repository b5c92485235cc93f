import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { roleDefaults } from '#shared/access/roles.ts'
import { type Connection, type Db, openDatabase } from '#server/db/database.ts'
import { startEmbedded } from '#server/postgres/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import type { DB } from '#server/db/tables.ts'
import { addSession } from '#test/sessions.ts'
import { type AppProcess, startApp, urlOf } from './processes.ts'
import type { Statement } from './raw-statements.ts'

export interface Company {
  connection: Connection
  app: AppProcess
  /** Of an administrator. */
  cookie: string
  get(path: string): Promise<Response>
}

/**
 * Runs a PostgreSQL of its own (fsync on) during `work`; `open` creates a company in it, and a server for it. A folder
 * in `given` keeps the companies for later runs.
 */
export async function withPostgres(
  work: (open: (name: string, fill: (to: Connection) => Promise<void>) => Promise<Company>) => Promise<object>,
  resultFile: string,
  given = '',
): Promise<void> {
  const folder = given || mkdtempSync(join(tmpdir(), 'wardstock-bench-'))
  mkdirSync(folder, { recursive: true })
  const loadBefore = loadavg()[0] ?? 0
  const postgres = await startEmbedded({ dataDir: folder, log: () => {} })
  try {
    const result = await work(async (name, fill) => {
      const admin = new pg.Client(postgres.connection)
      await admin.connect()
      const isThere = (await admin.query('select from pg_database where datname = $1', [name])).rowCount === 1
      if (!isThere) await admin.query(`create database ${name}`)
      await admin.end()
      const connection = { ...postgres.connection, database: name }
      await migrate(connection)
      if (!isThere) await fill(connection)
      const database = openDatabase(connection, { max: 2 })
      const { token } = await addSession(database, 'admin', roleDefaults.admin)
      await database.close()
      const app = await startApp({ DATABASE_URL: urlOf(connection), DATA_DIR: folder, LOG_LEVEL: 'error' })
      const cookie = `__Host-sid=${token}`
      const headers = { cookie, 'accept-encoding': 'identity' }
      return { connection, app, cookie, get: (path) => fetch(`http://127.0.0.1:${app.port}${path}`, { headers }) }
    })
    const load = { before: loadBefore, after: loadavg()[0] ?? 0 }
    console.log(`Load of the machine: ${load.before.toFixed(1)} before, ${load.after.toFixed(1)} after.`)
    mkdirSync('.bench', { recursive: true })
    writeFileSync(
      `.bench/${resultFile}`,
      `${JSON.stringify({ at: new Date().toISOString(), load, ...result }, null, 2)}\n`,
    )
  } finally {
    await postgres.stop()
    if (!given) rmSync(folder, { recursive: true, force: true })
  }
}

/** The first statement that an app function sends, exactly as sent. */
export async function noteFirst(
  connection: Connection,
  run: (db: Db) => Promise<unknown>,
  isIt = (_text: string) => true,
): Promise<Statement> {
  const noted: Statement[] = []
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ ...connection, max: 2, options: '-c timezone=UTC' }) }),
    log: ({ query }) => void noted.push({ text: query.sql, values: [...query.parameters] }),
  })
  await run(db)
  await db.destroy()
  const first = noted.find(({ text }) => isIt(text))
  if (!first) throw new Error('no statement was noted')
  return first
}

/**
 * Milliseconds of each side. The sides take turns, so that other load of the machine affects all of them; the first two
 * rounds are not counted.
 */
export async function inTurn<Side extends string>(
  sides: Record<Side, () => Promise<unknown>>,
  rounds: number,
): Promise<Record<Side, number[]>> {
  const names = Object.keys(sides) as Side[]
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Side, number[]>
  for (let round = 0; round < rounds + 2; round += 1) {
    for (const name of names) {
      const begun = performance.now()
      await sides[name]()
      if (round > 1) times[name].push(performance.now() - begun)
    }
  }
  return times
}

export async function answerOf(company: Company, path: string): Promise<unknown> {
  const answer = await company.get(path)
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return answer.json()
}

/** A connection with the same settings as the app's. */
export async function withoutApp(connection: Connection): Promise<pg.Client> {
  const likeness = ['word', 'strict_word'].map((kind) => `-c pg_trgm.${kind}_similarity_threshold=0.35`)
  const client = new pg.Client({ ...connection, options: ['-c timezone=UTC', '-c jit=off', ...likeness].join(' ') })
  await client.connect()
  return client
}

export const part = (values: readonly number[], of: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * of)] ?? 0
export const middle = (values: readonly number[]) => part(values, 0.5)
