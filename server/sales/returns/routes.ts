import { returnsApi } from '#shared/sales/returns/api.ts'
import type { Work } from '#server/kernel/work.ts'
import { completeReturn } from '#server/flows/orders/complete-return.ts'
import { sendPicture } from '#server/files/send-picture.ts'
import type { StoredFiles } from '#server/files/stored-files.ts'
import type { Serve } from '#server/http/serve.ts'
import { countReturns, listReturnOrders, listReturns } from './return-list.ts'
import { findReturnPhoto } from './return-photos.ts'
import { getReturn } from './return-view.ts'
import { listReturnable } from './returnable.ts'
import { approveReturn, cancelReturn, createReturn, inspectReturn, receiveReturn, rejectReturn } from './returns.ts'

export function serveReturns({ read, write }: Serve, { files }: { files: StoredFiles }): void {
  read(returnsApi.listReturns, ({ db, query }) => listReturns(db, query))
  read(returnsApi.countReturns, async ({ db }) => ({ data: await countReturns(db) }))
  read(returnsApi.listReturnOrders, ({ db, query }) => listReturnOrders(db, query))
  read(returnsApi.getReturn, ({ db, params }) => getReturn(db, params.id))
  read(returnsApi.getReturnPhoto, async ({ db, params, reply }) =>
    sendPicture(reply, files, await findReturnPhoto(db, params), 'large'),
  )
  read(returnsApi.listReturnable, ({ db, params }) => listReturnable(db, params.id))
  write(returnsApi.createReturn, async (work, { body }) => getReturn(work.tx, await createReturn(work, body)))
  write(returnsApi.approveReturn, acting(approveReturn))
  write(returnsApi.receiveReturn, acting(receiveReturn))
  write(returnsApi.inspectReturn, acting(inspectReturn))
  write(returnsApi.completeReturn, acting(completeReturn))
  write(
    returnsApi.rejectReturn,
    acting((work, id, version, body) => rejectReturn(work, id, version, body.reason)),
  )
  write(
    returnsApi.cancelReturn,
    acting((work, id, version, body) => cancelReturn(work, id, version, body.reason)),
  )
}

/** A handler that runs an action on one return and returns the return afterwards. */
function acting<B>(act: (work: Work, id: string, version: number, body: B) => Promise<void>) {
  return async (work: Work, { params, version, body }: { params: { id: string }; version: number; body: B }) => {
    await act(work, params.id, version, body)
    return getReturn(work.tx, params.id)
  }
}
