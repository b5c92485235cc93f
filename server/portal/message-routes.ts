import { orderMessagesApi } from '#shared/portal/messages-api.ts'
import type { Serve } from '#server/http/serve.ts'
import { markRead } from './message-reads.ts'
import { listOrderMessages, sendOrderMessage } from './order-messages.ts'
import { portalActor, type View } from './portal-viewer.ts'

/** The messages about an order, for customers and the office. */
export function serveMessages({ read, write }: Serve, viewing: View): void {
  read(orderMessagesApi.listMessages, async (input) =>
    listOrderMessages(input.db, (await viewing(input)).accountId, input.params.id),
  )
  write(orderMessagesApi.sendMessage, async (work, { params, body }) => {
    const { accountId } = await portalActor(work, 'message')
    await sendOrderMessage(work, accountId, params.id, body.body)
    return listOrderMessages(work.tx, accountId, params.id)
  })
  write(orderMessagesApi.readMessages, async (work, { params, body }) => {
    const { accountId } = await portalActor(work, 'message')
    await markRead(work, accountId, params.id, body.messageId)
    return listOrderMessages(work.tx, accountId, params.id)
  })
  read(orderMessagesApi.listOrderMessages, ({ db, params }) => listOrderMessages(db, null, params.id))
  write(orderMessagesApi.sendOrderMessage, async (work, { params, body }) => {
    await sendOrderMessage(work, null, params.id, body.body)
    return listOrderMessages(work.tx, null, params.id)
  })
  write(orderMessagesApi.readOrderMessages, async (work, { params, body }) => {
    await markRead(work, null, params.id, body.messageId)
    return listOrderMessages(work.tx, null, params.id)
  })
}
