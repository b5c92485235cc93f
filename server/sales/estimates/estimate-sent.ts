import { sql } from 'kysely'
import type { Work } from '#server/kernel/work.ts'

/** When an estimate was last sent, and to whom. */
export async function markEstimateSent(work: Work, id: string, to: string): Promise<void> {
  await sql`update estimates set sent_at = ${work.now}, sent_to = ${to} where id = ${id}`.execute(work.tx)
}
