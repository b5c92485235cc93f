import { type RawBuilder, sql } from 'kysely'
import type { DeletedKind } from '#shared/reports/deleted-kinds.ts'
import type { SoftDeletable } from '#server/db/changes.ts'
import type { Work } from '#server/db/work.ts'
import { restoreOrder } from './restore-order.ts'

/** How one kind of thing is deleted, comes back and goes for good. In SQL fragments t is its row. */
export interface DeletedRule {
  table: SoftDeletable
  /** Which rows of the table are of this kind; all of them when left out. */
  where?: RawBuilder<unknown>
  name: RawBuilder<unknown>
  detail: RawBuilder<unknown>
  /** The column that only one living row may have a value of (of those `within` the same), and its name on the screen. */
  unique?: { column: string; label: string; within?: string }
  /** What must be there for it to come back: the ids of each kind it belongs to. */
  belongsTo?: readonly { kind: DeletedKind; ids: (id: string) => RawBuilder<unknown> }[]
  /** Why it never comes back. */
  notRestorable?: string
  /** In words why it is kept, or null. */
  kept: RawBuilder<unknown>
  /** Brings it back where taking the mark off isn't enough. */
  restore?: (work: Work, id: string) => Promise<void>
  announce?: (work: Work, id: string) => void
}

const toldAsInventory = (work: Work, id: string) => work.announce('inventory_updated', { itemId: id, warehouse: '' })
const toldAsDocument = (work: Work, id: string) => work.announce('inventory_transaction', { transactionId: id })
const words = (text: string) => sql`${text}::text`
const nothing = words('')
const numbersStay = words('Documents keep their number, so that numbers have no gaps. It stays archived.')

/** The first of the reasons whose rows exist. */
const named = (...reasons: readonly [rows: RawBuilder<unknown>, why: string][]) =>
  sql`case ${sql.join(
    reasons.map(([rows, why]) => sql`when exists (${rows}) then ${words(`${why} It stays archived.`)}`),
    sql` `,
  )} end`

const item = (kind: string) =>
  ({
    table: 'items',
    where: sql`t.kind = ${sql.lit(kind)}`,
    name: sql`t.name`,
    unique: { column: 'sku', label: 'SKU' },
    kept: named(
      [sql`select 1 from stock_entry e where e.item_id = t.id`, 'Its stock movements name it.'],
      [sql`select 1 from sales_order_lines l where l.item_id = t.id`, 'Orders name it.'],
      [sql`select 1 from estimate_lines l where l.item_id = t.id`, 'Estimates name it.'],
      [sql`select 1 from purchase_order_lines l where l.item_id = t.id`, 'Purchase orders name it.'],
      [sql`select 1 from bill_of_materials b where b.raw_material_id = t.id`, 'Products are made of it.'],
      [sql`select 1 from kit_components k where k.item_id = t.id`, 'Kits hold it.'],
      [sql`select 1 from kit_orders k where k.kit_id = t.id`, 'Orders to pack it name it.'],
    ),
    announce: toldAsInventory,
  }) as const satisfies Partial<DeletedRule>

const columnOfItem = (column: string) => (id: string) => sql`select ${sql.ref(column)} from items where id = ${id}`

