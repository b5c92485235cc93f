import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { reorderApi } from '#shared/purchasing/reorder/api.ts'
import type { Work } from '#server/kernel/work.ts'
import { purchaseFiles } from '#server/flows/orders/document-archives.ts'
import { closePurchase, reopenPurchase } from '#server/flows/purchasing/close-purchase.ts'
import { receivePurchase, reverseReceipt } from '#server/flows/purchasing/receive-purchase.ts'
import { returnToSupplier } from '#server/flows/purchasing/return-to-supplier.ts'
import { drawPurchase, sendPurchase } from '#server/flows/purchasing/send-purchase.ts'
import type { Serve } from '#server/http/serve.ts'
import { sendZip } from '#server/http/zip-download.ts'
import { approvePurchase, cancelPurchase, redraftPurchase, submitPurchase } from './purchase-actions.ts'
import { createPurchaseOrder, deletePurchaseOrder, updatePurchaseOrder } from './purchase-draft.ts'
import { countPurchaseOrders, listPurchaseItems, listPurchaseOrders, readPurchaseRows } from './purchase-list.ts'
import { getPurchaseOrder } from './purchase-view.ts'
import { draftReorders, listReorders } from '#server/purchasing/reorder/reorder.ts'

const shown = (work: Work, id: string) => getPurchaseOrder(work.tx, id, work.caller.userId)

export function servePurchasing({ read, write }: Serve): void {
  read(purchasingApi.listPurchaseOrders, ({ db, query }) => listPurchaseOrders(db, query))
  read(purchasingApi.countPurchaseOrders, async ({ db }) => ({ data: await countPurchaseOrders(db) }))
  read(purchasingApi.listPurchaseItems, async ({ db, query }) => ({ data: await listPurchaseItems(db, query) }))
  read(purchasingApi.getPurchaseOrder, ({ db, params, caller }) => getPurchaseOrder(db, params.id, caller.userId))
  read(purchasingApi.printPurchaseOrder, async ({ db, params, caller, reply }): Promise<never> => {
    const { name, content } = await drawPurchase(db, params.id, caller.userId)
    reply.type('application/pdf').header('content-disposition', `attachment; filename="${name}"`)
    return content as never
  })
  read(purchasingApi.printPurchaseOrders, async ({ db, caller, body, reply }) =>
    sendZip(reply, 'purchase-orders', await purchaseFiles(db, body.ids, caller.userId)),
  )
  write(purchasingApi.createPurchaseOrder, async (work, { body }) => shown(work, await createPurchaseOrder(work, body)))
  write(purchasingApi.updatePurchaseOrder, async (work, { params, version, body }) => {
    await updatePurchaseOrder(work, params.id, version, body)
    return shown(work, params.id)
  })
  write(purchasingApi.deletePurchaseOrder, (work, { params }) => deletePurchaseOrder(work, params.id))

  write(purchasingApi.submit, acting(submitPurchase))
  write(purchasingApi.approve, async (work, { params, version }) => {
    await approvePurchase(work, params.id, version)
    return shown(work, params.id)
  })
  write(purchasingApi.redraft, acting(redraftPurchase))
  write(purchasingApi.cancel, acting(cancelPurchase))
  write(purchasingApi.close, acting(closePurchase))
  write(purchasingApi.reopen, acting(reopenPurchase))
  write(purchasingApi.send, acting(sendPurchase))
  write(purchasingApi.return, acting(returnToSupplier))
  write(purchasingApi.receive, async (work, { params, version, body }) => {
    await receivePurchase(work, params.id, version, body)
    return shown(work, params.id)
  })
  write(purchasingApi.reverseReceipt, async (work, { params, body }) => {
    await reverseReceipt(work, params.id, params.receiptId, body.reason)
    return shown(work, params.id)
  })

  read(reorderApi.listReorders, ({ db, query }) => listReorders(db, query))
  write(reorderApi.draftReorders, async (work, { body }) => ({
    data: await readPurchaseRows(work.tx, await draftReorders(work, body.lines)),
  }))
}

/** A handler that runs an action on one order and returns the order afterwards. */
function acting<B>(act: (work: Work, id: string, body: B) => Promise<void>) {
  return async (work: Work, { params, body }: { params: { id: string }; body: B }) => {
    await act(work, params.id, body)
    return shown(work, params.id)
  }
}
