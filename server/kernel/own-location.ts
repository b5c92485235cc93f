import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/database.ts'

/** What is wrong with a customer's location where goods are kept by default, or ordered to: they get there by transfers alone. */
export const isConsignment = 'is a consignment location: choose one of your own'

/** Why a location is none of our own, in words for the field. */
export async function whyNotOwnLocation(db: Db | Tx, locationId: string): Promise<string> {
  const { rows } = await sql`select 1 from locations where id = ${locationId} and deleted_at is null
    and consignee_id is not null`.execute(db)
  return rows.length > 0 ? isConsignment : 'is not a location'
}
