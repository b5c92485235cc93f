import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { callsOfBrowsers } from '../../scripts/calls-of-browsers.mjs'

type Transform = { handler: (this: unknown, code: string, id: string) => { code: string } }
const inBrowser = (code: string, id: string) =>
  (callsOfBrowsers().transform as unknown as Transform).handler.call({ parse: parseAst }, code, id).code

const orders = `import { Order as Answer } from '#shared/sales/order.ts'
import { row } from './rows.ts'
export const Body = z.object({ name: text(200) })
const act = { access: 'sales.edit', body: Body, emits: ['order_updated'], reply: Answer }
export const api = {
  list: route('GET /api/orders', { access: 'sales.view', summary: 'Orders, all.', query: Filter, reply: pageOf(row), fields }),
  get: route('GET /api/orders/:id', { params: byId, access: 'sales.view', reply: Answer }),
  drop: route('DELETE /api/orders/:id', { access: 'sales.edit', emits: ['order_updated'], reply: null }),
  confirm: route('POST /api/orders/:id/confirm', { ...act, status: 201 }),
}`

test('the browser bundle has no response schemas, only their names, which are the same for every import', () => {
  const code = inBrowser(orders, '/a/shared/sales/api.ts')
  const other = inBrowser(
    `import { Order } from '../sales/order.ts'\nconst one = route('GET /api/x', { access: 'staff', reply: Order })`,
    '/a/shared/portal/x-api.ts',
  )
  const name = 'reply: "shared/sales/order.ts Order"'
  expect(code.split(name)).toHaveLength(3)
  expect(other).toContain(name)
  for (const gone of ['summary', 'fields', 'params', 'pageOf', 'Answer }'])
    expect(code.slice(code.indexOf('const act'))).not.toContain(gone)
  for (const kept of ["access: 'sales.view'", 'query: Filter', 'body: Body', "emits: ['order_updated']", 'reply: null'])
    expect(code).toContain(kept)
  parseAst(code)
})

test('constants in shared/ are marked as pure so that unused ones are removed; functions stay unchanged', () => {
  const make = 'export const find = (id) => map.get(id)\nconst words = ["a", "b"]'
  expect(inBrowser(make, '/a/shared/x.ts')).toBe(make)
  expect(inBrowser(orders, '/a/shared/sales/api.ts')).toContain(
    'export const Body = /*#__PURE__*/ (() => (z.object({ name: text(200) })))()',
  )
})
