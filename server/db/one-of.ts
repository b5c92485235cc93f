import { type RawBuilder, sql } from 'kysely'

/** The list of an SQL `in`, spelled out: a parameter would keep partial indexes over the same statuses from being used. */
export const oneOf = (values: readonly string[]): RawBuilder<unknown> =>
  sql`(${sql.join(values.map((value) => sql.lit(value)))})`
