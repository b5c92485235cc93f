import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Role } from '#shared/access/roles.ts'
import type { Database, Db } from '#server/db/database.ts'
import { queueMail } from '#server/kernel/mail.ts'
import { mails } from './mails.ts'
import { issueToken } from './one-time-tokens.ts'
import { type Realm, realmOf } from './realms.ts'
import { emailKey } from './sign-in.ts'

const purposeOf = { staff: 'reset', customer: 'set-password' } as const

/**
 * Notes that somebody wants a link for this address. Whether there is such a user is looked up later by
 * `answerRequests`, so that the answer says nothing, not even by its time.
 */
export async function requestPasswordLink(db: Db, realm: Realm, email: string): Promise<void> {
  await sql`insert into account_requests (id, purpose, email_key)
    values (${newId()}, ${purposeOf[realm]}, ${emailKey(email)})`.execute(db)
}

interface Request {
  purpose: 'reset' | 'set-password'
  email_key: string
}

/** Mails a link to everybody who asked for one and exists, at that door, and is not suspended. */
export async function answerRequests(database: Database): Promise<void> {
  const waiting = await sql`select 1 from account_requests limit 1`.execute(database.db)
  if (waiting.rows.length === 0) return
  await database.transaction(async (tx) => {
    const { rows } = await sql<Request>`delete from account_requests where id in (
      select id from account_requests order by created_at limit 50 for update skip locked)
      returning purpose, email_key`.execute(tx)
    const askers = new Map(rows.map((row) => [`${row.purpose} ${row.email_key}`, row]))
    const found = await sql<{ id: string; email: string; name: string; role: Role; email_key: string }>`
      select id, email, name, role, email_key from users where email_key = any(${rows.map((row) => row.email_key)})
        and deleted_at is null and suspended_at is null order by id`.execute(tx)
    for (const user of found.rows) {
      const purpose = purposeOf[realmOf(user.role)]
      if (!askers.has(`${purpose} ${user.email_key}`)) continue
      const { token, expiresAt } = await issueToken(tx, user.id, purpose)
      await queueMail(tx, mails.newPassword(user, token, expiresAt))
    }
  })
}
