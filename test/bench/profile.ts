import pg from 'pg'
import { hashPassword } from '#server/identity/login/passwords.ts'
import type { Connection } from '#server/db/database.ts'
import type { Company } from './company.ts'
import type { Calls } from './load.ts'
import { type AppProcess, type LoadMaker, postgresMs as postgresTime, processorMs } from './processes.ts'
import { table } from './report.ts'

/* npm run bench -- --profile: where the time of a request is spent, statement by statement. */

/** The settings of PostgreSQL to count and time its statements, also those of triggers and foreign keys. */
export const profileSettings = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'all',
  'pg_stat_statements.track_planning': 'on',
  compute_query_id: 'on',
}

interface Statement {
  text: string
  /** Sent by the program itself, not run inside another statement. */
  toplevel: boolean
  /** All per request: calls, microseconds, rows, 8 kB pages read, bytes of write-ahead log. */
  calls: number
  plan: number
  run: number
  rows: number
  pages: number
  wal: number
}

export interface Profile {
  work: string
  requests: number
  /** Milliseconds of processor time per request. */
  nodeMs: number
  postgresMs: number
  /** Median of elapsed milliseconds. */
  p50: number
  statements: Statement[]
}

interface Scene {
  connection: Connection
  company: Company
  app: AppProcess
  cookie: string
  load: LoadMaker
}

const orders = '/api/sales-orders'
const password = 'a long password of benchmarks'

/** Runs each workload alone with one client: its cost for Node, PostgreSQL, and each of its statements. */
export async function profileWorks(scene: Scene, only: readonly string[], requests: number): Promise<Profile[]> {
  const client = new pg.Client(scene.connection)
  await client.connect()
  try {
    await client.query('create extension if not exists pg_stat_statements')
    await untilChecked(client)
    const { rows } = await client.query('select pg_backend_pid() as pid')
    const session: number = rows[0].pid
    const profiles = []
    for (const [work, calls] of Object.entries(await worksOf(scene, client))) {
      // Orders must be confirmed before they are made ready.
      if (only.length > 0 && !only.includes(work) && !(work === 'confirm' && only.includes('ready'))) continue
      const job = { calls, clients: 1, ms: 600_000 }
      const warm = await scene.load.run({ ...job, from: 0, requests: Math.ceil(requests / 4) })
      await client.query('select pg_stat_statements_reset()')
      const before = [processorMs(scene.app.pid).own, postgresTime(session)] as const
      const { times } = await scene.load.run({ ...job, from: warm.next, requests })
      const after = [processorMs(scene.app.pid).own, postgresTime(session)] as const
      times.sort((a, b) => a - b)
      profiles.push({
        work,
        requests: times.length,
        nodeMs: (after[0] - before[0]) / times.length,
        postgresMs: (after[1] - before[1]) / times.length,
        p50: times[Math.floor(times.length / 2)] ?? 0,
        statements: await statementsOf(client, times.length),
      })
    }
    return profiles
  } finally {
    await client.end()
  }
}

/** Waits for the integrity check of a new server, so that it doesn't run during the measurements. */
async function untilChecked(client: pg.Client): Promise<void> {
  for (let seconds = 0; seconds < 600; seconds += 1) {
    const { rows } = await client.query('select count(ended_at) > 0 and count(ended_at) = count(*) as done from proofs')
    if (rows[0].done) return
    await new Promise((done) => setTimeout(done, 1000))
  }
  throw new Error('The integrity check did not end within ten minutes')
}

