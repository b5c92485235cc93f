import { useSyncExternalStore } from 'react'
import type { User } from '#shared/identity/user.ts'
import type { DriverRoute } from '#shared/logistics/driver/api.ts'
import { ApiError } from '#web/api/api-error.ts'
import { isOfStorage, type QueuedEvent, type QueuedFile, readDevice, readPhone } from './database.ts'
import { addEvent, type NewEvent } from './event-queue.ts'
import { withEvents } from './local-route.ts'
import { synchronise } from './synchronise.ts'

/** Why nothing can be sent now; `storage`: the phone can't keep what it is told. */
type Problem = 'offline' | 'signed-out' | 'server' | 'storage'

/** All that the driver's page shows. */
export interface Phone {
  user: User
  routes: readonly DriverRoute[]
  events: readonly QueuedEvent[]
  files: readonly QueuedFile[]
  isSending: boolean
  problem: Problem | null
  syncedAt: number | null
  /** By how many milliseconds the phone's clock is behind the server's, as last measured. */
  clockOffset: number
  sharesPlace: boolean
  /** The browser refuses the location. */
  isPlaceDenied: boolean
  /** What was tapped last is not written down: the phone has no room for it. */
  hasSaveFailed: boolean
}

const everySeconds = 30

let phone: Phone | null = null
const listeners = new Set<() => void>()
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('wardstock-driver')

function become(change: Partial<Phone>) {
  if (phone) phone = { ...phone, ...change }
  for (const listener of listeners) listener()
}

/** Reads anew what the phone keeps. */
async function reload(): Promise<void> {
  if (!phone) return
  const { routes: storedRoutes, events, files, device } = await readPhone(phone.user.id)
  const { syncedAt, clockOffset = 0, sharesPlace, isPlaceDenied = false } = device
  const routes = storedRoutes
    .map(({ route }) => withEvents(route, events, Date.now() + clockOffset))
    .toSorted((a, b) => a.date.localeCompare(b.date) || a.startsAt.localeCompare(b.startsAt) || (a.id < b.id ? -1 : 1))
  become({ routes, events, files, syncedAt, clockOffset, sharesPlace, isPlaceDenied })
}

/** For this tab and every other: something that the phone keeps has changed. */
export async function changed(): Promise<void> {
  await reload()
  channel?.postMessage('changed')
}

let running: Promise<void> | null = null

/** Sends and fetches whatever there is; one at a time, in all tabs. */
export function sync(): Promise<void> {
  running ??= syncOnce().finally(() => {
    running = null
  })
  return running
}

/** The same after whatever is under way: that may have read the queue, or missed the network, before this was asked for. */
export const syncAnew = (): Promise<void> => (running ?? Promise.resolve()).then(sync, sync)

async function syncOnce(): Promise<void> {
  if (!phone) return
  const userId = phone.user.id
  become({ isSending: true })
  let problem: Problem | null = null
  try {
    await alone(() => synchronise(userId, () => void changed()))
  } catch (error) {
    problem = problemOf(error)
  } finally {
    become({ isSending: false, problem })
    await changed()
  }
}

function problemOf(error: unknown): Problem {
  if (isOfStorage(error)) return 'storage'
  if (!(error instanceof ApiError)) throw error
  if (error.status === 0) return 'offline'
  return error.status === 401 || error.status === 403 ? 'signed-out' : 'server'
}

const alone = (work: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request('wardstock-driver-sync', work) : work()

/**
 * Writes down what the driver did, shows it at once, and sends it when there is a connection. False where the phone has no
 * room for it: then nothing has happened, and the driver is told.
 */
export async function record(event: NewEvent): Promise<boolean> {
  if (!phone) throw new Error('Nobody is signed in')
  const isSaved = await keep(phone.user.id, event)
  become({ hasSaveFailed: !isSaved })
  if (!isSaved) return false
  await changed()
  void syncAnew()
  return true
}

async function keep(userId: string, event: NewEvent): Promise<boolean> {
  try {
    await addEvent(userId, event)
    return true
  } catch (error) {
    if (!isOfStorage(error)) throw error
    return false
  }
}

export const dismissSaveFailure = () => become({ hasSaveFailed: false })

/** Starts the page for a driver: shows what the phone keeps, then sends on every occasion. */
export async function startPhone(user: User): Promise<void> {
  phone = {
    user,
    routes: [],
    events: [],
    files: [],
    isSending: false,
    problem: null,
    syncedAt: null,
    clockOffset: 0,
    sharesPlace: false,
    isPlaceDenied: false,
    hasSaveFailed: false,
  }
  await readDevice()
  await reload()
  channel?.addEventListener('message', () => void reload())
  window.addEventListener('offline', () => become({ problem: 'offline' }))
  window.addEventListener('online', () => void syncAnew())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void syncAnew()
  })
  setInterval(() => {
    if (document.visibilityState === 'visible') void sync()
  }, everySeconds * 1000)
  void sync()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** What the page shows; only below `startPhone`. */
export function usePhone(): Phone {
  const shown = useSyncExternalStore(subscribe, () => phone)
  if (!shown) throw new Error('The phone has not been started')
  return shown
}

export const getPhone = () => phone

/** Events and files that are still only on this phone. */
export function unsent({ events, files }: Pick<Phone, 'events' | 'files'>) {
  return {
    events: events.filter(({ state }) => state === 'waiting').length,
    files: files.filter(({ problem }) => problem === undefined).length,
  }
}

/** What the driver has to decide about. */
export const needsAttention = ({ events, files }: Pick<Phone, 'events' | 'files'>) => ({
  events: events.filter(({ state }) => state === 'attention'),
  files: files.filter(({ problem }) => problem !== undefined),
})
