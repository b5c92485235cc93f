import { sql } from 'kysely'
import type { Role } from '#shared/access/roles.ts'
import type { Database, Db } from '#server/db/database.ts'
import { queueMail } from '#server/kernel/mail.ts'
import { queueJob } from '#server/kernel/queue-job.ts'
import type { JobHandler } from '#server/kernel/job-contract.ts'
import { mails } from './mails.ts'
import { issueToken } from './one-time-tokens.ts'
import { type Realm, realmOf } from './realms.ts'
import { emailKey } from './sign-in.ts'

const purposeOf = { staff: 'reset', customer: 'set-password' } as const

/**
 * Queues a password link for this address. The job looks up the user, so that neither the response nor its time reveals whether
 * there is one.
 */
export async function requestPasswordLink(db: Db, realm: Realm, email: string): Promise<void> {
  await queueJob(db, 'send-password-link', { purpose: purposeOf[realm], emailKey: emailKey(email) })
}

/** Mails a password link, if there is such a user of that realm who is not suspended. */
export const passwordLinkJob = (database: Database): JobHandler<'send-password-link'> => ({
  async run({ data: { purpose, emailKey: key } }) {
    await database.transaction(async (tx) => {
      const { rows } = await sql<{ id: string; email: string; name: string; role: Role }>`select id, email, name, role
        from users where email_key = ${key} and deleted_at is null and suspended_at is null`.execute(tx)
      for (const user of rows) {
        if (purposeOf[realmOf(user.role)] !== purpose) continue
        const { token, expiresAt } = await issueToken(tx, user.id, purpose)
        await queueMail(tx, mails.newPassword(user, token, expiresAt))
      }
    })
  },
})
