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
  /** Its PDF, which can be looked at before. */
  href: string
  /** What the mail says below the message. */
  below: string
  close: () => void
}

/** Mails an invoice or a credit note to the customer as a PDF. */
export function SendDocumentDialog(props: SendDocumentDialogProps) {
  const { data, error } = useApiQuery(balancesApi.getBalance, { params: { id: props.account.id } })
  // Of a customer who is deleted nobody knows the address; it can be typed.
  return data || error ? <SendForm {...props} email={data?.email ?? null} /> : null
}

function SendForm(props: SendDocumentDialogProps & { email: string | null }) {
  const { route, what, document, account, href, below, email, close } = props
  const { id, number } = document
  const mail = useMailForm(route.spec.body, email)
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
