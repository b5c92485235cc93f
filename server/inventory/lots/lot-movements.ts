import { sql } from 'kysely'
import type { RequestOf } from '#shared/http/route.ts'
import { Refusal } from '#shared/http/refusal.ts'
import type { LotMovement, lotsApi } from '#shared/inventory/lots/api.ts'
import type { Db } from '#server/db/database.ts'
import { documentNumber } from '#server/inventory/stock/stock-documents.ts'

type Query = RequestOf<(typeof lotsApi.listMovements)['spec']>['query']

interface Row {
  id: number
  at: string
  effect: string
  change: number
  after: number
  location: string
  reason: string
  custom_reason: string | null
  actor: string | null
  source_type: string
  source_id: string
  number: string | null
}

/** All changes of a lot's on hand, newest first, each with the lot's remaining quantity after it. */
export async function listLotMovements(
  db: Db,
  lotId: string,
  query: Query,
): Promise<{ data: LotMovement[]; nextCursor: string | null }> {
  const before = query.cursor === undefined ? null : Number(query.cursor)
  if (before !== null && !Number.isSafeInteger(before)) {
    throw new Refusal('INVALID', 'cursor: is not valid', { fields: { cursor: 'is not valid' } })
  }
  const { rows } = await sql<Row>`
    with known as (select coalesce(sum(b.on_hand), 0)::bigint as on_hand from lots l
        join stock_balance b on b.item_id = l.item_id and b.lot_id = l.id where l.id = ${lotId}),
    newer as (select coalesce(sum(d_on_hand), 0)::bigint as d_on_hand from stock_entry
      where lot_id = ${lotId} and d_on_hand <> 0 and id >= coalesce(${before}::bigint, 9223372036854775807)),
    page as (select * from stock_entry where lot_id = ${lotId} and d_on_hand <> 0
      and id < coalesce(${before}::bigint, 9223372036854775807) order by id desc limit ${query.limit + 1})
    select p.id, p.at, p.effect, p.d_on_hand as change,
      (k.on_hand - n.d_on_hand - coalesce(sum(p.d_on_hand) over above, 0))::bigint as after,
      x.name as location, p.reason, p.custom_reason, u.name as actor, p.source_type, p.source_id, ${documentNumber('p')} as number
    from page p cross join known k cross join newer n
    join locations x on x.id = p.location_id left join users u on u.id = p.actor_id
    window above as (order by p.id desc rows between unbounded preceding and 1 preceding)
    order by p.id desc`.execute(db)
  const shown = rows.slice(0, query.limit)
  return {
    data: shown.map((row) => ({
      id: row.id,
      at: row.at,
      effect: row.effect,
      change: row.change,
      after: row.after,
      location: row.location,
      reason: row.reason,
      customReason: row.custom_reason,
      actor: row.actor,
      document: { type: row.source_type, id: row.source_id, number: row.number },
    })),
    nextCursor: rows.length > query.limit ? String(shown.at(-1)?.id) : null,
  }
}
