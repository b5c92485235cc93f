import { useCallback } from 'react'
import { orderMessagesApi } from '#shared/portal/messages-api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useCan } from '#web/session/session.ts'
import { MessageThread } from './message-thread.tsx'

/** On the office's order page: messages between the customer and us. */
export function OfficeMessages({ orderId }: { orderId: string }) {
  const mayWrite = useCan('salesOrders.edit')
  const { data } = useApiQuery(orderMessagesApi.listOrderMessages, { params: { id: orderId } }, { aside: 'messages' })
  const send = useApiMutation(orderMessagesApi.sendOrderMessage)
  const { submit: read } = useApiMutation(orderMessagesApi.readOrderMessages, { errors: 'page' })
  const note = useCallback(
    (messageId: string) => read({ params: { id: orderId }, body: { messageId } }),
    [read, orderId],
  )
  if (!data) return null
  return (
    <MessageThread
      orderId={orderId}
      thread={data}
      isOwn={(message) => !message.fromCustomer}
      help="The customer sees this in the portal and gets an email."
      busy={send.isPending}
      onSend={mayWrite ? (body) => send.submit({ params: { id: orderId }, body: { body } }) : undefined}
      onRead={note}
    />
  )
}
