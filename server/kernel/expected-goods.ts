import { sql } from 'kysely'

/** When a line of a purchase order is expected: on its own day, or else on its order's. The one home of that rule; null where neither has one. */
export const lineExpectedOn = (line: 'l', order: 'o' | 'p') =>
  sql`coalesce(${sql.ref(`${line}.expected_date`)}, ${sql.ref(`${order}.expected_date`)})`
