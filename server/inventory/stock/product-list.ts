import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { inventoryApi } from '#shared/inventory/stock/api.ts'
import type { ProductRow } from '#shared/inventory/stock/product.ts'
import type { Db } from '#server/db/database.ts'
import { listPage } from '#server/db/keyset.ts'
import { WrittenPage } from '#server/db/written-page.ts'
import type { ItemKind } from './adjustments.ts'
import { documentNumber } from './stock-documents.ts'
import { productPlan, type ProductQuery } from './product-query.ts'

type HistoryQuery = RequestOf<(typeof inventoryApi.listStockHistory)['spec']>['query']

export async function listProducts(db: Db, query: ProductQuery) {
  return new WrittenPage<ProductRow>(await listPage(db, await productPlan(db, query), query))
}

interface MovementRow {
  id: string
  entry_id: number
  at: string
  effect: string
  d_on_hand: number
  d_committed: number
  on_hand_after: number
  committed_after: number
  reason: string
  custom_reason: string | null
  actor: string | null
  location: string
  lot_number: string
  source_type: string
  source_id: string
  number: string | null
}

/** All movements of an item, newest first, each with on hand after it: a running total of the ledger. */
export async function listStockHistory(db: Db, itemId: string, query: HistoryQuery, kind: ItemKind = 'product') {
  const before = query.cursor === undefined ? null : Number(query.cursor)
  if (before !== null && !Number.isSafeInteger(before)) {
    throw new Refusal('INVALID', 'cursor: is not valid', { fields: { cursor: 'is not valid' } })
  }
  const { rows } = await sql<MovementRow & { total: number }>`
    with known as (select i.id, t.on_hand, t.committed from items i join item_stock t on t.item_id = i.id where i.id = ${itemId} and i.kind = ${kind}),
    page as (select e.* from stock_entry e where e.item_id = ${itemId} and (${before}::bigint is null or e.id < ${before})
      order by e.id desc limit ${query.limit + 1}),
    newer as (select coalesce(sum(d_on_hand), 0) as on_hand, coalesce(sum(d_committed), 0) as committed
      from stock_entry where item_id = ${itemId} and id >= ${before}::bigint)
    select p.id as entry_id, p.at, p.effect, p.d_on_hand, p.d_committed, p.reason, p.custom_reason, p.source_type, p.source_id,
      k.on_hand - n.on_hand - coalesce(sum(p.d_on_hand) over above, 0) as on_hand_after,
      k.committed - n.committed - coalesce(sum(p.d_committed) over above, 0) as committed_after,
      u.name as actor, l.name as location, lot.lot_number, ${documentNumber('p')} as number,
      (select count(*) from stock_entry where item_id = ${itemId}) as total
    from page p cross join known k cross join newer n
    join locations l on l.id = p.location_id join lots lot on lot.id = p.lot_id
    left join users u on u.id = p.actor_id
    window above as (order by p.id desc rows between unbounded preceding and 1 preceding)
    order by p.id desc`.execute(db)
  const shown = rows.slice(0, query.limit)
  return {
    data: shown.map((row) => ({
      id: row.entry_id,
      at: row.at,
      effect: row.effect,
      onHandChange: row.d_on_hand,
      committedChange: row.d_committed,
      onHandAfter: Number(row.on_hand_after),
      committedAfter: Number(row.committed_after),
      reason: row.reason,
      customReason: row.custom_reason,
      actor: row.actor,
      location: row.location,
      lotNumber: row.lot_number,
      document: { type: row.source_type, id: row.source_id, number: row.number },
    })),
    nextCursor: rows.length > query.limit ? String(shown.at(-1)?.entry_id) : null,
    total: shown[0]?.total ?? 0,
    totalIsMore: false,
  }
}
