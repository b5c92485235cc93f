import { toast } from 'sonner'
import type { Access } from '#shared/http/route.ts'
import type { ApiError, ErrorCode } from './api-error.ts'
import { isOutageShown } from './connection-state.ts'

/**
 * Says `session-expired` when a call was refused because nobody is signed in any more, and `second-factor-owed` when it was
 * because the company wants more than a password of this user.
 */
export const sessionChanges = new EventTarget()

/** Refusals with status 403 that a page explains itself. */
const explainedByPage: readonly ErrorCode[] = [
  'SETUP_CODE_WRONG',
  'LINK_INVALID',
  'SUDO_REQUIRED',
  'SECOND_FACTOR_REQUIRED',
]

/** What every failed call says, whoever made it. The fixed ids keep ten failed calls at one toast. */
export function reportFailure(error: ApiError, access: Access, quiet: boolean) {
  // A public call has no session to lose: 401 of the login itself is a wrong password.
  if (error.status === 401 && access !== 'public') sessionChanges.dispatchEvent(new Event('session-expired'))
  if (error.code === 'SECOND_FACTOR_REQUIRED') sessionChanges.dispatchEvent(new Event('second-factor-owed'))
  const text = quiet ? undefined : globalText(error)
  if (text && !(error.status === 0 && isOutageShown())) toast.error(text, { id: text })
}

/** Its text is its id. */
export const noResponseToast = 'Network error. Check your connection.'

/** The toast that the client shows for an error by itself; undefined where the caller has to tell it. */
export function globalText({ status, code }: Pick<ApiError, 'status' | 'code'>) {
  if (status === 0) return noResponseToast
  if (status === 403 && !explainedByPage.includes(code)) return 'Action not permitted.'
  if (status === 500) return 'Server error. Please try again later.'
  return undefined
}

/** Whether the user has been told already, by a toast or by being led to the login. */
export function isReportedGlobally(error: ApiError) {
  return globalText(error) !== undefined || error.code === 'NOT_SIGNED_IN' || error.code === 'SECOND_FACTOR_REQUIRED'
}
