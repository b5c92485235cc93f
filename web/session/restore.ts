import { toast } from 'sonner'
import { identityApi } from '#shared/identity/login/api.ts'
import type { User } from '#shared/identity/user.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { globalText, sessionChanges } from '#web/api/failures.ts'
import { toastTexts } from '#web/api/toasts.ts'
import { isPublic } from './guard.ts'
import { clearUser, getSession, setUser, startChecking } from './session.ts'
import { readStoredUser } from './stored-user.ts'
import { requestUserOfTabs, joinTabs } from './tabs.ts'

let isLeaving = false
for (const leaving of ['beforeunload', 'pagehide']) {
  window.addEventListener(leaving, () => {
    isLeaving = true
  })
}

/** Waits long enough for a page that is being unloaded to stop; code that still runs then is on a page that stays. */
const settled = () => new Promise((done) => setTimeout(done, 100))

/**
 * Restores the session when the app starts: reads the stored user and checks with the server that they are still signed
 * in.
 */
export async function restoreSession(path: string) {
  joinTabs()
  sessionChanges.addEventListener('session-expired', onExpired)
  startChecking()
  const stored = readStoredUser() ?? (isPublic(path) ? null : await requestUserOfTabs())
  if (!stored) return clearUser({ keepOrigin: true })
  // The customer's and driver's pages load what they need themselves; a driver may be offline.
  if (stored.role === 'customer' || stored.role === 'driver') return setUser(stored)
  try {
    setUser(await fetchProfile(stored))
  } catch (error) {
    // A reload aborts the check, sometimes before `beforeunload` is seen: such a failure says nothing about the session.
    if (error instanceof ApiError && error.status === 0) await settled()
    if (isLeaving) return
    const text = error instanceof ApiError && error.status !== 401 ? globalText(error) : undefined
    toast.error(
      error instanceof ApiError && error.status === 401 ? toastTexts.sessionExpired : (text ?? messageOf(error)),
    )
    clearUser({ keepOrigin: true })
  }
}

/** Fetches the signed-in user, from the endpoint for their role. */
export async function fetchProfile({ role }: Pick<User, 'role'>): Promise<User> {
  const reply =
    role === 'customer'
      ? await call(identityApi.customerProfile, {}, { prefix: 'Failed to fetch customer profile', quiet: true })
      : await call(identityApi.profile, {}, { prefix: 'Failed to fetch profile', quiet: true })
  if (!reply?.user) throw new Error('Invalid profile response')
  return reply.user
}

// During the check, and for the second of two refused calls, there is no signed-in user to redirect.
function onExpired() {
  if (getSession().state !== 'present') return
  toast.error(toastTexts.pleaseLogIn, { id: toastTexts.pleaseLogIn })
  clearUser({ keepOrigin: true })
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
