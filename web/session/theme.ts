import { useSyncExternalStore } from 'react'
import { getSession, onSessionChange } from './session.ts'

export type Theme = 'light' | 'dark'

/* public/first-paint.js reads the same key before the first paint. */
const keyOf = (userId: string) => `theme-${userId}`
const listeners = new Set<() => void>()

/** The theme of the signed-in user; light when nobody is signed in. */
function currentTheme(): Theme {
  const { user } = getSession()
  return user && localStorage.getItem(keyOf(user.id)) === 'dark' ? 'dark' : 'light'
}

export function setTheme(theme: Theme) {
  const { user } = getSession()
  if (!user) return
  localStorage.setItem(keyOf(user.id), theme)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  const stop = onSessionChange(listener)
  window.addEventListener('storage', listener)
  listeners.add(listener)
  return () => {
    stop()
    window.removeEventListener('storage', listener)
    listeners.delete(listener)
  }
}

export const useTheme = () => useSyncExternalStore(subscribe, currentTheme)

/** Applies the user's theme to the page; call it once. While the session is being checked, the first paint's theme stays. */
export function followTheme() {
  const paint = () => {
    const { state } = getSession()
    if (state === 'unchecked' || state === 'checking') return
    const page = document.documentElement
    page.classList.toggle('dark', currentTheme() === 'dark')
    const bar = document.querySelector<HTMLMetaElement>('meta[name=theme-color]')
    if (bar) bar.content = getComputedStyle(page).getPropertyValue('--card')
  }
  paint()
  return subscribe(paint)
}
