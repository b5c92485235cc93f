import { type RefusalCode, refusals } from '#shared/http/refusal.ts'
import type { ListedUser } from './users-api.ts'

/* Why an action on a user is not possible; null if it is. Buttons and refusals use the same text. */

interface Closed {
  code: RefusalCode
  reason: string
}
const closed = (code: RefusalCode): Closed => ({ code, reason: refusals[code].message })

/** For sending the link to set a password. */
export function whyUserNotInvited({
  hasPassword,
  suspended,
}: Pick<ListedUser, 'hasPassword' | 'suspended'>): Closed | null {
  if (suspended) return { code: 'INVALID_TRANSITION', reason: 'This user is suspended. Lift the suspension first.' }
  if (!hasPassword) return null
  return {
    code: 'ALREADY_DONE',
    reason: 'This user already has a password and can request a new one on the login page.',
  }
}

/** For suspending and deleting: an administrator must remain, and users who lock themselves out could not undo it. */
export function whyUserNotRemovable(
  { id, isLastAdmin }: Pick<ListedUser, 'id' | 'isLastAdmin'>,
  ownId: string | undefined,
): Closed | null {
  if (isLastAdmin) return closed('LAST_ADMINISTRATOR')
  return id === ownId ? closed('OWN_ACCOUNT') : null
}
