import { useCallback } from 'react'
import { orderMessagesApi } from '#shared/portal/messages-api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { MessageThread } from './public/message-thread.tsx'
import { Loaded } from './loaded.tsx'
import { useMayInPortal, usePortal } from './portal-context.ts'

/** Messages between the customer and the office about an order. */
export function OrderMessages({ orderId }: { orderId: string }) {
  const { query } = usePortal()
  const mayWrite = useMayInPortal('message')
  const messages = useApiQuery(
    orderMessagesApi.listMessages,
    { params: { id: orderId }, query },
    { untold: true, every: 30_000 },
  )
  const send = useApiMutation(orderMessagesApi.sendMessage)
  const { submit: read } = useApiMutation(orderMessagesApi.readMessages, { errors: 'page' })
  const note = useCallback(
    (messageId: string) => read({ params: { id: orderId }, body: { messageId } }),
    [read, orderId],
  )
  return (
    <Loaded what="Messages" query={messages}>
      {(thread) => (
        <MessageThread
          orderId={orderId}
          thread={thread}
          isOwn={(message) => message.fromCustomer}
          help="We answer here and by email."
          busy={send.isPending}
          onSend={mayWrite ? (body) => send.submit({ params: { id: orderId }, body: { body } }) : undefined}
          onRead={mayWrite ? note : undefined}
        />
      )}
    </Loaded>
  )
}
