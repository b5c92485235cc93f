import { useSyncExternalStore } from 'react'
import { can } from '#shared/access/can.ts'
import type { Right } from '#shared/http/route.ts'
import type { User } from '#shared/identity/user.ts'
import { forgetStoredUser, storeUser } from './stored-user.ts'

/** The session state: unchecked, checking, then present or absent. */
export type Session =
  | { state: 'unchecked' | 'checking'; user: null }
  | { state: 'present'; user: User }
  /** `keepOrigin`: after the next login, return to the current page; false after a log-out. */
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

/** Sets the signed-in user, also when the same user's data has changed. */
export function setUser(user: User) {
  storeUser(user)
  become({ state: 'present', user })
}

/** Forgets the signed-in user, also in this tab's storage. */
export function clearUser({ keepOrigin }: { keepOrigin: boolean }) {
  forgetStoredUser()
  become({ state: 'absent', user: null, keepOrigin })
}

export const useSession = () => useSyncExternalStore(onSessionChange, getSession)

/** The signed-in user; throws if there is none, so use it only on pages that require one. */
export function useUser(): User {
  const { user } = useSession()
  if (!user) throw new Error('No user is signed in')
  return user
}

/** Whether the signed-in user has a right: `useCan('salesOrders.edit')`. False when nobody is signed in. */
export function useCan(right: Right): boolean {
  const { user } = useSession()
  return user !== null && can(user, right)
}
