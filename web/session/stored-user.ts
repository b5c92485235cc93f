import { User } from '#shared/identity/user.ts'

const userKey = 'user'
const driverPortalKey = 'isDriverPortalOpen'

/** The user in this tab's session storage; null when there is none or it can't be parsed. */
export function readStoredUser(): User | null {
  try {
    const parsed = User.safeParse(JSON.parse(sessionStorage.getItem(userKey) ?? 'null'))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

export function storeUser(user: User) {
  sessionStorage.setItem(userKey, JSON.stringify(user))
}

export function forgetStoredUser() {
  sessionStorage.removeItem(userKey)
  sessionStorage.removeItem(driverPortalKey)
}

/** Remembers for this session that the driver portal was opened. */
export function noteDriverPortal() {
  sessionStorage.setItem(driverPortalKey, 'true')
}
