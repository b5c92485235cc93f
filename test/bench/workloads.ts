import type { Connection } from '#server/db/database.ts'
import { type Company, lineCount } from './company.ts'
import type { Calls } from './load.ts'
import type { Side } from './measure.ts'
import type { Statement } from './raw-statements.ts'

export interface BenchEnvironment {
  connection: Connection
  company: Company
  statements: Record<'list' | 'deep' | 'read', Statement>
  cursor: string
  appPort: number
  barePort: number
  cookie: string
  actorId: string
}

export const workloadNames = ['list', 'deep', 'read', 'create', 'confirm'] as const
export type WorkloadName = (typeof workloadNames)[number]

/** What is measured, and the same by others. */
export function workloadsOf(scene: BenchEnvironment): Record<WorkloadName, Side[]> {
  const { company, cursor, actorId, connection } = scene
  const orders = '/api/sales-orders'
  const half = Math.floor(company.pendingIds.length / 2)
  const [ours, raw] = [company.pendingIds.slice(0, half), company.pendingIds.slice(half)]
  return {
    list: reading(scene, 'list', orders),
    deep: reading(scene, 'deep', `${orders}?cursor=${encodeURIComponent(cursor)}`),
    read: reading(scene, 'read', `${orders}/:id`, company.doneIds),
    create: [
      { name: 'ours', calls: calling(scene, 'POST', orders, { bodies: drafts(company) }) },
      {
        name: 'raw',
        calls: {
          kind: 'pg',
          connection,
          text: 'select bench_create($1, $2, $3)',
          values: picks(company).map(({ account, items }) => [account, items, actorId]),
        },
      },
    ],
    confirm: [
      {
        name: 'ours',
        calls: calling(scene, 'POST', `${orders}/:id/confirmation`, { bodies: ['{}'], ids: ours, once: true }),
      },
      {
        name: 'raw',
        calls: {
          kind: 'pg',
          connection,
          text: 'select bench_confirm($1, $2)',
          values: [['$id', actorId]],
          ids: raw,
          once: true,
        },
      },
    ],
  }
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
  const { text, values } = statements[name]
  const more = ids ? { ids } : {}
  const barePath = ids ? `/${name}/:id` : `/${name}`
  return [
    { name: 'ours', calls: calling(scene, 'GET', path, more) },
    { name: 'bare', calls: { kind: 'http', port: barePort, method: 'GET', path: barePath, ...more } },
    { name: 'raw', calls: { kind: 'pg', connection, text, values: [values], ...more } },
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
