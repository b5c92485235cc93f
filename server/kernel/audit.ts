import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'
import type { AuditRow } from './work.ts'

/** One row of the audit log, for the acts of people who are only signing in and so have no `Work`. */
export async function recordAudit(tx: Tx, actorId: string | null, row: AuditRow): Promise<void> {
  await sql`insert into audit_log (actor_id, act, entity, entity_id, details) values
    (${actorId}, ${row.act}, ${row.entity}, ${row.entityId}, ${JSON.stringify(row.details ?? {})})`.execute(tx)
}
