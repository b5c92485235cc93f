import { balancesApi } from '#shared/invoicing/balances-api.ts'
import type { invoiceDocumentsApi } from '#shared/invoicing/documents-api.ts'
import type { Route } from '#shared/http/route.ts'
import { Carries, MailDialog, useMailForm } from '#web/forms/mail-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { showMailed } from './money-mails.tsx'

type SendDocumentDialogProps = {
  route: Route<Omit<typeof invoiceDocumentsApi.sendInvoice.spec, 'summary'> & { summary: string }>
  /** "invoice". */
  what: string
  document: { id: string; number: string }
  account: { id: string; name: string }
  /** The URL of its PDF, for a preview. */
  href: string
  /** The text of the mail below the message. */
  below: string
  close: () => void
}

/** Mails an invoice or a credit note to the customer as a PDF. */
export function SendDocumentDialog(props: SendDocumentDialogProps) {
  const { route, what, document, account, href, below, close } = props
  const { id, number } = document
  // A deleted customer's address can't be loaded; the user can enter one.
  const balance = useApiQuery(balancesApi.getBalance, { params: { id: account.id } })
  const mail = useMailForm(route.spec.body, balance.data?.email ?? null)
  const send = useApiMutation(route, {
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
      recipient={balance}
      title={`Send ${number} to ${account.name}`}
      description={<Carries what={what} name={number} href={href} />}
      words={`Please find our ${what} ${number} attached.`}
      below={below}
      busy={send.isPending}
      onSend={(body) => send.submit({ params: { id }, body })}
      close={close}
    />
  )
}
