import { toast } from 'sonner'
import type { MoneyMail } from '#shared/invoicing/documents-api.ts'
import { useIsUnsent } from '#web/session/settings.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

const states: Record<MoneyMail['state'], { name: string; tone: Tone }> = {
  queued: { name: 'On its way', tone: 'info' },
  sent: { name: 'Sent', tone: 'good' },
  failed: { name: 'Failed', tone: 'bad' },
  kept: { name: 'Not sent', tone: 'warn' },
}
const names = { invoice: 'Invoice', statement: 'Statement', credit_note: 'Credit note' }
export const whatWasMailed = ({ kind, level }: MoneyMail) =>
  kind === 'reminder' ? `Reminder ${level} of 3` : names[kind]

/** Shows a toast: the document is on its way to the recipient or, without a mail server, was not sent. */
export function showMailed(what: string, mail: MoneyMail | undefined): void {
  if (!mail) return
  const file = mail.kind === 'reminder' ? 'the invoice' : what
  toast.success(
    mail.state === 'kept'
      ? `Not sent: no mail server is set up. Download ${file} and send it to ${mail.to} yourself`
      : `${what} is on its way to ${mail.to}`,
  )
}

function MailBadge({ state }: Pick<MoneyMail, 'state'>) {
  const isUnsent = useIsUnsent(state)
  const { tone, name } = states[isUnsent && state === 'queued' ? 'kept' : state]
  return <Badge tone={tone}>{name}</Badge>
}

/** The email log of a document: recipients and delivery status. */
export function MoneyMails({ mails }: { mails: readonly MoneyMail[] }) {
  return (
    <ul aria-label="Email log" className="flex flex-col divide-y divide-line">
      {mails.map((mail) => (
        <li key={mail.id} className="py-3 first:pt-0 last:pb-0">
          <div className="flex items-baseline justify-between gap-4">
            <p className="font-medium">{whatWasMailed(mail)}</p>
            <MailBadge state={mail.state} />
          </div>
          <p className="break-words text-secondary text-table">{mail.to}</p>
          <p className="text-muted text-xs">
            {mail.actor ?? 'Automatic'}, <RelativeTime at={mail.at} />
          </p>
        </li>
      ))}
    </ul>
  )
}
