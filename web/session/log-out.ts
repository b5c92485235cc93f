import { toast } from 'sonner'
import { identityApi } from '#shared/identity/login/api.ts'
import { call } from '#web/api/client.ts'
import { toastTexts } from '#web/api/toasts.ts'
import { clearUser } from './session.ts'
import { notifyTabs } from './tabs.ts'

/** The pending log-out, if any. */
let leaving: Promise<void> | undefined

/** Resolves once no log-out is pending. A session that ended meanwhile was ended by the user, not by the server. */
export const logOutIsDone = () => leaving ?? Promise.resolve()

/** Ends the session; even if the server can't be reached, this browser forgets the user. */
export function logOut(): Promise<void> {
  leaving ??= endSession().finally(() => {
    leaving = undefined
  })
  return leaving
}

async function endSession() {
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
