import type { Invoice } from '#shared/invoicing/api.ts'
import { balancesApi } from '#shared/invoicing/balances-api.ts'
import { invoiceDocumentsApi } from '#shared/invoicing/documents-api.ts'
import { addressOf } from '#web/api/address.ts'
import { Carries, MailDialog, useMailForm } from '#web/forms/mail-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { showMailed } from '#web/invoicing/public/money-mails.tsx'

/** Mails the invoice as a PDF, which can be looked at before. */
export function SendInvoiceDialog({ invoice, close }: { invoice: Invoice; close: () => void }) {
  const { data } = useApiQuery(balancesApi.getBalance, { params: { id: invoice.account.id } })
  if (!data) return null
  return <SendForm invoice={invoice} email={data.email} close={close} />
}

function SendForm({ invoice, email, close }: { invoice: Invoice; email: string | null; close: () => void }) {
  const { id, number, account } = invoice
  const mail = useMailForm(invoiceDocumentsApi.sendInvoice.spec.body, email)
  const send = useApiMutation(invoiceDocumentsApi.sendInvoice, {
    onSuccess: ({ data: [sent] }) => {
      showMailed(number, sent)
      close()
    },
    errors: 'page',
    onError: mail.refusal.onError,
  })
  return (
    <MailDialog
      mail={mail}
      title={`Send ${number} to ${account.name}`}
      description={
        <Carries what="invoice" name={number} href={addressOf(invoiceDocumentsApi.printInvoice, { params: { id } })} />
      }
      words={`Please find our invoice ${number} attached.`}
      below="The amounts and the due date are added below."
      busy={send.isPending}
      onSend={(body) => send.submit({ params: { id }, body })}
      close={close}
    />
  )
}
