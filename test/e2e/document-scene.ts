import { kitsApi } from '#shared/inventory/kits/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { transfersApi } from '#shared/inventory/transfers/api.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { estimatesApi } from '#shared/sales/estimates/api.ts'
import { returnsApi } from '#shared/sales/returns/api.ts'
import { roleDefaults } from '#shared/access/roles.ts'
import { paths } from '#web/paths.ts'
import {
  addAccount,
  addOrder,
  addPlace,
  addProduct,
  addPurchase,
  deliveredOrder,
  placePurchase,
} from '#test/builders.ts'
import { packedOrder, type Scene } from '#test/deliveries.ts'
import { addLots, confirmed, inDays } from '#test/lots.ts'
import { addSession } from '#test/sessions.ts'
import type { RunningApp } from './fixtures.ts'

/**
 * Creates one of each of the nine document types, with long names and lots. Returns the path and an administrator's
 * next action for each of them, and the paths of two drafts and a pending order.
 */
export async function nineDocuments({ api, database }: RunningApp) {
  const place = await addPlace(api)
  const gloves = await addProduct(api, place, {
    name: 'Nitrile examination gloves, powder-free, size M',
    quantity: 5000,
    price: '12.50',
  })
  const { product: stocking } = await addLots(
    api,
    place,
    [
      ['LOT-2291-A', 200, 10],
      ['LOT-2291-B', 400, 500],
    ],
    { name: 'Compression stocking class 2, thigh length, open toe, with silicone border', price: '31.90' },
  )
  const account = await addAccount(api, {
    name: 'University Hospital of the Northern Coastal Provinces',
    address: 'Dock 3, Harbour road 12, 4021 Northport',
    latitude: 51.5,
    longitude: -0.12,
  })
  const lines = [
    [gloves.id, 1200],
    [stocking.id, 12],
  ] as const
  const order = await confirmed(api, account.id, lines)
  const estimate = await api.do(estimatesApi.createEstimate, {
    body: {
      accountId: account.id,
      validUntil: inDays(30),
      lines: lines.map(([productId, quantity]) => ({ productId, quantity })),
    },
  })
  const purchase = await placePurchase(api, place, [
    [gloves.id, 1200, '4'],
    [stocking.id, 50, '11.25'],
  ])
  const depot = await api.do(inventoryApi.createLocation, { body: { name: 'Depot at the harbour', type: 'Warehouse' } })
  const transfer = await api.do(transfersApi.createTransfer, {
    body: {
      sourceId: place.warehouse.id,
      destinationId: depot.id,
      lines: lines.map(([itemId, quantity]) => ({ itemId, quantity })),
    },
  })
  const { orderId: kitOrderId } = await api.do(kitsApi.createKit, {
    body: {
      name: 'Dressing change set for the ward',
      price: '9.50',
      warehouse: place.warehouse.id,
      quantity: 5,
      components: lines.map(([itemId]) => ({ itemId, quantity: 2 })),
    },
  })
  const delivered = await deliveredOrder(api, account.id, lines)
  const returnable = await api.do(returnsApi.listReturnable, { params: { id: delivered.id } })
  const back = await api.do(returnsApi.createReturn, {
    body: {
      orderId: delivered.id,
      lines: returnable.lines.map(({ orderLineId, lot }) => ({
        orderLineId,
        lotId: lot.id,
        quantity: 1,
        reason: 'damaged' as const,
      })),
    },
  })
  const scene = { admin: api, productId: stocking.id } as Scene
  const { shipmentId } = await packedOrder(scene, 12, stocking.id, account.id)
  const { userId } = await addSession(database, 'driver', roleDefaults.driver)
  const route = await api.do(routesApi.createRoute, {
    body: {
      date: '2027-03-01',
      driverId: userId,
      startId: place.warehouse.id,
      shipmentIds: [(await packedOrder(scene, 5, gloves.id, account.id)).shipmentId],
    },
  })
  return {
    account,
    product: gloves,
    documents: {
      order: { path: paths.order(order.id), next: 'Mark ready to ship' },
      estimate: { path: paths.estimate(estimate.id), next: 'Send' },
      'purchase order': { path: paths.purchaseOrder(purchase.id), next: 'Receive' },
      transfer: { path: paths.stockTransfer(transfer.id), next: 'Complete' },
      'kit order': { path: paths.kitOrder(kitOrderId ?? ''), next: 'Complete' },
      return: { path: paths.return(back.id), next: 'Approve' },
      invoice: { path: paths.invoice(order.invoice?.id ?? ''), next: 'Record payment' },
      shipment: { path: paths.shipment(shipmentId), next: 'Put on a route' },
      route: { path: paths.route(route.id), next: 'Start route' },
    },
    drafts: {
      estimate: paths.estimate(estimate.id),
      purchase: paths.purchaseOrder((await addPurchase(api, place, [[gloves.id, 12, '4']])).id),
    },
    pending: paths.order(
      (
        await addOrder(api, account.id, [
          [gloves.id, 100_000],
          [stocking.id, 2],
        ])
      ).id,
    ),
  }
}
