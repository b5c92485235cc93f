import { sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import { whyLent } from '#shared/inventory/stock/why-lent.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Work } from './work.ts'

/**
 * The message for a consignment location chosen as a default location, for a purchase order or to put goods away: goods get there
 * only by transfers.
 */
export const isConsignment = 'is a consignment location: choose one of your own'

/** Why a location is not one of our own, as the error message of a field. */
export async function whyNotOwnLocation(db: Db | Tx, locationId: string): Promise<string> {
  const { rows } = await sql`select 1 from locations where id = ${locationId} and deleted_at is null
    and consignee_id is not null`.execute(db)
  return rows.length > 0 ? isConsignment : 'is not a location'
}

/**
 * Locks a location of our own, so that it is neither deleted nor made a consignment location meanwhile. Throws INVALID for the
 * field if it isn't one of our own.
 */
export async function lockOwnLocation(work: Work, id: string, field = 'locationId'): Promise<void> {
  const { rows } =
    await sql`select 1 from locations where id = ${id} and deleted_at is null and consignee_id is null for share`.execute(
      work.tx,
    )
  if (rows.length === 0) throw invalid(field, await whyNotOwnLocation(work.tx, id))
}

/**
 * Locks locations of an earlier booking, so that none becomes a consignment location meanwhile. Throws NOT_READY if one has become
 * one since: its stock came by a transfer. `act` is the action that has to wait until it is our own again: "Reverse the receipt".
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
