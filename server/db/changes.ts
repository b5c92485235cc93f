import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { Tx } from './database.ts'

type Versioned = 'categories' | 'locations' | 'suppliers' | 'accounts' | 'items' | 'sales_orders' | 'invoices' | 'users'

/** Locks a row that is not deleted and checks that it is what the caller read; 404, or 412 with the version that stands. */
export async function lockVersion(tx: Tx, table: Versioned, id: string, version: number): Promise<void> {
  const { rows } = await sql<{ version: number }>`select version from ${sql.table(table)}
    where id = ${id} and deleted_at is null for no key update`.execute(tx)
  const [row] = rows
  if (!row) throw new Refusal('NOT_FOUND')
  if (row.version !== version) throw new Refusal('CHANGED_MEANWHILE', undefined, { details: { version: row.version } })
}

/** Marks a row as deleted; 404 when there is none. */
export async function softDelete(tx: Tx, table: Versioned, id: string, by: string): Promise<void> {
  const done = await sql`update ${sql.table(table)} set deleted_at = now(), deleted_by = ${by}, version = version + 1
    where id = ${id} and deleted_at is null`.execute(tx)
  if (done.numAffectedRows !== 1n) throw new Refusal('NOT_FOUND')
}
