import { toast } from 'sonner'
import type { Invoice } from '#shared/invoicing/api.ts'
import { invoiceDocumentsApi, type MoneyMail } from '#shared/invoicing/documents-api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useCan } from '#web/session/session.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

const states: Record<MoneyMail['state'], { name: string; tone: Tone }> = {
  queued: { name: 'On its way', tone: 'info' },
  sent: { name: 'Sent', tone: 'good' },
  failed: { name: 'Failed', tone: 'bad' },
  kept: { name: 'In the outbox', tone: 'warn' },
}
const whatOf = ({ kind, level }: MoneyMail) => (kind === 'reminder' ? `Reminder ${level} of 3` : 'Invoice')

/** What was mailed about an invoice, and the next reminder where it is overdue. */
export function InvoiceMails({ invoice }: { invoice: Invoice }) {
  const mayEdit = useCan('invoices.edit')
  const { data } = useApiQuery(invoiceDocumentsApi.listMails, { params: { id: invoice.id } })
  const remind = useApiMutation(invoiceDocumentsApi.remind, {
    invalidates: [invoiceDocumentsApi.listMails],
    onSuccess: ({ data: [mail] }) => mail && toast.success(`${whatOf(mail)} goes to ${mail.to}`),
  })
  const mails = data?.data ?? []
  const isLeft = mails.filter(({ kind }) => kind === 'reminder').length < 3
  if (mails.length === 0 && !invoice.overdue) return null
  return (
    <Card title="Mails">
      {mails.length === 0 ? (
        <p className="text-secondary">Nothing was mailed yet.</p>
      ) : (
        <ul className="-my-3 flex flex-col divide-y divide-line">
          {mails.map((mail) => (
            <li key={mail.id} className="py-3">
              <div className="flex items-baseline justify-between gap-4">
                <p className="font-medium">{whatOf(mail)}</p>
                <Badge tone={states[mail.state].tone}>{states[mail.state].name}</Badge>
              </div>
              <p className="break-words text-secondary text-table">{mail.to}</p>
              <p className="text-muted text-xs">
                {mail.actor ?? 'By itself'}, <RelativeTime at={mail.at} />
              </p>
            </li>
          ))}
        </ul>
      )}
      {mayEdit && invoice.overdue && isLeft && (
        <Button
          className="mt-4 w-full"
          busy={remind.isPending}
          onClick={() => remind.submit({ params: { id: invoice.id }, body: {} })}
        >
          Remind now
        </Button>
      )}
    </Card>
  )
}
