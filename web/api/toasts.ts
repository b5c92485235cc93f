import { toast } from 'sonner'
import type { ApiError } from './api-error.ts'
import { isReportedGlobally } from './failures.ts'

/** The texts of the specification that are told by a toast. */
export const toastTexts = {
  pleaseLogIn: 'Please log in to continue.',
  sessionExpired: 'Session expired. Please log in again.',
  registered: 'Registration successful',
  loggedIn: 'Login successful',
  loggedOut: 'Logged out successfully',
  logoutFailed: 'Error logging out',
  settingsNotLoaded: 'Could not load application settings from the server.',
} as const

/** Tells a failure that nobody has told yet. */
export function showError(error: ApiError) {
  if (!isReportedGlobally(error)) toast.error(error.message, { id: error.message })
}
