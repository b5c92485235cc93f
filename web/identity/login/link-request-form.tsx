import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { passwordApi } from '#shared/identity/login/password-api.ts'
import type { portalApi } from '#shared/identity/login/portal-api.ts'
import { showFieldErrors } from '#web/forms/field-errors.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { FormTextField } from '#web/forms/form-text-field.tsx'

type LinkRequestFormProps = {
  route: typeof passwordApi.forgotPassword | typeof portalApi.verifyEmail
  prefix: 'Failed to send reset link' | 'Failed to verify email'
  /** The message after sending, the same for every address. */
  answer: string
  onBack: () => void
}

/** Requests a mail with a link to set a password. The message doesn't reveal whether the address is known. */
export function LinkRequestForm({ route, prefix, answer, onBack }: LinkRequestFormProps) {
  const [problem, setProblem] = useState<string>()
  const [isSent, setSent] = useState(false)
  const form = useForm({
    resolver: zodResolver(passwordApi.forgotPassword.spec.body),
    // Not on blur: a message that appears then would shift what the user is clicking.
    mode: 'onSubmit',
    defaultValues: { email: '' },
  })
  const requestLink = useApiMutation(route as typeof passwordApi.forgotPassword, {
    prefix,
    errors: 'page',
    onSuccess: () => setSent(true),
    onError: (error) => {
      if (!showFieldErrors(error, form.getValues(), form.setError)) setProblem(error.message)
    },
  })
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={form.handleSubmit((body) => {
        setProblem(undefined)
        setSent(false)
        requestLink.submit({ body })
      })}
    >
      {problem && <Notice tone="bad">{problem}</Notice>}
      {isSent && (
        <Notice tone="good" title="Check your email">
          {answer}
        </Notice>
      )}
      <FormTextField label="Email" type="email" autoComplete="username" autoFocus control={form.control} name="email" />
      <div className="mt-1 flex flex-col gap-2">
        <Button type="submit" variant="primary" busy={requestLink.isPending}>
          Send the link
        </Button>
        <Button variant="ghost" onClick={onBack}>
          Back to log in
        </Button>
      </div>
    </form>
  )
}
