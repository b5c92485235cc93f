import { type RawBuilder, sql } from 'kysely'

/* Goods on their way: when they are expected, and what has left and not arrived. */

/** When a line of a purchase order is expected: on its own day, or else on its order's. The one home of that rule; null where neither has one. */
export const lineExpectedOn = (line: 'l', order: 'o' | 'p') =>
  sql`coalesce(${sql.ref(`${line}.expected_date`)}, ${sql.ref(`${order}.expected_date`)})`

/** A moment that is past: entries `e` of the ledger that are `later` had not been made then. */
interface PastMoment {
  at: Date
  later: RawBuilder<unknown>
}

/**
 * Pieces of the balance `b` that left with a transfer and have not arrived, now or at a moment. The books keep them at their source until they
 * arrive, but nobody finds them there.
 */
export function piecesInTransit(b: string, past?: PastMoment): RawBuilder<number> {
  const [item, location, lot] = ['item_id', 'location_id', 'lot_id'].map((column) => sql.ref(`${b}.${column}`))
  const left = past ? sql`t.dispatched_at <= ${past.at}` : sql`t.dispatched_at is not null`
  const arrivedSince = past
    ? sql`coalesce((select -sum(e.d_committed) from stock_entry e join stock_transfers t on t.id = e.source_id and ${left}
        where (e.item_id, e.location_id, e.lot_id) = (${item}, ${location}, ${lot}) and e.source_type = 'transfer'
          and e.d_committed < 0 and ${past.later}), 0)`
    : sql`0`
  return sql<number>`(coalesce((select sum(k.quantity) from commitment k join stock_transfers t on t.id = k.source_id and ${left}
      where (k.item_id, k.location_id, k.lot_id) = (${item}, ${location}, ${lot}) and k.state = 'open'
        and k.source_type = 'transfer'), 0) + ${arrivedSince})::int`
}
