import type { Tx } from '#server/db/database.ts'
import type { AuditRow } from './work.ts'

/** One row of the audit log, for the acts of people who are only signing in and so have no `Work`. */
export async function recordAudit(tx: Tx, actorId: string | null, row: AuditRow): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      actor_id: actorId,
      act: row.act,
      entity: row.entity,
      entity_id: row.entityId,
      details: JSON.stringify(row.details ?? {}),
    })
    .execute()
}
