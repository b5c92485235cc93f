import type { EventResult } from '#shared/logistics/driver/api.ts'
import type { DriverEventType } from '#shared/logistics/driver/events.ts'
import {
  type EventState,
  isOfStorage,
  openDatabase,
  type QueuedEvent,
  type QueuedFile,
  writing,
  writingTo,
} from './database.ts'
import type { ReadyFile } from '#web/logistics/public/photos.ts'
import { newId } from '#web/api/new-id.ts'

export interface NewEvent {
  type: DriverEventType
  routeId: string
  stopId?: string
  payload: Record<string, unknown>
  label: string
  files?: readonly ReadyFile[]
  /** When it happened, if the payload was made for that moment. */
  at?: string
}

/** Stores an event and its files; after that it survives anything but the loss of the phone. */
export async function addEvent(userId: string, event: NewEvent): Promise<void> {
  try {
    await writeEvent(userId, event)
  } catch (error) {
    if (!isOfStorage(error)) throw error
    // Storage is full: make room by deleting events that the server already has.
    await forgetSettledEvents(userId)
    await writeEvent(userId, event)
  }
}

async function writeEvent(userId: string, { files = [], at, ...event }: NewEvent): Promise<void> {
  const tx = await writing(['device', 'events', 'files'])
  const device = await tx.objectStore('device').get('device')
  if (!device) throw new Error('The phone has no id yet')
  const seq = device.lastSeq + 1
  const queued: QueuedEvent = {
    ...event,
    eventId: newId(),
    userId,
    deviceId: device.deviceId,
    seq,
    at: at ?? new Date().toISOString(),
    clockOffset: device.clockOffset ?? 0,
    state: 'waiting',
  }
  const ofFiles = files.map(
    ({ sha256, content }): QueuedFile => ({ sha256, userId, eventId: queued.eventId, content, failures: 0 }),
  )
  // Queue all writes at once: if storage fails between them, starting the next one would hide the original error.
  await Promise.all([
    tx.objectStore('device').put({ ...device, lastSeq: seq }),
    tx.objectStore('events').put(queued),
    ...ofFiles.map((file) => tx.objectStore('files').put(file)),
    tx.done,
  ])
}

/** All stored events of a driver, oldest first. */
export async function listEvents(userId: string): Promise<QueuedEvent[]> {
  const events = await (await openDatabase()).getAllFromIndex('events', 'byUser', userId)
  return events.toSorted((a, b) => a.seq - b.seq)
}

/** Whether to notify the driver: refused, or without effect because the stop was already finished. */
const deservesWord = (event: QueuedEvent, { outcome, code }: EventResult) =>
  outcome === 'refused' || (code === 'NO_EFFECT' && ['stop.deliver', 'stop.fail', 'stop.undo'].includes(event.type))

/** Stores the server's results; an event that could not be applied waits for the driver's decision. */
export async function noteResults(results: readonly EventResult[]): Promise<void> {
  const tx = await writingTo('events')
  for (const result of results) {
    const event = await tx.store.get(result.eventId)
    if (!event) continue
    const { outcome, code, reason } = result
    // Sent twice because the first response was lost: the result contains the first outcome.
    const isRefused = outcome === 'refused' || (outcome === 'duplicate' && reason !== undefined)
    const state: EventState = isRefused || deservesWord(event, result) ? 'attention' : 'sent'
    await tx.store.put({ ...event, state, outcome, ...(code && { code }), ...(reason && { reason }) })
  }
  await tx.done
}

export async function settleEvents(eventIds: readonly string[]): Promise<void> {
  const tx = await writingTo('events')
  for (const id of eventIds) {
    const event = await tx.store.get(id)
    if (event) await tx.store.put({ ...event, state: 'settled' })
  }
  await tx.done
}

const retentionDays = 14

/** Deletes events that were settled more than `retentionDays` ago. */
export const forgetOldEvents = (userId: string): Promise<void> =>
  forgetSettledEvents(userId, new Date(Date.now() - retentionDays * 86_400_000).toISOString())

async function forgetSettledEvents(userId: string, before?: string): Promise<void> {
  const old = (await listEvents(userId)).filter(
    ({ state, at }) => state === 'settled' && (before === undefined || at < before),
  )
  const tx = await writingTo('events')
  for (const { eventId } of old) await tx.store.delete(eventId)
  await tx.done
}
