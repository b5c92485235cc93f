import { User } from '#shared/identity/user.ts'
import { paths } from '#web/paths.ts'
import { getSession, onSessionChange } from '#web/session/session.ts'
import { readStoredUser, storeUser } from '#web/session/stored-user.ts'

export const userKey = 'portal-shelf-user'
/** Cache of GET responses for the offline shelf, written by the service worker (web/portal-worker.ts). */
export const dataCache = 'portal-shelf-data'
export const shelf = `${paths.customerPortal}/shelf`

/**
 * Signs the user in from local storage on the shelf pages, because counting happens offline and phones close their
 * browsers; the server still has to accept the session. A log-out deletes the stored user and the cached data.
 */
export function rememberShelfUser(): void {
  if (window.location.pathname.startsWith(shelf) && !readStoredUser()) {
    const parsed = User.safeParse(readJson(localStorage.getItem(userKey)))
    if (parsed.success && parsed.data.role === 'customer') storeUser(parsed.data)
  }
  onSessionChange(() => {
    const session = getSession()
    if (session.state !== 'absent') return
    localStorage.removeItem(userKey)
    void globalThis.caches?.delete(dataCache)
  })
}

function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
