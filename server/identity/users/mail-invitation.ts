import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'
import { queueMail } from '#server/kernel/mail.ts'
import { type Addressee, mails, passwordPath } from '#server/identity/login/mails.ts'
import { issueToken } from '#server/identity/login/one-time-tokens.ts'

/** Mails a user a link to set their password, for customers with the name of the portal; returns the link's path. */
export async function mailInvitation(
  tx: Tx,
  { id, accountId, ...to }: Addressee & { id: string; accountId: string | null },
): Promise<string> {
  const { token, expiresAt } = await issueToken(tx, id, 'set-password')
  const { rows } = await sql<{ company: string; customer: string }>`select a.name as customer,
      coalesce((select content #>> '{company,name}' from settings), 'Wardstock') as company
    from accounts a where a.id = ${accountId}`.execute(tx)
  await queueMail(tx, mails.invitation(to, token, expiresAt, rows[0]))
  return passwordPath(to.role, token)
}
