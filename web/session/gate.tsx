import { type ReactNode, useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { isDriverPortal, isLogin, originOf, redirectOf } from './guard.ts'
import { useSession } from './session.ts'
import { noteDriverPortal } from './stored-user.ts'
import { FullScreenLoading } from '#web/ui/full-screen-loading.tsx'

type GateProps = { isKnown: (path: string) => boolean; children: ReactNode }

/** Shows a page to users who may see it and redirects all others. */
export function Gate({ isKnown, children }: GateProps) {
  const session = useSession()
  const { pathname, search, hash, state, key } = useLocation()
  const { user } = session
  useEffect(() => {
    if (user?.role === 'driver' && isDriverPortal(pathname)) noteDriverPortal()
  }, [user, pathname])

  if (session.state === 'unchecked' || session.state === 'checking') return <FullScreenLoading />
  const target = redirectOf(user, pathname)
  // The location's key makes every redirect a new one: going Back before the login page has rendered would show an empty
  // page.
  if (target === null) return children
  if (!user) {
    const from = session.state === 'absent' && session.keepOrigin ? `${pathname}${search}${hash}` : undefined
    return <Navigate key={key} to={target} replace state={from === undefined ? null : { from }} />
  }
  const origin = isLogin(pathname) ? originOf((state as { from?: unknown } | null)?.from, user, isKnown) : null
  return <Navigate key={key} to={origin ?? target} replace />
}
