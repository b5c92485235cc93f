import { can } from '#shared/access/can.ts'
import { recallsApi } from '#shared/inventory/recalls/api.ts'
import type { Caller, Work } from '#server/kernel/work.ts'
import { closeRecall, rehearseRecall, startRecall, withdrawRecall } from '#server/flows/stock/start-recall.ts'
import type { MailSender } from '#server/delivery/mail-sender.ts'
import type { Serve, ServeDeps } from '#server/http/serve.ts'
import { bookReturn, mailEverybody, noticeFor, notifyCustomer } from './recall-actions.ts'
import { getRecall, listRecalls } from './recalls.ts'

/** Users who run a recall have to reach the customers. */
const seesCustomers = (caller: Caller) =>
  can(caller, 'inventory.edit') || can(caller, 'salesOrders.view') || can(caller, 'crm.view')
const shown = (work: Work, id: string) => getRecall(work.tx, id, seesCustomers(work.caller))

export function serveRecalls({ read, write }: Serve, deps: ServeDeps & { isMailSetUp: MailSender['isSetUp'] }): void {
  read(recallsApi.listRecalls, ({ db, query }) => listRecalls(db, query))
  // The rehearsal opens its own transaction and rolls it back.
  read(recallsApi.drill, ({ caller, body }) => rehearseRecall(deps, caller, body, seesCustomers(caller)))
  read(recallsApi.getRecall, ({ db, params, caller }) => getRecall(db, params.id, seesCustomers(caller)))
  read(recallsApi.getNotice, ({ db, params }) => noticeFor(db, params.id, params.accountId))
  write(recallsApi.startRecall, async (work, { body }) => {
    const { id, effect } = await startRecall(work, body)
    return { recall: await shown(work, id), effect }
  })
  write(recallsApi.tell, async (work, { params, body }) => {
    await notifyCustomer(work, params.id, params.accountId, body)
    return shown(work, params.id)
  })
  write(recallsApi.mailAll, async (work, { params }) => {
    const mails = await mailEverybody(work, params.id, await deps.isMailSetUp(work.tx))
    return { recall: await shown(work, params.id), mails }
  })
  write(recallsApi.comeBack, async (work, { params, body }) => {
    await bookReturn(work, params.id, body)
    return shown(work, params.id)
  })
  write(recallsApi.close, async (work, { params, body }) => {
    await closeRecall(work, params.id, body.summary)
    return shown(work, params.id)
  })
  write(recallsApi.withdraw, async (work, { params, body }) => {
    await withdrawRecall(work, params.id, body.summary)
    return shown(work, params.id)
  })
}
