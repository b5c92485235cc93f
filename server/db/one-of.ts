import { type RawBuilder, sql } from 'kysely'

/** The list of an SQL `in` as literals: with parameters, the planner could not use partial indexes over the same statuses. */
export const oneOf = (values: readonly string[]): RawBuilder<unknown> =>
  sql`(${sql.join(values.map((value) => sql.lit(value)))})`
