import { useSyncExternalStore } from 'react'
import { getSession, onSessionChange } from './session.ts'

export type Theme = 'light' | 'dark'

/* public/first-paint.js reads the same key, before anything is drawn. */
const keyOf = (userId: string) => `theme-${userId}`
const listeners = new Set<() => void>()

/** The theme of whoever is signed in; light when nobody is. */
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

/** Keeps the page in the user's theme; call it once. While it is being checked who they are, the first paint stands. */
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
