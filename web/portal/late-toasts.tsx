import { type ComponentProps, useEffect, useState } from 'react'
import type * as sonner from 'sonner'

/*
 * Takes the place of sonner in the portal's bundle: a page is there before anything is said, so what says it comes after the page.
 * The build refuses pages that ask for more of `toast` than stands here.
 */

type Toast = (typeof sonner)['toast']
const kinds = ['success', 'error', 'info', 'warning'] as const
type Kind = (typeof kinds)[number]
type LateToast = { kind: Kind; args: Parameters<Toast['success']>; at: number }

/** How long a toast is shown unless it says otherwise: one that could not be shown in that time is no news any more. */
const usualMs = 4000
const isCurrent = ({ args: [, options], at }: LateToast) => performance.now() - at < (options?.duration ?? usualMs)

const waiting: LateToast[] = []
let loading: Promise<typeof sonner> | undefined
let shown: Toast | undefined
let requestToaster = () => {}

// What could not be loaded, such as without a connection, is loaded with the next toast.
const load = () =>
  (loading ??= import('sonner').catch((error: unknown) => {
    loading = undefined
    throw error
  }))

/** One of the same id takes its place, as sonner has it. */
function withdraw(id: string | number | undefined): void {
  const at = id === undefined ? -1 : waiting.findIndex(({ args: [, options] }) => options?.id === id)
  if (at >= 0) waiting.splice(at, 1)
}

const later =
  (kind: Kind) =>
  (...args: LateToast['args']) => {
    if (shown) return shown[kind](...args)
    withdraw(args[1]?.id)
    waiting.push({ kind, args, at: performance.now() })
    return requestToaster()
  }

export const toast = {
  success: later('success'),
  error: later('error'),
  info: later('info'),
  warning: later('warning'),
  dismiss: (id: string | number) => {
    if (shown) return shown.dismiss(id)
    withdraw(id)
    return id
  },
  getToasts: () => shown?.getToasts() ?? waiting.map(({ kind, args: [title] }) => ({ type: kind, title })),
}

/** Where toasts appear, once there is one; loaded when the page has settled, so that also a lost connection can be told. */
export function Toaster(props: ComponentProps<(typeof sonner)['Toaster']>) {
  const [loaded, setLoaded] = useState<typeof sonner>()
  useEffect(() => {
    requestToaster = () => void load().then(setLoaded, () => {})
    if (waiting.length > 0) return requestToaster()
    const timer = setTimeout(requestToaster, 3000)
    return () => clearTimeout(timer)
  }, [])
  // Runs after the toaster's own effect: it listens now.
  useEffect(() => {
    if (!loaded) return
    shown = loaded.toast
    for (const { kind, args } of waiting.splice(0).filter(isCurrent)) shown[kind](...args)
  }, [loaded])
  return loaded ? <loaded.Toaster {...props} /> : null
}
