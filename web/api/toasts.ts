import { toast } from 'sonner'
import type { ApiError } from './api-error.ts'
import { isReportedGlobally } from './failures.ts'

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

/** Shows a failure unless it has been reported globally. */
export function showError(error: ApiError) {
  if (!isReportedGlobally(error)) toast.error(error.message, { id: error.message })
}
