import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import {
  type DocumentTransition,
  documentMachine,
  type DocumentStatus,
} from '#shared/inventory/stock/stock-document.ts'
import { nextVersion } from '#server/db/next-version.ts'
import { utc } from '#server/db/timestamps.ts'
import type { Work } from '#server/kernel/work.ts'

/** A transfer or a kit order that this transaction has locked. */
export interface LockedDocument {
  id: string
  number: string
  status: DocumentStatus
  /** Incremented by every transition, so that no effect can be written twice. */
  cycle: number
  version: number
}

/** Throws INVALID_TRANSITION with the reason `why` and the open transitions; does nothing for null. */
export function assertOpen({ status }: Pick<LockedDocument, 'status'>, why: string | null): void {
  if (why === null) return
  throw new Refusal('INVALID_TRANSITION', why, { details: { status, allowed: documentMachine.movesFrom(status) } })
}

/** The status after a transition that was asserted to be open. */
function nextStatus({ number, status }: LockedDocument, move: DocumentTransition): DocumentStatus {
  const to = documentMachine.next(status, move)
  if (!to) throw new Error(`${number} is ${status} and can't ${move}`)
  return to
}

/** Runs a transition of the transition table on a locked document and records it. */
export async function stepDocument(
  work: Work,
  type: 'transfer' | 'kit',
  document: LockedDocument,
  move: DocumentTransition,
  more: { reason?: string | null; quantity?: number | null } = {},
): Promise<void> {
  const to = nextStatus(document, move)
  await work.tx
    .updateTable(type === 'kit' ? 'kit_orders' : 'stock_transfers')
    .set({
      status: to,
      cycle: sql<number>`cycle + 1`,
      version: nextVersion,
      updated_at: work.now,
      ...(move === 'complete' && { completed_at: work.now }),
    })
    .where('id', '=', document.id)
    .execute()
  await recordStep(work, type, document, move, to, more)
}

/** Records one step of a document; such records never change. */
export async function recordStep(
  work: Work,
  type: 'transfer' | 'kit',
  document: Pick<LockedDocument, 'id' | 'number'> & { status: DocumentStatus | null },
  move: DocumentTransition | 'create',
  to: DocumentStatus,
  more: { reason?: string | null; quantity?: number | null } = {},
): Promise<void> {
  await work.tx
    .insertInto('stock_document_moves')
    .values({
      document_type: type,
      document_id: document.id,
      move,
      from_status: document.status,
      to_status: to,
      reason: more.reason ?? null,
      quantity: more.quantity ?? null,
      actor_id: work.caller.userId,
      at: work.now,
    })
    .execute()
  const entity = type === 'kit' ? 'kitOrder' : 'stockTransfer'
  work.audit(`${entity}.${move}`, entity, document.id, { number: document.number, from: document.status, to, ...more })
  // Clients reload lists and pages of documents, even if no stock has moved.
  work.announce('inventory_transaction', { transactionId: document.id })
}

/** The steps of a document, newest first, as JSON. */
export const stepsSql = (id: RawBuilder<unknown>) => sql`coalesce((
  select json_agg(json_build_object('at', ${utc(sql`m.at`)}, 'actor', u.name, 'move', m.move, 'reason', m.reason,
    'quantity', m.quantity) order by m.id desc)
  from stock_document_moves m left join users u on u.id = m.actor_id where m.document_id = ${id}), '[]')`
