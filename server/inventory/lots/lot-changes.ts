import { sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import { Refusal } from '#shared/http/refusal.ts'
import { lotMachine, type LotTransition, type LotStatus, whyNotLot } from '#shared/inventory/stock/lot-status.ts'
import { lockLotRows } from '#server/kernel/lot-lock.ts'
import type { Work } from '#server/kernel/work.ts'
import { nextVersion } from '#server/db/next-version.ts'

export interface LockedLot {
  id: string
  itemId: string
  itemName: string
  lotNumber: string
  status: LotStatus
  expiryDate: string | null
  version: number
}

/** Locks lots in the order of their ids. Throws NOT_FOUND for an unknown one and for an item's lot "none". */
export async function lockLots(work: Work, ids: readonly string[]): Promise<LockedLot[]> {
  const wanted = [...new Set(ids)]
  await lockLotRows(work, wanted)
  const { rows } =
    await sql<LockedLot>`select l.id, l.item_id as "itemId", i.name as "itemName", l.lot_number as "lotNumber",
      l.status, l.expiry_date as "expiryDate", l.version
    from lots l join items i on i.id = l.item_id
    where l.id = any(${listOf(wanted)}) and l.id <> l.item_id order by l.id`.execute(work.tx)
  if (rows.length !== wanted.length) throw new Refusal('NOT_FOUND')
  return rows
}

/** Throws INVALID_TRANSITION unless the table allows the transition. */
export function assertLotTransition(lot: LockedLot, move: LotTransition): LotStatus {
  const to = lotMachine.next(lot.status, move)
  if (to) return to
  throw new Refusal('INVALID_TRANSITION', whyNotLot(move, lot) ?? undefined, {
    details: { status: lot.status, allowed: lotMachine.movesFrom(lot.status) },
  })
}

/**
 * Runs a transition of the transition table on locked lots and records it with the reason. The lots' balances must be locked: the
 * record refers to the last stock entry before it, and nothing may leave in between.
 */
export async function transitionLots(
  work: Work,
  lots: readonly LockedLot[],
  move: LotTransition,
  reason: string,
): Promise<void> {
  const to = new Map(lots.map((lot) => [lot.id, assertLotTransition(lot, move)]))
  const ids = lots.map((lot) => lot.id)
  await sql`with moved as (
      update lots l set status = m.status, version = l.version + 1, updated_at = ${work.now}
      from unnest(${listOf(ids)}, ${ids.map((id) => to.get(id))}::text[]) as m(id, status) where l.id = m.id)
    insert into lot_changes (lot_id, act, from_status, to_status, reason, after_entry, after_move, actor_id, at)
    select m.id, ${move}, m.was, m.became, ${reason},
      coalesce((select max(e.id) from stock_entry e where e.lot_id = m.id and e.d_on_hand <> 0), 0),
      ${lastMove}, ${work.caller.userId}, ${work.now}
    from unnest(${listOf(ids)}, ${lots.map((lot) => lot.status)}::text[], ${ids.map((id) => to.get(id))}::text[])
      as m(id, was, became)`.execute(work.tx)
  for (const lot of lots) {
    work.audit(`lot.${move}`, 'lot', lot.id, { lotNumber: lot.lotNumber, from: lot.status, to: to.get(lot.id), reason })
    work.announce('inventory_updated', { itemId: lot.itemId, warehouse: '' })
  }
}

/** Orders with the lot in their shipment are locked by the command, so their next transition has a later id. */
const lastMove = sql<number>`coalesce((select max(id) from sales_order_moves), 0)`

export interface LotEdit {
  expiryDate: string | null
  manufacturedOn?: string | null | undefined
  supplierId?: string | null | undefined
  reason: string
}

/** Corrects a locked lot and records it. The lot's balances must be locked. */
export async function editLot(work: Work, lot: LockedLot, edit: LotEdit): Promise<void> {
  const { expiryDate, manufacturedOn, supplierId, reason } = edit
  if (supplierId) {
    const { rows } =
      await sql`select 1 from suppliers where id = ${supplierId} and deleted_at is null for share`.execute(work.tx)
    if (rows.length === 0) {
      throw new Refusal('INVALID', 'supplierId: is not a supplier', { fields: { supplierId: 'is not a supplier' } })
    }
  }
  await work.tx
    .with('edited', (db) =>
      db
        .updateTable('lots')
        .set({
          expiry_date: expiryDate,
          version: nextVersion,
          updated_at: work.now,
          ...(manufacturedOn !== undefined && { manufactured_on: manufacturedOn }),
          ...(supplierId !== undefined && { supplier_id: supplierId }),
        })
        .where('id', '=', lot.id),
    )
    .insertInto('lot_changes')
    .values({
      lot_id: lot.id,
      act: 'edit',
      from_status: lot.status,
      to_status: lot.status,
      old_expiry: lot.expiryDate,
      new_expiry: expiryDate,
      reason,
      after_entry: sql<number>`coalesce((select max(e.id) from stock_entry e
        where e.lot_id = ${lot.id} and e.d_on_hand <> 0), 0)`,
      after_move: lastMove,
      actor_id: work.caller.userId,
      at: work.now,
    })
    .execute()
  work.audit('lot.edited', 'lot', lot.id, { lotNumber: lot.lotNumber, ...edit, from: lot.expiryDate })
  work.announce('inventory_updated', { itemId: lot.itemId, warehouse: '' })
}
