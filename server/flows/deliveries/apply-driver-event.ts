import { sql } from 'kysely'
import { storable, storableText } from '#shared/fields.ts'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { EventResult } from '#shared/logistics/driver/api.ts'
import {
  type DriverEvent,
  type DriverEventType,
  type DriverPayload,
  driverPayloads,
} from '#shared/logistics/driver/events.ts'
import type { Work } from '#server/kernel/work.ts'
import { findEvent, type StoredEvent, keepEvent } from '#server/logistics/driver/driver-events.ts'
import { assertUnderWay, isOpen, type LockedStop, noteRoute, routeGone } from '#server/logistics/routes/route-lock.ts'
import { reschedule, announceTracking } from '#server/logistics/routes/route-schedule.ts'
import { arriveAt, loadPackages } from '#server/logistics/routes/stops.ts'
import { deliverStop, lockCreditOfStop } from './deliver-stop.ts'
import {
  addDrivenKm,
  completeRoute,
  type Journey,
  lockJourney,
  makeCurrent,
  postponeStop,
  startRoute,
} from './drive-route.ts'
import { finishStop } from './finish-stop.ts'
import { undoStop } from './undo-stop.ts'

/** applied: the event changed something. recorded: it happened, but the stop had its final status already. */
type Applied = 'applied' | 'recorded'

interface DriverAction<T extends DriverEventType> {
  work: Work
  journey: Journey
  event: DriverEvent
  payload: DriverPayload<T>
  /** When it happened, by the server's clock. */
  at: Date
  stop: LockedStop
}

/**
 * Applies an event from a driver's phone once. Events of a driver are processed one at a time, from all their phones. Throws a
 * Refusal if it can't be applied; the caller stores it as refused.
 */
export async function applyDriverEvent(work: Work, deviceId: string, event: DriverEvent): Promise<EventResult> {
  const { userId } = work.caller
  work.locks.take('users', userId)
  await sql`select 1 from users where id = ${userId} for no key update`.execute(work.tx)
  const { known, isSequenceTaken } = await findEvent(work, deviceId, event)
  if (known) {
    work.audit('driver.event', 'route', event.routeId, { type: event.type, outcome: 'duplicate' })
    return { ...resultOf(event, { ...known, outcome: 'duplicate' }), ...(await stopOf(work, event)) }
  }
  if (isSequenceTaken) throw new Refusal('ALREADY_EXISTS', 'Another event has this number on this phone.')
  const parsed = driverPayloads[event.type].safeParse(event.payload)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw invalid(`payload.${issue?.path.join('.') ?? ''}`, issue?.message ?? 'is not valid')
  }
  const outcome = await apply(work, event, parsed.data)
  const stored: StoredEvent = { outcome, code: outcome === 'recorded' ? 'NO_EFFECT' : null, reason: null }
  await keepEvent(work, deviceId, event, stored)
  return { ...resultOf(event, stored), ...(await stopOf(work, event)) }
}

/** Stores a refused event, so that it shows in the stop's history; not if its sequence number is taken. */
export async function refuseDriverEvent(
  work: Work,
  deviceId: string,
  event: DriverEvent,
  refusal: Refusal,
): Promise<EventResult> {
  const { known, isSequenceTaken } = await findEvent(work, deviceId, event)
  const stored: StoredEvent = {
    outcome: 'refused',
    code: refusal.code,
    reason: storableText(refusal.message.slice(0, 500)),
  }
  if (known || isSequenceTaken)
    work.audit('driver.event', 'route', event.routeId, { outcome: 'refused', code: refusal.code })
  else await keepEvent(work, deviceId, { ...event, payload: storable(event.payload) as DriverEvent['payload'] }, stored)
  return { ...resultOf(event, stored), ...(await stopOf(work, event)) }
}

const resultOf = (
  { eventId }: DriverEvent,
  { outcome, code, reason }: Omit<StoredEvent, 'outcome'> & { outcome: EventResult['outcome'] },
): EventResult => ({ eventId, outcome, ...(code && { code }), ...(reason && { reason }) })

async function stopOf(work: Work, { stopId }: DriverEvent): Promise<Pick<EventResult, 'stop'>> {
  if (!stopId) return {}
  const { rows } = await sql<NonNullable<EventResult['stop']>>`select p.id, p.status, p.sequence from route_stops p
    join routes r on r.id = p.route_id where p.id = ${stopId} and r.driver_id = ${work.caller.userId}`.execute(work.tx)
  return rows[0] ? { stop: rows[0] } : {}
}

