import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/database.ts'
import { madeOf } from '#server/inventory/lots/lot-trace.ts'

export interface RecallSearch {
  lotIds: readonly string[]
  supplierId?: string | null | undefined
  receivedFrom?: string | null | undefined
  receivedTo?: string | null | undefined
}

/** Effects of goods that arrive from outside. */
const arrivals = ['INITIAL', 'ADD', 'RECEIVE']

/** The lots of a recall's search: those given, or those that a supplier delivered on these days of the company's calendar. */
export async function lotsNamed(tx: Tx, search: RecallSearch): Promise<string[]> {
  if (search.lotIds.length > 0) return [...new Set(search.lotIds)]
  const { rows } = await sql<{ id: string }>`select l.id from lots l
    where l.supplier_id = ${search.supplierId ?? null} and l.id <> l.item_id and exists (
      select 1 from stock_entry e where e.lot_id = l.id and e.d_on_hand <> 0 and e.effect = any(${arrivals})
        and ${dayOf('e')} between ${search.receivedFrom ?? null}::date and ${search.receivedTo ?? null}::date)`.execute(
    tx,
  )
  return rows.map((row) => row.id)
}

const dayOf = (entry: string) =>
  sql`(${sql.raw(entry)}.at at time zone coalesce((select content->>'timeZone' from settings), 'UTC'))::date`

/** These lots and all lots made from them; lots "none" are returned separately, as they can't be blocked. */
export async function lotsConcerned(
  tx: Db | Tx,
  named: readonly string[],
): Promise<{ lots: string[]; untraceable: string[] }> {
  const { rows } = await sql<{ id: string; is_none: boolean }>`select l.id, l.id = l.item_id as is_none
    from (${madeOf(named)}) m join lots l on l.id = m.lot_id order by l.id`.execute(tx)
  return {
    lots: rows.filter((row) => !row.is_none).map((row) => row.id),
    untraceable: rows.filter((row) => row.is_none).map((row) => row.id),
  }
}
