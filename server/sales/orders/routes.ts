import { can } from '#shared/access/can.ts'
import { businessDate } from '#shared/dates.ts'
import { orderDocumentsApi } from '#shared/sales/orders/order-documents-api.ts'
import { shipToApi } from '#shared/sales/orders/ship-to-api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { availabilityApi } from '#shared/sales/orders/availability-api.ts'
import { orderHoldApi } from '#shared/sales/orders/order-hold-api.ts'
import { orderListApi } from '#shared/sales/orders/order-list-api.ts'
import { orderPreviewApi } from '#shared/sales/orders/order-preview-api.ts'
import { lineLotsApi } from '#shared/sales/orders/line-lots-api.ts'
import { neighbours } from '#server/db/keyset.ts'
import type { Caller, Work } from '#server/kernel/work.ts'
import { cancelOrder, reopenOrder } from '#server/flows/orders/cancel-order.ts'
import { chooseLots } from '#server/flows/orders/choose-lots.ts'
import { backOrder, confirmOrder, unconfirmOrder } from '#server/flows/orders/confirm-order.ts'
import { deleteOrder } from '#server/flows/orders/delete-order.ts'
import {
  assignOrder,
  deliverOrder,
  failDelivery,
  handOverOrder,
  trackOrder,
  replanOrder,
  unassignOrder,
} from '#server/flows/orders/deliver-order.ts'
import { startPicking, stopPicking } from '#server/flows/orders/pick-order.ts'
import { previewInvoiceDeletion, previewOrder } from '#server/flows/orders/preview-order.ts'
import { drawConfirmation, drawPickLists, sendConfirmation } from '#server/flows/orders/print-order.ts'
import { markReadyForShipping, reverseOrder } from '#server/flows/orders/ready-for-shipping.ts'
import type { Serve, ServeDeps } from '#server/http/serve.ts'
import { sendPdf } from '#server/http/pdf-download.ts'
import { addNewShipTo } from '#server/flows/orders/add-new-ship-to.ts'
import { changeShipTo } from './change-ship-to.ts'
import { dismissNewShipTo } from './new-ship-to.ts'
import { listLineLots } from './line-lots.ts'
import { createOrder, updateOrder } from './order-draft.ts'
import { holdOrder, releaseHold } from './order-hold.ts'
import { countOrders, listOrders, orderPlan } from './order-list.ts'
import { listAvailability } from './order-availability.ts'
import { getOrder } from './order-view.ts'

const seesInvoices = (caller: Caller) => can(caller, 'invoices.view')
const shown = (work: Work, id: string) => getOrder(work.tx, id, seesInvoices(work.caller))

export function serveSales({ read, write }: Serve, deps: ServeDeps): void {
  const { clock, timeZone } = deps
  read(salesApi.listOrders, ({ db, query, caller }) => listOrders(db, query, seesInvoices(caller)))
  read(salesApi.countOrders, async ({ db }) => ({ data: await countOrders(db) }))
  read(orderListApi.getNeighbours, ({ db, params, query }) => neighbours(db, orderPlan(query), params.id))
  read(salesApi.getOrder, ({ db, params, caller }) => getOrder(db, params.id, seesInvoices(caller)))
  read(salesApi.listTransitions, async ({ db, params }) => ({
    data: (await getOrder(db, params.id, false)).transitions,
  }))
  read(availabilityApi.listAvailability, async ({ db, query }) => ({ data: await listAvailability(db, query) }))
  write(salesApi.createOrder, (work, { body }) => createOrder(work, body))
  write(salesApi.updateOrder, async (work, { params, version, body }) => {
    await updateOrder(work, params.id, version, body)
    return shown(work, params.id)
  })
  write(salesApi.deleteOrder, (work, { params }) => deleteOrder(work, params.id))

  write(shipToApi.changeShipTo, async (work, { params, version, body }) => {
    await changeShipTo(work, params.id, version, body)
    return shown(work, params.id)
  })
  write(shipToApi.addNewShipTo, async (work, { params }) => {
    await addNewShipTo(work, params.id)
    return shown(work, params.id)
  })
  write(shipToApi.dismissNewShipTo, async (work, { params }) => {
    await dismissNewShipTo(work, params.id)
    return shown(work, params.id)
  })

  read(lineLotsApi.listLineLots, async ({ db, params, caller }) => ({
    ...(await listLineLots(db, params.id, params.lineId, businessDate(clock(), timeZone()))),
    mayChoose: can(caller, 'inventory.edit'),
  }))
  write(lineLotsApi.chooseLots, async (work, { params, body }) => {
    await chooseLots(work, params.id, params.lineId, body)
    return shown(work, params.id)
  })

  read(orderPreviewApi.previewOrder, ({ caller, params, body }) =>
    previewOrder(deps, caller, params.id, body.act, body),
  )
  read(orderPreviewApi.previewInvoiceDeletion, ({ caller, params }) => previewInvoiceDeletion(deps, caller, params.id))

  read(
    orderDocumentsApi.printConfirmation,
    async ({ db, params, reply }): Promise<never> => sendPdf(reply, await drawConfirmation(db, params.id)),
  )
  write(orderDocumentsApi.sendConfirmation, acting(sendConfirmation))
  read(
    orderDocumentsApi.printPickList,
    async ({ db, params, reply }): Promise<never> => sendPdf(reply, await drawPickLists(db, [params.id])),
  )
  read(
    orderDocumentsApi.printPickLists,
    async ({ db, body, reply }): Promise<never> => sendPdf(reply, await drawPickLists(db, body.ids)),
  )

  write(salesApi.confirm, (work, { params, body }) => confirmOrder(work, params.id, body))
  write(salesApi.backOrder, acting(backOrder))
  write(
    salesApi.unconfirm,
    acting((work, id, body) => unconfirmOrder(work, id, body.reason)),
  )
  write(salesApi.startPicking, acting(startPicking))
  write(salesApi.stopPicking, acting(stopPicking))
  write(salesApi.ready, acting(markReadyForShipping))
  write(
    salesApi.reverse,
    acting((work, id, body) => reverseOrder(work, id, body.reason)),
  )
  write(salesApi.assign, acting(assignOrder))
  write(salesApi.unassign, acting(unassignOrder))
  write(salesApi.handOver, acting(handOverOrder))
  write(salesApi.setOff, acting(trackOrder('setOff')))
  write(salesApi.approach, acting(trackOrder('approach')))
  write(salesApi.postpone, acting(trackOrder('postpone')))
  write(salesApi.deliver, acting(deliverOrder))
  write(salesApi.failDelivery, acting(failDelivery))
  write(salesApi.replan, acting(replanOrder))
  write(
    salesApi.cancel,
    acting((work, id, body) => cancelOrder(work, id, body.reason)),
  )
  write(salesApi.reopen, acting(reopenOrder))
  write(
    orderHoldApi.hold,
    acting((work, id, body) => holdOrder(work, id, body.reason)),
  )
  write(orderHoldApi.releaseHold, acting(releaseHold))
}

/** A handler that runs an action on one order and returns the order afterwards. */
function acting<B>(act: (work: Work, id: string, body: B) => Promise<void>) {
  return async (work: Work, { params, body }: { params: { id: string }; body: B }) => {
    await act(work, params.id, body)
    return shown(work, params.id)
  }
}
