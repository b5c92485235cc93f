import { type RawBuilder, sql } from 'kysely'

/** A timestamp in RFC 3339, UTC, for JSON that the database builds. */
export const utc = (moment: RawBuilder<unknown>) =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
