import { useSyncExternalStore } from 'react'
import { getSession, onSessionChange } from '#web/session/session.ts'

/* Single-key shortcuts can be turned off (WCAG 2.1.4); kept on the device that has the keyboard. */
const keyOf = (userId: string) => `shortcuts-${userId}`
const listeners = new Set<() => void>()

function areShortcutsOn(): boolean {
  const { user } = getSession()
  return user === null || localStorage.getItem(keyOf(user.id)) !== 'off'
}

export function setShortcutsOn(isOn: boolean) {
  const { user } = getSession()
  if (!user) return
  if (isOn) localStorage.removeItem(keyOf(user.id))
  else localStorage.setItem(keyOf(user.id), 'off')
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  const stop = onSessionChange(listener)
  listeners.add(listener)
  return () => {
    stop()
    listeners.delete(listener)
  }
}

export const useShortcutsOn = () => useSyncExternalStore(subscribe, areShortcutsOn)
