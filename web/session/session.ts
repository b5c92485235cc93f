import { useSyncExternalStore } from 'react'
import { can } from '#shared/access/can.ts'
import type { Right } from '#shared/http/route.ts'
import type { User } from '#shared/identity/user.ts'
import { forgetStoredUser, storeUser } from './stored-user.ts'

/** Who is signed in: unchecked, checking, then present or absent. */
export type Session =
  | { state: 'unchecked' | 'checking'; user: null }
  | { state: 'present'; user: User }
  /** `keepOrigin`: whoever signs in next goes on where this one was; not after a log-out. */
  | { state: 'absent'; user: null; keepOrigin: boolean }

let session: Session = { state: 'unchecked', user: null }
const listeners = new Set<() => void>()

function become(next: Session) {
  session = next
  for (const listener of listeners) listener()
}

export const getSession = () => session

export function onSessionChange(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const startChecking = () => become({ state: 'checking', user: null })

/** Somebody is signed in; also for fresh data of the same user. */
export function setUser(user: User) {
  storeUser(user)
  become({ state: 'present', user })
}

/** Nobody is signed in any more; what the tab kept of them goes. */
export function clearUser({ keepOrigin }: { keepOrigin: boolean }) {
  forgetStoredUser()
  become({ state: 'absent', user: null, keepOrigin })
}

export const useSession = () => useSyncExternalStore(onSessionChange, getSession)

/** The signed-in user; only for pages that nobody else reaches. */
export function useUser(): User {
  const { user } = useSession()
  if (!user) throw new Error('No user is signed in')
  return user
}

/** May the signed-in user do that? `useCan('salesOrders.edit')`. False when nobody is signed in. */
export function useCan(right: Right): boolean {
  const { user } = useSession()
  return user !== null && can(user, right)
}
