import { useState } from 'react'
import type { Invoice } from '#shared/invoicing/api.ts'
import { invoiceDocumentsApi } from '#shared/invoicing/documents-api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { MoneyMails, showMailed, whatWasMailed } from '#web/invoicing/public/money-mails.tsx'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { useIsMailSetUp } from '#web/session/settings.ts'

const maxLevel = 3

/** The email log of an invoice, and the next reminder if it is overdue. */
export function InvoiceMails({ invoice }: { invoice: Invoice }) {
  const mayEdit = useCan('invoices.edit')
  const { data, error, isFetching, refetch } = useApiQuery(invoiceDocumentsApi.listMails, {
    params: { id: invoice.id },
  })
  const [isConfirming, setIsConfirming] = useState(false)
  const isMailSetUp = useIsMailSetUp()
  const remind = useApiMutation(invoiceDocumentsApi.remind, {
    onSuccess: ({ data: [mail] }) => {
      setIsConfirming(false)
      if (mail) showMailed(whatWasMailed(mail), mail)
    },
    onError: () => setIsConfirming(false),
  })
  // Without the log, the next reminder is unknown.
  if (!data && error)
    return (
      <Card title="Email log">
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      </Card>
    )
  if (!data) return null
  const mails = data.data
  const reminders = mails.filter(({ kind }) => kind === 'reminder')
  const level = Math.max(0, ...reminders.map((mail) => mail.level ?? 0)) + 1
  const last = reminders.find((mail) => mail.level === level - 1)
  if (mails.length === 0 && !invoice.overdue) return null
  return (
    <Card title="Email log">
      {mails.length === 0 ? <p className="text-secondary">No emails sent yet.</p> : <MoneyMails mails={mails} />}
      {mayEdit && invoice.overdue && level <= maxLevel && (
        <Button className="mt-4 w-full" onClick={() => setIsConfirming(true)}>
          Remind now
        </Button>
      )}
      {isConfirming && (
        <ConfirmDialog
          open
          onOpenChange={setIsConfirming}
          title={`Send reminder ${level} of ${maxLevel}?`}
          confirmLabel={isMailSetUp ? 'Send reminder' : 'Keep in email log'}
          busy={remind.isPending}
          onConfirm={() => remind.submit({ params: { id: invoice.id }, body: {} })}
        >
          <p>
            {last ? (
              <>
                Reminder {level - 1} was issued <RelativeTime at={last.at} />.
              </>
            ) : (
              'It is the first reminder.'
            )}
            {level === maxLevel && ' It tells the customer that it is the last one.'}
            {!isMailSetUp && ' It is not sent: no mail server is set up.'}
          </p>
        </ConfirmDialog>
      )}
    </Card>
  )
}
