import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import type { InUse } from '#shared/inventory/stock/uses.ts'
import { type UsedTable, type UseRule, useRules } from '#server/kernel/record-uses.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

/*
 * What may be deleted, for every kind of record and every foreign key to it: the demo company has nearly every
 * relation. After a deletion that is not refused, all integrity checks must pass.
 */

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

/** Foreign keys that may still refer to a deleted record, with the reason. */
const harmless: Readonly<Record<string, string>> = {
  'bill_of_materials.product_id': 'goes with the product',
  'kit_components.kit_id': 'goes with the kit',
  'item_attributes.item_id': 'goes with the item',
  'item_attributes.attribute_id': 'asked by deleteAttribute, which may hide the values',
  'attribute_choices.attribute_id': 'goes with the attribute',
  'demand_forecasts.item_id': 'goes with the item',
  'demand_shares.location_id': 'goes with the location',
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
/** Rows that still refer to deleted records, as history. No document in use depends on them. */
const history: Readonly<Record<string, string>> = {
  'account_billing.account_id': 'terms of the customer, which go and come back with them',
  'accounts.merged_into': 'leads from a merged customer to the one that stays',
  'addresses.account_id': 'go and come back with the partner',
  'addresses.supplier_id': 'go and come back with the partner',
  'commitment.item_id': 'open ones refuse the deletion before (reserved stock); the rest was shipped or released',
  'consignment_count_lines.item_id': 'what was counted of consignment stock',
  'consignment_counts.account_id': 'count of consignment stock',
  'consignment_counts.location_id': 'count of consignment stock; what is there refuses the deletion before',
  'contacts.merged_into': 'leads from a merged contact to the one that stays',
  'credit_entry.account_id': 'ledger of credit; what is left of it refuses the deletion as owed money does',
  'credit_notes.account_id': 'posted document',
  'estimate_lines.service_type_id': 'the line keeps its own name and rate',
  'estimates.opportunity_id': 'says where the estimate came from',
  'goods_receipt_lines.item_id': 'posted receipt',
  'goods_receipt_lines.location_id': 'posted receipt',
  'goods_receipts.location_id': 'posted receipt',
  'invoice_lines.item_id': 'posted invoice, which keeps its own text',
  'lots.supplier_id': 'says who delivered the lot',
  'money_mails.account_id': 'sent mail',
  'order_releases.item_id': 'what an audit released from an order',
  'call_tasks.account_id': 'go and come back with the customer',
  'partner_notes.account_id': 'go and come back with the partner',
  'partner_notes.supplier_id': 'go and come back with the partner',
  'payments.account_id': 'posted payment',
  'portal_views.account_id': 'what the customer looked at',
  'price_changes.item_id': 'history of prices',
  'product_images.item_id': 'go and come back with the product',
  'production_run_lines.item_id': 'posted production',
  'production_runs.location_id': 'posted production',
  'production_runs.product_id': 'posted production',
  'recall_acknowledgements.account_id': 'what the customer answered',
  'recall_customers.account_id': 'who was told of a recall',
  'recall_returns.account_id': 'posted return of recalled goods',
  'recall_returns.location_id': 'posted return of recalled goods',
  'recalls.supplier_id': 'what the recall was searched by',
  'requisitions.account_id': 'what the customer asked for',
  'retention_customers.account_id': 'rhythm of the customer, of living ones only',
  'retention_messages.account_id': 'sent message',
  'retention_steps.account_id': 'sent message',
  'sales_order_charges.service_type_id': 'the charge keeps its own name and rate',
  'shipments.account_id': 'the customer of its order, kept beside it',
  'supplier_last_orders.supplier_id': 'goes with the supplier',
  'shelf_count_lines.item_id': 'what was counted on a customer’s shelf',
  'shelf_counts.account_id': 'count of a customer’s shelf',
  'shelves.account_id': 'go and come back with the customer',
  'shipment_lines.item_id': 'posted shipment',
  'shipment_lines.location_id': 'posted shipment',
  'stock_adjustments.item_id': 'posted adjustment',
  'stock_balance.item_id': 'rows of nothing; what is on hand refuses the deletion before',
  'stock_entry.location_id': 'stock ledger',
  'taken_invitations.account_id': 'who was invited to the portal of the customer',
}

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
  server = await startServer({ demo: true, rateLimits: false })
  admin = await server.as('admin')
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

test('every foreign key to a deletable table has a rule, or is listed as harmless or history', () => {
  const ruled = new Set(allRules.map(({ rule }) => rule.column))
  const unknown = foreignKeys
    .map(({ column }) => column)
    .filter((column) => !ruled.has(column) && !harmless[column] && !history[column])
  expect(unknown).toEqual([])
  const known = new Set(foreignKeys.map(({ column }) => column))
  expect(Object.keys({ ...harmless, ...history }).filter((column) => !known.has(column))).toEqual([])
  expect(foreignKeys.length).toBeGreaterThan(60)
})

test('a record that a rule finds in use is not deleted (409 IN_USE), and the details list its uses', async () => {
  let checkedRules = 0
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
      // For stock and reservations of an item the refusal has no such details.
      if (details) expect(details.uses.length, rule.column).toBeGreaterThan(0)
      checkedRules += 1
    }
  }
  expect(checkedRules).toBeGreaterThan(30)
})

test('[QUAL-01] records of every kind in every relation are deleted or refused; all integrity checks still pass', async () => {
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
  // Then up to 25 of the remaining records of each kind, including unused ones.
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

test('deleting a location deletes its zones', async () => {
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
