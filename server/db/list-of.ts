import { type RawBuilder, sql } from 'kysely'

/**
 * A list of ids as SQL, for statements that acts send again and again: `id = any(${listOf(ids)})`, `unnest(${listOf(ids)}, …)`, where one
 * list of an `unnest` is enough. PostgreSQL makes one plan for any list and keeps it. Of a plain parameter it knows the length: it
 * plans anew each time, since three ids promise to cost less than the ten that a plan for any list is made for, and that takes
 * longer than what it saves.
 */
export const listOf = (ids: readonly (string | null)[]): RawBuilder<readonly string[]> =>
  sql`(select ${ids}::uuid[])::uuid[]`
