import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { User } from '#shared/identity/user.ts'
import type { DriverRoute } from '#shared/logistics/driver/api.ts'
import type { DriverEventType, EventOutcome } from '#shared/logistics/driver/events.ts'
import { newId } from '#web/api/new-id.ts'

/**
 * `waiting`: to be sent; `sent`: accepted, but not yet contained in the stored route; `attention`: the server could not
 * apply it, and the driver must decide; `settled`: all others.
 */
export type EventState = 'waiting' | 'sent' | 'attention' | 'settled'

/** An action of the driver: stored first, sent when there is a connection. */
export interface QueuedEvent {
  eventId: string
  userId: string
  deviceId: string
  seq: number
  /** By the phone's clock. */
  at: string
  /** The milliseconds by which the phone's clock was behind the server's. */
  clockOffset?: number
  type: DriverEventType
  routeId: string
  stopId?: string
  payload: Record<string, unknown>
  /** For display: "Delivery at City Clinic". */
  label: string
  state: EventState
  outcome?: EventOutcome
  code?: string
  reason?: string
}

/** A photo or signature, sent after its event. */
export interface QueuedFile {
  sha256: string
  userId: string
  eventId: string
  content: ArrayBuffer
  failures: number
  /** Set if the server can't read the file; then it is not retried automatically. */
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

/** This browser: its device id, the number of its last event, and its current user. */
export interface Device {
  key: 'device'
  deviceId: string
  lastSeq: number
  user: User | null
  sharesPlace: boolean
  /** The browser denied the location when last asked. */
  isPlaceDenied?: boolean
  syncedAt: number | null
  /** The milliseconds by which the phone's clock is behind the server's, as last measured. */
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

/** Opens the phone's IndexedDB, which survives restarts of the browser. */
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

/** A transaction completes only when its data is on disk, not just in memory. */
const durably = { durability: 'strict' } as const

type StoreName = 'device' | 'events' | 'files' | 'routes' | 'positions'

export async function writing<Names extends StoreName[]>(names: Names) {
  return knownToEnd((await openDatabase()).transaction(names, 'readwrite', durably))
}

/** The same for a single store. */
export async function writingTo<Name extends StoreName>(name: Name) {
  return knownToEnd((await openDatabase()).transaction(name, 'readwrite', durably))
}

/** The writer sees the first error of a request; without this, `done` would also cause an unhandled rejection. */
function knownToEnd<T extends { done: Promise<void> }>(tx: T): T {
  tx.done.catch(() => {})
  return tx
}

/** Whether the phone could not write, for example because its storage is full, as opposed to a bug or network error. */
export const isOfStorage = (error: unknown): boolean =>
  error instanceof DOMException && ['QuotaExceededError', 'AbortError', 'UnknownError'].includes(error.name)

const newDevice = (): Device => ({
  key: 'device',
  deviceId: newId(),
  lastSeq: 0,
  user: null,
  sharesPlace: false,
  syncedAt: null,
})

/** Reads this browser's device record; creates it with an id the first time. */
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

/** Reads all data of a driver in one transaction, so that a server response is seen as a whole or not at all. */
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
