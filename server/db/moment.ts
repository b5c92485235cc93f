import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'

export type Clock = () => Date

export const systemClock: Clock = () => new Date()

/** The same moment where a statement asks for it. */
export const momentSql = sql<string>`moment()`

/** What time it is for the transaction under way: all of its statements have the moment that it was given. */
export const givenMoment = new AsyncLocalStorage<Date>()

/** The statement that gives a transaction its moment, or with `session` the connection until it gets another. */
export const setMoment = (moment: Date, scope: 'local' | 'session') =>
  `set ${scope} wardstock.moment = '${moment.toISOString()}'`

/** `near`: one that was told a moment ago will do. */
export type MomentNeed = 'exact' | 'near' | 'none'

/**
 * Whether a statement outside a transaction has to be told what time it is: one that asks for it, and every one that writes,
 * because defaults of columns ask, too. No function or view of the database asks by itself; the architecture test sees to it.
 */
export function needOfMoment(text: string): MomentNeed {
  const writes =
    !/^\s*(?:select|with)\b/i.test(text) || /\b(?:insert\s+into|update|delete\s+from|merge\s+into)\b/i.test(text)
  if (writes) return 'exact'
  return /\bmoment\(\)|\bcompany_today\(\)/.test(text) ? 'near' : 'none'
}
