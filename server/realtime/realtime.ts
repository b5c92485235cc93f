import { setTimeout } from 'node:timers/promises'
import { Server as Engine } from 'engine.io'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Server } from 'socket.io'
import { Refusal } from '#shared/http/refusal.ts'
import { realtimePath } from '#shared/http/event-names.ts'
import { events } from '#shared/realtime.ts'
import type { Database } from '#server/db/database.ts'
import type { Announcement, Caller } from '#server/kernel/work.ts'
import { isForeign } from '#server/http/origin.ts'
import { callerOf, hashOf, type SessionCookie } from '#server/http/session.ts'
import { readingFor, Recent } from './recent.ts'
import { type Relay, relayOver } from './relay.ts'
import { concerned, type Listeners } from './concerned.ts'
import { ofRawMaterialsAlone, payloadFor, roomsOfEvent, roomsOfUser } from './rooms.ts'
import { type Connected, type ConnectionLimits, Connections } from './connections.ts'

export interface RealtimeDeps {
  database: Database
  publicUrl: string
  cookie: SessionCookie
  /** `postgres`: several processes share their events. */
  adapter: 'memory' | 'postgres'
  limits: ConnectionLimits
  /** Called with events of another process, for this one's clients. */
  onReceived: (announcements: readonly Announcement[]) => void
}

export interface Realtime {
  /** Sends events to the clients of this process. */
  deliver(announcements: readonly Announcement[]): void
  /** Sends events to the other processes, if there are any. */
  relay(announcements: readonly Announcement[]): void
  /** Number of open connections on this process. */
  connections: () => number
}

/**
 * Live updates: serves socket.io by long polling. Each handshake, poll and post is a normal Fastify request, whose origin and
 * session are checked before engine.io gets it.
 */
export function serveRealtime(http: FastifyInstance, deps: RealtimeDeps): Realtime {
  const { database, publicUrl, cookie, limits } = deps
  const engine = new Engine({
    transports: ['polling'],
    allowUpgrades: false,
    maxHttpBufferSize: 10_000,
    httpCompression: false,
  })
  const io = new Server({ connectTimeout: 10_000, serveClient: false })
  const seats = new Connections(database.db, limits)
  const recent = new Recent()
  /** Events that were not looked up for a kind of users, since none of them was connected; the rooms are these kinds. */
  const skipped = new Recent()
  engine.on('connection', (connection) => seats.seat(connection))
  io.bind(engine)
  io.on('connection', (socket) => {
    const seat = seats.ofConnection(socket.conn)
    if (!seat) return void socket.disconnect(true)
    seat.disconnect = () => socket.disconnect()
    // Messages from clients are dropped: clients may only listen.
    socket.use(() => {})
    const rooms = roomsOfUser(seat.caller)
    void socket.join(rooms)
    for (const one of recent.since(readingFor(socket.handshake.auth), rooms))
      socket.emit(one.name, payloadFor(one, seat.caller))
    const kinds = listenersAmong([seat.caller])
    const missed = skipped.since(readingFor(socket.handshake.auth), namesOf(kinds, true))
    if (missed.length > 0) void notifyConcerned(missed, kinds)
  })

  const relay: Relay | null =
    deps.adapter === 'postgres'
      ? relayOver(database.pool, io, {
          onReceived: deps.onReceived,
          onResumed: () => seats.restart(),
          onError: (error) => http.log.warn({ err: error }, 'relay'),
        })
      : null

  let isStopping = false
  // A connection kept alive after its last response would delay the shutdown.
  engine.on('headers', (headers) => {
    if (isStopping) headers.connection = 'close'
  })
  http.addHook('preClose', async () => {
    isStopping = true
    seats.stop()
    relay?.stop()
    await io.close()
  })

  /** Checks a request, or throws a refusal; reserves a seat for a handshake. */
  async function admit(request: FastifyRequest, reply: FastifyReply, sid: string | undefined): Promise<void> {
    if (isForeign(request, publicUrl)) throw new Refusal('FOREIGN_ORIGIN')
    const token = cookie.read(request)
    // engine.io treats an empty sid as a handshake, too.
    if (sid) {
      // A seat exists only as long as its session is valid, so this needs no query.
      const seat = seats.of(sid)
      if (seat && !(token && seat.tokenHash.equals(hashOf(token)))) throw new Refusal('FORBIDDEN')
      request.callerId = seat?.caller.userId ?? null
      return seat && keepPace(seat, request)
    }
    const caller = token ? await callerOf(database.db, token, { isUse: false }) : null
    if (!token || !caller) throw new Refusal('NOT_SIGNED_IN')
    request.callerId = caller.userId
    const seat = seats.take(request.raw, caller, token, request.ip)
    reply.raw.once('close', () => seats.leaveUnlessSeated(seat))
  }

  void http.register(async (scope) => {
    // engine.io reads the body itself, with its own size limit.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const query = Object.fromEntries(new URL(request.url, 'http://local').searchParams)
      await admit(request, reply, query['sid'])
      // The client has disconnected while the poll was delayed.
      if (request.raw.socket.destroyed) return reply.hijack()
      if (isStopping) return reply.status(503).header('connection', 'close').send()
      reply.hijack()
      reply.raw.setHeader('cache-control', 'no-store')
      reply.raw.setHeader('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
      // Makes engine.io use the same parsed query that was checked.
      Object.assign(request.raw, { _query: query })
      engine.handleRequest(request.raw, reply.raw)
    }
    for (const url of [realtimePath, `${realtimePath}/`]) {
      scope.route({ method: ['GET', 'POST'], url, exposeHeadRoute: false, logLevel: 'warn', handler })
    }
  })

  function deliver(one: Announcement, rooms: [string, ...string[]]): void {
    recent.note(one, rooms)
    if (one.name !== 'settings_updated') return void io.local.to(rooms).emit(one.name, one.payload)
    for (const socket of io.sockets.sockets.values()) {
      const seat = seats.ofConnection(socket.conn)
      if (seat) socket.emit(one.name, payloadFor(one, seat.caller))
    }
  }

  async function notifyConcerned(announcements: readonly Announcement[], listeners: Listeners): Promise<void> {
    try {
      for (const { room, announcement } of await concerned(database.db, distinct(announcements), listeners)) {
        const payload = events[announcement.name].payload.safeParse(announcement.payload)
        if (payload.success) deliver({ ...announcement, payload: payload.data } as Announcement, [room])
      }
    } catch (error) {
      http.log.warn({ err: error }, 'those concerned not told')
    }
  }

  return {
    connections: () => engine.clientsCount,
    deliver(announcements) {
      for (const { one, rooms } of withRooms(announcements.flatMap(withFigures))) {
        const payload = events[one.name].payload.safeParse(one.payload)
        if (payload.success) deliver({ name: one.name, payload: payload.data } as Announcement, rooms)
        else http.log.error({ err: payload.error, event: one.name }, 'not told')
      }
      const listeners = listenersAmong(seats.callers())
      const absent = namesOf(listeners, false)
      if (absent.length > 0) for (const one of announcements) skipped.note(one, absent)
      if (namesOf(listeners, true).length > 0) void notifyConcerned(announcements, listeners)
    },
    relay: (announcements) => relay?.publish(announcements),
  }
}

