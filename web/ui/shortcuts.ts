import { createContext, useContext, useEffect, useEffectEvent } from 'react'

/** Whether single-key shortcuts are on; WCAG 2.1.4 requires that they can be turned off. */
export const ShortcutsEnabled = createContext(true)

/** Runs `pressed[key]` when a key is pressed outside inputs, dialogs and menus, without Ctrl, Alt or Cmd. */
export function useShortcuts(pressed: Readonly<Record<string, (event: KeyboardEvent) => void>>) {
  const enabled = useContext(ShortcutsEnabled)
  const handle = useEffectEvent((event: KeyboardEvent) => {
    // Only character keys can be turned off: others aren't pressed by accident or by speech input.
    if (!enabled && event.key.length === 1) return
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target instanceof Element && event.target.closest(busyPlaces)) return
    const act = pressed[event.key]
    if (!act) return
    // Otherwise the letter would be typed into the first field of the dialog that the shortcut opens.
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
