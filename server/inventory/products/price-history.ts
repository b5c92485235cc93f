import { sql } from 'kysely'
import { invalid } from '#shared/http/refusal.ts'
import type { Page } from '#shared/http/paging.ts'
import type { PriceChange, PriceKind } from '#shared/inventory/products/price-history-api.ts'
import { formatPrice } from '#shared/money.ts'
import type { Db } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'

/** The prices of an item as stored, in ten-thousandths. */
export interface Prices {
  price: number
  cost: number
  price_retail: number | null
  price_wholesale: number | null
  price_distributor: number | null
  price_high_volume: number | null
}

/**
 * Records all prices that are about to change; call it before the item is changed. The value of stock on a past day is computed
 * from these costs (server/kernel/cost-steps.ts).
 */
export async function notePrices(work: Work, itemId: string, next: Prices): Promise<void> {
  await work.tx
    .insertInto('price_changes')
    .columns(['item_id', 'price', 'old_amount', 'new_amount', 'actor_id', 'at'])
    .expression(sql`select i.id, v.price, v.old_amount, v.new_amount, ${work.caller.userId}, ${work.now}
    from items i cross join lateral (values
      ('price', i.price, ${next.price}::bigint), ('cost', i.cost, ${next.cost}::bigint),
      ('retail', i.price_retail, ${next.price_retail}::bigint),
      ('wholesale', i.price_wholesale, ${next.price_wholesale}::bigint),
      ('distributor', i.price_distributor, ${next.price_distributor}::bigint),
      ('highVolume', i.price_high_volume, ${next.price_high_volume}::bigint)) v(price, old_amount, new_amount)
    where i.id = ${itemId} and v.old_amount is distinct from v.new_amount`)
    .execute()
}

/** The same for an item with a cost and no prices. */
export async function noteCost(work: Work, itemId: string, cost: number): Promise<void> {
  await work.tx
    .insertInto('price_changes')
    .columns(['item_id', 'price', 'old_amount', 'new_amount', 'actor_id', 'at'])
    .expression(sql`select id, 'cost', cost, ${cost}::bigint, ${work.caller.userId}, ${work.now}
    from items where id = ${itemId} and cost <> ${cost}::bigint`)
    .execute()
}

interface Row {
  id: number
  at: string
  actor: string | null
  kind: PriceKind
  old_amount: number | null
  new_amount: number | null
  total: number
}

const shown = (amount: number | null) => (amount === null ? null : formatPrice(amount))

export async function listPriceHistory(
  db: Db,
  itemId: string,
  query: { limit: number; cursor?: string | undefined },
): Promise<Page<PriceChange>> {
  const before = query.cursor === undefined ? null : Number(query.cursor)
  if (before !== null && !Number.isSafeInteger(before)) throw invalid('cursor', 'is not valid')
  const { rows } = await sql<Row>`select c.id, c.at, u.name as actor, c.price as kind, c.old_amount, c.new_amount,
      (select count(*) from price_changes where item_id = ${itemId}) as total
    from price_changes c left join users u on u.id = c.actor_id
    where c.item_id = ${itemId} and (${before}::bigint is null or c.id < ${before})
    order by c.id desc limit ${query.limit + 1}`.execute(db)
  const page = rows.slice(0, query.limit)
  return {
    data: page.map(({ id, at, actor, kind, old_amount: from, new_amount: to }) => ({
      id,
      at,
      actor,
      kind,
      from: shown(from),
      to: shown(to),
    })),
    nextCursor: rows.length > query.limit ? String(page.at(-1)?.id) : null,
    total: page[0]?.total ?? 0,
    totalIsMore: false,
  }
}
