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
 * Sends what waits, oldest first and each once, then the files of it, then asks for the routes anew. Throws ApiError where the
 * server can't be reached or has ended the session, DOMException where the phone is full; what has not been sent waits on.
 */
export async function synchronise(userId: string, onProgress: () => void): Promise<void> {
  await sendEvents(userId, onProgress)
  // Where the phone is full, files that are sent make room.
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
    // A phone has one id; another only if its storage was lost in between.
    const batch = waiting.filter(({ deviceId }) => deviceId === waiting[0]?.deviceId).slice(0, maxEvents)
    if (batch.length === 0) return
    await noteResults(await sendBatch(batch))
    onProgress()
  }
}

/** One event that the server can't even read must not hold the others up: then they go one by one. */
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

/** Takes the routes as the server tells them now; what it said yes to before that is part of them. */
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

/** Positions are worth little: those that the server doesn't want are forgotten. */
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
