import type { Db } from '#server/db/database.ts'
import { countInWindow } from './limits.ts'

export interface Alarm {
  /** Counts one failed log-in; true for the one that makes it too many, once in each window. */
  count(): Promise<boolean>
}

/** As many within `minutes`, wherever they come from, are more than forgetful people make. */
export const failedLogins = { most: 100, minutes: 10 }

/** Counts in the database, for every process together. */
export const failedLoginAlarm = (db: Db): Alarm => ({
  count: async () =>
    (await countInWindow(db, 'alarm:failed-logins', failedLogins.minutes * 60))?.hits === failedLogins.most,
})
