import { createContext, useContext, useEffect, useEffectEvent } from 'react'

/** Single-key shortcuts can be turned off (WCAG 2.1.4): put `value={false}` around the app. */
export const ShortcutsEnabled = createContext(true)

/** Runs `pressed[key]` for a key pressed outside inputs, dialogs and menus, and without Ctrl, Alt or Cmd. */
export function useShortcuts(pressed: Readonly<Record<string, (event: KeyboardEvent) => void>>) {
  const enabled = useContext(ShortcutsEnabled)
  const handle = useEffectEvent((event: KeyboardEvent) => {
    // Keys that write nothing can't be hit by mistake, nor by speech.
    if (!enabled && event.key.length === 1) return
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target instanceof Element && event.target.closest(busyPlaces)) return
    const act = pressed[event.key]
    if (!act) return
    // Else the letter is typed into the first field of the dialog that it opens.
    if (event.key.length === 1) event.preventDefault()
    act(event)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

const busyPlaces = [
  'input:not([type=checkbox], [type=radio])',
  'textarea',
  'select',
  '[contenteditable=true]',
  '[role=dialog]',
  '[role=alertdialog]',
  '[role=menu]',
  '[role=listbox]',
].join()
