import { parseArgs } from 'node:util'
import pg from 'pg'
import type { Connection } from '#server/db/database.ts'
import { checkedToday, type Company as Filled, fillCompany, readCompany } from './company.ts'
import { type Company, withPostgres } from './environment.ts'
import type { Calls } from './load.ts'
import { measure } from './measure.ts'
import { LoadMaker } from './processes.ts'
import { table } from './report.ts'

/*
 * npm run bench:growth -- --size=1000000 --entries=7120000 (10,000,000 rows of the ledger together with those of the
 * orders): the same requests in a company of 10,000 orders and in a large one, in turns, by 16 clients; how much longer
 * they take in the large one. `--data=FOLDER` keeps the companies for the next run.
 */

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '1000000' },
    entries: { type: 'string', default: '7120000' },
    rounds: { type: 'string', default: '5' },
    'round-ms': { type: 'string', default: '2000' },
    data: { type: 'string', default: '' },
  },
})
const products = 20_000
const goal = 1.3
const sizes = {
  small: { size: 10_000, entries: 100_000, products },
  large: { size: Number(values.size), entries: Number(values.entries), products },
}
const orders = '/api/sales-orders'

interface Side {
  company: Company
  filled: Omit<Filled, 'seconds'>
}

async function withClient<T>(connection: Connection, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...connection, options: '-c timezone=UTC' })
  await client.connect()
  return run(client).finally(() => client.end())
}

/** A cursor after nine tenths of the list. */
async function deepCursor({ company: { connection } }: Side, size: number): Promise<string> {
  const { rows } = await withClient(connection, (client) =>
    client.query(
      `select created_at::text as key, id from sales_orders order by created_at desc, id desc offset ${Math.floor(size * 0.9)} limit 1`,
    ),
  )
  return Buffer.from(JSON.stringify([rows[0].key, rows[0].id])).toString('base64url')
}

async function callsOf(side: Side, size: number): Promise<Record<string, Calls>> {
  const { company, filled } = side
  const { port } = company.app
  const http = (method: string, path: string, more: object = {}): Calls => ({
    kind: 'http',
    port,
    method,
    path,
    cookie: company.cookie,
    ...more,
  })
  return {
    list: http('GET', orders),
    deep: http('GET', `${orders}?cursor=${encodeURIComponent(await deepCursor(side, size))}`),
    read: http('GET', `${orders}/:id`, { ids: filled.doneIds }),
    'find an order': http('GET', `${orders}?q=0004242`),
    search: http('GET', '/api/search?q=0004242'),
    create: http('POST', orders, {
      bodies: Array.from({ length: 500 }, (_, at) =>
        JSON.stringify({
          accountId: filled.accountIds[at],
          lines: [1, 2, 3].map((line) => ({ productId: filled.productIds[at * 31 + line], quantity: 2 })),
        }),
      ),
    }),
    confirm: http('POST', `${orders}/:id/confirmation`, { bodies: ['{}'], ids: filled.pendingIds, once: true }),
  }
}

await withPostgres(
  async (open) => {
    const make = async (name: 'small' | 'large'): Promise<Side> => {
      const company = await open(`growth_${name}`, async (connection) => {
        const { seconds } = await fillCompany(connection, sizes[name])
        console.log(`${sizes[name].size.toLocaleString('en')} orders filled in ${seconds.toFixed(0)} s.`)
        await withClient(connection, (client) => client.query(checkedToday))
      })
      return { company, filled: await withClient(company.connection, readCompany) }
    }
    const sides = { small: await make('small'), large: await make('large') }
    const small = await callsOf(sides.small, sizes.small.size)
    const large = await callsOf(sides.large, sizes.large.size)
    const load = new LoadMaker()
    const rows = []
    for (const [work, there] of Object.entries(large)) {
      const here = small[work]
      if (!here) continue
      const pair = [
        { name: 'small' as const, calls: here },
        { name: 'large' as const, calls: there },
      ]
      const [few, many] = await measure(load, work, pair, {
        clients: 16,
        rounds: Number(values.rounds),
        roundMs: Number(values['round-ms']),
      })
      if (few && many) rows.push({ work, few, many, growth: few.perSecond / many.perSecond })
    }
    load.stop()
    await sides.small.company.app.stop()
    await sides.large.company.app.stop()
    const cells = rows.map(({ work, few, many, growth }) => [
      work,
      few.perSecond.toFixed(0),
      many.perSecond.toFixed(0),
      few.p50.toFixed(1),
      many.p50.toFixed(1),
      `${growth.toFixed(2)}${growth > goal ? ' (missed)' : ''}`,
    ])
    const head = [
      'work, 16 clients',
      '10,000 orders, /s',
      'large, /s',
      'p50 ms',
      'large p50 ms',
      `small ÷ large (goal ${goal})`,
    ]
    console.log(`\n${table(head, cells)}\n`)
    return { sizes, rows }
  },
  'growth.json',
  values.data,
)
