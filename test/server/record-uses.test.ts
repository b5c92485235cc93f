import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import type { InUse } from '#shared/inventory/stock/uses.ts'
import { loadDemoCompany } from '#server/demo/company.ts'
import { type UsedTable, type UseRule, useRules } from '#server/kernel/record-uses.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

/*
 * What may be deleted, for every kind of record and everything in the database that can name it: the demo company has nearly
 * every relation. What is not refused must leave the proof green.
 */

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

/** Who names a record and may go on naming it when it is deleted: history, or what goes with it. */
const harmless: Readonly<Record<string, string>> = {
  'bill_of_materials.product_id': 'goes with the product',
  'kit_components.kit_id': 'goes with the kit',
  'item_attributes.item_id': 'goes with the item',
  'item_attributes.attribute_id': 'asked by deleteAttribute, which may hide the values',
  'attribute_choices.attribute_id': 'goes with the attribute',
  'item_stock.item_id': 'is nothing once nothing is on hand',
  'zone_goods.item_id': 'is of living items only',
  'zone_goods.location_id': 'goes with the location',
  'zones.location_id': 'goes with the location',
  'prospects.account_id': 'says what became of the prospect',
  'users.account_id': 'ends with the customer: portal sessions are of living ones',
  'drivers.vehicle_id': 'the usual vehicle, offered where it is there',
  'shelf_items.item_id': 'shown while the item is sold',
  'contacts.account_id': 'people stay, and come back with the partner',
  'contacts.supplier_id': 'people stay, and come back with the partner',
}
/** Tables whose rows are history or the partner’s own. */
const history =
  /^(stock_entry|stock_adjustments|goods_receipt\w*|shipment_lines|stock_count_lines\.location_id|recalls\.supplier_id|stock_balance|commitment|production_\w+|purchase_receipts?\w*|purchase_returns?\w*|sales_order_charges|estimate_lines\.service_type_id|item_prices?\w*|product_\w+|price_\w+|lot\w*|recall_\w+|payment\w*|credit\w*|account_\w+|addresses|partner_\w+|statements?\w*|retention_\w+|money_\w+|stock_days|sales_days|purchase_days|\w*_days|order_releases|invoice_\w+|stock_transfer_receipts|requisitions|shelves|shelf_counts?|shelf_count_lines|portal_\w+|recall_acknowledgements|messages|accounts\.merged_into|contacts\.merged_into|estimates\.opportunity_id|sales_returns\.\w*|sales_credit_notes\w*|credit_notes\w*|stock_scraps?\w*)/

interface ForeignKey {
  column: string
  target: string
}

/** How each kind is deleted. */
const pathOf: Readonly<Record<string, (row: { id: string; kind: string; location: string }) => string>> = {
  items: ({ id, kind }) => `/api/${kind === 'kit' ? 'kits' : kind === 'product' ? 'products' : 'raw-materials'}/${id}`,
  locations: ({ id }) => `/api/locations/${id}`,
  zones: ({ id, location }) => `/api/locations/${location}/zones/${id}`,
  categories: ({ id }) => `/api/categories/${id}`,
  suppliers: ({ id }) => `/api/suppliers/${id}`,
  accounts: ({ id }) => `/api/accounts/${id}`,
  prospects: ({ id }) => `/api/prospects/${id}`,
  vehicles: ({ id }) => `/api/vehicles/${id}`,
  contacts: ({ id }) => `/api/contacts/${id}`,
  opportunities: ({ id }) => `/api/opportunities/${id}`,
  attributes: ({ id }) => `/api/attributes/${id}`,
  service_types: ({ id }) => `/api/service-types/${id}`,
}
const tables = Object.keys(pathOf)

let server: TestServer
let admin: Client
let foreignKeys: ForeignKey[]
beforeAll(async () => {
  server = await startServer({ rateLimits: false })
  admin = await server.as('admin')
  await loadDemoCompany(server.database, admin.userId)
  const { rows } =
    await sql<ForeignKey>`select c.conrelid::regclass || '.' || a.attname as column, c.confrelid::regclass::text as target
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.confrelid::regclass::text = any(${tables}::text[])
    order by 2, 1`.execute(server.database.db)
  foreignKeys = rows
})

