import { sql } from 'kysely'
import type { DriverEvent, EventOutcome } from '#shared/logistics/driver/events.ts'
import type { Work } from '#server/kernel/work.ts'

export interface StoredEvent {
  outcome: Exclude<EventOutcome, 'duplicate'>
  code: string | null
  reason: string | null
}

/** The stored result of a phone's event, if it was received before. `isSequenceTaken`: another event has its id or number. */
export async function findEvent(
  work: Work,
  deviceId: string,
  { eventId, seq }: Pick<DriverEvent, 'eventId' | 'seq'>,
): Promise<{ known: StoredEvent | null; isSequenceTaken: boolean }> {
  const { rows } = await sql<StoredEvent & { id: string; seq: number; device: string; driver: string }>`
    select event_id as id, seq, device_id as device, driver_id as driver, outcome, code, reason from driver_events
    where event_id = ${eventId} or (driver_id = ${work.caller.userId} and device_id = ${deviceId} and seq = ${seq})`.execute(
    work.tx,
  )
  const same = rows.find((row) => row.id === eventId)
  const isOwn = same?.driver === work.caller.userId
  const known = same && isOwn ? { outcome: same.outcome, code: same.code, reason: same.reason } : null
  return { known, isSequenceTaken: known === null && rows.length > 0 }
}

/** Stores an event with its result; rows are never changed. */
export async function keepEvent(work: Work, deviceId: string, event: DriverEvent, stored: StoredEvent): Promise<void> {
  await work.tx
    .insertInto('driver_events')
    .values({
      event_id: event.eventId,
      driver_id: work.caller.userId,
      device_id: deviceId,
      seq: event.seq,
      type: event.type,
      route_id: event.routeId,
      stop_id: event.stopId ?? null,
      device_at: event.at,
      received_at: work.now,
      payload: JSON.stringify(event.payload),
      outcome: stored.outcome,
      code: stored.code,
      reason: stored.reason,
    })
    .execute()
  work.audit('driver.event', 'route', event.routeId, { type: event.type, outcome: stored.outcome, code: stored.code })
}

/** When an event happened, by the phone's clock. */
export async function deviceTimeOf(work: Work, eventId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: string }>`select device_at as at from driver_events
    where event_id = ${eventId} and driver_id = ${work.caller.userId} and outcome = 'applied'`.execute(work.tx)
  return rows[0] ? new Date(rows[0].at) : null
}
