import { randomBytes, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { afterAll } from 'vitest'
import { type Permissions, type Role, roleDefaults } from '#shared/access/roles.ts'
import type { Call, Reply, Route, RouteSpec } from '#shared/http/route.ts'
import { type App, type AppDeps, buildApp } from '#server/app.ts'
import type { Connection, Database } from '#server/db/database.ts'
import type { Announcement } from '#server/db/work.ts'
import { hashOf } from '#server/http/session.ts'
import { cloneDatabase } from './database.ts'

export interface Answer<T> {
  status: number
  body: T & { error: string; code: string; fields?: Record<string, string>; details?: unknown; requestId: string }
  headers: Headers
}

export interface Options {
  version?: number
  /** Left out: a fresh one. `null`: none is sent. */
  key?: string | null
  headers?: Record<string, string>
}

export interface Client {
  userId: string
  cookie: string
  /** A declared call with a body that fits it; with an Idempotency-Key of its own. */
  call<S extends RouteSpec>(route: Route<S>, input: Call<S>, options?: Options): Promise<Answer<Reply<S>>>
  /** The same, throwing unless it answers 2xx. */
  do<S extends RouteSpec>(route: Route<S>, input: Call<S>, options?: Options): Promise<Reply<S>>
  /** Anything at all. */
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<Record<string, never>>>
}

export interface TestServer {
  app: App
  url: string
  database: Database
  connection: Connection
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
  const setupCode = 'TEST-SETUP-CODE'
  const app = await buildApp({
    database,
    publicUrl: 'http://localhost',
    setupCode,
    logTo: { write: (line) => void logs.push(line) },
    ...more,
  })
  const told: Announcement[] = []
  app.onTold((announcements) => void told.push(...announcements))
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`
  afterAll(() => app.http.close())
  return {
    app,
    url,
    database,
    connection,
    setupCode,
    told,
    logs,
    nobody: clientOf(url, '', ''),
    as: async (role, permissions = roleDefaults[role]) => {
      const { userId, token } = await addSession(database, role, permissions)
      return clientOf(url, userId, `__Host-sid=${token}`)
    },
  }
}

async function addSession(database: Database, role: Role, permissions: Permissions) {
  const userId = newId()
  const token = randomBytes(32).toString('base64url')
  const email = `${role}-${userId.slice(-12)}@example.com`
  await sql`insert into users (id, email, email_key, name, role, permissions, password_hash)
    values (${userId}, ${email}, ${email}, ${`${role} under test`}, ${role}, ${JSON.stringify(permissions)}, 'none')`.execute(
    database.db,
  )
  await sql`insert into sessions (id, token_hash, user_id, realm, epoch, expires_at)
    values (${newId()}, ${hashOf(token)}, ${userId}, ${role === 'customer' ? 'customer' : 'staff'}, 1, now() + interval '1 day')`.execute(
    database.db,
  )
  return { userId, token }
}

export function clientOf(url: string, userId: string, cookie: string): Client {
  const send: Client['send'] = async (method, path, body, headers = {}) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        'x-requested-with': 'XMLHttpRequest',
        ...(cookie ? { cookie } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      redirect: 'manual',
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json')
    return { status: answer.status, body: text && isJson ? JSON.parse(text) : (text as never), headers: answer.headers }
  }
  const call: Client['call'] = async (route, input, options = {}) => {
    const headers: Record<string, string> = { ...options.headers }
    if (options.version !== undefined) headers['if-match'] = `"v${options.version}"`
    if (route.method !== 'GET' && options.key !== null) headers['idempotency-key'] = options.key ?? randomUUID()
    const given = input as { body?: unknown }
    return (await send(route.method, pathOf(route, input), given.body, headers)) as never
  }
  return {
    userId,
    cookie,
    send,
    call,
    do: async (route, input, options) => {
      const answer = await call(route, input, options)
      if (answer.status >= 300) {
        throw new Error(`${route.method} ${route.path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      }
      return answer.body as never
    },
  }
}

/** The address of a call: path parameters filled in, the query behind. */
export function pathOf(route: Route, input: unknown): string {
  const { params = {}, query = {} } = input as { params?: Record<string, unknown>; query?: Record<string, unknown> }
  const path = route.path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(String(params[name])))
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()
  return search ? `${path}?${search}` : path
}
