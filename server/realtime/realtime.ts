import { setTimeout } from 'node:timers/promises'
import { Server as Engine } from 'engine.io'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Server } from 'socket.io'
import { Refusal } from '#shared/http/refusal.ts'
import { realtimePath } from '#shared/http/event-names.ts'
import { events } from '#shared/realtime.ts'
import type { Database } from '#server/db/database.ts'
import type { Announcement } from '#server/kernel/work.ts'
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
  /** `postgres`: several processes share what they tell. */
  adapter: 'memory' | 'postgres'
  limits: ConnectionLimits
  /** What another process has told, for this one's listeners. */
  onReceived: (announcements: readonly Announcement[]) => void
}

export interface Realtime {
  /** Tells the clients of this process. */
  deliver(announcements: readonly Announcement[]): void
  /** Tells the other processes, where there are any. */
  relay(announcements: readonly Announcement[]): void
  /** How many are live on this process. */
  connections: () => number
}

/**
 * Serves socket.io by long polling. Each handshake, poll and post is a request through Fastify like any other: its origin
 * and its session are checked before the engine sees it.
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
  engine.on('connection', (connection) => seats.seat(connection))
  io.bind(engine)
  io.on('connection', (socket) => {
    const seat = seats.ofConnection(socket.conn)
    if (!seat) return void socket.disconnect(true)
    seat.disconnect = () => socket.disconnect()
    // What a client says is dropped: it may listen, nothing else.
    socket.use(() => {})
    const rooms = roomsOfUser(seat.caller)
    void socket.join(rooms)
    for (const one of recent.since(readingFor(socket.handshake.auth), rooms))
      socket.emit(one.name, payloadFor(one, seat.caller))
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
  // A connection that is kept after the last answer would keep the server from ending.
  engine.on('headers', (headers) => {
    if (isStopping) headers.connection = 'close'
  })
  http.addHook('preClose', async () => {
    isStopping = true
    seats.stop()
    relay?.stop()
    await io.close()
  })

  /** Lets a request in or throws; a handshake gets its seat. */
  async function admit(request: FastifyRequest, reply: FastifyReply, sid: string | undefined): Promise<void> {
    if (isForeign(request, publicUrl)) throw new Refusal('FOREIGN_ORIGIN')
    const token = cookie.read(request)
    // An empty sid is a handshake to the engine, too.
    if (sid) {
      // The seat is there as long as its session holds, so this asks no database.
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
    // The engine reads the body itself, and no more than it may.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const query = Object.fromEntries(new URL(request.url, 'http://local').searchParams)
      await admit(request, reply, query['sid'])
      // Gone while it waited for its turn.
      if (request.raw.socket.destroyed) return reply.hijack()
      if (isStopping) return reply.status(503).header('connection', 'close').send()
      reply.hijack()
      reply.raw.setHeader('cache-control', 'no-store')
      reply.raw.setHeader('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
      // The engine goes by the query that was checked.
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
      const listeners = {
        customers: seats.hasSome(({ role }) => role === 'customer'),
        drivers: seats.hasSome(({ role }) => role === 'driver'),
        rawMaterials: seats.hasSome((caller) => roomsOfUser(caller).includes(ofRawMaterialsAlone)),
      }
      if (listeners.customers || listeners.rawMaterials || listeners.drivers)
        void notifyConcerned(announcements, listeners)
    },
    relay: (announcements) => relay?.publish(announcements),
  }
}

/** What is invoiced and paid are the sales figures, so whoever looks at reports is told of those as well. */
function withFigures(one: Announcement): Announcement[] {
  if (one.name !== 'invoice_updated') return [one]
  return [one, { name: 'sales_report_updated', payload: { salesReportId: one.payload.invoiceId } }]
}

const sameEvent = ({ name, payload }: Announcement) => JSON.stringify([name, payload])

/** One act may touch the same thing many times. */
function distinct(announcements: readonly Announcement[]): Announcement[] {
  return [...new Map(announcements.map((one) => [sameEvent(one), one])).values()]
}

/** The same, each with all rooms that any of its announcements is for. */
function withRooms(announcements: readonly Announcement[]): { one: Announcement; rooms: [string, ...string[]] }[] {
  const merged = new Map<string, { one: Announcement; rooms: [string, ...string[]] }>()
  for (const one of announcements) {
    const before = merged.get(sameEvent(one))
    if (before) before.rooms.push(...roomsOfEvent(one).filter((room) => !before.rooms.includes(room)))
    else merged.set(sameEvent(one), { one, rooms: roomsOfEvent(one) })
  }
  return [...merged.values()]
}

/** A poll that comes too soon waits, and what happens meanwhile comes with it in one answer; one more of them is refused. */
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
