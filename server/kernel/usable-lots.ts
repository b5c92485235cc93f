import { type RawBuilder, sql } from 'kysely'
import { companyToday } from '#server/kernel/company-day.ts'

/*
 * Conditions for lots that may be used: shared/inventory/stock/usable-lots.ts as SQL, for statements that join lots. `lot` is the
 * alias that the statement gives to the table. None of the conditions is ever null.
 */

type Day = string | RawBuilder<unknown>

/** The expiry date of a lot, or infinity; the same expression as in its index. */
export const lastDay = (lot: string) => sql`coalesce(${sql.raw(lot)}.expiry_date, 'infinity'::date)`

export const isBlocked = (lot: string) => sql<boolean>`${sql.raw(lot)}.status <> 'AVAILABLE'`
export const hasExpired = (lot: string, today: Day) => sql<boolean>`${lastDay(lot)} < ${today}::date`

export const isUnfit = (lot: string, today: Day) => sql<boolean>`(${isBlocked(lot)} or ${hasExpired(lot, today)})`

/** Neither blocked nor expired, with a remaining shelf life of at least `minShelfLifeDays` on the day `expectedOn`. */
export const mayUse = (lot: string, expectedOn: Day, minShelfLifeDays: RawBuilder<unknown> = sql`0`) =>
  sql<boolean>`(${sql.raw(lot)}.status = 'AVAILABLE' and ${lastDay(lot)} >= ${expectedOn}::date + ${minShelfLifeDays}::int)`

/**
 * Whether a balance can be sold to any customer: consignment stock is only for documents that name its location. `balance` is the
 * alias that the statement gives to the table.
 */
export const isForSale = (balance: string) =>
  sql<boolean>`not exists (select 1 from locations consigned
    where consigned.id = ${sql.raw(balance)}.location_id and consigned.consignee_id is not null)`

/**
 * Available to promise: pieces of an item that orders, estimates and the portal can allocate for a customer who requires
 * `minShelfLifeDays` of shelf life after `expectedOn`.
 */
export const promisableSql = (item: RawBuilder<unknown>, expectedOn: Day, minShelfLifeDays: RawBuilder<unknown>) =>
  sql<number>`coalesce((select sum(b.on_hand - b.committed) from stock_balance b join lots t on t.id = b.lot_id
    where b.item_id = ${item} and ${isForSale('b')} and ${mayUse('t', expectedOn, minShelfLifeDays)}), 0)`

/**
 * Pieces of the item with the totals `t` (item_stock) that are neither reserved nor for sale: in blocked or expired lots, or at a
 * customer's location. item_stock caches the sum with the range of days for which it is valid; on other days it is computed.
 */
const unsellableSql = sql`case when ${companyToday} between t.holds_from and t.holds_until then t.unsellable else coalesce((
    select sum(unsold.on_hand - unsold.committed)::bigint from stock_balance unsold join lots unfit on unfit.id = unsold.lot_id
    where unsold.item_id = t.item_id and unsold.on_hand > unsold.committed
      and (${isUnfit('unfit', companyToday)} or not ${isForSale('unsold')})), 0) end`

/** Totals that are outdated because lots have expired since they were written. Each half repeats the condition of its partial index. */
export const isOutdated = sql<boolean>`((t.holds_until < 'infinity' and t.holds_until < company_today())
  or (t.holds_from > '-infinity' and t.holds_from > company_today()))`

/** The available quantity of the item with the totals `t`: what can be sold. Only this number is called "available". */
export const availableSql = sql<number>`(t.on_hand - t.committed - ${unsellableSql})`

/** The available quantity of one balance with its lot. */
export const availableOf = (balance: string, lot: string) => {
  const b = sql.raw(balance)
  return sql<number>`case when ${mayUse(lot, companyToday)} and ${isForSale(balance)} then ${b}.on_hand - ${b}.committed else 0 end`
}

/** The lot expires between two days, both inclusive. */
export const expiresWithin = (lot: string, first: Day, last: Day) =>
  sql<boolean>`(${lastDay(lot)} >= ${first}::date and ${lastDay(lot)} <= ${last}::date)`

/** The same conditions as text for a plain column, for the integrity check. */
export const expiredBefore = (column: string, day: string) => `${column} < ${day}`
export const blockedStatus = (column: string) => `${column} <> 'AVAILABLE'`
