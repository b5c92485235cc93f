import { sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import { Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { Availability, availabilityApi } from '#shared/sales/orders/availability-api.ts'
import type { Db } from '#server/db/database.ts'
import { companyToday } from '#server/kernel/company-day.ts'
import { hasExpired, isBlocked, isForSale, mayUse, promisableSql } from '#server/kernel/usable-lots.ts'

type Query = RequestOf<(typeof availabilityApi.listAvailability)['spec']>['query']

/** Quantities that could be allocated to the customer on the day. Throws NOT_FOUND for an unknown customer. */
export async function listAvailability(db: Db, { account, requestedDate, products }: Query): Promise<Availability[]> {
  const buyer = account
    ? sql`select shelf_life_asked(a.min_shelf_life_days) as days from accounts a where a.id = ${account} and a.deleted_at is null`
    : sql`select 0 as days`
  const { rows: buyers } = await sql<{ days: number }>`${buyer}`.execute(db)
  const [buyerRow] = buyers
  if (!buyerRow) throw new Refusal('NOT_FOUND')
  const arrival = sql`greatest(coalesce(${requestedDate ?? null}::date, ${companyToday}), ${companyToday})`
  const days = sql`${buyerRow.days}`
  const isHeld = isBlocked('t')
  const isOver = hasExpired('t', companyToday)
  const { rows } =
    await sql<Availability>`select i.id as "productId", ${promisableSql(sql`i.id`, arrival, days)} as available,
      n.held as "onHold", n.expired, n.soon as "expiresTooSoon"
    from items i cross join lateral (select
        coalesce(sum(b.on_hand - b.committed) filter (where ${isHeld}), 0) as held,
        coalesce(sum(b.on_hand - b.committed) filter (where not ${isHeld} and ${isOver}), 0) as expired,
        coalesce(sum(b.on_hand - b.committed) filter (where not ${isHeld} and not ${isOver}
          and not ${mayUse('t', arrival, days)}), 0) as soon
      from stock_balance b join lots t on t.id = b.lot_id
      where b.item_id = i.id and b.on_hand > b.committed and ${isForSale('b')}) n
    where i.id = any(${listOf(products)}) and i.kind in ('product', 'kit') and i.deleted_at is null`.execute(db)
  return rows
}
