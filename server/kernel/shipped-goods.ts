import { sql } from 'kysely'
import { droppedReturns } from '#shared/sales/returns/return-transitions.ts'
import { oneOf } from '#server/db/one-of.ts'

/*
 * Conditions for stock entries of shipped goods: packed (SHIP), unpacked (UNSHIP), put back because the order was cancelled or
 * deleted (RESTOCK). Their sum is what has left the stock. `entry` is the alias that a statement gives to stock_entry.
 */

const shipmentEffects = sql`('SHIP', 'UNSHIP', 'RESTOCK')`
/** The entries that make up the cost of sales: shipments and customer returns. */
export const saleEffects = sql`('SHIP', 'UNSHIP', 'RESTOCK', 'COME_BACK')`
/** The entries of goods that were put into kits or made into products, and of both undone. */
export const makingEffects = sql`('KIT_OUT', 'UNKIT_IN', 'MAKE_OUT', 'UNMAKE_IN')`
/** The entries that make up usage: shipments, and goods put into kits and products. */
export const usageEffects = sql`('SHIP', 'UNSHIP', 'RESTOCK', 'KIT_OUT', 'UNKIT_IN', 'MAKE_OUT', 'UNMAKE_IN')`
export const isShipment = (entry: string) => sql<boolean>`${sql.raw(entry)}.effect in ${shipmentEffects}`

/** The same for one order, which may be an imported one: `order` is SQL of its id. */
export const isShipmentOf = (entry: string, order: ReturnType<typeof sql>) =>
  sql<boolean>`(${sql.raw(entry)}.source_type in ('sales_order', 'import') and ${sql.raw(entry)}.source_id = ${order}
    and ${isShipment(entry)})`

/** Document numbers of the customer returns of the order `o` that were neither rejected nor cancelled. */
export const returnNumbers = sql<string[]>`array(select back.number from sales_returns back
  where back.order_id = o.id and back.status not in ${oneOf(droppedReturns)} order by back.number)`
