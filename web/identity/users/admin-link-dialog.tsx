import { useForm } from 'react-hook-form'
import { registrationLinksApi } from '#shared/identity/users/registration-links-api.ts'
import { FormTextField } from '#web/forms/form-fields.tsx'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { RecordDialog } from '#web/forms/record-dialog.tsx'

type AdminLinkDialogProps = { onMade: (url: string) => void; close: () => void }

const bodyOf = ({ email }: { email: string }) => (email.trim() ? { email } : {})

/** Creates a link for registering as an administrator. */
export function AdminLinkDialog({ onMade, close }: AdminLinkDialogProps) {
  const form = useForm({
    resolver: bodyResolver({ schema: registrationLinksApi.create.spec.body, bodyOf }),
    mode: 'onTouched',
    defaultValues: { email: '' },
  })
  const refusal = useFormRefusal(form)
  const create = useApiMutation(registrationLinksApi.create, {
    errors: 'page',
    onError: refusal.onError,
    onSuccess: ({ url }) => onMade(url),
  })
  return (
    <RecordDialog
      title="Generate administrator link"
      description="Anyone with the link can register as an administrator. It works once and expires in 24 hours."
      size="sm"
      what="link"
      submitLabel="Generate link"
      form={form}
      refusal={refusal}
      busy={create.isPending}
      onSubmit={(values) => create.submit({ body: bodyOf(values) })}
      close={close}
    >
      <FormTextField
        label="Email"
        type="email"
        help="Only this address can use the link, and receives it by email. Leave blank to allow anyone with the link."
        autoComplete="off"
        control={form.control}
        name="email"
      />
    </RecordDialog>
  )
}
