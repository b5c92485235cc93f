import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { Tx } from '#server/db/database.ts'

type Versioned =
  | 'categories'
  | 'locations'
  | 'attributes'
  | 'zones'
  | 'service_types'
  | 'suppliers'
  | 'accounts'
  | 'prospects'
  | 'opportunities'
  | 'contacts'
  | 'items'
  | 'sales_orders'
  | 'estimates'
  | 'stock_transfers'
  | 'kit_orders'
  | 'invoices'
  | 'users'
  | 'purchase_orders'
  | 'routes'
  | 'vehicles'
export type SoftDeletable = Exclude<Versioned, 'users'> | 'shipments'

/** Locks a row that is not deleted and checks its version (optimistic locking): throws 404, or 412 with the current version. */
export async function lockVersion(tx: Tx, table: Versioned, id: string, version: number): Promise<void> {
  const { rows } = await sql<{ version: number }>`select version from ${sql.table(table)}
    where id = ${id} and deleted_at is null for no key update`.execute(tx)
  const [row] = rows
  if (!row) throw new Refusal('NOT_FOUND')
  if (row.version !== version) throw new Refusal('VERSION_CONFLICT', undefined, { details: { version: row.version } })
}

/** Marks a row as deleted (soft delete); 404 when there is none. */
export async function softDelete(tx: Tx, table: Versioned, id: string, by: string): Promise<void> {
  const done = await sql`update ${sql.table(table)} set deleted_at = moment(), deleted_by = ${by}, version = version + 1
    where id = ${id} and deleted_at is null`.execute(tx)
  if (done.numAffectedRows !== 1n) throw new Refusal('NOT_FOUND')
}

/** Locks a deleted row and selects `columns` from it, with alias t; 404 when no deleted row has this id. */
export async function lockDeleted<T>(
  tx: Tx,
  table: SoftDeletable,
  id: string,
  columns: RawBuilder<unknown>,
  where: RawBuilder<unknown> = sql`true`,
): Promise<T> {
  const { rows } = await sql<T>`select ${columns} from ${sql.table(table)} t
    where t.id = ${id} and t.deleted_at is not null and ${where} for update of t`.execute(tx)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0]
}

/** Restores a row that `lockDeleted` has locked; `change` sets one more column, such as another name. */
export async function revive(tx: Tx, table: SoftDeletable, id: string, change?: [string, string]): Promise<void> {
  const more = change ? sql`, ${sql.ref(change[0])} = ${change[1]}` : sql``
  await sql`update ${sql.table(table)} set deleted_at = null, deleted_by = null, version = version + 1 ${more}
    where id = ${id}`.execute(tx)
}

/** Permanently deletes a row that `lockDeleted` has locked, and its dependent rows by cascade. Other foreign keys refuse it. */
export async function purge(tx: Tx, table: SoftDeletable, id: string): Promise<void> {
  await sql`delete from ${sql.table(table)} where id = ${id}`.execute(tx)
}
