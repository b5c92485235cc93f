import { nextVersion } from '#server/db/next-version.ts'
import type { Work } from './work.ts'

/** The table of the documents of one kind, and the one that keeps how each came to its status. */
type StatusHistory =
  | { documents: 'stock_counts'; moves: 'stock_count_moves'; key: 'count_id' }
  | { documents: 'purchase_orders'; moves: 'purchase_order_moves'; key: 'order_id' }
  | { documents: 'sales_returns'; moves: 'sales_return_moves'; key: 'return_id' }

/** What happened to a document, and its status after it: the one it had, where that stays. */
interface StatusChange {
  move: string
  to: string
  reason: string | null
}

/** Writes down what happened to a locked document, with its status after it, in one trip. Its version grows. */
export async function writeStatus(
  { tx, caller, now }: Work,
  { documents, moves, key }: StatusHistory,
  { id, status }: { id: string; status: string },
  { move, to, reason }: StatusChange,
): Promise<void> {
  const step = { move, from_status: status, to_status: to, reason, actor_id: caller.userId, at: now }
  await tx
    .with('moved', (db) => db.insertInto(moves).values({ ...step, [key]: id }))
    .updateTable(documents)
    .set({ status: to, version: nextVersion, updated_at: now })
    .where('id', '=', id)
    .execute()
}
