import { sql } from 'kysely'
import { addressLine, type PostalAddress } from '#shared/crm/partners/postal-address.ts'
import { Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import { openRoutes } from '#shared/logistics/shipments/route-status.ts'
import { openShipments } from '#shared/logistics/shipments/shipment-status.ts'
import { whyNotReaddressed } from '#shared/sales/orders/order-guards.ts'
import type { OrderChange } from '#shared/sales/orders/order-timeline.ts'
import type { shipToApi } from '#shared/sales/orders/ship-to-api.ts'
import { oneOf } from '#server/db/one-of.ts'
import { chooseAddresses, chosenAddress, orderAddress } from '#server/kernel/document-addresses.ts'
import type { Work } from '#server/kernel/work.ts'
import { assertOpen, lockOrder } from './order-lock.ts'

type Input = RequestOf<(typeof shipToApi.changeShipTo)['spec']>['body']

/**
 * Changes the shipping address of a confirmed order, and copies the address as it is now. Throws INVALID_TRANSITION after the
 * goods have left, IN_USE while they are on a route. The invoice keeps the address that it was issued with.
 */
export async function changeShipTo(work: Work, id: string, version: number, input: Input): Promise<void> {
  const order = await lockOrder(work, id)
  if (order.version !== version)
    throw new Refusal('VERSION_CONFLICT', undefined, { details: { version: order.version } })
  const before = await shipToOf(work, id)
  assertOpen(whyNotReaddressed({ status: order.status, route: before.route }), order)
  const { shipToId } = await chooseAddresses(work, order.accountId, { shipToId: input.shipToId, billToId: null })
  await work.tx
    .updateTable('sales_orders')
    .set({ ship_to_id: shipToId, ship_to: null, new_ship_to: null })
    .where('id', '=', id)
    .execute()
  await work.tx
    .updateTable('sales_orders as o')
    .from('accounts as a')
    .set({ ship_to: chosenAddress('o', 'ship'), version: sql<number>`o.version + 1`, updated_at: work.now })
    .where('o.id', '=', id)
    .whereRef('a.id', '=', 'o.account_id')
    .execute()
  const after = await shipToOf(work, id)
  const change: OrderChange = {
    field: 'shipTo',
    item: null,
    from: addressLine(before.shipTo),
    to: addressLine(after.shipTo),
  }
  work.audit('order.shipToChanged', 'salesOrder', id, { reason: input.reason, changes: [change] })
  work.announce('sales_order_updated', { salesOrderId: id })
  for (const shipmentId of after.shipments) work.announce('shipping_updated', { shippingId: shipmentId })
}

interface ShipTo {
  shipTo: PostalAddress
  /** The route with the order's goods. */
  route: string | null
  shipments: string[]
}

async function shipToOf(work: Work, id: string): Promise<ShipTo> {
  const { rows } = await sql<ShipTo>`select ${orderAddress('ship')} as "shipTo",
      (select r.number from route_stops p join routes r on r.id = p.route_id where p.order_id = o.id and p.removed_at is null
        and p.status in ${oneOf(openShipments)} and r.deleted_at is null and r.status in ${oneOf(openRoutes)} limit 1) as route,
      array(select s.id from shipments s where s.order_id = o.id and s.deleted_at is null) as shipments
    from sales_orders o join accounts a on a.id = o.account_id where o.id = ${id}`.execute(work.tx)
  const [row] = rows
  if (!row) throw new Error(`Order ${id} is not there`)
  return row
}
