import { useEffect, useSyncExternalStore } from 'react'
import { paths } from '#web/paths.ts'
import { pageTitleId } from '#web/ui/page-header.tsx'

/* The driver's page has two addresses and a few steps below them: no router needed. */

const steps = ['load', 'deliver', 'fail', 'end'] as const
export type Step = (typeof steps)[number]

interface Address {
  routeId: string | null
  step: Step | null
  stopId: string | null
}

const inRoute = new RegExp(`^${paths.driverRoute('([^/]+)')}/?$`)

/** Whether anything of the driver's page is there. */
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

/** The address of a route, or of one step of it. */
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

/** The document is called what its heading says, and whoever comes to a page is at its heading. */
export function useHeading(title: string, isFirst: boolean): void {
  useEffect(() => {
    document.title = `${title} · Wardstock`
    if (!isFirst) document.getElementById(pageTitleId)?.focus({ preventScroll: true })
  }, [title, isFirst])
}
