import type { Channel } from '#shared/retention/channels.ts'

type Props = { channel: Channel; subject: string | null; message: string }

/** A message as the recipient sees it. */
export function MessagePreview({ channel, subject, message }: Props) {
  return (
    <section aria-label="Message" className="rounded-md border border-line bg-subtle p-4">
      {subject && <p className="mb-2 wrap-anywhere font-semibold">{subject}</p>}
      <p className="whitespace-pre-line wrap-anywhere text-pretty">{message}</p>
      {channel === 'Email' ? (
        <p className="mt-3 text-secondary underline">Unsubscribe</p>
      ) : (
        <p className="figures mt-3 text-secondary text-xs">{[...message].length} characters</p>
      )}
    </section>
  )
}
