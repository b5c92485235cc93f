import { toast } from 'sonner'
import type { Access } from '#shared/http/route.ts'
import type { ApiError, ErrorCode } from './api-error.ts'
import { isOutageShown } from './connection-state.ts'

/**
 * Dispatches `session-expired` when a call was refused because the user is no longer signed in, and `second-factor-owed`
 * when the company requires a second factor of this user.
 */
export const sessionChanges = new EventTarget()

/** Refusals with status 403 that the page explains itself. */
const explainedByPage: readonly ErrorCode[] = [
  'SETUP_CODE_WRONG',
  'LINK_INVALID',
  'SUDO_REQUIRED',
  'SECOND_FACTOR_REQUIRED',
]

/** What every failed call reports. Fixed toast ids merge ten failures into one toast. */
export function reportFailure(error: ApiError, access: Access, quiet: boolean) {
  // A public call has no session to lose: a 401 from the login is a wrong password.
  if (error.status === 401 && access !== 'public') sessionChanges.dispatchEvent(new Event('session-expired'))
  if (error.code === 'SECOND_FACTOR_REQUIRED') sessionChanges.dispatchEvent(new Event('second-factor-owed'))
  const text = quiet ? undefined : globalText(error)
  if (text && !(error.status === 0 && isOutageShown())) toast.error(text, { id: text })
}

/** Both the toast's text and its id. */
export const noResponseToast = 'Network error. Check your connection.'

/** The toast that the client itself shows for an error; undefined when the caller has to show it. */
export function globalText({ status, code }: Pick<ApiError, 'status' | 'code'>) {
  if (status === 0) return noResponseToast
  if (status === 403 && !explainedByPage.includes(code)) return 'Action not permitted.'
  if (status === 500) return 'Server error. Please try again later.'
  return undefined
}

/** Whether the user already knows: from a toast, or from the redirect to the login. */
export function isReportedGlobally(error: ApiError) {
  return globalText(error) !== undefined || error.code === 'NOT_SIGNED_IN' || error.code === 'SECOND_FACTOR_REQUIRED'
}
