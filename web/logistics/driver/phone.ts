import { useSyncExternalStore } from 'react'
import type { User } from '#shared/identity/user.ts'
import type { DriverRoute } from '#shared/logistics/driver/api.ts'
import { ApiError } from '#web/api/api-error.ts'
import { isOfStorage, type QueuedEvent, type QueuedFile, readDevice, readPhone } from './database.ts'
import { addEvent, type NewEvent } from './event-queue.ts'
import { withEvents } from './local-route.ts'
import { synchronise } from './synchronise.ts'

/** Why nothing can be sent; `storage`: the phone can't store the server's reply. */
type Problem = 'offline' | 'signed-out' | 'server' | 'storage'

/** The state that the driver's page shows. */
export interface Phone {
  user: User
  routes: readonly DriverRoute[]
  events: readonly QueuedEvent[]
  files: readonly QueuedFile[]
  isSending: boolean
  problem: Problem | null
  syncedAt: number | null
  /** The milliseconds by which the phone's clock is behind the server's, as last measured. */
  clockOffset: number
  sharesPlace: boolean
  /** The browser denies the location. */
  isPlaceDenied: boolean
  /** The last action was not stored: the phone's storage is full. */
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

/** Reloads the state from the phone's database. */
async function reload(): Promise<void> {
  if (!phone) return
  const { routes: storedRoutes, events, files, device } = await readPhone(phone.user.id)
  const { syncedAt, clockOffset = 0, sharesPlace, isPlaceDenied = false } = device
  const routes = storedRoutes
    .map(({ route }) => withEvents(route, events, Date.now() + clockOffset))
    .toSorted((a, b) => a.date.localeCompare(b.date) || a.startsAt.localeCompare(b.startsAt) || (a.id < b.id ? -1 : 1))
  become({ routes, events, files, syncedAt, clockOffset, sharesPlace, isPlaceDenied })
}

/** Reloads after the stored data has changed, in this tab and all others. */
export async function changed(): Promise<void> {
  await reload()
  channel?.postMessage('changed')
}

let running: Promise<void> | null = null

/** Sends and fetches everything; only one sync runs at a time, across all tabs. */
export function sync(): Promise<void> {
  running ??= syncOnce().finally(() => {
    running = null
  })
  return running
}

/** Syncs again after a running sync, which may have read the queue, or been offline, before this call. */
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
 * Stores a driver's action, shows it at once, and sends it when online. False if the phone's storage is full: then
 * nothing has happened, and the driver is told.
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

/**
 * Starts the page for a driver: shows the stored data, then syncs regularly and when the page or the connection comes
 * back.
 */
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

/** The state of the page; only after `startPhone`. */
export function usePhone(): Phone {
  const shown = useSyncExternalStore(subscribe, () => phone)
  if (!shown) throw new Error('The phone has not been started')
  return shown
}

export const getPhone = () => phone

/** Number of events and files that are not sent yet. */
export function unsent({ events, files }: Pick<Phone, 'events' | 'files'>) {
  return {
    events: events.filter(({ state }) => state === 'waiting').length,
    files: files.filter(({ problem }) => problem === undefined).length,
  }
}

/** Events and files that need the driver's decision. */
export const needsAttention = ({ events, files }: Pick<Phone, 'events' | 'files'>) => ({
  events: events.filter(({ state }) => state === 'attention'),
  files: files.filter(({ problem }) => problem !== undefined),
})
