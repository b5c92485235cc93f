import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { type Template, templatesApi } from '#shared/retention/templates-api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { sentence } from '#web/forms/field-errors.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { TransitionDialog } from '#web/forms/transition-dialog.tsx'
import { useUser } from '#web/session/session.ts'
import { TextField } from '#web/ui/field.tsx'

type Props = { template: Template; text: { subject: string; body: string }; close: () => void }

/** Sends the text as entered, saved or not, to a test address, by default the user's own. */
export function TestDialog({ template: { id, channel }, text, close }: Props) {
  const { email, phone } = useUser()
  const form = useForm<{ to: string }>({
    resolver: bodyResolver<{ to: string }>({
      schema: templatesApi.sendTest.spec.body,
      bodyOf: ({ to }) => ({ ...text, to }),
      fieldOf: () => 'to',
    }),
    defaultValues: { to: (channel === 'Email' ? email : phone) ?? '' },
  })
  const refusal = useFormRefusal(form)
  const send = useApiMutation(templatesApi.sendTest, {
    onSuccess: ({ status, problem }, { body }) => {
      if (status === 'Failed') return form.setError('to', { message: problem ?? 'could not be sent' })
      toast.success(`Test sent to ${body.to}`)
      close()
    },
    onError: refusal.onError,
    errors: 'page',
  })
  const label = channel === 'Email' ? 'Email' : 'Phone'
  const problem = form.formState.errors.to?.message
  return (
    <TransitionDialog
      form={form}
      refusal={refusal}
      title={channel === 'Email' ? 'Send a test email' : 'Send a test SMS'}
      description="With the data of the preview. It is not logged."
      submitLabel="Send test"
      busy={send.isPending}
      onSubmit={({ to }) => send.submit({ params: { id }, body: { ...text, to } })}
      close={close}
    >
      <TextField
        label={label}
        required
        type={channel === 'Email' ? 'email' : 'tel'}
        {...form.register('to')}
        error={problem?.endsWith('.') ? problem : sentence(label, problem)}
      />
    </TransitionDialog>
  )
}
