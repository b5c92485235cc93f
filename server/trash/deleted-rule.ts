import { type RawBuilder, sql } from 'kysely'
import type { DeletedKind } from '#shared/reports/deleted-kinds.ts'
import type { SoftDeletable } from '#server/kernel/changes.ts'
import type { DB } from '#server/db/tables.ts'
import type { Work } from '#server/kernel/work.ts'

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
  belongsTo?: readonly Belonging[]
  /** Why it never comes back. */
  notRestorable?: string
  /** In words why it can't come back now, or null. */
  obstacle?: RawBuilder<unknown>
  /** In words why it is kept, or null. */
  kept: RawBuilder<unknown>
  /** Brings it back where taking the mark off isn't enough. */
  restore?: (work: Work, id: string) => Promise<void>
  announce?: (work: Work, id: string) => void
}

interface Belonging {
  kind: DeletedKind
  ids: (id: string) => RawBuilder<unknown>
}

/** It belongs to what that column of its own row, or of its lines, names; `key` is the column that has its id. */
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

/** It is kept while rows of other tables name it; told is the first of the reasons. */
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

/** What documents have in common. */
export const document = {
  name: sql`t.number`,
  kept: words('Documents keep their numbers so that there are no gaps. It stays archived.'),
}

/** What has a name that no other living one may have. */
export const uniqueName = { name: sql`t.name`, unique: { column: 'name', label: 'Name' } } as const

/** Of a deleted row, whatever its kind. */
export const namesOf = (rule: DeletedRule) =>
  sql`t.id, ${rule.name} as name, nullif(${rule.detail}, '') as detail, ${rule.kept} as kept,
    ${rule.obstacle ?? sql`null`} as obstacle`
export const rowsOf = (rule: DeletedRule) => rule.where ?? sql`true`

/* What pages hear when one comes back or goes. */
export const announceInventory = (work: Work, id: string) =>
  work.announce('inventory_updated', { itemId: id, warehouse: '' })
export const announceDocument = (work: Work, id: string) =>
  work.announce('inventory_transaction', { transactionId: id })
export const announcePurchase = (work: Work, id: string) =>
  work.announce('inventory_transaction', { transactionId: id }, ['inventory', 'purchaseOrders'])
export const announcePartner = (work: Work, id: string) => work.announce('account_updated', { accountId: id })

/** What products, raw materials and kits have in common. */
export const item = (kind: string) =>
  ({
    where: sql`t.kind = ${sql.lit(kind)}`,
    name: sql`t.name`,
    unique: { column: 'sku', label: 'SKU' },
    obstacle: sql`(select 'Its default location ' || l.name || ' is a consignment location by now. Restore it once the location is your own again.'
      from locations l where l.id = t.location_id and l.consignee_id is not null)`,
    kept: firstReason(
      namedIn('stock_entry', 'item_id', 'It has stock movements.'),
      namedIn('sales_order_lines', 'item_id', 'Orders use it.'),
      namedIn('estimate_lines', 'item_id', 'Estimates use it.'),
      namedIn('purchase_order_lines', 'item_id', 'Purchase orders use it.'),
      namedIn('bill_of_materials', 'raw_material_id', 'Products are made from it.'),
      namedIn('kit_components', 'item_id', 'Kits contain it.'),
      namedIn('kit_orders', 'kit_id', 'Kit orders use it.'),
    ),
    announce: announceInventory,
  }) as const satisfies Partial<DeletedRule>
