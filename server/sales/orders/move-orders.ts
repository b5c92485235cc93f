import { sql } from 'kysely'
import { receivedOrders } from '#shared/sales/orders/order-transitions.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Work } from '#server/kernel/work.ts'
import { nextVersion } from '#server/db/next-version.ts'

/** A customer whose documents ship or bill to the main address, and the address that replaces it. */
interface FormerAddress {
  accountId: string
  addressId: string
}

/** Moves all estimates of a customer, including deleted ones, to another. Both must be locked. */
export async function moveEstimates(work: Work, from: string, to: string, former: FormerAddress | null): Promise<void> {
  const { rows } = await sql<{
    id: string
  }>`select id from estimates where account_id in (${from}, ${former?.accountId ?? from})
    order by id for no key update`.execute(work.tx)
  work.locks.take('estimate', ...rows.map(({ id }) => id))
  if (former)
    await work.tx
      .updateTable('estimates')
      .set({
        ship_to_id: sql<string>`case when new_ship_to is null then coalesce(ship_to_id, ${former.addressId}) end`,
        bill_to_id: sql<string>`coalesce(bill_to_id, ${former.addressId})`,
        version: nextVersion,
        updated_at: work.now,
      })
      .where('account_id', '=', former.accountId)
      .where(sql<boolean>`((ship_to_id is null and new_ship_to is null) or bill_to_id is null)`)
      .execute()
  await work.tx
    .updateTable('estimates')
    .set({ account_id: to, version: nextVersion, updated_at: work.now })
    .where('account_id', '=', from)
    .execute()
}

/** Moves all orders of a customer and their returns, including deleted ones, to another. Both must be locked. */
export async function moveOrders(work: Work, from: string, to: string, former: FormerAddress | null): Promise<void> {
  const alsoOf = former ? sql`or (account_id = ${former.accountId} and status not in ${oneOf(receivedOrders)})` : sql``
  const { rows } = await sql<{ id: string }>`select id from sales_orders
    where account_id = ${from} ${alsoOf} order by id for no key update`.execute(work.tx)
  const [first] = rows
  if (!first) return
  work.locks.take('salesOrder', ...rows.map(({ id }) => id))
  if (former) await keepOrderAddress(work, former)
  await work.tx
    .updateTable('sales_orders')
    .set({ account_id: to, version: nextVersion, updated_at: work.now })
    .where('account_id', '=', from)
    .execute()
  await work.tx
    .updateTable('sales_returns')
    .set({ account_id: to, version: nextVersion, updated_at: work.now })
    .where('account_id', '=', from)
    .execute()
  // Clients reload lists and pages, whichever order the event has.
  work.announce('sales_order_updated', { salesOrderId: first.id })
}

/** The addresses copied at the confirmation stay; an order that becomes pending again returns to them. */
async function keepOrderAddress(work: Work, { accountId, addressId }: FormerAddress): Promise<void> {
  const goesToMain = (side: 'ship' | 'bill') =>
    sql`(${sql.ref(`${side}_to_id`)} is null and ${sql.ref(`${side}_to`)}->>'id' is null)`
  const ships = sql`(${goesToMain('ship')} and new_ship_to is null)`
  await work.tx
    .updateTable('sales_orders')
    .set({
      ship_to_id: sql<string>`case when ${ships} then ${addressId}::uuid else ship_to_id end`,
      bill_to_id: sql<string>`case when ${goesToMain('bill')} then ${addressId}::uuid else bill_to_id end`,
      version: nextVersion,
      updated_at: work.now,
    })
    .where('account_id', '=', accountId)
    .where('status', 'not in', receivedOrders)
    .where(sql<boolean>`(${ships} or ${goesToMain('bill')})`)
    .execute()
}
