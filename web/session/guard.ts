import { mayView } from '#shared/access/menu.ts'
import type { User } from '#shared/identity/user.ts'
import { paths } from '#web/paths.ts'

const loginPages: readonly string[] = [paths.login, paths.customerLogin]
const publicPages: readonly string[] = [
  ...loginPages,
  paths.register,
  paths.setupFirstAdmin,
  paths.customerSetPassword,
  paths.resetPassword,
]
const openPages = [paths.profile, paths.settings]

/** Normalizes a path as the router does: `/CRM/%75sers/` is `/crm/users`. */
function plain(path: string): string {
  let decoded = path
  try {
    decoded = decodeURIComponent(path)
  } catch {
    // A malformed escape matches no page; keep it unchanged.
  }
  return decoded
    .toLowerCase()
    .replace(/\/{2,}/g, '/')
    .replace(/(.)\/$/, '$1')
}

const isUnder = (path: string, top: string) => path === top || path.startsWith(`${top}/`)

/** Pages that customers get by mailed link: open to anyone with the link, signed in or not. */
const isMailedLink = (path: string) =>
  path === paths.estimateAnswer || isUnder(path, paths.unsubscribe('').slice(0, -1))

export const isPublic = (path: string) => publicPages.includes(plain(path)) || isMailedLink(plain(path))
export const isLogin = (path: string) => loginPages.includes(plain(path))
export const isDriverPortal = (path: string) => isUnder(plain(path), paths.driverPortal)

/** The login for a page: the customer login for the portal, the staff login otherwise. */
const loginOf = (path: string) => (isUnder(plain(path), paths.customerPortal) ? paths.customerLogin : paths.login)

export type Home = {
  path: string
  /** The user has no page to work on and should ask an admin for rights. */
  isLimited: boolean
}

/** The user's start page: by role, then by what they may view. */
export function homeOf(user: User): Home {
  if (user.role === 'driver') return { path: paths.driverPortal, isLimited: false }
  if (user.role === 'customer') return { path: paths.customerPortal, isLimited: false }
  const choices =
    user.role === 'admin' ? [paths.dashboard, paths.users] : [paths.dashboard, paths.customers, paths.products]
  const first = choices.find((path) => mayView(user, path))
  return first ? { path: first, isLimited: false } : { path: paths.profile, isLimited: user.role !== 'admin' }
}

/** The redirect for a requested path; null if the user may stay. */
export function redirectOf(user: User | null, requestedPath: string): string | null {
  const path = plain(requestedPath)
  if (!user) return isPublic(path) ? null : loginOf(path)
  if (isMailedLink(path)) return null
  const home = homeOf(user).path
  if (isLogin(path)) return home
  const isPortal = isUnder(path, paths.customerPortal)
  if (user.role === 'customer') return isPortal ? null : home
  // A password reset link works for anyone who opens it, signed in or not.
  if (path === paths.resetPassword) return null
  if (isPortal) return home
  if (isUnder(path, paths.imports) && user.role !== 'admin') return home
  if (openPages.some((open) => isUnder(path, open))) return null
  if (user.role === 'driver') return isUnder(path, paths.driverPortal) ? null : home
  if (isPublic(path)) return null
  return mayView(user, path) ? null : home
}

/** The page requested before signing in; null unless it is a page of this app that the user may see. */
export function originOf(from: unknown, user: User, isKnown: (path: string) => boolean): string | null {
  // Reject open redirects: browsers read a backslash as a slash, and `//` begins the URL of another site.
  if (typeof from !== 'string' || !/^\/(?![/\\])/.test(from) || /[\\\p{Cc}]/u.test(from)) return null
  const here = 'https://own.invalid'
  const { origin, pathname, search, hash } = new URL(from, here)
  if (origin !== here || !isKnown(pathname) || isPublic(pathname)) return null
  return redirectOf(user, pathname) === null ? `${pathname}${search}${hash}` : null
}
