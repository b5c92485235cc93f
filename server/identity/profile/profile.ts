import type { User } from '#shared/identity/user.ts'
import type { Work } from '#server/kernel/work.ts'
import { getUser } from '#server/identity/login/sign-in.ts'
import { announceUser } from '#server/identity/users/announce-user.ts'
import { nextVersion } from '#server/db/next-version.ts'

/** Changes the caller's own name and phone. */
export async function changeProfile(work: Work, input: { name: string; phone: string | null }): Promise<User> {
  const { userId } = work.caller
  work.locks.take('users', userId)
  await work.tx
    .updateTable('users')
    .set({ name: input.name, phone: input.phone, updated_at: work.now, version: nextVersion })
    .where('id', '=', userId)
    .execute()
  work.audit('user.profileChanged', 'user', userId, input)
  announceUser(work, userId)
  return getUser(work.tx, userId)
}
