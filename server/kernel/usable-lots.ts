import { type RawBuilder, sql } from 'kysely'

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
 * How much of the item `i` with the totals `t` (item_stock) can be sold: what is not reserved in lots that are neither blocked nor
 * expired, and not at a customer's location. The one number that is called available.
 */
export const availableSql = sql<number>`(t.on_hand - t.committed - coalesce((
    select sum(unsold.on_hand - unsold.committed)::int from stock_balance unsold join lots unfit on unfit.id = unsold.lot_id
    where unsold.item_id = t.item_id and unsold.on_hand > unsold.committed
      and (${isUnfit('unfit', sql`company_today()`)} or not ${isForSale('unsold')})), 0))`

/**
 * The same for statements over all items: rows (item_id, quantity) of the pieces that are neither reserved nor for sale. What is
 * available is `t.on_hand - t.committed` without them. Each piece is in one of the three parts, and each part has its index.
 */
export const unsellableSql = sql`(select item_id, sum(quantity)::bigint as quantity from (
    select unsold.item_id, unsold.on_hand - unsold.committed as quantity
    from lots unfit join stock_balance unsold on unsold.item_id = unfit.item_id and unsold.lot_id = unfit.id
    where ${isBlocked('unfit')}
    union all
    select unsold.item_id, unsold.on_hand - unsold.committed
    from lots unfit join stock_balance unsold on unsold.item_id = unfit.item_id and unsold.lot_id = unfit.id
    where unfit.id <> unfit.item_id and not ${isBlocked('unfit')} and ${hasExpired('unfit', sql`company_today()`)}
    union all
    select unsold.item_id, unsold.on_hand - unsold.committed
    from locations consigned join stock_balance unsold on unsold.location_id = consigned.id
      join lots unfit on unfit.id = unsold.lot_id
    where consigned.consignee_id is not null and not ${isUnfit('unfit', sql`company_today()`)}) part
  where quantity > 0 group by item_id)`

/** Expires from one day on up to another, both counted in. */
export const expiresWithin = (lot: string, first: Day, last: Day) =>
  sql<boolean>`(${lastDay(lot)} >= ${first}::date and ${lastDay(lot)} <= ${last}::date)`

/** The same of a status by itself, for the proof of what was sent out of which lot in the past. */
export const blockedStatus = (column: string) => `${column} <> 'AVAILABLE'`
