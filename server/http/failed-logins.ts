import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

export interface Alarm {
  /** Counts one failed log-in; true for the one that makes it too many, once in each window. */
  count(): Promise<boolean>
}

/** As many within `minutes`, wherever they come from, are more than forgetful people make. */
export const failedLogins = { most: 100, minutes: 10 }

const key = 'alarm:failed-logins'

/** Counts in the database, for every process together. */
export function failedLoginAlarm(db: Db): Alarm {
  return {
    async count() {
      const window = sql`make_interval(mins => ${failedLogins.minutes})`
      const rows = await db
        .insertInto('limits')
        .values({ key, hits: 1 })
        .onConflict((oc) =>
          oc.column('key').doUpdateSet({
            hits: sql<number>`case when limits.since < moment() - ${window} then 1 else limits.hits + 1 end`,
            since: sql<string>`case when limits.since < moment() - ${window} then moment() else limits.since end`,
          }),
        )
        .returning('hits')
        .execute()
      return rows[0]?.hits === failedLogins.most
    },
  }
}
