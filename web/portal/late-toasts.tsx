import { type ComponentProps, useEffect, useState } from 'react'
import type * as sonner from 'sonner'

/*
 * Replaces sonner in the portal's bundle: loads it after the first page, and queues toasts until then. The build fails if
 * a page uses a method of `toast` that is missing here.
 */

type Toast = (typeof sonner)['toast']
const kinds = ['success', 'error', 'info', 'warning'] as const
type Kind = (typeof kinds)[number]
type LateToast = { kind: Kind; args: Parameters<Toast['success']>; at: number }

/** Default duration; a toast that couldn't be shown within its duration is outdated and is dropped. */
const usualMs = 4000
const isCurrent = ({ args: [, options], at }: LateToast) => performance.now() - at < (options?.duration ?? usualMs)

const waiting: LateToast[] = []
let loading: Promise<typeof sonner> | undefined
let shown: Toast | undefined
let requestToaster = () => {}

// If loading failed, for example offline, the next toast tries again.
const load = () =>
  (loading ??= import('sonner').catch((error: unknown) => {
    loading = undefined
    throw error
  }))

/** A toast with the same id replaces the waiting one, as in sonner. */
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

/**
 * Renders toasts once sonner is loaded: with the first toast, or 3 seconds after the page, so that a lost connection can
 * be reported offline.
 */
export function Toaster(props: ComponentProps<(typeof sonner)['Toaster']>) {
  const [loaded, setLoaded] = useState<typeof sonner>()
  useEffect(() => {
    requestToaster = () => void load().then(setLoaded, () => {})
    if (waiting.length > 0) return requestToaster()
    const timer = setTimeout(requestToaster, 3000)
    return () => clearTimeout(timer)
  }, [])
  // Runs after the effect of sonner's Toaster, which is subscribed by now.
  useEffect(() => {
    if (!loaded) return
    shown = loaded.toast
    for (const { kind, args } of waiting.splice(0).filter(isCurrent)) shown[kind](...args)
  }, [loaded])
  return loaded ? <loaded.Toaster {...props} /> : null
}
