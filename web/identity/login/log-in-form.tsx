import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { identityApi } from '#shared/identity/login/api.ts'
import type { portalApi } from '#shared/identity/login/portal-api.ts'
import { Challenge } from '#shared/identity/profile/second-factor-api.ts'
import type { User } from '#shared/identity/user.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { showError } from '#web/api/toasts.ts'
import { FormPasswordField } from '#web/identity/public/password-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { FormTextField } from '#web/forms/form-text-field.tsx'

type LogInFormProps = {
  /** The login of staff or customers. */
  route: typeof identityApi.login | typeof portalApi.login
  /** Called with the user of the response; undefined means failure. Returns the error to show. */
  onUser: (user: User | undefined) => string | undefined
  /** The password was correct, and a second factor is required. */
  onChallenge: (challenge: Challenge) => void
  /** Shown between password and button: the link for a forgotten password. */
  children?: ReactNode
}

/** Email and password. */
export function LogInForm({ route, onUser, onChallenge, children }: LogInFormProps) {
  const [problem, setProblem] = useState<string>()
  const form = useForm({
    resolver: zodResolver(identityApi.login.spec.body),
    // Not on blur: a message that appears then would shift what the user is clicking.
    mode: 'onSubmit',
    defaultValues: { email: '', password: '' },
  })
  const login = useApiMutation(route as typeof identityApi.login, {
    prefix: 'Login failed',
    errors: 'page',
    onSuccess: (reply) => setProblem(onUser(reply?.user)),
    onError: (error) => {
      const challenge = error.code === 'SECOND_FACTOR_NEEDED' ? Challenge.safeParse(error.details) : null
      if (challenge?.success) return onChallenge(challenge.data)
      // Each error once: a wrong password as the toast that the specification requires, others in the form.
      if (error.code === 'WRONG_CREDENTIALS') showError(error)
      else setProblem(error.message)
      form.setFocus('password')
    },
  })
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={form.handleSubmit((body) => {
        setProblem(undefined)
        login.submit({ body })
      })}
    >
      {problem && <Notice tone="bad">{problem}</Notice>}
      <FormTextField label="Email" type="email" autoComplete="username" autoFocus control={form.control} name="email" />
      <FormPasswordField label="Password" autoComplete="current-password" control={form.control} name="password" />
      {children}
      <Button type="submit" variant="primary" className="mt-1" busy={login.isPending}>
        Log in
      </Button>
    </form>
  )
}
