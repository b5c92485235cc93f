import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { passwordApi } from '#shared/identity/login/password-api.ts'
import { sentence } from '#web/forms/field-errors.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { PasswordField } from '#web/identity/public/password-field.tsx'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FieldRow } from '#web/ui/form-layout.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** The own password, changed by who knows the old one. */
export function PasswordCard() {
  const { email } = useUser()
  const form = useForm({
    resolver: zodResolver(passwordApi.changePassword.spec.body),
    mode: 'onTouched',
    defaultValues: { currentPassword: '', password: '' },
  })
  const { errors } = form.formState
  const refusal = useFormRefusal(form)
  const change = useApiMutation(passwordApi.changePassword, {
    errors: 'page',
    onError: refusal.onError,
    onSuccess: () => {
      form.reset()
      toast.success('Password changed')
    },
  })
  return (
    <Card title="Password" help="All other sessions end when you change it.">
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={form.handleSubmit((body) => {
          refusal.clear()
          change.submit({ body })
        })}
      >
        {refusal.problem && <Notice tone="bad">{refusal.problem}</Notice>}
        {/* For password managers: whose password it is. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <FieldRow>
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            {...form.register('currentPassword')}
            error={sentence('Current password', errors.currentPassword?.message)}
          />
          <PasswordField
            label="New password"
            autoComplete="new-password"
            help="At least 10 characters."
            {...form.register('password')}
            error={sentence('New password', errors.password?.message)}
          />
        </FieldRow>
        <Button type="submit" className="self-end" busy={change.isPending}>
          Change password
        </Button>
      </form>
    </Card>
  )
}
