import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { passwordApi } from '#shared/identity/login/password-api.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { RefusalNotice } from '#web/forms/refusal-notice.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { FormPasswordField } from '#web/identity/public/password-field.tsx'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FieldRow } from '#web/ui/form-layout.tsx'

/** Changes the user's own password; requires the current one. */
export function PasswordCard() {
  const { email } = useUser()
  const form = useForm({
    resolver: zodResolver(passwordApi.changePassword.spec.body),
    mode: 'onTouched',
    defaultValues: { currentPassword: '', password: '' },
  })
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
        <RefusalNotice problem={refusal.problem} />
        {/* For password managers: the account of the password. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <FieldRow>
          <FormPasswordField
            label="Current password"
            autoComplete="current-password"
            control={form.control}
            name="currentPassword"
          />
          <FormPasswordField
            label="New password"
            autoComplete="new-password"
            help="At least 10 characters."
            control={form.control}
            name="password"
          />
        </FieldRow>
        <Button type="submit" className="self-end" busy={change.isPending}>
          Change password
        </Button>
      </form>
    </Card>
  )
}
