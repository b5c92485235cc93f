import { type RawBuilder, sql } from 'kysely'

/**
 * A list of ids as SQL, for statements that commands send often: `id = any(${listOf(ids)})`, `unnest(${listOf(ids)}, …)`, where
 * one list of an `unnest` is enough. As a subquery, it hides the list's length from the planner, so that PostgreSQL keeps a generic
 * plan. With a plain array parameter, three ids seem cheaper than the ten that a generic plan assumes, so PostgreSQL plans each
 * time, which takes longer than it saves.
 */
export const listOf = (ids: readonly (string | null)[]): RawBuilder<readonly string[]> =>
  sql`(select ${ids}::uuid[])::uuid[]`
