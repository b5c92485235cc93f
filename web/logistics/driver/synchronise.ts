import { driverApi, type EventResult } from '#shared/logistics/driver/api.ts'
import { type DriverEvent, maxEvents } from '#shared/logistics/driver/events.ts'
import { ApiError } from '#web/api/api-error.ts'
import { measuredOffset } from './clock-offset.ts'
import { changeDevice, isOfStorage, openDatabase, type QueuedEvent, writing, writingTo } from './database.ts'
import { deleteOldDrafts } from './drafts.ts'
import { forgetOldEvents, listEvents, noteResults } from './event-queue.ts'
import { request } from './request.ts'
import { sendFiles } from './send-files.ts'

type Sent = Parameters<typeof request<(typeof driverApi.sendEvents)['spec']>>[1]['body']

const wire = ({ eventId, seq, at, type, routeId, stopId, payload }: QueuedEvent): DriverEvent => ({
  eventId,
  seq,
  at,
  type,
  routeId,
  ...(stopId && { stopId }),
  payload,
})

/**
 * Sends waiting events, oldest first and each once, refetches the routes, then sends positions and files. Throws ApiError
 * if the server can't be reached or has ended the session, DOMException if the phone's storage is full; unsent data keeps
 * waiting.
 */
export async function synchronise(userId: string, onProgress: () => void): Promise<void> {
  await sendEvents(userId, onProgress)
  // If storage is full, go on: sending files makes room.
  const full = await refreshRoutes(userId).catch((error: unknown) => {
    if (isOfStorage(error)) return error
    throw error
  })
  onProgress()
  await sendPositions(userId)
  await sendFiles(userId, onProgress)
  await forgetOldEvents(userId)
  await deleteOldDrafts()
  if (full) throw full
}

async function sendEvents(userId: string, onProgress: () => void): Promise<void> {
  for (;;) {
    const waiting = (await listEvents(userId)).filter(({ state }) => state === 'waiting')
    // A phone has one device id; a second one only if its storage was lost in between.
    const batch = waiting.filter(({ deviceId }) => deviceId === waiting[0]?.deviceId).slice(0, maxEvents)
    if (batch.length === 0) return
    await noteResults(await sendBatch(batch))
    onProgress()
  }
}

/** If the server can't parse a batch, sends its events one by one, so that a bad event doesn't block the others. */
async function sendBatch(batch: readonly QueuedEvent[]): Promise<EventResult[]> {
  const [first] = batch
  if (!first) return []
  const body: Sent = { deviceId: first.deviceId, events: batch.map(wire) }
  try {
    return (await request(driverApi.sendEvents, { body })).results
  } catch (error) {
    if (!(error instanceof ApiError) || ![413, 422].includes(error.status)) throw error
    if (batch.length === 1) {
      return [{ eventId: first.eventId, outcome: 'refused', code: error.code, reason: error.message }]
    }
    const results: EventResult[] = []
    for (const one of batch) results.push(...(await sendBatch([one])))
    return results
  }
}

/** Replaces the stored routes with the server's; they contain the events accepted before, which become settled. */
async function refreshRoutes(userId: string): Promise<void> {
  const before = await listEvents(userId)
  const { data } = await request(driverApi.listDriverRoutes, { query: {} })
  const tx = await writing(['routes', 'events', 'device'])
  const known = await tx.objectStore('routes').index('byUser').getAllKeys(userId)
  const currentIds = new Set(data.map((route) => route.id))
  for (const id of known) if (!currentIds.has(id)) await tx.objectStore('routes').delete(id)
  for (const route of data) await tx.objectStore('routes').put({ id: route.id, userId, route })
  for (const event of before)
    if (event.state === 'sent') await tx.objectStore('events').put({ ...event, state: 'settled' })
  await tx.done
  await changeDevice({ syncedAt: Date.now(), clockOffset: measuredOffset() ?? 0 })
}

const maxPositions = 500

/** Positions are expendable: those that the server refuses are dropped. */
async function sendPositions(userId: string): Promise<void> {
  const database = await openDatabase()
  const stored = await database.getAllFromIndex('positions', 'byUser', userId)
  for (const [routeId, positions] of Map.groupBy(stored, (one) => one.routeId)) {
    const body = {
      routeId,
      positions: positions.slice(-maxPositions).map(({ at, latitude, longitude, accuracy }) => ({
        at,
        latitude,
        longitude,
        accuracy,
      })),
    }
    try {
      await request(driverApi.sendPositions, { body })
    } catch (error) {
      if (!(error instanceof ApiError) || ![404, 409, 422].includes(error.status)) throw error
    }
    const tx = await writingTo('positions')
    for (const { at } of positions) await tx.store.delete(at)
    await tx.done
  }
}
