import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { shipmentDocumentsApi } from '#shared/logistics/shipments/documents-api.ts'
import { neighbours } from '#server/db/keyset.ts'
import {
  assignOrder,
  deliverOrder,
  failDelivery,
  handOverOrder,
  replanOrder,
  unassignOrder,
} from '#server/flows/orders/deliver-order.ts'
import type { StoredFiles } from '#server/files/stored-files.ts'
import { drawShipmentProof } from '#server/flows/deliveries/print-proof.ts'
import { drawPackageLabels, drawShipments } from '#server/flows/deliveries/print-shipments.ts'
import { checkInOrder, orderOfShipment, pickUpOrder } from '#server/flows/deliveries/shipment-actions.ts'
import { sendPdf } from '#server/http/pdf-download.ts'
import type { Serve } from '#server/http/serve.ts'
import type { Work } from '#server/kernel/work.ts'
import { putPackages } from './packages.ts'
import { countShipments, listShipments, shipmentPlan } from './shipment-list.ts'
import { getShipment } from './shipment-view.ts'

const shown = (work: Work, id: string) => getShipment(work.tx, id)

export function serveShipments({ read, write }: Serve, { files }: { files: StoredFiles }): void {
  read(shipmentsApi.listShipments, ({ db, query }) => listShipments(db, query))
  read(shipmentsApi.countShipments, async ({ db }) => ({ data: await countShipments(db) }))
  read(shipmentsApi.getShipment, ({ db, params }) => getShipment(db, params.id))
  read(shipmentsApi.getNeighbours, ({ db, params, query }) => neighbours(db, shipmentPlan(query), params.id))
  write(shipmentsApi.putPackages, async (work, { params, version, body }) => {
    await shown(work, params.id)
    await putPackages(work, params.id, version, body.packages)
    return shown(work, params.id)
  })
  write(
    shipmentsApi.assignCarrier,
    acting((work, id, body) => assignOrder(work, id, { method: 'carrier', ...body })),
  )
  write(shipmentsApi.removeCarrier, acting(unassignOrder))
  write(shipmentsApi.dispatchShipment, acting(handOverOrder))
  write(shipmentsApi.pickUpShipment, acting(pickUpOrder))
  write(shipmentsApi.deliverShipment, acting(deliverOrder))
  write(shipmentsApi.failShipment, acting(failDelivery))
  write(shipmentsApi.replanShipment, acting(replanOrder))
  write(
    shipmentsApi.checkInShipment,
    acting((work, id, body) => checkInOrder(work, id, body.note)),
  )
  read(
    shipmentDocumentsApi.printShipment,
    async ({ db, params, reply }): Promise<never> => sendPdf(reply, await drawShipments(db, [params.id], params.kind)),
  )
  read(
    shipmentDocumentsApi.printProof,
    async ({ db, params, reply }): Promise<never> => sendPdf(reply, await drawShipmentProof(db, files, params.id)),
  )
  read(
    shipmentDocumentsApi.printShipments,
    async ({ db, body, reply }): Promise<never> => sendPdf(reply, await drawShipments(db, body.ids, body.kind)),
  )
  read(
    shipmentDocumentsApi.printPackageLabels,
    async ({ db, body, reply }): Promise<never> =>
      sendPdf(reply, await drawPackageLabels(db, body.ids, body.layout, body.start)),
  )
}

/** A call on one shipment: runs `act` with its order and returns the updated shipment. */
function acting<B>(act: (work: Work, orderId: string, body: B, shipmentId: string) => Promise<void>) {
  return async (work: Work, { params, body }: { params: { id: string }; body: B }) => {
    await shown(work, params.id)
    await act(work, await orderOfShipment(work, params.id), body, params.id)
    return shown(work, params.id)
  }
}
