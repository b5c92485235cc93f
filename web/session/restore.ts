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

/** A page that is being left ends within this: what comes after is of a page that stays. */
const settled = () => new Promise((done) => setTimeout(done, 100))

/** The check at the start of the app: who was signed in here, and are they still? */
export async function restoreSession(path: string) {
  joinTabs()
  sessionChanges.addEventListener('session-expired', onExpired)
  startChecking()
  const stored = readStoredUser() ?? (isPublic(path) ? null : await requestUserOfTabs())
  if (!stored) return clearUser({ keepOrigin: true })
  // A customer's and a driver's pages load what they need; a driver may be without a connection.
  if (stored.role === 'customer' || stored.role === 'driver') return setUser(stored)
  try {
    setUser(await fetchProfile(stored))
  } catch (error) {
    // A reload while the check runs cuts it off, sometimes before the page is told: that says nothing about the session.
    if (error instanceof ApiError && error.status === 0) await settled()
    if (isLeaving) return
    const text = error instanceof ApiError && error.status !== 401 ? globalText(error) : undefined
    toast.error(
      error instanceof ApiError && error.status === 401 ? toastTexts.sessionExpired : (text ?? messageOf(error)),
    )
    clearUser({ keepOrigin: true })
  }
}

/** Asks the server who is signed in, at the address of their role. */
export async function fetchProfile({ role }: Pick<User, 'role'>): Promise<User> {
  const reply =
    role === 'customer'
      ? await call(identityApi.customerProfile, {}, { prefix: 'Failed to fetch customer profile', quiet: true })
      : await call(identityApi.profile, {}, { prefix: 'Failed to fetch profile', quiet: true })
  if (!reply?.user) throw new Error('Invalid profile response')
  return reply.user
}

// While the check runs, and for the second of two refused calls, there is nobody to send away.
function onExpired() {
  if (getSession().state !== 'present') return
  toast.error(toastTexts.pleaseLogIn, { id: toastTexts.pleaseLogIn })
  clearUser({ keepOrigin: true })
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
