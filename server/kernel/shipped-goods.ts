import { sql } from 'kysely'

/*
 * What left with an order, in the ledger: packed (SHIP), unpacked (UNSHIP), put back as the order was cancelled or deleted (RESTOCK).
 * Their sum is what is out. For statements of every feature that read stock_entry; `entry` is the name that they give to it.
 */

export const shipmentEffects = sql`('SHIP', 'UNSHIP', 'RESTOCK')`
export const isShipment = (entry: string) => sql<boolean>`${sql.raw(entry)}.effect in ${shipmentEffects}`

/** The same of one order, imported ones included: `order` is SQL of its id. */
export const isShipmentOf = (entry: string, order: ReturnType<typeof sql>) =>
  sql<boolean>`(${sql.raw(entry)}.source_type in ('sales_order', 'import') and ${sql.raw(entry)}.source_id = ${order}
    and ${isShipment(entry)})`
