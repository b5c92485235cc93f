import { sql } from 'kysely'
import { droppedReturns } from '#shared/sales/returns/return-transitions.ts'
import { oneOf } from '#server/db/one-of.ts'

/*
 * What left with an order, in the ledger: packed (SHIP), unpacked (UNSHIP), put back as the order was cancelled or deleted (RESTOCK).
 * Their sum is what is out. For statements of every feature that read stock_entry; `entry` is the name that they give to it.
 */

const shipmentEffects = sql`('SHIP', 'UNSHIP', 'RESTOCK')`
/** What is sold, and what customers send back: the cost of sales. */
export const saleEffects = sql`('SHIP', 'UNSHIP', 'RESTOCK', 'COME_BACK')`
export const isShipment = (entry: string) => sql<boolean>`${sql.raw(entry)}.effect in ${shipmentEffects}`

/** The same of one order, imported ones included: `order` is SQL of its id. */
export const isShipmentOf = (entry: string, order: ReturnType<typeof sql>) =>
  sql<boolean>`(${sql.raw(entry)}.source_type in ('sales_order', 'import') and ${sql.raw(entry)}.source_id = ${order}
    and ${isShipment(entry)})`

/** Numbers of the returns of the order `o` that were neither rejected nor cancelled. */
export const returnNumbers = sql<string[]>`array(select back.number from sales_returns back
  where back.order_id = o.id and back.status not in ${oneOf(droppedReturns)} order by back.number)`
