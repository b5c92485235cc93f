import type { IncomingMessage } from 'node:http'
import type { Socket as Connection } from 'engine.io'
import { Refusal } from '#shared/http/refusal.ts'
import type { Db } from '#server/db/database.ts'
import type { Caller } from '#server/kernel/work.ts'
import { hashOf, liveSessions } from '#server/http/session.ts'
import { RateLimit } from './rate-limit.ts'

export interface ConnectionLimits {
  /** Sockets at once of one user, which are open tabs, and of one address. */
  perUser: number
  perAddress: number
}

/** The place of one socket: who sits there, by which session, from where. */
export interface Connected {
  caller: Caller
  address: string
  tokenHash: Buffer
  connection: Connection | null
  /** Says goodbye; the client then asks whether it is still signed in, instead of coming back at once. */
  disconnect: () => void
  /** When the session was last found to hold, in milliseconds of a clock that never jumps. */
  confirmedAt: number
  /** Its polls, and its posts, which are hardly more than an answer to a ping now and then. */
  polls: RateLimit
  posts: RateLimit
  /** A poll that came too soon waits for its turn. */
  isWaiting: boolean
}

const pollPace = { atOnce: 6, perSecond: 2 }
const postPace = { atOnce: 10, perSecond: 2 }

/** Sessions are looked up this often, all in one statement: what has ended is cut within a second, whoever ended it. */
const recheckMs = 500
/** A session that can't be looked up for so long counts as ended. */
const trustedMs = 5000

/** Who is connected to this process, and for how long they may be. */
export class Connections {
  readonly #db: Db
  readonly #limits: ConnectionLimits
  readonly #taken = new Set<Connected>()
  readonly #bySid = new Map<string, Connected>()
  readonly #byRequest = new WeakMap<IncomingMessage, Connected>()
  readonly #timer: NodeJS.Timeout
  #isChecking = false

  constructor(db: Db, limits: ConnectionLimits) {
    this.#db = db
    this.#limits = limits
    this.#timer = setInterval(() => void this.#recheck(), recheckMs)
    this.#timer.unref()
  }

  /** Keeps a seat for a handshake; it is free again when the handshake makes no connection. Throws RATE_LIMITED. */
  take(request: IncomingMessage, caller: Caller, token: string, address: string): Connected {
    const { perUser, perAddress } = this.#limits
    const others = [...this.#taken]
    if (others.filter((seat) => seat.caller.userId === caller.userId).length >= perUser)
      throw new Refusal('RATE_LIMITED', `Live updates are already open in ${perUser} tabs. Close one of them.`)
    if (others.filter((seat) => seat.address === address).length >= perAddress) throw new Refusal('RATE_LIMITED')
    const seat: Connected = {
      caller,
      address,
      tokenHash: hashOf(token),
      connection: null,
      disconnect: () => {},
      confirmedAt: performance.now(),
      polls: new RateLimit(pollPace),
      posts: new RateLimit(postPace),
      isWaiting: false,
    }
    this.#taken.add(seat)
    this.#byRequest.set(request, seat)
    return seat
  }

  /** The handshake has become a connection: the seat lasts as long. */
  seat(connection: Connection): void {
    const seat = this.#byRequest.get(connection.request)
    if (!seat) return connection.close(true)
    seat.connection = connection
    // The engine would keep the handshake, with all that hangs on it, for as long as the connection.
    Object.assign(connection, { request: null })
    this.#bySid.set(sidOf(connection), seat)
    connection.once('close', () => {
      this.#taken.delete(seat)
      this.#bySid.delete(sidOf(connection))
    })
  }

  leaveUnlessSeated(seat: Connected): void {
    if (!seat.connection) this.#taken.delete(seat)
  }

  of(sid: string): Connected | undefined {
    return this.#bySid.get(sid)
  }

  ofConnection(connection: Connection): Connected | undefined {
    return this.of(sidOf(connection))
  }

  /** Whether any such user listens. */
  hasSome(is: (caller: Caller) => boolean): boolean {
    for (const { caller } of this.#taken) if (is(caller)) return true
    return false
  }

  /** Ends every connection without a word of why, so that the clients come back and ask for everything again. */
  restart(): void {
    for (const seat of this.#taken) seat.connection?.close(true)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async #recheck(): Promise<void> {
    if (this.#isChecking || this.#taken.size === 0) return
    this.#isChecking = true
    const checked = [...this.#taken]
    try {
      const live = await liveSessions(
        this.#db,
        checked.map((seat) => seat.caller.sessionId),
      )
      for (const seat of checked) {
        // Who owes a second factor since then, or no longer, or whose customer was merged, hears other things: they come back to
        // where they belong now.
        const { accountId = null, owesSecondFactor = false, sessionId } = seat.caller
        const now = live.get(sessionId)
        if (now?.owesSecondFactor === owesSecondFactor && now.accountId === accountId)
          seat.confirmedAt = performance.now()
        else cut(seat)
      }
    } catch {
      // The database is down, and the log says so elsewhere.
      for (const seat of checked) if (performance.now() - seat.confirmedAt > trustedMs) seat.connection?.close(true)
    } finally {
      this.#isChecking = false
    }
  }
}

function cut(seat: Connected): void {
  seat.disconnect()
  seat.connection?.close(true)
}

const sidOf = (connection: Connection) => (connection as unknown as { id: string }).id
