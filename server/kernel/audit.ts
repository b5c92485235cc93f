import type { Tx } from '#server/db/database.ts'
import type { AuditRow } from './work.ts'

/** Writes one row of the audit log, for actions during sign-in, which have no `Work` yet. */
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
