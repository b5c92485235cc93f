import { type RefusalCode, refusals } from '#shared/http/refusal.ts'
import type { ListedUser } from './users-api.ts'

/* Why something of a user is not open; null where it is. Buttons and refusals say the same. */

interface Closed {
  code: RefusalCode
  reason: string
}
const closed = (code: RefusalCode): Closed => ({ code, reason: refusals[code].message })

/** Of the link to set a password. */
export const whyUserNotInvited = ({ hasPassword }: Pick<ListedUser, 'hasPassword'>): string | null =>
  hasPassword ? 'This user already has a password and can request a new one on the login page.' : null

/** Of suspending and deleting: somebody has to let people in, and who locks themselves out can't take it back. */
export function whyUserNotRemovable(
  { id, isLastAdmin }: Pick<ListedUser, 'id' | 'isLastAdmin'>,
  ownId: string | undefined,
): Closed | null {
  if (isLastAdmin) return closed('LAST_ADMINISTRATOR')
  return id === ownId ? closed('OWN_ACCOUNT') : null
}
