import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/db/database.ts'

export interface HistoricalStock {
  sku: string
  item: string
  location: string
  lot: string | null
  onHand: number
}

interface Key {
  item_id: string
  location_id: string
  lot_id: string
}

const batchSize = 5000

/** Stock at the end of a business day, computed from the ledger alone, by item, location and lot. */
export async function* stockAsOf(database: Database, day: string, timeZone: string): AsyncGenerator<HistoricalStock> {
  // Keyset pagination by these three ids, so that a ledger of any length is read in batches.
  let after: Key | null = null
  for (;;) {
    const past: RawBuilder<unknown> = after
      ? sql`and (e.item_id, e.location_id, e.lot_id) > (${after.item_id}::uuid, ${after.location_id}::uuid, ${after.lot_id}::uuid)`
      : sql``
    const { rows } = await sql<
      HistoricalStock & { item_id: string; location_id: string; lot_id: string }
    >`/* plan each time */
      select s.*, i.sku, i.name as item, p.name as location, case when l.id <> i.id then l.lot_number end as lot
      from (select e.item_id, e.location_id, e.lot_id, sum(e.d_on_hand) as "onHand" from stock_entry e
        where e.at < ((${day}::date + 1)::timestamp at time zone ${timeZone}) ${past}
        group by e.item_id, e.location_id, e.lot_id having sum(e.d_on_hand) <> 0
        order by e.item_id, e.location_id, e.lot_id limit ${batchSize}) s
      join items i on i.id = s.item_id join locations p on p.id = s.location_id join lots l on l.id = s.lot_id
      order by s.item_id, s.location_id, s.lot_id`.execute(database.db)
    yield* rows
    const last: Key | undefined = rows.at(-1)
    if (!last || rows.length < batchSize) return
    after = last
  }
}
