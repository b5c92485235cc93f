import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Permissions, type Role, roleDefaults } from '#shared/access/roles.ts'
import { type App, type AppDeps, buildApp } from '#server/app.ts'
import type { Connection, Database } from '#server/db/database.ts'
import type { Announcement } from '#server/kernel/work.ts'
import { afterFile } from './after-file.ts'
import { type Client, clientOf } from './client.ts'
import { cloneDatabase } from './database.ts'
import { noteApp } from './run-jobs.ts'
import { addSession } from './sessions.ts'
import { statedEvents } from './stated-events.ts'

export type { Client } from './client.ts'

export interface TestServer {
  app: App
  url: string
  database: Database
  connection: Connection
  /** Where its pictures lie. */
  filesFolder: string
  setupCode: string
  told: Announcement[]
  logs: string[]
  nobody: Client
  /** A new user of that role, signed in; `permissions` instead of the role's defaults. */
  as(role: Role, permissions?: Permissions): Promise<Client>
}

/** The whole server over a database of its own, listening on a free port of this machine. */
export async function startServer(more: Partial<AppDeps> & { max?: number } = {}): Promise<TestServer> {
  const { database, connection } = await cloneDatabase(more.max === undefined ? {} : { max: more.max })
  const logs: string[] = []
  const filesFolder = await mkdtemp(join(tmpdir(), 'wardstock-files-'))
  afterFile(() => rm(filesFolder, { recursive: true, force: true }))
  const setupCode = 'TEST-SETUP-CODE'
  const app = await buildApp({
    database,
    filesFolder,
    publicUrl: 'http://localhost',
    setupCode,
    secretKey: 'a key of tests, long enough for them',
    logTo: { write: (line) => void logs.push(line) },
    // Jobs of the background are done when a test says so: app.runJobs().
    worksOnJobs: false,
    ...more,
  })
  const told: Announcement[] = []
  app.onTold((announcements) => void told.push(...announcements))
  const requireStatedEvents = statedEvents(app)
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`
  noteApp(url, app)
  afterFile(() => app.http.close())
  return {
    app,
    url,
    database,
    connection,
    filesFolder,
    setupCode,
    told,
    logs,
    nobody: clientOf(url, '', '', requireStatedEvents),
    as: async (role, permissions = roleDefaults[role]) => {
      const { userId, token } = await addSession(database, role, permissions)
      return clientOf(url, userId, `__Host-sid=${token}`, requireStatedEvents)
    },
  }
}