/** The registry: whatever can be deleted is one row here and one in shared/reports/deleted-kinds.ts. */
export const deletedRules: Record<DeletedKind, DeletedRule> = {
  product: {
    ...item('product'),
    detail: sql`t.sku`,
    belongsTo: [
      { kind: 'category', ids: columnOfItem('category_id') },
      { kind: 'supplier', ids: columnOfItem('supplier_id') },
      { kind: 'location', ids: columnOfItem('location_id') },
      { kind: 'rawMaterial', ids: (id) => sql`select raw_material_id from bill_of_materials where product_id = ${id}` },
    ],
  },
  rawMaterial: {
    ...item('raw_material'),
    detail: sql`t.material_type`,
    belongsTo: [
      { kind: 'supplier', ids: columnOfItem('supplier_id') },
      { kind: 'location', ids: columnOfItem('location_id') },
    ],
  },
  kit: {
    ...item('kit'),
    detail: sql`t.sku`,
    belongsTo: [
      { kind: 'location', ids: columnOfItem('location_id') },
      { kind: 'product', ids: (id) => sql`select item_id from kit_components where kit_id = ${id}` },
      { kind: 'kit', ids: (id) => sql`select item_id from kit_components where kit_id = ${id}` },
    ],
  },
  // A pending one is cancelled when it is deleted, so it comes back as cancelled and holds nothing.
  stockTransfer: {
    table: 'stock_transfers',
    name: sql`t.number`,
    detail: sql`(select a.name || ' → ' || b.name from locations a, locations b where a.id = t.source_id and b.id = t.destination_id)`,
    kept: numbersStay,
    announce: toldAsDocument,
  },
  kitOrder: {
    table: 'kit_orders',
    name: sql`t.number`,
    detail: sql`(select i.name from items i where i.id = t.kit_id)`,
    belongsTo: [{ kind: 'kit', ids: (id) => sql`select kit_id from kit_orders where id = ${id}` }],
    kept: numbersStay,
    announce: toldAsDocument,
  },
  category: {
    table: 'categories',
    name: sql`t.name`,
    detail: nothing,
    unique: { column: 'name', label: 'Name' },
    kept: named([sql`select 1 from items i where i.category_id = t.id`, 'Products name it, deleted ones included.']),
    announce: toldAsInventory,
  },
  attribute: {
    table: 'attributes',
    name: sql`t.name`,
    detail: sql`t.kind`,
    unique: { column: 'name', label: 'Name' },
    // The values that products have of it go with it.
    kept: sql`null`,
    announce: toldAsInventory,
  },
  location: {
    table: 'locations',
    name: sql`t.name`,
    detail: sql`t.type`,
    unique: { column: 'name', label: 'Name' },
    kept: named(
      [sql`select 1 from stock_balance b where b.location_id = t.id`, 'Stock movements name it.'],
      [sql`select 1 from items i where i.location_id = t.id`, 'Products name it, deleted ones included.'],
      [sql`select 1 from purchase_orders o where o.location_id = t.id`, 'Purchase orders name it.'],
    ),
    announce: (work, id) => work.announce('inventory_updated', { itemId: id, warehouse: id }),
  },
  serviceType: {
    table: 'service_types',
    name: sql`t.name`,
    detail: nothing,
    unique: { column: 'name', label: 'Name' },
    kept: named([sql`select 1 from sales_order_charges c where c.service_type_id = t.id`, 'Orders name it.']),
  },
  zone: {
    table: 'zones',
    name: sql`t.name`,
    detail: sql`(select p.name from locations p where p.id = t.location_id)`,
    unique: { column: 'name', label: 'Name', within: 'location_id' },
    belongsTo: [{ kind: 'location', ids: (id) => sql`select location_id from zones where id = ${id}` }],
    kept: named([sql`select 1 from stock_counts c where c.zone_id = t.id`, 'Counts name it.']),
    announce: toldAsInventory,
  },
  supplier: {
    table: 'suppliers',
    name: sql`t.name`,
    detail: sql`t.country`,
    unique: { column: 'name', label: 'Name' },
    kept: named(
      [sql`select 1 from items i where i.supplier_id = t.id`, 'Products name them, deleted ones included.'],
      [sql`select 1 from purchase_orders o where o.supplier_id = t.id`, 'Purchase orders name them.'],
      [sql`select 1 from contacts c where c.supplier_id = t.id`, 'Contacts name them.'],
      [sql`select 1 from addresses d where d.supplier_id = t.id`, 'Addresses of theirs are kept.'],
      [sql`select 1 from partner_notes n where n.supplier_id = t.id`, 'Notes about them are kept.'],
    ),
    announce: (work, id) => work.announce('account_updated', { accountId: id }),
  },
  customer: {
    table: 'accounts',
    // Who was merged lives on in another.
    where: sql`t.merged_into is null`,
    name: sql`t.name`,
    detail: sql`t.code`,
    unique: { column: 'code', label: 'Code' },
    kept: named(
      [sql`select 1 from sales_orders o where o.account_id = t.id`, 'Orders name them.'],
      [sql`select 1 from prospects p where p.account_id = t.id`, 'A prospect has become this customer.'],
      [sql`select 1 from opportunities o where o.account_id = t.id`, 'Sales opportunities name them.'],
      [sql`select 1 from estimates e where e.account_id = t.id`, 'Estimates name them.'],
      [sql`select 1 from users u where u.account_id = t.id`, 'A login of the customer portal is theirs.'],
      [sql`select 1 from contacts c where c.account_id = t.id`, 'Contacts name them.'],
      [sql`select 1 from accounts a where a.merged_into = t.id`, 'Another customer was merged into them.'],
      [sql`select 1 from addresses d where d.account_id = t.id`, 'Addresses of theirs are kept.'],
      [sql`select 1 from partner_notes n where n.account_id = t.id`, 'Notes about them are kept.'],
    ),
    announce: (work, id) => work.announce('account_updated', { accountId: id }),
  },
  prospect: {
    table: 'prospects',
    name: sql`t.name`,
    detail: sql`t.status`,
    belongsTo: [{ kind: 'customer', ids: (id) => sql`select account_id from prospects where id = ${id}` }],
    kept: named([sql`select 1 from opportunities o where o.prospect_id = t.id`, 'Sales opportunities name them.']),
    announce: (work, id) => work.announce('account_updated', { accountId: id }),
  },
  opportunity: {
    table: 'opportunities',
    name: sql`t.title`,
    detail: sql`t.stage`,
    belongsTo: [
      { kind: 'prospect', ids: (id) => sql`select prospect_id from opportunities where id = ${id}` },
      { kind: 'customer', ids: (id) => sql`select account_id from opportunities where id = ${id}` },
    ],
    kept: named([sql`select 1 from estimates e where e.opportunity_id = t.id`, 'Estimates name it.']),
    announce: (work, id) => work.announce('account_updated', { accountId: id }),
  },
  contact: {
    table: 'contacts',
    where: sql`t.merged_into is null`,
    name: sql`t.name`,
    detail: sql`coalesce((select a.name from accounts a where a.id = t.account_id),
      (select s.name from suppliers s where s.id = t.supplier_id), t.affiliation)`,
    belongsTo: [
      { kind: 'customer', ids: (id) => sql`select account_id from contacts where id = ${id}` },
      { kind: 'supplier', ids: (id) => sql`select supplier_id from contacts where id = ${id}` },
    ],
    kept: named([sql`select 1 from contacts c where c.merged_into = t.id`, 'Another contact was merged into them.']),
    announce: (work, id) => work.announce('account_updated', { accountId: id }),
  },
  estimate: {
    table: 'estimates',
    name: sql`t.number`,
    detail: sql`(select a.name from accounts a where a.id = t.account_id)`,
    belongsTo: [
      { kind: 'customer', ids: (id) => sql`select account_id from estimates where id = ${id}` },
      { kind: 'opportunity', ids: (id) => sql`select opportunity_id from estimates where id = ${id}` },
    ],
    kept: numbersStay,
    announce: (work, id) => work.announce('sales_order_updated', { salesOrderId: id }),
  },
  salesOrder: {
    table: 'sales_orders',
    name: sql`t.number`,
    detail: sql`(select a.name from accounts a where a.id = t.account_id)`,
    belongsTo: [
      { kind: 'customer', ids: (id) => sql`select account_id from sales_orders where id = ${id}` },
      { kind: 'product', ids: (id) => sql`select item_id from sales_order_lines where order_id = ${id}` },
    ],
    kept: numbersStay,
    restore: restoreOrder,
  },
  invoice: {
    table: 'invoices',
    name: sql`t.number`,
    detail: sql`(select a.name from accounts a where a.id = t.account_id)`,
    notRestorable: 'A deleted invoice is void for good. Confirm its order again to issue a new one.',
    kept: numbersStay,
  },
  purchaseOrder: {
    table: 'purchase_orders',
    name: sql`t.number`,
    detail: sql`(select s.name from suppliers s where s.id = t.supplier_id)`,
    belongsTo: [
      { kind: 'supplier', ids: (id) => sql`select supplier_id from purchase_orders where id = ${id}` },
      { kind: 'location', ids: (id) => sql`select location_id from purchase_orders where id = ${id}` },
      { kind: 'product', ids: (id) => sql`select item_id from purchase_order_lines where order_id = ${id}` },
    ],
    kept: numbersStay,
    announce: toldAsDocument,
  },
  shipment: {
    table: 'shipments',
    name: sql`t.number`,
    detail: sql`(select o.number from sales_orders o where o.id = t.order_id)`,
    notRestorable: 'Its goods are back in stock. Make the order ready for shipping again instead.',
    kept: numbersStay,
  },
}

/** Of a deleted row, whatever its kind. */
export const namesOf = (rule: DeletedRule) =>
  sql`t.id, ${rule.name} as name, nullif(${rule.detail}, '') as detail, ${rule.kept} as kept`
export const rowsOf = (rule: DeletedRule) => rule.where ?? sql`true`
