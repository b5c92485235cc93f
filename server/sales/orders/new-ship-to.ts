import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { NewShipTo } from '#shared/crm/partners/postal-address.ts'
import type { Work } from '#server/kernel/work.ts'
import { nextVersion } from '#server/db/next-version.ts'
import { lockOrder } from './order-lock.ts'

/** The address that was entered with an order and is undecided, and its customer. Throws NOT_FOUND, ALREADY_DONE. */
export async function findNewShipTo(work: Work, id: string): Promise<{ accountId: string; address: NewShipTo }> {
  const { rows } = await sql<{ accountId: string; address: NewShipTo | null; dismissed: boolean }>`select
      account_id as "accountId", new_ship_to as address, new_ship_to_dismissed as dismissed
    from sales_orders where id = ${id} and deleted_at is null`.execute(work.tx)
  const [row] = rows
  if (!row) throw new Refusal('NOT_FOUND')
  const { accountId, address } = row
  if (!address || row.dismissed) throw new Refusal('ALREADY_DONE', 'The order has no new address to decide on.')
  return { accountId, address }
}

/** Links the order to the customer's address that was created from the entered one; the goods go to the same place as before. */
export async function linkNewShipTo(work: Work, id: string, shipToId: string): Promise<void> {
  const shipTo = sql<string | null>`ship_to || jsonb_build_object('id', ${shipToId}::uuid)`
  await settle(work, id, { ship_to_id: shipToId, ship_to: shipTo, new_ship_to: null })
  work.audit('order.newAddressAdded', 'salesOrder', id, { addressId: shipToId })
}

/** Keeps the entered address for this order only, without adding it to the customer's addresses. */
export async function dismissNewShipTo(work: Work, id: string): Promise<void> {
  await lockOrder(work, id)
  await findNewShipTo(work, id)
  await settle(work, id, { new_ship_to_dismissed: true })
  work.audit('order.newAddressDismissed', 'salesOrder', id, {})
}

type Settled =
  | { ship_to_id: string; ship_to: RawBuilder<string | null>; new_ship_to: null }
  | { new_ship_to_dismissed: true }

async function settle(work: Work, id: string, change: Settled): Promise<void> {
  await work.tx
    .updateTable('sales_orders')
    .set({ ...change, version: nextVersion, updated_at: work.now })
    .where('id', '=', id)
    .execute()
  work.announce('sales_order_updated', { salesOrderId: id })
}
