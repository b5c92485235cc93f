import { cp, mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { type Permissions, type Role, roleDefaults } from '#shared/access/roles.ts'
import { type App, type AppDeps, buildApp } from '#server/app.ts'
import { type Connection, type Database, openDatabase } from '#server/db/database.ts'
import type { Clock } from '#server/db/moment.ts'
import type { Announcement } from '#server/kernel/work.ts'
import { afterFile } from './after-file.ts'
import { type Client, clientOf } from './client.ts'
import { cloneDatabase } from './database.ts'
import { noteApp } from './run-jobs.ts'
import { addSession } from './sessions.ts'
import { statedEvents } from './stated-events.ts'

export { type Client, patient } from './client.ts'

export interface TestServer {
  app: App
  url: string
  database: Database
  /** The database as the server uses it: the same as `database`, unless `through`, `queueMs` or `answerMs` is given. */
  served: Database
  connection: Connection
  /** The folder of its uploaded files. */
  filesFolder: string
  setupCode: string
  announced: Announcement[]
  logs: string[]
  nobody: Client
  /** Creates a logged-in user of that role; `permissions` replaces the role's defaults. */
  as(role: Role, permissions?: Permissions): Promise<Client>
}

export interface ServerOptions extends Partial<AppDeps> {
  /** The clock of the server and its database. */
  clock?: Clock
  /** With the demo company and its images. */
  demo?: boolean
  /** Maximum number of connections in the pool. */
  max?: number
  /** Maximum wait for a connection of the pool, in milliseconds. */
  queueMs?: number
  /** Query timeout in milliseconds. */
  answerMs?: number
  /** The database of another server, for a second server on it. */
  over?: Connection
  /** Makes the server connect through a proxy; the test itself connects directly. */
  through?: (connection: Connection) => Promise<Connection>
}

/** Starts the whole server with its own database, listening on a free local port. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const { max, clock, demo, queueMs, answerMs, over, through, ...more } = options
  const own = { ...(demo && { demo }), ...(max && { max }), ...(clock && { clock }) }
  const { database, connection } = over ? straightTo(over, options) : await cloneDatabase(own)
  const served = through || queueMs || answerMs ? await openWay(connection, options) : database
  const logs: string[] = []
  const filesFolder = await mkdtemp(join(tmpdir(), 'wardstock-files-'))
  afterFile(() => rm(filesFolder, { recursive: true, force: true }))
  if (demo) await cp(inject('demoFiles'), filesFolder, { recursive: true })
  const setupCode = 'TEST-SETUP-CODE'
  const app = await buildApp({
    database: served,
    filesFolder,
    publicUrl: 'http://localhost',
    setupCode,
    secretKey: 'a key of tests, long enough for them',
    logTo: { write: (line) => void logs.push(line) },
    // Background jobs run only when a test calls app.runJobs().
    worksOnJobs: false,
    ...more,
  })
  const announced: Announcement[] = []
  app.onTold((announcements) => void announced.push(...announcements))
  const requireStatedEvents = statedEvents(app)
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`
  noteApp(url, app)
  afterFile(() => app.http.close())
  return {
    app,
    url,
    database,
    served,
    connection,
    filesFolder,
    setupCode,
    announced,
    logs,
    nobody: clientOf(url, '', '', requireStatedEvents),
    as: async (role, permissions = roleDefaults[role]) => {
      const { userId, token } = await addSession(database, role, permissions)
      return clientOf(url, userId, `__Host-sid=${token}`, requireStatedEvents)
    },
  }
}

function straightTo(connection: Connection, { clock, max = 4 }: ServerOptions) {
  const database = openDatabase(connection, { max, ...(clock && { clock }) })
  afterFile(() => database.close())
  return { database, connection }
}

async function openWay(
  connection: Connection,
  { through, max = 12, clock, queueMs, answerMs }: ServerOptions,
): Promise<Database> {
  const way = through ? await through(connection) : connection
  const served = openDatabase(way, {
    max,
    ...(clock && { clock }),
    ...(queueMs === undefined ? {} : { queueMs }),
    ...(answerMs === undefined ? {} : { answerMs }),
  })
  afterFile(() => served.close())
  return served
}
