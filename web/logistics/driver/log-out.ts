import { identityApi } from '#shared/identity/login/api.ts'
import { leaveToasts } from '#web/api/arrival-toasts.ts'
import { toastTexts } from '#web/api/toasts.ts'
import { paths } from '#web/paths.ts'
import { clearUser } from '#web/session/session.ts'
import { notifyTabs } from '#web/session/tabs.ts'
import { changeDevice, openDatabase, writingTo } from './database.ts'
import { getPhone } from './phone.ts'
import { request } from './request.ts'

/**
 * Ends the session. Unsent data stays on the phone for the same driver; stored routes are deleted, since others could
 * read them.
 */
export async function logOutOfPhone(): Promise<void> {
  const userId = getPhone()?.user.id
  try {
    await request(identityApi.logout, {})
    leaveToasts([{ kind: 'success', text: toastTexts.loggedOut }])
  } catch {
    // Offline, the session expires by itself; this browser forgets the driver anyway.
    leaveToasts([{ kind: 'error', text: toastTexts.logoutFailed }])
  }
  if (userId) await forgetRoutes(userId)
  await leaveForLogin()
}

async function forgetRoutes(userId: string): Promise<void> {
  const keys = await (await openDatabase()).getAllKeysFromIndex('routes', 'byUser', userId)
  const tx = await writingTo('routes')
  for (const key of keys) await tx.store.delete(key)
  await tx.done
}

let isLeaving = false

/** Goes to the office's login page. The driver must be forgotten first, or it would redirect back here. */
export async function leaveForLogin(): Promise<void> {
  if (isLeaving) return
  isLeaving = true
  await changeDevice({ user: null })
  clearUser({ keepOrigin: false })
  notifyTabs(null)
  window.location.assign(paths.login)
}
