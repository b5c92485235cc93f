import type { Db } from '#server/db/database.ts'
import { countInWindow } from './limits.ts'

export interface Alarm {
  /** Counts one failed login. True for the one that reaches the limit, so only once per time window. */
  count(): Promise<boolean>
}

/** The alarm threshold: this many failed logins within `minutes`, from all addresses, are too many for mere typing errors. */
export const failedLogins = { most: 100, minutes: 10 }

/** Counts in the database, across all processes. */
export const failedLoginAlarm = (db: Db): Alarm => ({
  count: async () =>
    (await countInWindow(db, 'alarm:failed-logins', failedLogins.minutes * 60))?.hits === failedLogins.most,
})