async function worksOf({ company, app, cookie }: Scene, client: pg.Client): Promise<Record<string, Calls>> {
  const email = 'profile@example.com'
  await client.query(
    `insert into users (id, email, email_key, name, role, permissions, password_hash)
    values (uuidv7(), $1, $1, 'Profile', 'staff', '{}', $2)`,
    [email, await hashPassword(password)],
  )
  const http = (method: string, path: string, more: object = {}): Calls => ({
    kind: 'http',
    port: app.port,
    method,
    path,
    cookie,
    ...more,
  })
  const { accountIds, productIds, pendingIds, doneIds } = company
  const draft = (at: number) =>
    JSON.stringify({
      accountId: accountIds[at % accountIds.length],
      lines: [1, 2, 3].map((line) => ({
        productId: productIds[(at * 31 + line * 7919) % productIds.length],
        quantity: line,
      })),
    })
  return {
    list: http('GET', orders),
    read: http('GET', `${orders}/:id`, { ids: doneIds.slice(0, 1000) }),
    search: http('GET', '/api/products?q=Product+77'),
    create: http('POST', orders, { bodies: Array.from({ length: 500 }, (_, at) => draft(at)) }),
    confirm: http('POST', `${orders}/:id/confirmation`, { bodies: ['{}'], ids: pendingIds, once: true }),
    // The orders that were just confirmed.
    ready: http('POST', `${orders}/:id/readiness`, { bodies: ['{}'], ids: pendingIds, once: true }),
    login: http('POST', '/api/auth/login', { bodies: [JSON.stringify({ email, password })], cookie: '' }),
  }
}

async function statementsOf(client: pg.Client, requests: number): Promise<Statement[]> {
  const { rows } = await client.query(
    `select query, toplevel, calls, total_plan_time, total_exec_time, rows, shared_blks_hit + shared_blks_read as pages, wal_bytes
    from pg_stat_statements s join pg_database d on d.oid = s.dbid
    where d.datname = current_database() and query not like '%pg_stat_statements%' and calls * 4 >= $1
    order by total_plan_time + total_exec_time desc`,
    [requests],
  )
  return rows.map((row) => ({
    text: String(row.query).replaceAll(/\s+/g, ' ').trim(),
    toplevel: row.toplevel,
    calls: Number(row.calls) / requests,
    plan: (row.total_plan_time / requests) * 1000,
    run: (row.total_exec_time / requests) * 1000,
    rows: Number(row.rows) / requests,
    pages: Number(row.pages) / requests,
    wal: Number(row.wal_bytes) / requests,
  }))
}

const shown = 12

/** Markdown: one table of the workloads, and one of the most expensive statements of each. */
export function profileTables(profiles: readonly Profile[]): string {
  const sum = (all: readonly Statement[], of: (one: Statement) => number) =>
    all.reduce((total, one) => total + of(one), 0)
  const works = table(
    [
      'work',
      'p50 ms',
      'Node ms',
      'PostgreSQL ms',
      'statements',
      'inside them',
      'planning µs',
      'executing µs',
      'pages',
      'WAL bytes',
    ],
    profiles.map(({ work, p50, nodeMs, postgresMs, statements }) => {
      const own = statements.filter((one) => one.toplevel)
      return [
        work,
        p50.toFixed(1),
        nodeMs.toFixed(1),
        postgresMs.toFixed(1),
        sum(own, (one) => one.calls).toFixed(1),
        sum(statements, (one) => one.calls - (one.toplevel ? one.calls : 0)).toFixed(1),
        sum(statements, (one) => one.plan).toFixed(0),
        sum(own, (one) => one.run).toFixed(0),
        sum(own, (one) => one.pages).toFixed(0),
        sum(own, (one) => one.wal).toFixed(0),
      ]
    }),
  )
  const details = profiles.map(({ work, statements }) => {
    const rows = statements
      .slice(0, shown)
      .map((one) => [
        (one.toplevel ? '' : '↳ ') + one.text.slice(0, 90).replaceAll('|', '/'),
        one.calls.toFixed(1),
        one.plan.toFixed(0),
        one.run.toFixed(0),
        one.rows.toFixed(1),
        one.pages.toFixed(0),
        one.wal.toFixed(0),
      ])
    return `${work}\n\n${table(['statement, a request', 'calls', 'planning µs', 'executing µs', 'rows', 'pages', 'WAL bytes'], rows)}`
  })
  return [works, ...details].join('\n\n')
}
