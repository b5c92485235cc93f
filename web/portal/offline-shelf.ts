import { User } from '#shared/identity/user.ts'
import { paths } from '#web/paths.ts'
import { getSession, onSessionChange } from '#web/session/session.ts'
import { readStoredUser, storeUser } from '#web/session/stored-user.ts'

export const userKey = 'portal-shelf-user'
/** Written by web/portal-worker.ts: the answers that the shelf is shown from without a connection. */
export const dataCache = 'portal-shelf-data'
export const shelf = `${paths.customerPortal}/shelf`

/**
 * The shelf is counted where there is no connection, and a phone closes its browser: there the user is taken from this device
 * until the server says otherwise. Whoever logs out is forgotten, with all that was kept to be shown.
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
