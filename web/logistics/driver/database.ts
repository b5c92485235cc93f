import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { User } from '#shared/identity/user.ts'
import type { DriverRoute } from '#shared/logistics/driver/api.ts'
import type { DriverEventType, EventOutcome } from '#shared/logistics/driver/events.ts'

/**
 * `waiting` to be sent; `sent` and not yet part of the route that the server last told; `attention` where the server could not
 * apply it and the driver has to decide; `settled` otherwise.
 */
export type EventState = 'waiting' | 'sent' | 'attention' | 'settled'

/** Something that the driver tapped: written down first, sent when there is a connection. */
export interface QueuedEvent {
  eventId: string
  userId: string
  deviceId: string
  seq: number
  /** By the clock of the phone. */
  at: string
  /** By how many milliseconds that clock was behind the server's. */
  clockOffset?: number
  type: DriverEventType
  routeId: string
  stopId?: string
  payload: Record<string, unknown>
  /** For people: "Delivery at City Clinic". */
  label: string
  state: EventState
  outcome?: EventOutcome
  code?: string
  reason?: string
}

/** A photo or signature, sent after the event that names it. */
export interface QueuedFile {
  sha256: string
  userId: string
  eventId: string
  content: ArrayBuffer
  failures: number
  /** Set where the server can't read it: it is not sent again by itself. */
  problem?: string
}

interface StoredRoute {
  id: string
  userId: string
  route: DriverRoute
}

interface StoredPosition {
  at: string
  userId: string
  routeId: string
  latitude: number
  longitude: number
  accuracy: number
}

/** This browser: its own id, the number of its last event, and whose phone it is now. */
export interface Device {
  key: 'device'
  deviceId: string
  lastSeq: number
  user: User | null
  sharesPlace: boolean
  /** The browser refused the location when it was asked last. */
  isPlaceDenied?: boolean
  syncedAt: number | null
  /** By how many milliseconds the phone's clock is behind the server's, as last measured. */
  clockOffset?: number
}

interface Schema extends DBSchema {
  device: { key: string; value: Device }
  events: { key: string; value: QueuedEvent; indexes: { byUser: string } }
  files: { key: string; value: QueuedFile; indexes: { byUser: string } }
  routes: { key: string; value: StoredRoute; indexes: { byUser: string } }
  positions: { key: string; value: StoredPosition; indexes: { byUser: string } }
}
export type Database = IDBPDatabase<Schema>

let opened: Promise<Database> | undefined

/** What the phone keeps, also over restarts of the browser. */
export function openDatabase(): Promise<Database> {
  opened ??= openDB<Schema>('wardstock-driver', 1, {
    upgrade(database) {
      database.createObjectStore('device', { keyPath: 'key' })
      for (const [name, keyPath] of [
        ['events', 'eventId'],
        ['files', 'sha256'],
        ['routes', 'id'],
        ['positions', 'at'],
      ] as const) {
        database.createObjectStore(name, { keyPath }).createIndex('byUser', 'userId')
      }
    },
  })
  return opened
}

/** What was tapped is on the disk when this is done, not only in memory. */
const durably = { durability: 'strict' } as const

type StoreName = 'device' | 'events' | 'files' | 'routes' | 'positions'

export async function writing<Names extends StoreName[]>(names: Names) {
  return knownToEnd((await openDatabase()).transaction(names, 'readwrite', durably))
}

/** The same of one store alone. */
export async function writingTo<Name extends StoreName>(name: Name) {
  return knownToEnd((await openDatabase()).transaction(name, 'readwrite', durably))
}

/** Whoever writes hears of the first thing that fails; the end of the transaction is no second error. */
function knownToEnd<T extends { done: Promise<void> }>(tx: T): T {
  tx.done.catch(() => {})
  return tx
}

/** Whether the phone couldn't write, as when its storage is full, and not the program or the network is at fault. */
export const isOfStorage = (error: unknown): boolean =>
  error instanceof DOMException && ['QuotaExceededError', 'AbortError', 'UnknownError'].includes(error.name)

const newDevice = (): Device => ({
  key: 'device',
  deviceId: crypto.randomUUID(),
  lastSeq: 0,
  user: null,
  sharesPlace: false,
  syncedAt: null,
})

/** Reads what is known of this browser; the first time it is given an id. */
export async function readDevice(): Promise<Device> {
  return changeDevice({})
}

export async function changeDevice(change: Partial<Omit<Device, 'key'>>): Promise<Device> {
  const tx = await writingTo('device')
  const known = await tx.store.get('device')
  const device = { ...(known ?? newDevice()), ...change }
  await tx.store.put(device)
  await tx.done
  return device
}

/** All that the phone keeps of a driver, as of one moment: an answer of the server is written as a whole, or not yet. */
export async function readPhone(userId: string) {
  const tx = (await openDatabase()).transaction(['routes', 'events', 'files', 'device'])
  const [routes, events, files, device = newDevice()] = await Promise.all([
    tx.objectStore('routes').index('byUser').getAll(userId),
    tx.objectStore('events').index('byUser').getAll(userId),
    tx.objectStore('files').index('byUser').getAll(userId),
    tx.objectStore('device').get('device'),
  ])
  return { routes, events: events.toSorted((a, b) => a.seq - b.seq), files, device }
}
