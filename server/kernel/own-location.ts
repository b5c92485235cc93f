import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/database.ts'

/** What is wrong with a customer's location where one of ours is needed. */
export const isConsignment = 'is a consignment location: choose one of your own'

/** Why a location can't be the default one of an item, nor the one where kits are packed, in words for the field. */
export async function whyNotOwnLocation(db: Db | Tx, locationId: string): Promise<string> {
  const { rows } = await sql`select 1 from locations where id = ${locationId} and deleted_at is null
    and consignee_id is not null`.execute(db)
  return rows.length > 0 ? isConsignment : 'is not a location'
}
