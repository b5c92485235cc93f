import { type RawBuilder, sql } from 'kysely'

/**
 * Sort key for natural order, "size 2" before "size 10": pads each number to ten digits. Same order as `compareNames` in
 * shared/natural-order.ts.
 */
export const inNaturalOrder = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql`regexp_replace(regexp_replace(lower(${text}), '([0-9]+)', '000000000\\1', 'g'), '0*([0-9]{10})', '\\1', 'g')`
