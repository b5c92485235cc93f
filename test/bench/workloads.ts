import type { Connection } from '#server/db/database.ts'
import { type Company, lineCount } from './company.ts'
import type { Calls } from './load.ts'
import type { Side } from './measure.ts'
import { leastStatements, searched } from './least/statements.ts'
import type { Statement } from './raw-statements.ts'

export interface BenchEnvironment {
  connection: Connection
  company: Company
  statements: Record<'list' | 'counted' | 'deep' | 'read', Statement>
  cursor: string
  appPort: number
  barePort: number
  cookie: string
  actorId: string
  /** Processor time so far, in milliseconds: of the app with the database, and of the database alone. */
  processorMs: { ours: () => number; raw: () => number }
}

export const workloadNames = ['list', 'deep', 'read', 'search', 'create', 'confirm', 'hot'] as const
export type WorkloadName = (typeof workloadNames)[number]

const orders = '/api/sales-orders'

/** The measured workloads, each with its comparisons. */
export function workloadsOf(scene: BenchEnvironment): Record<WorkloadName, Side[]> {
  const { company, cursor, actorId, connection, statements, processorMs } = scene
  return {
    list: [
      ...reading(scene, 'list', orders),
      { name: 'counted', calls: { kind: 'pg', connection, ...one(statements.counted) } },
    ],
    deep: reading(scene, 'deep', `${orders}?cursor=${encodeURIComponent(cursor)}`),
    read: reading(scene, 'read', `${orders}/:id`, company.doneIds),
    search: [
      { name: 'ours', calls: calling(scene, 'GET', `/api/products?q=${encodeURIComponent(searched)}`) },
      { name: 'least', calls: { kind: 'http', port: scene.barePort, method: 'GET', path: '/least/search' } },
      { name: 'raw', calls: { kind: 'pg', connection, ...one(leastStatements.search) } },
    ],
    create: [
      {
        name: 'ours',
        calls: calling(scene, 'POST', orders, { bodies: drafts(company) }),
        processorMs: processorMs.ours,
      },
      {
        name: 'raw',
        calls: {
          kind: 'pg',
          connection,
          text: 'select bench_create($1, $2, $3)',
          values: picks(company).map(({ account, items }) => [account, items, actorId]),
        },
        processorMs: processorMs.raw,
      },
    ],
    confirm: confirming(scene, company.pendingIds),
    hot: confirming(scene, company.hotIds),
  }
}

const one = ({ text, values }: Omit<Statement, 'values'> & { values: readonly unknown[] }) => ({
  text,
  values: [[...values]],
})

/** Half of the orders are confirmed over HTTP, the other half by the database alone. */
function confirming(scene: BenchEnvironment, ids: readonly string[]): Side[] {
  const half = Math.floor(ids.length / 2)
  return [
    {
      name: 'ours',
      calls: calling(scene, 'POST', `${orders}/:id/confirmation`, {
        bodies: ['{}'],
        ids: ids.slice(0, half),
        once: true,
      }),
      processorMs: scene.processorMs.ours,
    },
    {
      name: 'raw',
      calls: {
        kind: 'pg',
        connection: scene.connection,
        text: 'select bench_confirm($1, $2)',
        values: [['$id', scene.actorId]],
        ids: ids.slice(half),
        once: true,
      },
      processorMs: scene.processorMs.raw,
    },
  ]
}

type More = Pick<Extract<Calls, { kind: 'http' }>, 'bodies' | 'ids' | 'once'>

const calling = ({ appPort, cookie }: BenchEnvironment, method: string, path: string, more: More = {}): Calls => ({
  kind: 'http',
  port: appPort,
  method,
  path,
  cookie,
  ...more,
})

function reading(scene: BenchEnvironment, name: 'list' | 'deep' | 'read', path: string, ids?: string[]): Side[] {
  const { connection, statements, barePort } = scene
  const more = ids ? { ids } : {}
  const barePath = ids ? `/${name}/:id` : `/${name}`
  const bare = (at: string): Calls => ({ kind: 'http', port: barePort, method: 'GET', path: at, ...more })
  return [
    { name: 'ours', calls: calling(scene, 'GET', path, more) },
    { name: 'bare', calls: bare(barePath) },
    ...(name === 'deep' ? [] : [{ name: 'least' as const, calls: bare(`/least${barePath}`) }]),
    { name: 'raw', calls: { kind: 'pg', connection, ...one(statements[name]), ...more } },
  ]
}

/** Customers and products for drafts, spread over all of them. */
function picks({ accountIds, productIds }: Company) {
  return Array.from({ length: 2000 }, (_, at) => ({
    account: accountIds[(at * 13) % accountIds.length] ?? '',
    items: Array.from(
      { length: lineCount },
      (_line, line) => productIds[(at * 37 + line * 101) % productIds.length] ?? '',
    ),
  }))
}

const drafts = (company: Company) =>
  picks(company).map(({ account, items }) =>
    JSON.stringify({ accountId: account, lines: items.map((productId) => ({ productId, quantity: 2 })) }),
  )
