import { useSyncExternalStore } from 'react'
import { getSession, onSessionChange } from './session.ts'

/**
 * A per-user setting of this device (its keyboard, its scanner), on by default. `isOnSignedOut`: its value while nobody
 * is signed in.
 */
export function deviceSetting(name: string, isOnSignedOut: boolean) {
  const keyOf = (userId: string) => `${name}-${userId}`
  const listeners = new Set<() => void>()
  const isOn = () => {
    const { user } = getSession()
    return user === null ? isOnSignedOut : localStorage.getItem(keyOf(user.id)) !== 'off'
  }
  const subscribe = (listener: () => void) => {
    const stop = onSessionChange(listener)
    listeners.add(listener)
    return () => {
      stop()
      listeners.delete(listener)
    }
  }
  return {
    useIsOn: () => useSyncExternalStore(subscribe, isOn),
    set: (wanted: boolean) => {
      const { user } = getSession()
      if (!user) return
      if (wanted) localStorage.removeItem(keyOf(user.id))
      else localStorage.setItem(keyOf(user.id), 'off')
      for (const listener of listeners) listener()
    },
  }
}
