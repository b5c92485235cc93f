import type { Module, Permissions, Role } from '#shared/access/roles.ts'
import { Refusal } from '#shared/http/refusal.ts'
import type { EventName } from '#shared/http/event-names.ts'
import type { Events } from '#shared/realtime.ts'
import type { Tx } from '#server/db/database.ts'
import type { LockOrder } from './lock-order.ts'

/** The user (or the company itself) on whose behalf a request or a command runs. */
export interface Caller {
  userId: string
  name: string
  role: Role
  permissions: Permissions
  sessionId: string
  /** For a portal user: the customer's account. */
  accountId?: string | null
  /** The company requires a second factor that this user hasn't set up yet: nothing else is allowed. */
  owesSecondFactor?: boolean
  /** Has confirmed their identity recently, in addition to the session cookie. */
  hasSudo?: boolean
}

/** For commands that need sudo only in some cases; a route that always needs it declares `sudo`. Throws SUDO_REQUIRED. */
export function requireSudo(caller: Caller): void {
  if (!caller.hasSudo) throw new Refusal('SUDO_REQUIRED')
}

/** The caller of scheduled and background jobs, which have no user: the company itself. Pages show it by this name. */
export const systemCaller: Caller = {
  userId: '00000000-0000-0000-0000-000000000000',
  name: 'Wardstock',
  role: 'staff',
  permissions: {},
  sessionId: '00000000-0000-0000-0000-000000000000',
}

/** Who receives an event instead of its default audience: users of other modules, if its id is of a record of theirs; or one user. */
export type Audience = readonly [Module, ...Module[]] | { userId: string }
export type Announcement = { [N in EventName]: { name: N; payload: Events[N]; to?: Audience } }[EventName]

export interface AuditRow {
  act: string
  entity: string
  entityId: string | null
  details?: Record<string, unknown>
}

/**
 * The context of one command: its transaction, the caller, the time, the events to publish after the commit. It gives no access
 * to mail or sockets, so the command can be retried.
 */
export interface Work {
  tx: Tx
  locks: LockOrder
  caller: Caller
  /** The time of the command. */
  now: Date
  /** The day of `now` in the company's time zone, YYYY-MM-DD. */
  today: string
  /**
   * For a statement whose result the command doesn't need: it is pipelined with those after it. The command awaits all of them at
   * its end and throws the first error.
   */
  send(statement: Promise<unknown>): void
  announce<N extends EventName>(name: N, payload: Events[N], to?: Audience): void
  /**
   * For slow work that reads nothing, like rendering the PDF of a mail: `make` runs while no lock is held. The transaction is
   * rolled back, and the command runs again with the file. `from` is all of its input; if that has changed, it is made again.
   */
  makeUnlocked(from: unknown, make: () => Promise<Buffer>): Promise<Buffer>
  /** Adds a row to the audit log; every command that changes something must call it at least once. */
  audit(act: string, entity: string, entityId: string | null, details?: Record<string, unknown>): void
}
