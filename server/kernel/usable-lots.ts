import { type RawBuilder, sql } from 'kysely'
import { companyToday } from '#server/kernel/company-day.ts'

/*
 * May pieces of a lot be used? The same as shared/inventory/stock/usable-lots.ts, for statements of every feature that join
 * lots; `lot` is the name that such a statement gives to the table. None of them is ever null.
 */

type Day = string | RawBuilder<unknown>

/** The last day of use of a lot, as its index has it. */
export const lastDay = (lot: string) => sql`coalesce(${sql.raw(lot)}.expiry_date, 'infinity'::date)`

export const isBlocked = (lot: string) => sql<boolean>`${sql.raw(lot)}.status <> 'AVAILABLE'`
export const hasExpired = (lot: string, today: Day) => sql<boolean>`${lastDay(lot)} < ${today}::date`

export const isUnfit = (lot: string, today: Day) => sql<boolean>`(${isBlocked(lot)} or ${hasExpired(lot, today)})`

/** Neither blocked nor expired, and good for so many days after `expectedOn`. */
export const mayUse = (lot: string, expectedOn: Day, minShelfLifeDays: RawBuilder<unknown> = sql`0`) =>
  sql<boolean>`(${sql.raw(lot)}.status = 'AVAILABLE' and ${lastDay(lot)} >= ${expectedOn}::date + ${minShelfLifeDays}::int)`

/**
 * Whether a balance is for any order: stock at a customer's location is only for documents that name that location. `balance` is
 * the name that the statement gives to the table.
 */
export const isForSale = (balance: string) =>
  sql<boolean>`not exists (select 1 from locations consigned
    where consigned.id = ${sql.raw(balance)}.location_id and consigned.consignee_id is not null)`

/**
 * Pieces of an item that could be promised to somebody who asks for so many days of shelf life after `expectedOn`: what orders,
 * estimates and the portal allocate from.
 */
export const promisableSql = (item: RawBuilder<unknown>, expectedOn: Day, minShelfLifeDays: RawBuilder<unknown>) =>
  sql<number>`coalesce((select sum(b.on_hand - b.committed) from stock_balance b join lots t on t.id = b.lot_id
    where b.item_id = ${item} and ${isForSale('b')} and ${mayUse('t', expectedOn, minShelfLifeDays)}), 0)`

/**
 * What of the item with the totals `t` (item_stock) is neither reserved nor for sale: in blocked or expired lots, or at a customer's
 * location. The totals keep it, with the days on which it holds.
 */
const unsellableSql = sql`case when ${companyToday} between t.holds_from and t.holds_until then t.unsellable else coalesce((
    select sum(unsold.on_hand - unsold.committed)::bigint from stock_balance unsold join lots unfit on unfit.id = unsold.lot_id
    where unsold.item_id = t.item_id and unsold.on_hand > unsold.committed
      and (${isUnfit('unfit', companyToday)} or not ${isForSale('unsold')})), 0) end`

/** Totals whose lots have expired since they were written; each half names the condition of its index. */
export const isOutdated = sql<boolean>`((t.holds_until < 'infinity' and t.holds_until < company_today())
  or (t.holds_from > '-infinity' and t.holds_from > company_today()))`

/** How much of the item with the totals `t` can be sold. The one number that is called available. */
export const availableSql = sql<number>`(t.on_hand - t.committed - ${unsellableSql})`

/** The same of one balance with its lot. */
export const availableOf = (balance: string, lot: string) => {
  const b = sql.raw(balance)
  return sql<number>`case when ${mayUse(lot, companyToday)} and ${isForSale(balance)} then ${b}.on_hand - ${b}.committed else 0 end`
}

/** Expires from one day on up to another, both counted in. */
export const expiresWithin = (lot: string, first: Day, last: Day) =>
  sql<boolean>`(${lastDay(lot)} >= ${first}::date and ${lastDay(lot)} <= ${last}::date)`

/** The same of columns by themselves, for the integrity check. */
export const expiredBefore = (column: string, day: string) => `${column} < ${day}`
export const blockedStatus = (column: string) => `${column} <> 'AVAILABLE'`
