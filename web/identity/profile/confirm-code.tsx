import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { secondFactorApi } from '#shared/identity/profile/second-factor-api.ts'
import { FormTextField } from '#web/forms/form-fields.tsx'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { RecordDialog } from '#web/forms/record-dialog.tsx'
import { CopyField } from '#web/identity/public/copy-field.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'

type ConfirmCodeProps = {
  secret: string
  uri: string
  onDone: (recoveryCodes: string[]) => void
  close: () => void
}

/** Shows the secret for the authenticator app; a code from the app confirms that it was set up. */
export function ConfirmCode({ secret, uri, onDone, close }: ConfirmCodeProps) {
  const form = useForm({
    resolver: zodResolver(secondFactorApi.confirm.spec.body),
    mode: 'onTouched',
    defaultValues: { code: '' },
  })
  const refusal = useFormRefusal(form)
  const confirm = useApiMutation(secondFactorApi.confirm, {
    errors: 'page',
    onError: refusal.onError,
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  })
  return (
    <RecordDialog
      title="Add Wardstock to your authenticator app"
      what="second factor"
      submitLabel="Turn on"
      form={form}
      refusal={refusal}
      busy={confirm.isPending}
      onSubmit={(body) => confirm.submit({ body })}
      close={close}
    >
      <div className="flex flex-col items-center gap-2">
        <QrCode text={uri} label="The secret as a QR code" />
        <p className="text-muted text-table">
          Scan it with the app, or{' '}
          <a className="link" href={uri}>
            open it on this device
          </a>
          .
        </p>
      </div>
      <CopyField label="Secret" what="secret" value={secret} help="For manual entry: time-based, six digits." />
      <FormTextField
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        help="The six digits shown in the app."
        control={form.control}
        name="code"
      />
    </RecordDialog>
  )
}