async function apply(work: Work, event: DriverEvent, payload: unknown): Promise<Applied> {
  const { userId } = work.caller
  if (event.type === 'route.start') return start(work, event)
  if (event.type === 'stop.undo' || (event.type === 'stop.deliver' && event.payload['cash'])) {
    await lockCreditOfStop(work, event.stopId)
  }
  const journey = await lockJourney(work, event.routeId, userId, event.stopId ? [event.stopId] : [])
  const stop = journey.route.stops.find((one) => one.id === event.stopId)
  const needsStop = event.type.startsWith('stop.')
  if (needsStop && !stop) throw new Refusal('NOT_FOUND', 'The stop is not on this route any more.')
  const driverAction = { work, journey, event, payload, at: timeOf(work, event.at), stop } as DriverAction<never>
  return acts[event.type](driverAction)
}

/** Phones' clocks may be wrong by hours: times in the future, or more than a day ago, become now. */
function timeOf({ now }: Work, at: string): Date {
  const reported = Date.parse(at)
  const dayMs = 86_400_000
  return reported > now.getTime() || reported < now.getTime() - dayMs ? now : new Date(reported)
}

async function start(work: Work, event: DriverEvent): Promise<Applied> {
  const { userId } = work.caller
  const { rows } = await sql<{ status: string }>`select status from routes where id = ${event.routeId}
    and driver_id = ${userId} and deleted_at is null`.execute(work.tx)
  if (!rows[0]) throw routeGone()
  if (rows[0].status === 'IN_PROGRESS' || rows[0].status === 'COMPLETED') return 'recorded'
  await startRoute(work, event.routeId, userId)
  return 'applied'
}

const acts: { [T in DriverEventType]: (driverAction: DriverAction<T>) => Promise<Applied> } = {
  'route.start': async () => 'recorded',
  'route.load': async ({ work, journey, payload }) => {
    const unknown = await loadPackages(work, journey.route.id, payload.codes, payload.isComplete)
    if (unknown.length > 0)
      throw invalid('codes', `${unknown.join(', ')} ${unknown.length > 1 ? 'are' : 'is'} not on this route`)
    await noteRoute(work, journey.route, payload.isComplete ? 'loadChecked' : 'loaded')
    return 'applied'
  },
  'stop.arrive': async ({ work, journey, stop, at }) => {
    if (journey.route.status !== 'IN_PROGRESS' || !isOpen(stop)) return late(journey)
    if (stop.hasArrived && stop.status === 'ON_THE_WAY') return 'recorded'
    await makeCurrent(work, journey, stop)
    await arriveAt(work, stop.id, at)
    await noteRoute(work, journey.route, 'stopArrived', { stopId: stop.id })
    announceTracking(work, journey.route, null, await reschedule(work, journey.route.id))
    return 'applied'
  },
  'stop.deliver': async ({ work, journey, event, payload, stop, at }) => {
    if (!isOpen(stop)) return 'recorded'
    await deliverStop(work, journey, { ...event, stopId: stop.id }, payload, at)
    return 'applied'
  },
  'stop.fail': async ({ work, journey, event, payload, stop, at }) => {
    if (!isOpen(stop)) return 'recorded'
    const end = { status: 'FAILED_DELIVERY', reason: payload.reason, note: payload.note } as const
    await finishStop(work, journey, stop.id, end, { at, eventId: event.eventId })
    return 'applied'
  },
  'stop.postpone': async ({ work, journey, payload, stop }) => {
    if (!isOpen(stop)) return 'recorded'
    await postponeStop(work, journey, stop.id, payload)
    return 'applied'
  },
  'stop.undo': async ({ work, journey, event, payload, stop }) => {
    if (isOpen(stop)) return 'recorded'
    await undoStop(work, journey, stop.id, payload.eventId, event.at)
    return 'applied'
  },
  'route.end': async ({ work, journey, payload }) => {
    if (journey.route.status === 'COMPLETED')
      return (await addDrivenKm(work, journey.route, payload.drivenKm)) ? 'applied' : 'recorded'
    await completeRoute(work, journey.route.id, payload.drivenKm, work.caller.userId)
    return 'applied'
  },
  'note.add': async ({ work, journey, event, payload }) => {
    await noteRoute(work, journey.route, 'note', { stopId: event.stopId ?? null, reason: payload.text })
    return 'applied'
  },
}

/** An arrival reported after the stop's end is still recorded; one before the route's start is refused. */
function late({ route }: Journey): Applied {
  if (route.status === 'PLANNED') assertUnderWay(route)
  return 'recorded'
}