/** Invoices and payments change the sales reports, so an `invoice_updated` event also sends `sales_report_updated`. */
function withFigures(one: Announcement): Announcement[] {
  if (one.name !== 'invoice_updated') return [one]
  return [one, { name: 'sales_report_updated', payload: { salesReportId: one.payload.invoiceId } }]
}

/** Which kinds of users, whose records are looked up for them, are among these. */
const listenersAmong = (callers: readonly Caller[]): Listeners => ({
  customers: callers.some(({ role }) => role === 'customer'),
  drivers: callers.some(({ role }) => role === 'driver'),
  rawMaterials: callers.some((caller) => roomsOfUser(caller).includes(ofRawMaterialsAlone)),
})

const namesOf = (listeners: Listeners, connected: boolean) =>
  Object.entries(listeners).flatMap(([name, isConnected]) => (isConnected === connected ? name : []))

const sameEvent = ({ name, payload }: Announcement) => JSON.stringify([name, payload])

/** Removes duplicates: one command may change the same record many times. */
function distinct(announcements: readonly Announcement[]): Announcement[] {
  return [...new Map(announcements.map((one) => [sameEvent(one), one])).values()]
}

/** Removes duplicates as well, and merges the rooms of equal events. */
function withRooms(announcements: readonly Announcement[]): { one: Announcement; rooms: [string, ...string[]] }[] {
  const merged = new Map<string, { one: Announcement; rooms: [string, ...string[]] }>()
  for (const one of announcements) {
    const before = merged.get(sameEvent(one))
    if (before) before.rooms.push(...roomsOfEvent(one).filter((room) => !before.rooms.includes(room)))
    else merged.set(sameEvent(one), { one, rooms: roomsOfEvent(one) })
  }
  return [...merged.values()]
}

/**
 * Rate limiting: delays a poll that comes too soon, so that the events of the meantime come in one response; refuses a second poll
 * while one is delayed, and posts that come too soon.
 */
async function keepPace(seat: Connected, { method }: FastifyRequest): Promise<void> {
  if (method !== 'GET') {
    if (seat.posts.take() === 0) return
    seat.posts.giveBack()
    throw new Refusal('RATE_LIMITED')
  }
  if (seat.isWaiting) throw new Refusal('RATE_LIMITED')
  const wait = seat.polls.take()
  if (wait === 0) return
  seat.isWaiting = true
  await setTimeout(wait)
  seat.isWaiting = false
}
