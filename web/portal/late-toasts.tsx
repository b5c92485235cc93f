import { type ComponentProps, useEffect, useState } from 'react'
import type * as sonner from 'sonner'

/*
 * Takes the place of sonner in the portal's bundle: a page is there before anything is said, so what says it comes after the page.
 * The build refuses pages that ask for more of `toast` than stands here.
 */

type Toast = (typeof sonner)['toast']
const kinds = ['success', 'error', 'info', 'warning'] as const
type Kind = (typeof kinds)[number]
type Said = { kind: Kind; said: Parameters<Toast['success']> }

const waiting: Said[] = []
let loading: Promise<typeof sonner> | undefined
let shown: Toast | undefined
let askForToaster = () => {}

const load = () => (loading ??= import('sonner'))

const later =
  (kind: Kind) =>
  (...said: Said['said']) => {
    if (shown) return shown[kind](...said)
    waiting.push({ kind, said })
    return askForToaster()
  }

export const toast = {
  success: later('success'),
  error: later('error'),
  info: later('info'),
  warning: later('warning'),
  dismiss: (id: string | number) => {
    if (shown) return shown.dismiss(id)
    const at = waiting.findIndex(({ said: [, options] }) => options?.id === id)
    if (at >= 0) waiting.splice(at, 1)
    return id
  },
  getToasts: () => shown?.getToasts() ?? waiting.map(({ kind, said: [title] }) => ({ type: kind, title })),
}

/** Where toasts appear, once there is one; loaded when the page has settled, so that also a lost connection can be told. */
export function Toaster(props: ComponentProps<(typeof sonner)['Toaster']>) {
  const [loaded, setLoaded] = useState<typeof sonner>()
  useEffect(() => {
    askForToaster = () => void load().then(setLoaded)
    if (waiting.length > 0) return askForToaster()
    const timer = setTimeout(askForToaster, 3000)
    return () => clearTimeout(timer)
  }, [])
  // Runs after the toaster's own effect: it listens now.
  useEffect(() => {
    if (!loaded) return
    shown = loaded.toast
    for (const { kind, said } of waiting.splice(0)) shown[kind](...said)
  }, [loaded])
  return loaded ? <loaded.Toaster {...props} /> : null
}
