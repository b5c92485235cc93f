import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'

export type Clock = () => Date

export const systemClock: Clock = () => new Date()

/** The current time in SQL: the time of the transaction or session that `setMoment` has set, not the database server's clock. */
export const momentSql = sql<string>`moment()`

/** The time of the current transaction: all of its statements use this one. */
export const givenMoment = new AsyncLocalStorage<Date>()

/** The statement that sets the time of the transaction (`local`), or of the connection until it is set again (`session`). */
export const setMoment = (moment: Date, scope: 'local' | 'session') =>
  `set ${scope} wardstock.moment = '${moment.toISOString()}'`

/** How exact a statement needs the time. `near`: one that was set a moment ago will do. */
export type MomentNeed = 'exact' | 'near' | 'none'

/**
 * Whether the time must be set for a statement outside a transaction: if it uses the time, and for every write, because column
 * defaults use it too. No other function or view of the database uses it; the architecture test checks that.
 */
export function needOfMoment(text: string): MomentNeed {
  const writes =
    !/^\s*(?:select|with)\b/i.test(text) || /\b(?:insert\s+into|update|delete\s+from|merge\s+into)\b/i.test(text)
  if (writes) return 'exact'
  return /\bmoment\(\)|\bcompany_today\(\)/.test(text) ? 'near' : 'none'
}
