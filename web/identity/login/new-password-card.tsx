import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { toast } from 'sonner'
import { passwordApi } from '#shared/identity/login/password-api.ts'
import type { portalApi } from '#shared/identity/login/portal-api.ts'
import { showFieldErrors } from '#web/forms/field-errors.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { AuthCard, linkClass } from './auth-card.tsx'
import { useFragment } from '#web/api/use-fragment.ts'
import { FormPasswordField } from '#web/identity/public/password-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

type NewPasswordCardProps = {
  title: string
  route: typeof passwordApi.resetPassword | typeof portalApi.setPassword
  prefix: 'Failed to reset password' | 'Failed to set password'
  /** The path of the login that the password is for. */
  login: string
}

const schema = passwordApi.resetPassword.spec.body.pick({ password: true })

/** The page behind a mailed link, with its token in the fragment: sets a new password. */
export function NewPasswordCard({ title, route, prefix, login }: NewPasswordCardProps) {
  const token = useFragment('token')
  const navigate = useNavigate()
  const [problem, setProblem] = useState<ApiError>()
  const form = useForm({ resolver: zodResolver(schema), mode: 'onTouched', defaultValues: { password: '' } })
  const set = useApiMutation(route as typeof passwordApi.resetPassword, {
    prefix,
    errors: 'page',
    onSuccess: () => {
      toast.success('Password set. Log in with it.')
      void navigate(login, { replace: true })
    },
    onError: (error) => {
      if (!showFieldErrors(error, form.getValues(), form.setError)) setProblem(error)
    },
  })
  const footer = (
    <p>
      <Link to={login} className={linkClass}>
        Go to login
      </Link>
    </p>
  )
  if (!token)
    return (
      <AuthCard title={title} footer={footer}>
        <Notice tone="warn" title="Open the link from your email">
          The link works once. You can request another on the login page.
        </Notice>
      </AuthCard>
    )
  return (
    <AuthCard
      title={title}
      help="You log in with it from then on. Devices that are logged in are logged out."
      footer={footer}
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={form.handleSubmit(({ password }) => {
          setProblem(undefined)
          set.submit({ body: { token, password } })
        })}
      >
        {problem && (
          <Notice tone="bad">
            {problem.message}{' '}
            {problem.code === 'TOKEN_INVALID' && (
              <Link to={login} className={linkClass}>
                Go to the login page
              </Link>
            )}
          </Notice>
        )}
        <FormPasswordField
          label="New password"
          autoComplete="new-password"
          autoFocus
          help="At least 10 characters. A passphrase works well."
          control={form.control}
          name="password"
        />
        <Button type="submit" variant="primary" className="mt-1" busy={set.isPending}>
          Set password
        </Button>
      </form>
    </AuthCard>
  )
}
