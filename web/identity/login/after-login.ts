import { toast } from 'sonner'
import type { User } from '#shared/identity/user.ts'
import { said } from '#web/api/toasts.ts'
import { homeOf } from '#web/session/guard.ts'
import { setUser } from '#web/session/session.ts'
import { tellTabs } from '#web/session/tabs.ts'

/** Takes somebody in who has just logged in or registered; returns where they start. */
export function enter(user: User): string {
  const home = homeOf(user)
  if (home.isLimited) toast.info(said.limitedAccess)
  setUser(user)
  tellTabs(user)
  return home.path
}
