import { toast } from 'sonner'
import type { Invoice } from '#shared/invoicing/api.ts'
import { invoiceDocumentsApi } from '#shared/invoicing/documents-api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { MoneyMails, whatWasMailed } from '#web/invoicing/public/money-mails.tsx'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

/** What was mailed about an invoice, and the next reminder where it is overdue. */
export function InvoiceMails({ invoice }: { invoice: Invoice }) {
  const mayEdit = useCan('invoices.edit')
  const { data } = useApiQuery(invoiceDocumentsApi.listMails, { params: { id: invoice.id } })
  const remind = useApiMutation(invoiceDocumentsApi.remind, {
    onSuccess: ({ data: [mail] }) => mail && toast.success(`${whatWasMailed(mail)} goes to ${mail.to}`),
  })
  const mails = data?.data ?? []
  const isLeft = mails.filter(({ kind }) => kind === 'reminder').length < 3
  if (mails.length === 0 && !invoice.overdue) return null
  return (
    <Card title="Email log">
      {mails.length === 0 ? <p className="text-secondary">No emails sent yet.</p> : <MoneyMails mails={mails} />}
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
