import { sql } from 'kysely'
import type { Work } from '#server/kernel/work.ts'

/** When an order was last sent, and to whom. */
export async function markSent(work: Work, id: string, to: string): Promise<void> {
  await sql`update purchase_orders set sent_at = ${work.now}, sent_to = ${to} where id = ${id}`.execute(work.tx)
}
