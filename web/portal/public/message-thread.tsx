import { useEffect, useEffectEvent, useRef } from 'react'
import type { OrderMessage, OrderMessages } from '#shared/portal/messages-api.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cn } from '#web/ui/class-names.ts'
import { TextAreaField } from '#web/ui/field.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { useDraft } from '../use-draft.ts'

type ThreadProps = {
  orderId: string
  thread: OrderMessages
  /** Whether the reader's side wrote the message: shown at the right. */
  isOwn: (message: OrderMessage) => boolean
  help: string
  busy: boolean
  /** Omitted for read-only users. */
  onSend?: ((body: string) => void) | undefined
  /** Called when the last message is in view and some are unread; omitted for users whose reading doesn't count. */
  onRead?: ((messageId: string) => void) | undefined
}

const empty = { body: '' }

/** The messages about an order; the same component for customer and office. */
export function MessageThread({ orderId, thread, isOwn, help, busy, onSend, onRead }: ThreadProps) {
  const { data: messages, unread, readByOther } = thread
  const end = useSeen(unread > 0 ? messages.at(-1)?.id : undefined, onRead)
  const lastOwn = messages.findLast(isOwn)
  const firstUnread = unread > 0 ? messages.filter((message) => !isOwn(message)).at(-unread) : undefined
  const { draft, change, clear } = useDraft(`message-${orderId}`, empty)
  const { body } = draft
  // Clear the input only when the sent message appears in the thread, so that a failed send keeps it.
  const count = useRef(messages.length)
  const forget = useEffectEvent(clear)
  useEffect(() => {
    const last = messages.at(-1)
    if (messages.length > count.current && last?.body === body.trim()) forget()
    count.current = messages.length
  }, [messages, body])
  return (
    <Card title="Messages" help={help}>
      {messages.length === 0 && <p className="text-muted">No messages yet.</p>}
      <ol className="flex flex-col gap-3">
        {messages.map((message) => (
          <li
            key={message.id}
            className={cn('flex max-w-[85%] flex-col gap-1', isOwn(message) && 'items-end self-end')}
          >
            {message === firstUnread && <p className="font-medium text-accent-text text-xs">New</p>}
            <p
              data-tint
              className={cn(
                'wrap-anywhere whitespace-pre-line rounded-lg px-3 py-2',
                isOwn(message) ? 'bg-accent-soft' : 'bg-subtle',
              )}
            >
              {message.body}
            </p>
            <p className="text-muted text-xs">
              {message.author} · <RelativeTime at={message.at} />
              {message === lastOwn &&
                readByOther !== null &&
                Date.parse(readByOther) >= Date.parse(message.at) &&
                ' · Read'}
            </p>
          </li>
        ))}
      </ol>
      <div ref={end} />
      {onSend && (
        <form
          className="mt-4 flex flex-col items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            if (body.trim()) onSend(body.trim())
          }}
        >
          <TextAreaField
            className="w-full"
            label="Your message"
            maxLength={2000}
            rows={2}
            value={body}
            onChange={(event) => change({ body: event.target.value })}
          />
          <Button type="submit" busy={busy} disabled={!body.trim()}>
            Send message
          </Button>
        </form>
      )}
    </Card>
  )
}

/** Reports once, through an element at the end of the thread, that the last message was in view. */
function useSeen(messageId: string | undefined, onSeen: ((id: string) => void) | undefined) {
  const mark = useRef<HTMLDivElement>(null)
  const seen = useRef<string>(undefined)
  useEffect(() => {
    const place = mark.current
    if (!messageId || !onSeen || !place) return
    const watch = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting || seen.current === messageId) return
      seen.current = messageId
      onSeen(messageId)
    })
    watch.observe(place)
    return () => watch.disconnect()
  }, [messageId, onSeen])
  return mark
}
