import { sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import { whyLent } from '#shared/inventory/stock/why-lent.ts'
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

/**
 * Keeps locations where something was booked from being lent to a customer. Throws NOT_READY where one was since: what stands there
 * came by a transfer. `act` is what waits until it is our own again: "Reverse the receipt".
 */
export async function assertStillOwn(work: Work, ids: readonly string[], act: string): Promise<void> {
  const { rows } = await sql<{
    name: string
    lent: boolean
  }>`select name, consignee_id is not null as lent from locations
    where id = any(${listOf([...new Set(ids)])}) order by id for share`.execute(work.tx)
  const why = whyLent(
    rows.flatMap(({ name, lent }) => (lent ? [name] : [])),
    act,
  )
  if (why) throw new Refusal('NOT_READY', why)
}
