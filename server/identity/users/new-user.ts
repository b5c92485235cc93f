import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Permissions, Role } from '#shared/access/roles.ts'
import { Refusal } from '#shared/http/refusal.ts'
import type { Tx } from '#server/db/database.ts'
import { emailKey } from '#server/identity/login/sign-in.ts'

export interface NewUser {
  email: string
  name: string
  phone: string | null
  role: Role
  permissions: Permissions
  /** Null until the user sets a password by a mailed link. */
  passwordHash: string | null
  accountId?: string | null
  bootstrap?: boolean
}

/** Inserts the user and returns their id; throws ALREADY_EXISTS if the address is taken. */
export async function addUser(tx: Tx, user: NewUser): Promise<string> {
  const id = newId()
  await assertEmailAvailable(tx, user.email, id)
  await tx
    .insertInto('users')
    .values({
      id,
      email: user.email,
      email_key: emailKey(user.email),
      name: user.name,
      role: user.role,
      phone: user.phone,
      permissions: JSON.stringify(user.permissions),
      password_hash: user.passwordHash,
      account_id: user.accountId ?? null,
      bootstrap: user.bootstrap ?? false,
    })
    .execute()
  return id
}

/** Throws ALREADY_EXISTS if another user has the address. */
export async function assertEmailAvailable(tx: Tx, email: string, id: string): Promise<void> {
  const { rows } = await sql`select 1 from users
    where email_key = ${emailKey(email)} and id <> ${id} and deleted_at is null`.execute(tx)
  if (rows.length > 0)
    throw new Refusal('ALREADY_EXISTS', 'An account with this email address already exists.', {
      fields: { email: 'is taken' },
    })
}
