import { nextVersion } from '#server/db/next-version.ts'
import type { Work } from './work.ts'

/** The table that keeps how the documents of one kind came to their status, and its column for the document. */
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

/** What happened to a document, and its status after it: the one it had, where that stays. */
interface StatusChange {
  move: string
  to: string
  reason?: string | null
}

/** The insert that writes down what happened to a document; null is the status of one that was not there before. */
export const statusEntry = (
  { tx, caller, now }: Work,
  { moves, key }: StatusHistory,
  { id, status }: { id: string; status: string | null },
  { move, to, reason = null }: StatusChange,
) =>
  tx
    .insertInto(moves)
    .values({ move, from_status: status, to_status: to, reason, actor_id: caller.userId, at: now, [key]: id })

/** Writes down what happened to a locked document, with its status after it, in one trip. Its version grows. */
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
