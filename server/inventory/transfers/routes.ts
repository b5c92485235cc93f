import { transfersApi } from '#shared/inventory/transfers/api.ts'
import type { Work } from '#server/kernel/work.ts'
import type { Serve } from '#server/http/serve.ts'
import { completeTransfer } from './complete-transfer.ts'
import { getTransfer, listItemsOnHand, listTransfers } from './transfer-view.ts'
import {
  cancelTransfer,
  createTransfer,
  deleteTransfer,
  dispatchTransfer,
  undispatchTransfer,
  updateTransfer,
} from './transfers.ts'

export function serveTransfers({ read, write }: Serve, { timeZone }: { timeZone: () => string }): void {
  read(transfersApi.listTransfers, ({ db, query }) => listTransfers(db, query, timeZone()))
  read(transfersApi.listStandingItems, ({ db, query }) => listItemsOnHand(db, query))
  read(transfersApi.getTransfer, ({ db, params }) => getTransfer(db, params.id))
  write(transfersApi.createTransfer, async (work, { body }) => getTransfer(work.tx, await createTransfer(work, body)))
  write(transfersApi.updateTransfer, async (work, { params, version, body }) => {
    await updateTransfer(work, params.id, version, body)
    return getTransfer(work.tx, params.id)
  })
  write(transfersApi.deleteTransfer, (work, { params }) => deleteTransfer(work, params.id))
  write(transfersApi.dispatchTransfer, acting(dispatchTransfer))
  write(transfersApi.undispatchTransfer, acting(undispatchTransfer))
  write(transfersApi.completeTransfer, acting(completeTransfer))
  write(
    transfersApi.cancelTransfer,
    acting((work, id, body: { reason: string }) => cancelTransfer(work, id, body.reason)),
  )
}

const acting =
  <B>(act: (work: Work, id: string, body: B) => Promise<void>) =>
  async (work: Work, { params, body }: { params: { id: string }; body: B }) => {
    await act(work, params.id, body)
    return getTransfer(work.tx, params.id)
  }
