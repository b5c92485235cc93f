import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { type Passkey, passkeysApi } from '#shared/identity/profile/passkeys-api.ts'
import { FormTextField } from '#web/forms/form-fields.tsx'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { RecordDialog } from '#web/forms/record-dialog.tsx'
import { makePasskey, whyNoPasskey } from '#web/identity/public/passkey-browser.ts'

type PasskeyNameDialogProps = {
  /** The passkey to rename; undefined adds a new one. */
  passkey?: Passkey
  /** `codes`: the recovery codes, if this is the first second factor. */
  onAdded: (codes: string[] | null) => void
  close: () => void
}

/** Names a passkey; a new one is created by the browser. */
export function PasskeyNameDialog({ passkey, onAdded, close }: PasskeyNameDialogProps) {
  const form = useForm({
    resolver: zodResolver(passkeysApi.rename.spec.body),
    mode: 'onTouched',
    defaultValues: { name: passkey?.name ?? '' },
  })
  const refusal = useFormRefusal(form)
  const [isMaking, setMaking] = useState(false)
  const [problem, setProblem] = useState<string>()
  const add = useApiMutation(passkeysApi.add, {
    errors: 'page',
    onError: refusal.onError,
    onSuccess: ({ recoveryCodes }) => {
      toast.success('Passkey added')
      onAdded(recoveryCodes)
    },
  })
  const rename = useApiMutation(passkeysApi.rename, {
    errors: 'page',
    onError: refusal.onError,
    onSuccess: () => {
      toast.success('Passkey renamed')
      close()
    },
  })
  const make = async (name: string) => {
    setMaking(true)
    setProblem(undefined)
    try {
      const made = await makePasskey(await call(passkeysApi.begin, {}, { quiet: true }))
      add.submit({ body: { name, passkey: made as never } })
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : (whyNoPasskey(error) ?? 'No passkey was created.'))
    } finally {
      setMaking(false)
    }
  }
  return (
    <RecordDialog
      title={passkey ? 'Rename passkey' : 'Add a passkey'}
      description={passkey ? undefined : 'Your browser asks where to store it. All other sessions end.'}
      size="sm"
      what="passkey"
      submitLabel={passkey ? 'Rename passkey' : 'Continue'}
      form={form}
      refusal={{ ...refusal, problem: refusal.problem ?? problem }}
      busy={isMaking || add.isPending || rename.isPending}
      onSubmit={({ name }) =>
        passkey ? rename.submit({ params: { id: passkey.id }, body: { name } }) : void make(name)
      }
      close={close}
    >
      <FormTextField
        label="Name"
        required
        autoComplete="off"
        help="For example “My phone” or “Security key”."
        control={form.control}
        name="name"
      />
    </RecordDialog>
  )
}
