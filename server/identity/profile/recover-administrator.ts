import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import { recordAudit } from '#server/kernel/audit.ts'
import { passwordPath } from '#server/identity/login/mails.ts'
import { issueToken } from '#server/identity/login/one-time-tokens.ts'
import { endEverySession } from '#server/identity/login/sessions.ts'
import { emailKey } from '#server/identity/login/sign-in.ts'
import { dropSecondFactor } from '#server/identity/profile/second-factor.ts'
import { nextVersion } from '#server/db/next-version.ts'
import { momentSql } from '#server/db/moment.ts'

export interface Recovery {
  /** The page to set the new password, with the one-time token. */
  path: string
  expiresAt: Date
  wasSuspended: boolean
  droppedSecondFactor: boolean
}

/**
 * For the operator of the server, if no other administrator can help: creates a link to set a new password of an administrator
 * and ends their suspension; with `dropSecondFactor` also removes their app and passkeys. All their sessions end. If the
 * address isn't an administrator's, throws an error that lists the administrators.
 */
export async function recoverAdministrator(
  database: Database,
  email: string,
  { dropSecondFactor: drop = false } = {},
): Promise<Recovery> {
  return database.transaction(async (tx, locks) => {
    const { rows } = await sql<{ id: string; email: string; email_key: string }>`select id, email, email_key from users
      where role = 'admin' and deleted_at is null order by email_key`.execute(tx)
    const found = rows.find((row) => row.email_key === emailKey(email))
    if (!found) {
      const known = rows.map((row) => row.email).join(', ')
      throw new Error(
        known ? `${email} is no administrator. There are: ${known}` : 'There is no administrator yet: start Wardstock.',
      )
    }
    locks.take('users', found.id)
    const { rows: lockedUsers } = await sql<{
      suspended: boolean
    }>`select suspended_at is not null as suspended from users
      where id = ${found.id} for no key update`.execute(tx)
    const wasSuspended = lockedUsers[0]?.suspended ?? false
    if (wasSuspended) {
      await tx
        .updateTable('users')
        .set({ suspended_at: null, updated_at: momentSql, version: nextVersion })
        .where('id', '=', found.id)
        .execute()
    }
    const droppedSecondFactor = drop ? await dropSecondFactor(tx, found.id, { all: true }) : false
    await endEverySession(tx, found.id)
    const { token, expiresAt } = await issueToken(tx, found.id, 'reset')
    await recordAudit(tx, null, {
      act: 'user.recovered',
      entity: 'user',
      entityId: found.id,
      details: { wasSuspended, droppedSecondFactor },
    })
    return { path: passwordPath('admin', token), expiresAt, wasSuspended, droppedSecondFactor }
  })
}
