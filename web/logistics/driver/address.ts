import { useEffect, useSyncExternalStore } from 'react'
import { paths } from '#web/paths.ts'
import { pageTitleId } from '#web/ui/page-header.tsx'

/* The driver's page has two paths and a few steps as query parameters, so it needs no router. */

const steps = ['load', 'deliver', 'fail', 'end'] as const
export type Step = (typeof steps)[number]

interface Address {
  routeId: string | null
  step: Step | null
  stopId: string | null
}

const inRoute = new RegExp(`^${paths.driverRoute('([^/]+)')}/?$`)

/** Whether a path belongs to the driver's page. */
export const isAddress = (path: string): boolean => path.replace(/\/$/, '') === paths.driverPortal || inRoute.test(path)

function read(): Address {
  const routeId = inRoute.exec(window.location.pathname)?.[1] ?? null
  const search = new URLSearchParams(window.location.search)
  return { routeId, step: steps.find((step) => search.has(step)) ?? null, stopId: search.get('stop') }
}

let address = read()
const listeners = new Set<() => void>()
function refresh() {
  address = read()
  for (const listener of listeners) listener()
}
window.addEventListener('popstate', refresh)

/** The path of a route, or of a step of it. */
export function routeAddress(routeId: string, step?: Step, stopId?: string): string {
  const search = [step, stopId && `stop=${stopId}`].filter(Boolean).join('&')
  return paths.driverRoute(routeId) + (search && `?${search}`)
}

export function goTo(to: string, { replace = false } = {}): void {
  if (replace) window.history.replaceState(null, '', to)
  else window.history.pushState(null, '', to)
  refresh()
  window.scrollTo(0, 0)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const useAddress = () => useSyncExternalStore(subscribe, () => address)

/** Sets the document title, and moves the focus to the heading after navigation. */
export function useHeading(title: string, isFirst: boolean): void {
  useEffect(() => {
    document.title = `${title} · Wardstock`
    if (!isFirst) document.getElementById(pageTitleId)?.focus({ preventScroll: true })
  }, [title, isFirst])
}
