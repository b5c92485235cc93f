import { type RawBuilder, sql } from 'kysely'

/** A moment inside of JSON that the database makes, as RFC 3339 UTC. */
export const utc = (moment: RawBuilder<unknown>) =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
