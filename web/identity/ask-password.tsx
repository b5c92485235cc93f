import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { secondFactorApi } from '#shared/identity/second-factor-api.ts'
import { sentence } from '#web/api/field-errors.ts'
import { useFormRefusal } from '#web/api/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { RecordDialog } from '#web/api/record-dialog.tsx'
import { PasswordField } from '#web/identity/password-field.tsx'

const routes = {
  setUp: secondFactorApi.setUp,
  renew: secondFactorApi.renewRecoveryCodes,
  disable: secondFactorApi.disable,
} as const
type Replies = { secret?: string; uri?: string; recoveryCodes?: string[] }

type AskPasswordProps = {
  act: keyof typeof routes
  title: string
  submitLabel: string
  children: ReactNode
  onDone: (reply: Replies) => void
  close: () => void
}

/** Asks for the own password before the second factor is touched, and does it. */
export function AskPassword({ act, title, submitLabel, children, onDone, close }: AskPasswordProps) {
  const form = useForm({
    resolver: zodResolver(secondFactorApi.setUp.spec.body),
    mode: 'onTouched',
    defaultValues: { password: '' },
  })
  const refusal = useFormRefusal(form)
  const send = useApiMutation(routes[act] as typeof secondFactorApi.setUp, {
    errors: 'page',
    invalidates: [secondFactorApi.state],
    onError: refusal.onError,
    onSuccess: onDone,
  })
  return (
    <RecordDialog
      title={title}
      size="sm"
      what="second factor"
      submitLabel={submitLabel}
      form={form}
      refusal={refusal}
      busy={send.isPending}
      onSubmit={(body) => send.submit({ body })}
      close={close}
    >
      <p className="text-pretty text-secondary">{children}</p>
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        {...form.register('password')}
        error={sentence('Your password', form.formState.errors.password?.message)}
      />
    </RecordDialog>
  )
}
