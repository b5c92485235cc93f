import { toast } from 'sonner'
import type { ApiError } from './api-error.ts'
import { isReportedGlobally } from './failures.ts'
import { untilClosed } from '#web/ui/toasts/toaster.tsx'

/** Toast texts fixed by the specification. */
export const toastTexts = {
  pleaseLogIn: 'Please log in to continue.',
  sessionExpired: 'Session expired. Please log in again.',
  registered: 'Registration successful',
  loggedIn: 'Login successful',
  loggedOut: 'Logged out successfully',
  logoutFailed: 'Error logging out',
  settingsNotLoaded: 'Could not load application settings from the server.',
} as const

/** Longer messages can't be read within the four seconds of a toast. */
const longMessage = 160

/** Shows a failure unless it has been reported globally; a long message stays until it is closed. */
export function showError(error: ApiError) {
  if (isReportedGlobally(error)) return
  const { message } = error
  toast.error(message, { id: message, ...(message.length > longMessage && untilClosed) })
}
