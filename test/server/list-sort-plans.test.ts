import type pg from 'pg'
import { expect, test } from 'vitest'
import { exportedLists } from '#server/exported-lists.ts'
import { sortsOf } from './sorts-of.ts'
import { multiplyRows } from './multiply-rows.ts'
import { startServer } from '#test/server.ts'

const limit = 50
/** Rows with the same customer, supplier or product are sorted together: sometimes more than a page. */
const maxSortedRows = 400

interface Plan {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Sort Key'?: string[]
  Plans?: Plan[]
}
type Statement = { text: string; values: unknown[] }

/** The most rows that a sort node of a plan reads; with an index, those that share its value. */
function sorted(plan: Plan): number {
  const parts = plan.Plans ?? []
  const own = plan['Node Type'].endsWith('Sort')
    ? Math.max(0, ...parts.map((part) => part['Actual Rows'] * part['Actual Loops']))
    : 0
  return Math.max(own, ...parts.map(sorted))
}

test('[UI-02] every sort order of every list uses an index', async () => {
  const server = await startServer({ demo: true })
  const admin = await server.as('admin')
  await multiplyRows(server.database)
  const pages: Statement[] = []
  const noted = new WeakSet<pg.PoolClient>()
  server.database.pool.on('acquire', (client) => {
    if (noted.has(client)) return
    noted.add(client)
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    Object.assign(client, {
      query: (...args: unknown[]) => {
        const [text, values] = args
        if (typeof text === 'string' && text.includes('as sort_key')) pages.push({ text, values: values as unknown[] })
        return query(...args)
      },
    })
  })
  const wrong: string[] = []
  for (const { name, list } of exportedLists)
    for (const sort of sortsOf(list.spec.query)) {
      let cursor: string | null = null
      // The first page, and one after a cursor.
      for (const page of [1, 2]) {
        pages.length = 0
        const query = new URLSearchParams({ sort, limit: String(limit), ...(cursor && { cursor }) })
        const { status, body } = await admin.send('GET', `${list.path}?${query}`)
        expect([name, sort, status]).toEqual([name, sort, 200])
        cursor = (body as unknown as { nextCursor: string | null }).nextCursor
        const [statement] = pages
        if (!statement) throw new Error(`no statement of ${name} by ${sort}`)
        const { rows } = await server.database.pool.query(
          `explain (analyze, timing off, format json) ${statement.text}`,
          statement.values,
        )
        const sortedRows = sorted((rows as [{ 'QUERY PLAN': [{ Plan: Plan }] }])[0]['QUERY PLAN'][0].Plan)
        if (sortedRows > maxSortedRows) wrong.push(`${name} by ${sort}, page ${page}, sorts ${sortedRows} rows`)
        if (cursor === null) break
      }
    }
  expect(wrong).toEqual([])
}, 300_000)
