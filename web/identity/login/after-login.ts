import { toast } from 'sonner'
import type { User } from '#shared/identity/user.ts'
import { homeOf } from '#web/session/guard.ts'
import { setUser } from '#web/session/session.ts'
import { notifyTabs } from '#web/session/tabs.ts'

/** Starts the session of a user who has just logged in or registered; returns the path of their start page. */
export function startUserSession(user: User): string {
  const home = homeOf(user)
  if (home.isLimited) toast.info('Your account has limited access. Contact an admin to update permissions.')
  setUser(user)
  notifyTabs(user)
  return home.path
}
