import { sql } from 'kysely'
import { invalid } from '#shared/http/refusal.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Work } from './work.ts'

/** What is wrong with a customer's location where goods are kept by default, ordered to or put in: they get there by transfers alone. */
export const isConsignment = 'is a consignment location: choose one of your own'

/** Why a location is none of our own, in words for the field. */
export async function whyNotOwnLocation(db: Db | Tx, locationId: string): Promise<string> {
  const { rows } = await sql`select 1 from locations where id = ${locationId} and deleted_at is null
    and consignee_id is not null`.execute(db)
  return rows.length > 0 ? isConsignment : 'is not a location'
}

/** Keeps a location of our own from being deleted or lent to a customer. Throws INVALID, naming the field, where it is none. */
export async function lockOwnLocation(work: Work, id: string, field = 'locationId'): Promise<void> {
  const { rows } =
    await sql`select 1 from locations where id = ${id} and deleted_at is null and consignee_id is null for share`.execute(
      work.tx,
    )
  if (rows.length === 0) throw invalid(field, await whyNotOwnLocation(work.tx, id))
}
