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
  customerNotSet: 'Failed to set customer session.',
  limitedAccess: 'Your account has limited access. Contact an admin to update permissions.',
  settingsNotLoaded: 'Could not load application settings from the server.',
  settingsSaved: 'Settings updated successfully!',
  disconnected: 'Disconnected from the server. Attempting to reconnect...',
  connectFailed: 'Failed to connect to the server. Please check your connection.',
  connectionRestored: 'Connection restored',
  reconnected: 'Reconnected to server',
} as const

/** Tells a failure that nobody has told yet. */
export function showError(error: ApiError) {
  if (!isReportedGlobally(error)) toast.error(error.message, { id: error.message })
}
