import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/database.ts'

/** What is wrong with a customer's location as the default location of an item. */
export const isConsignment = 'is a consignment location: choose one of your own'

/** Why an item can't have a location as its default one, in words for the field. */
export async function whyNoDefault(db: Db | Tx, locationId: string): Promise<string> {
  const { rows } = await sql`select 1 from locations where id = ${locationId} and deleted_at is null
    and consignee_id is not null`.execute(db)
  return rows.length > 0 ? isConsignment : 'is not a location'
}
