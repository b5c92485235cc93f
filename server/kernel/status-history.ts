import { nextVersion } from '#server/db/next-version.ts'
import type { Work } from './work.ts'

/** The status history table of one kind of document, and its foreign key to the document. */
type StatusHistory =
  | { moves: 'estimate_moves'; key: 'estimate_id' }
  | { moves: 'purchase_order_moves'; key: 'order_id' }
  | { moves: 'sales_order_moves'; key: 'order_id' }
  | { moves: 'sales_return_moves'; key: 'return_id' }
  | { moves: 'stock_count_moves'; key: 'count_id' }

type WithDocuments =
  | { documents: 'stock_counts'; moves: 'stock_count_moves'; key: 'count_id' }
  | { documents: 'purchase_orders'; moves: 'purchase_order_moves'; key: 'order_id' }
  | { documents: 'sales_returns'; moves: 'sales_return_moves'; key: 'return_id' }

/** What happened to a document, and its status afterwards, which may be the same as before. */
interface StatusChange {
  move: string
  to: string
  reason?: string | null
}

/** The insert of an entry into a document's status history; its previous status is null if the document is new. */
export const statusEntry = (
  { tx, caller, now }: Work,
  { moves, key }: StatusHistory,
  { id, status }: { id: string; status: string | null },
  { move, to, reason = null }: StatusChange,
) =>
  tx
    .insertInto(moves)
    .values({ move, from_status: status, to_status: to, reason, actor_id: caller.userId, at: now, [key]: id })

/** Writes a status change of a locked document and its history entry, in one statement. Increments the version. */
export async function writeStatus(
  work: Work,
  history: WithDocuments,
  document: { id: string; status: string },
  change: StatusChange,
): Promise<void> {
  await work.tx
    .with('moved', () => statusEntry(work, history, document, change))
    .updateTable(history.documents)
    .set({ status: change.to, version: nextVersion, updated_at: work.now })
    .where('id', '=', document.id)
    .execute()
}
