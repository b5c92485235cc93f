import { type RawBuilder, sql } from 'kysely'

/* Incoming goods: when purchase orders are expected, and how many pieces of transfers are in transit. */

/** The expected date of a purchase order line: its own, or else its order's; null if neither has one. Don't repeat this rule elsewhere. */
export const lineExpectedOn = (line: 'l', order: 'o' | 'p') =>
  sql`coalesce(${sql.ref(`${line}.expected_date`)}, ${sql.ref(`${order}.expected_date`)})`

/** A point in the past; `later` is the condition for stock entries `e` that were made after it. */
interface PastMoment {
  at: Date
  later: RawBuilder<unknown>
}

/**
 * Pieces of the balance `b` in transit: dispatched with a transfer and not received, now or at a point in the past. The ledger
 * keeps them at the source location until they arrive, but they are not physically there.
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
