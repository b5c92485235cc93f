import { sql } from 'kysely'
import { recordAudit } from '#server/kernel/audit.ts'
import type { Database } from '#server/db/database.ts'
import { queueMail } from '#server/kernel/mail.ts'
import { mails } from './mails.ts'

/** Writes to the audit log that too many logins have failed, and mails it to every administrator. */
export async function notifyOfFailedLogins(database: Database, count: number): Promise<void> {
  await database.transaction(async (tx) => {
    await recordAudit(tx, null, { act: 'login.manyFailed', entity: 'user', entityId: null, details: { count } })
    const { rows } = await sql<{ email: string; name: string; role: string }>`select email, name, role from users
      where role = 'admin' and suspended_at is null and deleted_at is null order by id`.execute(tx)
    for (const admin of rows) await queueMail(tx, mails.failedLogins(admin, count))
  })
}
