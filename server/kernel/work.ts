import type { Module, Permissions, Role } from '#shared/access/roles.ts'
import { Refusal } from '#shared/http/refusal.ts'
import type { EventName } from '#shared/http/event-names.ts'
import type { Events } from '#shared/realtime.ts'
import type { Tx } from '#server/db/database.ts'
import type { LockOrder } from './lock-order.ts'

/** Who asks. */
export interface Caller {
  userId: string
  name: string
  role: Role
  permissions: Permissions
  sessionId: string
  /** Of a customer: whose login it is. */
  accountId?: string | null
  /** May do no more than set up the second factor that the company demands. */
  owesSecondFactor?: boolean
  /** Has shown a moment ago, beyond the cookie, that it is them. */
  hasSudo?: boolean
}

/** For acts of which only some have consequences; a route of which all have says `sudo`. Throws SUDO_REQUIRED. */
export function requireSudo(caller: Caller): void {
  if (!caller.hasSudo) throw new Refusal('SUDO_REQUIRED')
}

/** The company itself: acts of the calendar and of the background have no user, and pages say so. */
export const systemCaller: Caller = {
  userId: '00000000-0000-0000-0000-000000000000',
  name: 'Wardstock',
  role: 'staff',
  permissions: {},
  sessionId: '00000000-0000-0000-0000-000000000000',
}

/** Those who are told instead of the event's own audience, where its id names something of another area; or one user alone. */
export type Audience = readonly [Module, ...Module[]] | { userId: string }
export type Announcement = { [N in EventName]: { name: N; payload: Events[N]; to?: Audience } }[EventName]

export interface AuditRow {
  act: string
  entity: string
  entityId: string | null
  details?: Record<string, unknown>
}

/**
 * One business action: one transaction, who asks, what time it is, what to announce after the commit. No mailer and no
 * socket is in reach, so it can be tried again.
 */
export interface Work {
  tx: Tx
  locks: LockOrder
  caller: Caller
  /** The moment of the act. */
  now: Date
  /** The same as a business day in the company's time zone. */
  today: string
  /**
   * For a statement whose answer the act doesn't need: it is on its way together with those after it, and the act ends when all
   * of them are answered. What fails first is thrown.
   */
  send(statement: Promise<unknown>): void
  announce<N extends EventName>(name: N, payload: Events[N], to?: Audience): void
  /**
   * What takes long and reads nothing, like the file of a mail: made while no lock is held. The act is taken back, and begins
   * anew with it. `from` is all that it is made from; where that has changed meanwhile, it is made again.
   */
  makeUnlocked(from: unknown, make: () => Promise<Buffer>): Promise<Buffer>
  /** What the audit log will say; at least once in every act that changes something. */
  audit(act: string, entity: string, entityId: string | null, details?: Record<string, unknown>): void
}
