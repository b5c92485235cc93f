import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { balancesApi, type Statement } from '#shared/invoicing/balances-api.ts'
import { bodyResolver } from '#web/api/body-resolver.ts'
import { sentence } from '#web/api/field-errors.ts'
import { useFormRefusal } from '#web/api/form-refusal.ts'
import { MoveDialog } from '#web/api/move-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { writeDay } from '#web/ui/business-day.ts'
import { TextAreaField, TextField } from '#web/ui/field.tsx'

type SendValues = { to: string; message: string }

/** Mails the statement of the days that are shown, as a PDF. */
export function SendStatementDialog({ statement, close }: { statement: Statement; close: () => void }) {
  const { account, from, until } = statement
  const form = useForm<SendValues>({
    resolver: bodyResolver<SendValues>({
      schema: balancesApi.sendStatement.spec.body,
      bodyOf: (values) => ({ ...values, from, until }),
    }),
    mode: 'onTouched',
    defaultValues: { to: account.email ?? '', message: '' },
  })
  const refusal = useFormRefusal(form)
  const send = useApiMutation(balancesApi.sendStatement, {
    invalidates: [],
    onSuccess: ({ to, state }) => {
      toast.success(state === 'kept' ? `The mail to ${to} waits in the outbox` : `The statement is on its way to ${to}`)
      close()
    },
    errors: 'page',
    onError: refusal.onError,
  })
  const { errors } = form.formState
  return (
    <MoveDialog
      title={`Send the statement to ${account.name}`}
      description={`From ${writeDay(from)} to ${writeDay(until)}, as a PDF.`}
      submitLabel="Send"
      form={form}
      refusal={refusal}
      busy={send.isPending}
      onSubmit={({ to, message }) => send.submit({ params: { id: account.id }, body: { to, message, from, until } })}
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
        {...form.register('message')}
        error={sentence('Message', errors.message?.message)}
      />
    </MoveDialog>
  )
}
