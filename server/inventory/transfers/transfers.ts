import { sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import { v7 as newId } from 'uuid'
import { Refusal } from '#shared/http/refusal.ts'
import { type TransferAction, whyNotTransfer } from '#shared/inventory/stock/document-guards.ts'
import { softDelete } from '#server/kernel/changes.ts'
import { nextNumber } from '#server/kernel/numbers.ts'
import type { Work } from '#server/kernel/work.ts'
import { commitStock, renewCommitments } from '#server/inventory/stock/commit-stock.ts'
import { moveCommitments } from '#server/inventory/stock/commitments.ts'
import {
  type LockedDocument,
  recordStep,
  assertOpen,
  stepDocument,
} from '#server/inventory/stock/document-transitions.ts'
import type { StockSource } from '#server/inventory/stock/stock-entry.ts'
import {
  demandsOf,
  piecesOf,
  assertLotsUsable,
  assertLocationsExist,
  ruleOf,
  type TransferInput,
  writeLines,
} from './transfer-lines.ts'

export interface LockedTransfer extends LockedDocument {
  sourceId: string
  destinationId: string
  dispatched: boolean
}

/** Locks a transfer. Throws NOT_FOUND. */
export async function lockTransfer(work: Work, id: string): Promise<LockedTransfer> {
  work.locks.take('stockDocument', id)
  const { rows } = await sql<LockedTransfer>`select id, number, status, cycle, version, source_id as "sourceId",
      destination_id as "destinationId", dispatched_at is not null as dispatched
    from stock_transfers where id = ${id} and deleted_at is null for no key update`.execute(work.tx)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0]
}

/** Throws INVALID_TRANSITION with the reason that the button shows. */
export const assertTransferOpen = (transfer: LockedTransfer, action: TransferAction): void =>
  assertOpen(transfer, whyNotTransfer(action, transfer))

/** The pending transfers with commitments to these lots, in the order of locking. */
export async function transfersCommittedTo(work: Work, lotIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct k.source_id as id
    from lots l join commitment k on k.item_id = l.item_id and k.lot_id = l.id and k.state = 'open'
    where l.id = any(${listOf(lotIds)}) and k.source_type = 'transfer' order by 1`.execute(work.tx)
  return rows.map((row) => row.id)
}

/** Locks transfers, so that they can't be dispatched, turned back or completed until the commit. */
export async function lockTransfers(work: Work, ids: readonly string[]): Promise<void> {
  work.locks.take('stockDocument', ...ids)
  await sql`select 1 from stock_transfers where id = any(${listOf([...ids])}) order by id for share`.execute(work.tx)
}

export const transferSource = ({ id, cycle }: Pick<LockedTransfer, 'id' | 'cycle'>): StockSource => ({
  type: 'transfer',
  id,
  cycle,
  reason: 'stock_transfer',
})

/** Creates a pending transfer and commits its goods at the source: the chosen lots, or else by FEFO. Returns its id. */
export async function createTransfer(work: Work, input: TransferInput): Promise<string> {
  const id = newId()
  await assertLocationsExist(work, input)
  const demands = await demandsOf(work, input)
  work.locks.take('stockDocument', id)
  await work.tx
    .insertInto('stock_transfers')
    .values({
      id,
      number: id,
      source_id: input.sourceId,
      destination_id: input.destinationId,
      status: 'pending',
      note: input.note,
      pieces: piecesOf(demands),
      line_count: demands.length,
      created_by: work.caller.userId,
      created_at: work.now,
      updated_at: work.now,
    })
    .execute()
  await writeLines(work, id, demands)
  await commitStock(work, transferSource({ id, cycle: 1 }), demands, ruleOf(work, input))
  // Last: other transfers wait for the counter until this transaction commits.
  const number = await nextNumber(work, 'TR')
  await work.tx.updateTable('stock_transfers').set({ number }).where('id', '=', id).execute()
  await recordStep(work, 'transfer', { id, number, status: null }, 'create', 'pending')
  return id
}

/** Changes a pending transfer and commits its goods again. Not possible while it is under way with goods in transit. */
export async function updateTransfer(work: Work, id: string, version: number, input: TransferInput): Promise<void> {
  const transfer = await lockTransfer(work, id)
  if (transfer.version !== version) {
    throw new Refusal('VERSION_CONFLICT', undefined, { details: { version: transfer.version } })
  }
  assertTransferOpen(transfer, 'edit')
  await assertLocationsExist(work, input)
  const demands = await demandsOf(work, input)
  await sql`delete from stock_transfer_lines where transfer_id = ${id}`.execute(work.tx)
  await writeLines(work, id, demands)
  await renewCommitments(work, transferSource(transfer), demands, ruleOf(work, input), 'edit')
  await work.tx
    .updateTable('stock_transfers')
    .set({
      source_id: input.sourceId,
      destination_id: input.destinationId,
      note: input.note,
      pieces: piecesOf(demands),
      line_count: demands.length,
    })
    .where('id', '=', id)
    .execute()
  await stepDocument(work, 'transfer', transfer, 'edit')
}

export async function dispatchTransfer(work: Work, id: string): Promise<void> {
  const transfer = await lockTransfer(work, id)
  assertTransferOpen(transfer, 'dispatch')
  await assertLotsUsable(work, transfer)
  await work.tx.updateTable('stock_transfers').set({ dispatched_at: work.now }).where('id', '=', id).execute()
  await stepDocument(work, 'transfer', transfer, 'dispatch')
}

export async function undispatchTransfer(work: Work, id: string): Promise<void> {
  const transfer = await lockTransfer(work, id)
  assertTransferOpen(transfer, 'undispatch')
  await work.tx.updateTable('stock_transfers').set({ dispatched_at: null }).where('id', '=', id).execute()
  await stepDocument(work, 'transfer', transfer, 'undispatch')
}

/** Cancels a transfer: its goods are available again at the source; those in transit turn back. */
export async function cancelTransfer(work: Work, id: string, reason: string): Promise<void> {
  await cancelLocked(work, await lockTransfer(work, id), reason)
}

/** Soft-deletes a transfer. A pending one is cancelled first, so it commits nothing; a completed one can't be deleted. */
export async function deleteTransfer(work: Work, id: string): Promise<void> {
  const transfer = await lockTransfer(work, id)
  assertTransferOpen(transfer, 'delete')
  if (transfer.status === 'pending') await cancelLocked(work, transfer, 'Deleted')
  await softDelete(work.tx, 'stock_transfers', id, work.caller.userId)
  work.audit('stockTransfer.deleted', 'stockTransfer', id, { number: transfer.number, status: transfer.status })
  work.announce('inventory_transaction', { transactionId: id })
}

async function cancelLocked(work: Work, transfer: LockedTransfer, reason: string): Promise<void> {
  assertTransferOpen(transfer, 'cancel')
  await moveCommitments(work, transferSource(transfer), 'release')
  await work.tx
    .updateTable('stock_transfers')
    .set({ cancel_reason: reason, dispatched_at: null })
    .where('id', '=', transfer.id)
    .execute()
  await stepDocument(work, 'transfer', transfer, 'cancel', { reason })
}
