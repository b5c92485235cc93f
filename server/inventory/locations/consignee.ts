import { sql } from 'kysely'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { LocationDetail } from '#shared/inventory/locations/api.ts'
import { assertUnusedBy } from '#server/kernel/assert-unused.ts'
import { lockVersion } from '#server/kernel/changes.ts'
import { orderedHere, packedHere, returnedHere } from '#server/kernel/record-uses.ts'
import type { Work } from '#server/kernel/work.ts'
import { getLocation } from '#server/inventory/stock/stock-on-hand.ts'
import { piecesAre } from '#server/inventory/stock/pieces.ts'
import { nextVersion } from '#server/db/next-version.ts'

/**
 * Makes a location a customer's, or the company's again. It must have no stock and no packed shipments, and to become a
 * customer's, no items, purchase orders or returns may be assigned to it: otherwise goods there would become sellable, or stop
 * being so, without a movement. Throws NOT_FOUND, VERSION_CONFLICT, INVALID, IN_USE.
 */
export async function setConsignee(
  work: Work,
  id: string,
  version: number,
  accountId: string | null,
): Promise<LocationDetail> {
  await lockVersion(work.tx, 'locations', id, version)
  if (accountId) {
    const { rows } = await sql`select 1 from accounts where id = ${accountId} and deleted_at is null for share`.execute(
      work.tx,
    )
    if (rows.length === 0) throw invalid('accountId', 'is not a customer')
  }
  const { rows } = await sql<{ pieces: number; homes: number }>`select
      (select coalesce(sum(on_hand), 0)::bigint from stock_balance where location_id = ${id}) as pieces,
      (select count(*)::int from items where location_id = ${id} and deleted_at is null) as homes`.execute(work.tx)
  const { pieces = 0, homes = 0 } = rows[0] ?? {}
  if (pieces > 0)
    throw new Refusal('IN_USE', `${piecesAre(pieces)} here. Transfer the stock before you change whose it is.`)
  if (accountId && homes > 0)
    throw new Refusal('IN_USE', `This is the default location of ${homes} ${homes === 1 ? 'item' : 'items'}.`)
  await assertUnusedBy(work.tx, packedHere, id)
  if (accountId) {
    await assertUnusedBy(work.tx, orderedHere, id)
    await assertUnusedBy(work.tx, returnedHere, id)
  }
  await work.tx
    .updateTable('locations')
    .set({ consignee_id: accountId, version: nextVersion, updated_at: work.now })
    .where('id', '=', id)
    .execute()
  work.audit('location.consignee', 'location', id, { accountId })
  work.announce('inventory_updated', { itemId: id, warehouse: id })
  if (accountId) work.announce('account_updated', { accountId })
  return getLocation(work.tx, id)
}

/** Moves a customer's consignment locations to another customer. */
export async function moveConsignee(work: Work, from: string, into: string): Promise<void> {
  await work.tx
    .updateTable('locations')
    .set({ consignee_id: into, version: nextVersion })
    .where('consignee_id', '=', from)
    .execute()
}
