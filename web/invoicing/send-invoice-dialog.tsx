import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import type { Invoice } from '#shared/invoicing/api.ts'
import { balancesApi } from '#shared/invoicing/balances-api.ts'
import { invoiceDocumentsApi } from '#shared/invoicing/documents-api.ts'
import { addressOf } from '#web/api/address.ts'
import { bodyResolver } from '#web/api/body-resolver.ts'
import { sentence } from '#web/api/field-errors.ts'
import { useFormRefusal } from '#web/api/form-refusal.ts'
import { MoveDialog } from '#web/api/move-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { TextAreaField, TextField } from '#web/ui/field.tsx'

type SendValues = { to: string; message: string }

/** Mails the invoice as a PDF, which can be looked at before. */
export function SendInvoiceDialog({ invoice, close }: { invoice: Invoice; close: () => void }) {
  const { data } = useApiQuery(balancesApi.getBalance, { params: { id: invoice.account.id } })
  if (!data) return null
  return <SendForm invoice={invoice} email={data.email ?? ''} close={close} />
}

function SendForm({ invoice, email, close }: { invoice: Invoice; email: string; close: () => void }) {
  const form = useForm<SendValues>({
    resolver: bodyResolver<SendValues>({ schema: invoiceDocumentsApi.sendInvoice.spec.body }),
    mode: 'onTouched',
    defaultValues: { to: email, message: '' },
  })
  const refusal = useFormRefusal(form)
  const send = useApiMutation(invoiceDocumentsApi.sendInvoice, {
    invalidates: [invoiceDocumentsApi.listMails],
    onSuccess: ({ data: [mail] }) => {
      toast.success(
        mail?.state === 'kept'
          ? `The mail to ${mail.to} waits in the outbox`
          : `${invoice.number} is on its way to ${mail?.to}`,
      )
      close()
    },
    errors: 'page',
    onError: refusal.onError,
  })
  const { errors } = form.formState
  return (
    <MoveDialog
      title={`Send ${invoice.number} to ${invoice.account.name}`}
      description={
        <>
          The mail carries the invoice as{' '}
          <a
            className="link"
            href={addressOf(invoiceDocumentsApi.printInvoice, { params: { id: invoice.id } })}
            download
          >
            {invoice.number}.pdf
          </a>
          ; open it to see what they will get.
        </>
      }
      submitLabel="Send"
      form={form}
      refusal={refusal}
      busy={send.isPending}
      onSubmit={(body) => send.submit({ params: { id: invoice.id }, body })}
      close={close}
    >
      <TextField
        label="To"
        type="email"
        required
        autoComplete="off"
        {...form.register('to')}
        error={sentence('To', errors.to?.message)}
      />
      <TextAreaField
        label="Message"
        rows={4}
        placeholder={`Please find our invoice ${invoice.number} attached.`}
        help="The amounts and the due date stand below it."
        {...form.register('message')}
        error={sentence('Message', errors.message?.message)}
      />
    </MoveDialog>
  )
}
