import type { IncomingMessage } from 'node:http'
import type { Socket as Connection } from 'engine.io'
import { Refusal } from '#shared/http/refusal.ts'
import type { Db } from '#server/db/database.ts'
import type { Caller } from '#server/kernel/work.ts'
import { hashOf, liveSessions } from '#server/http/session.ts'
import { RateLimit } from './rate-limit.ts'

export interface ConnectionLimits {
  /** Maximum number of open sockets per user (one per browser tab) and per IP address. */
  perUser: number
  perAddress: number
}

/** A seat: one socket with its user, session and IP address. */
export interface Connected {
  caller: Caller
  address: string
  tokenHash: Buffer
  connection: Connection | null
  /** Disconnects with a notice, so that the client checks whether it is still signed in instead of reconnecting at once. */
  disconnect: () => void
  /** When the session was last found valid, in milliseconds of a monotonic clock. */
  confirmedAt: number
  /** Rate limits for its polls, and for its posts, which are hardly more than pongs. */
  polls: RateLimit
  posts: RateLimit
  /** A poll that came too soon is being delayed. */
  isWaiting: boolean
}

const pollPace = { atOnce: 6, perSecond: 2 }
const postPace = { atOnce: 10, perSecond: 2 }

/** How often sessions are checked, all in one statement: sockets of an ended session are closed within a second, whoever ended it. */
const recheckMs = 500
/** A session that couldn't be checked for this long counts as ended. */
const trustedMs = 5000

/** The sockets connected to this process. Disconnects those whose session has ended. */
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

  /** Reserves a seat for a handshake; `leaveUnlessSeated` frees it if the handshake fails. Throws RATE_LIMITED. */
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

  /** Assigns the reserved seat to the connection of its handshake, until the connection closes. */
  seat(connection: Connection): void {
    const seat = this.#byRequest.get(connection.request)
    if (!seat) return connection.close(true)
    seat.connection = connection
    // Saves memory: engine.io would keep the handshake's request for as long as the connection.
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

  /** The users that are connected, or are just connecting. */
  callers(): Caller[] {
    return [...this.#taken].map(({ caller }) => caller)
  }

  /** Closes every connection without a notice, so that clients reconnect and refetch everything. */
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
        // A user who now has to set up a second factor, or no longer has to, or whose customer was merged, belongs to other rooms:
        // disconnect them, so that they reconnect to the right ones.
        const { accountId = null, owesSecondFactor = false, sessionId } = seat.caller
        const now = live.get(sessionId)
        if (now?.owesSecondFactor === owesSecondFactor && now.accountId === accountId)
          seat.confirmedAt = performance.now()
        else cut(seat)
      }
    } catch {
      // The database is down, which is logged elsewhere.
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
