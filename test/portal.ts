import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { PortalRole } from '#shared/portal/portal-user.ts'
import { accountUsersApi } from '#shared/portal/users-api.ts'
import { hashOf } from '#server/http/session.ts'
import { clientOf } from '#test/client.ts'
import type { Client, TestServer } from '#test/server.ts'

let people = 0

/** Creates a portal user of a customer, invited by the office, and a session for them. */
export async function portalUser(
  server: TestServer,
  admin: Client,
  accountId: string,
  role: PortalRole = 'owner',
  approvalLimit: string | null = null,
): Promise<Client & { email: string }> {
  people += 1
  const email = `portal${people}@example.com`
  const name = `${role} ${people}`
  const { data } = await admin.do(accountUsersApi.inviteAccountUser, {
    params: { id: accountId },
    body: { name, email, role, approvalLimit },
  })
  const userId = data.find((user) => user.email === email)?.id ?? ''
  const token = randomBytes(32).toString('base64url')
  await sql`update users set password_hash = 'none' where id = ${userId}`.execute(server.database.db)
  await sql`insert into sessions (id, token_hash, user_id, realm, epoch, expires_at)
    select ${newId()}::uuid, ${hashOf(token)}::bytea, id, 'customer', auth_epoch, now() + interval '1 day' from users where id = ${userId}`.execute(
    server.database.db,
  )
  return { ...clientOf(server.url, userId, `__Host-sid=${token}`), email }
}
