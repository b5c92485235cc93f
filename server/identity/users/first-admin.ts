import { randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import { roleDefaults } from '#shared/access/roles.ts'
import { Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { identityApi } from '#shared/identity/login/api.ts'
import type { User } from '#shared/identity/user.ts'
import { acquireAdvisoryLock, advisoryLocks } from '#server/kernel/advisory-locks.ts'
import { recordAudit } from '#server/kernel/audit.ts'
import type { Database, Db, Tx } from '#server/db/database.ts'
import { hashOf } from '#server/http/session.ts'
import { addUser } from './new-user.ts'
import { assertStrongPassword } from '#server/identity/profile/password-change.ts'
import { hashPassword } from '#server/identity/login/passwords.ts'
import { getUser } from '#server/identity/login/sign-in.ts'

/** The one-time set-up code: from the environment, or generated at startup and printed. No endpoint returns it. */
export const newSetupCode = (): string => {
  const letters = randomBytes(10).toString('hex').toUpperCase()
  return (letters.match(/.{5}/g) ?? [letters]).join('-')
}

/** The id of the oldest administrator; null while there is none. */
export async function firstAdmin(db: Db | Tx): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select id from users where role = 'admin' and deleted_at is null
    order by created_at limit 1`.execute(db)
  return rows[0]?.id ?? null
}

export async function hasAdmin(db: Db | Tx): Promise<boolean> {
  return (await firstAdmin(db)) !== null
}

type Setup = RequestOf<(typeof identityApi.setupFirstAdmin)['spec']>['body']

/** Creates the first administrator; of several concurrent requests one succeeds, the others get ALREADY_SET_UP, and 404 from then on. */
export async function setUpFirstAdmin(
  database: Database,
  code: string,
  input: z.output<z.ZodAny> & Setup,
): Promise<User> {
  if (await hasAdmin(database.db)) throw new Refusal('NOT_FOUND')
  if (!sameCode(code, input.code)) throw new Refusal('SETUP_CODE_WRONG', undefined, { fields: { code: 'is wrong' } })
  await assertStrongPassword(database.db, input.password, input)
  const passwordHash = await hashPassword(input.password)
  return database.transaction(async (tx, locks) => {
    locks.take('users', 'first-admin')
    await acquireAdvisoryLock(tx, advisoryLocks.firstAdmin)
    if (await hasAdmin(tx)) throw new Refusal('ALREADY_SET_UP')
    const { email, name, phone } = input
    const { admin: permissions } = roleDefaults
    const id = await addUser(tx, { email, name, phone, role: 'admin', permissions, passwordHash, bootstrap: true })
    await recordAudit(tx, id, { act: 'user.firstAdmin', entity: 'user', entityId: id, details: { email } })
    return getUser(tx, id)
  })
}

function sameCode(expected: string, given: string): boolean {
  const a = hashOf(expected.trim().toUpperCase())
  return timingSafeEqual(a, hashOf(given.trim().toUpperCase()))
}
