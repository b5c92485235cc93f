import { type RawBuilder, sql } from 'kysely'

/** Orders text as people do, as `compareNames` of shared/natural-order.ts: each number in it as ten digits, "size 2" before "size 10". */
export const inNaturalOrder = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql`regexp_replace(regexp_replace(lower(${text}), '([0-9]+)', '000000000\\1', 'g'), '0*([0-9]{10})', '\\1', 'g')`
