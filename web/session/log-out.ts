import { toast } from 'sonner'
import { identityApi } from '#shared/identity/login/api.ts'
import { call } from '#web/api/client.ts'
import { toastTexts } from '#web/api/toasts.ts'
import { clearUser } from './session.ts'
import { notifyTabs } from './tabs.ts'

/** Ends the session; whether or not the server hears of it, this browser forgets the user. */
export async function logOut() {
  try {
    await call(identityApi.logout, {}, { prefix: 'Logout failed', quiet: true })
    toast.success(toastTexts.loggedOut)
  } catch {
    toast.error(toastTexts.logoutFailed)
  } finally {
    clearUser({ keepOrigin: false })
    notifyTabs(null)
  }
}
