import { type RawBuilder, sql } from 'kysely'
import type { DeletedKind } from '#shared/reports/deleted-kinds.ts'
import type { SoftDeletable } from '#server/kernel/changes.ts'
import type { DB } from '#server/db/tables.ts'
import type { Work } from '#server/kernel/work.ts'

/** How one kind of record is restored and deleted permanently. In SQL fragments t is its row. */
export interface DeletedRule {
  table: SoftDeletable
  /** The condition of this kind; undefined for all rows of the table. */
  where?: RawBuilder<unknown>
  name: RawBuilder<unknown>
  detail: RawBuilder<unknown>
  /** A column that is unique among rows that aren't deleted (with the same `within`), and its label. */
  unique?: { column: string; label: string; within?: string }
  /** Records that must exist to restore it: the ids of each kind it belongs to. */
  belongsTo?: readonly Belonging[]
  /** Why it can never be restored. */
  notRestorable?: string
  /** Why it can't be restored now, as text, or null. */
  obstacle?: RawBuilder<unknown>
  /** Why it can't be deleted permanently, as text, or null. */
  kept: RawBuilder<unknown>
  /** For kinds where restoring needs more than removing the mark. */
  restore?: (work: Work, id: string) => Promise<void>
  announce?: (work: Work, id: string) => void
}

interface Belonging {
  kind: DeletedKind
  ids: (id: string) => RawBuilder<unknown>
}

/** The record belongs to the one that a column of its row, or of its lines, refers to; `key` is the column with its id. */
export const belongs = <T extends keyof DB & string>(
  kind: DeletedKind,
  table: T,
  column: keyof DB[T] & string,
  key: keyof DB[T] & string = 'id' as keyof DB[T] & string,
): Belonging => ({
  kind,
  ids: (id) => sql`select ${sql.ref(column)} from ${sql.table(table)} where ${sql.ref(key)} = ${id}`,
})

const words = (text: string) => sql`${text}::text`
export const nothing = words('')

/** The record is kept while rows of other tables refer to it; returns the first reason. */
export const firstReason = (...reasons: readonly Reason[]) =>
  sql`case ${sql.join(
    reasons.map(
      ({ table, column, why }) =>
        sql`when exists (select 1 from ${sql.table(table)} n where ${sql.ref(`n.${column}`)} = t.id) then ${words(`${why} It stays archived.`)}`,
    ),
    sql` `,
  )} end`

interface Reason {
  table: string
  column: string
  why: string
}

export const namedIn = <T extends keyof DB & string>(table: T, column: keyof DB[T] & string, why: string): Reason => ({
  table,
  column,
  why,
})

/** The common part of documents. */
export const document = {
  name: sql`t.number`,
  kept: words('Documents keep their numbers so that there are no gaps. It stays archived.'),
}

/** For kinds with a unique name. */
export const uniqueName = { name: sql`t.name`, unique: { column: 'name', label: 'Name' } } as const

/** The columns of a deleted row of any kind. */
export const namesOf = (rule: DeletedRule) =>
  sql`t.id, ${rule.name} as name, nullif(${rule.detail}, '') as detail, ${rule.kept} as kept,
    ${rule.obstacle ?? sql`null`} as obstacle`
export const rowsOf = (rule: DeletedRule) => rule.where ?? sql`true`

/* The event when one is restored or deleted permanently. */
export const announceInventory = (work: Work, id: string) =>
  work.announce('inventory_updated', { itemId: id, warehouse: '' })
export const announceDocument = (work: Work, id: string) =>
  work.announce('inventory_transaction', { transactionId: id })
export const announcePurchase = (work: Work, id: string) =>
  work.announce('inventory_transaction', { transactionId: id }, ['inventory', 'purchaseOrders'])
export const announcePartner = (work: Work, id: string) => work.announce('account_updated', { accountId: id })

/** The common part of products, raw materials and kits. */
export const item = (kind: string) =>
  ({
    where: sql`t.kind = ${sql.lit(kind)}`,
    name: sql`t.name`,
    unique: { column: 'sku', label: 'SKU' },
    obstacle: sql`(select 'Its default location ' || l.name || ' is now a consignment location. Restore it once the location is your own again.'
      from locations l where l.id = t.location_id and l.consignee_id is not null)`,
    kept: firstReason(
      namedIn('stock_entry', 'item_id', 'It has stock movements.'),
      namedIn('sales_order_lines', 'item_id', 'Orders use it.'),
      namedIn('estimate_lines', 'item_id', 'Estimates use it.'),
      namedIn('purchase_order_lines', 'item_id', 'Purchase orders use it.'),
      namedIn('bill_of_materials', 'raw_material_id', 'Products are made from it.'),
      namedIn('kit_components', 'item_id', 'Kits contain it.'),
      namedIn('kit_orders', 'kit_id', 'Kit orders use it.'),
      namedIn('shelf_items', 'item_id', 'Shelves of customers have it.'),
    ),
    announce: announceInventory,
  }) as const satisfies Partial<DeletedRule>
