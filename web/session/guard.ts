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

/** One spelling for what the router takes for the same page: `/CRM/%75sers/` is `/crm/users`. */
function plain(path: string): string {
  let decoded = path
  try {
    decoded = decodeURIComponent(path)
  } catch {
    // A broken escape names no page of ours; it stays as it is and matches nothing.
  }
  return decoded
    .toLowerCase()
    .replace(/\/{2,}/g, '/')
    .replace(/(.)\/$/, '$1')
}

const isUnder = (path: string, top: string) => path === top || path.startsWith(`${top}/`)

/** What a customer was mailed a link to: whoever has it may look, logged in or not. */
const isMailedLink = (path: string) =>
  path === paths.estimateAnswer || isUnder(path, paths.unsubscribe('').slice(0, -1))

export const isPublic = (path: string) => publicPages.includes(plain(path)) || isMailedLink(plain(path))
export const isLogin = (path: string) => loginPages.includes(plain(path))
export const isDriverPortal = (path: string) => isUnder(plain(path), paths.driverPortal)

/** The login that belongs to a page: the customers' for their portal, the staff's for everything else. */
const loginOf = (path: string) => (isUnder(plain(path), paths.customerPortal) ? paths.customerLogin : paths.login)

export type Home = {
  path: string
  /** The user may see no working page at all and should ask an admin. */
  isLimited: boolean
}

/** Where a user starts: by role, then by what they may view. */
export function homeOf(user: User): Home {
  if (user.role === 'driver') return { path: paths.driverPortal, isLimited: false }
  if (user.role === 'customer') return { path: paths.customerPortal, isLimited: false }
  const choices =
    user.role === 'admin' ? [paths.dashboard, paths.users] : [paths.dashboard, paths.customers, paths.products]
  const first = choices.find((path) => mayView(user, path))
  return first ? { path: first, isLimited: false } : { path: paths.profile, isLimited: user.role !== 'admin' }
}

/** Where somebody who asks for a path has to go instead; null when they may stay. */
export function redirectOf(user: User | null, requestedPath: string): string | null {
  const path = plain(requestedPath)
  if (!user) return isPublic(path) ? null : loginOf(path)
  if (isMailedLink(path)) return null
  const home = homeOf(user).path
  if (isLogin(path)) return home
  const isPortal = isUnder(path, paths.customerPortal)
  if (user.role === 'customer') return isPortal ? null : home
  // A link for a new password works for whoever opens it.
  if (path === paths.resetPassword) return null
  if (isPortal) return home
  if (isUnder(path, paths.imports) && user.role !== 'admin') return home
  if (openPages.some((open) => isUnder(path, open))) return null
  if (user.role === 'driver') return isUnder(path, paths.driverPortal) ? null : home
  if (isPublic(path)) return null
  return mayView(user, path) ? null : home
}

/** The page that somebody wanted before they had to sign in; null unless it is a page of this app that they may see. */
export function originOf(from: unknown, user: User, isKnown: (path: string) => boolean): string | null {
  // A backslash counts as a slash in an address, and two slashes start another site's.
  if (typeof from !== 'string' || !/^\/(?![/\\])/.test(from) || /[\\\p{Cc}]/u.test(from)) return null
  const here = 'https://own.invalid'
  const { origin, pathname, search, hash } = new URL(from, here)
  if (origin !== here || !isKnown(pathname) || isPublic(pathname)) return null
  return redirectOf(user, pathname) === null ? `${pathname}${search}${hash}` : null
}