const allRules = Object.entries<readonly UseRule[]>(useRules).flatMap(([table, rules]) =>
  rules.map((rule) => ({ table: table as UsedTable, rule })),
)

async function remove(table: string, id: string) {
  const columns = { items: sql`kind, '' as location`, zones: sql`'' as kind, location_id as location` }
  const more = columns[table as keyof typeof columns] ?? sql`'' as kind, '' as location`
  const { rows } = await sql<{ id: string; kind: string; location: string }>`select id, ${more} from ${sql.table(table)}
    where id = ${id}`.execute(server.database.db)
  const path = rows[0] && pathOf[table]?.(rows[0])
  if (!path) throw new Error(`No ${table} ${id}`)
  return admin.send('DELETE', path)
}

test('every foreign key to what can be deleted is a rule, or said to be harmless', () => {
  const ruled = new Set(allRules.map(({ rule }) => rule.column))
  const unknown = foreignKeys
    .map(({ column }) => column)
    .filter((column) => !ruled.has(column) && !harmless[column] && !history.test(column))
  expect(unknown).toEqual([])
  expect(foreignKeys.length).toBeGreaterThan(60)
})

test('what a rule finds is not deleted, and the refusal names it', async () => {
  let asked = 0
  for (const { table, rule } of allRules) {
    const { rows } = await sql<{
      target: string
      user: string
    }>`select distinct on (1) ${sql.raw(rule.refers)} as target, w.id as user
      from ${sql.raw(rule.from)} join ${sql.table(table)} x on x.id = ${sql.raw(rule.refers)} and x.deleted_at is null
      where ${sql.raw(rule.when)} order by 1, 2 limit 2`.execute(server.database.db)
    for (const { target } of rows) {
      const { status, body } = await remove(table, target)
      const { code, details } = body as { code?: string; details?: InUse }
      expect([rule.column, status, code]).toEqual([rule.column, 409, 'IN_USE'])
      // Stock and reservations of an item are told before.
      if (details) expect(details.uses.length, rule.column).toBeGreaterThan(0)
      asked += 1
    }
  }
  expect(asked).toBeGreaterThan(30)
})

test('[QUAL-01] one of every kind in every relation is deleted or refused, and the proof stays green', async () => {
  const answers: Record<number, number> = {}
  for (const { column, target } of foreignKeys) {
    const [table = '', name = ''] = column.split('.')
    const { rows } = await sql<{ id: string }>`select x.id from ${sql.table(target)} x where x.deleted_at is null
      and x.id in (select ${sql.ref(name)} from ${sql.table(table)}) order by md5(x.id::text) limit 3`.execute(
      server.database.db,
    )
    for (const { id } of rows) {
      const { status, body } = await remove(target, id)
      expect([column, [200, 204, 409].includes(status), body]).toEqual([column, true, body])
      answers[status] = (answers[status] ?? 0) + 1
    }
  }
  // What nothing holds any more: everything left, once each.
  for (const table of tables) {
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} where deleted_at is null
      order by md5(id::text) limit 25`.execute(server.database.db)
    for (const { id } of rows) {
      const { status } = await remove(table, id)
      answers[status] = (answers[status] ?? 0) + 1
    }
  }
  expect(answers[409]).toBeGreaterThan(60)
  expect((answers[200] ?? 0) + (answers[204] ?? 0)).toBeGreaterThan(20)
  expect(await brokenInvariants(server.database.db)).toEqual({})
})

test('a location goes with its zones', async () => {
  const { body } = await admin.send('POST', '/api/locations', { name: 'Annex', type: 'Warehouse' })
  const { id } = body as unknown as { id: string }
  const zone = await admin.send('POST', `/api/locations/${id}/zones`, { name: 'Rack 1' })
  expect(zone.status).toBeLessThan(300)
  expect((await remove('locations', id)).status).toBeLessThan(300)
  const { rows } = await sql`select 1 from zones where location_id = ${id} and deleted_at is null`.execute(
    server.database.db,
  )
  expect(rows).toEqual([])
  expect(await brokenInvariants(server.database.db)).toEqual({})
})
