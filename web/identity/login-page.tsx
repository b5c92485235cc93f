import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { toast } from 'sonner'
import { identityApi } from '#shared/identity/api.ts'
import { sentence } from '#web/api/field-errors.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { apiQuery } from '#web/api/query.ts'
import { said } from '#web/api/toasts.ts'
import { AuthCard, linkLook } from '#web/identity/auth-card.tsx'
import { enter } from '#web/identity/enter.ts'
import { PasswordField } from '#web/identity/password-field.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Where staff and drivers sign in. */
export default function LoginPage() {
  const [problem, setProblem] = useState<string>()
  const form = useForm({
    resolver: zodResolver(identityApi.login.spec.body),
    mode: 'onTouched',
    defaultValues: { email: '', password: '' },
  })
  const { errors } = form.formState
  const login = useApiMutation(identityApi.login, {
    prefix: 'Login failed',
    onSuccess: (reply) => {
      if (!reply?.user) return setProblem('Login failed: User not found in response.')
      toast.success(said.loggedIn)
      enter(reply.user)
    },
    onError: (error) => {
      setProblem(error.message)
      form.setFocus('password')
    },
  })
  return (
    <AuthCard title="Log in" help="Use the account that your administrator gave you." footer={<OtherWays />}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={form.handleSubmit((body) => {
          setProblem(undefined)
          login.submit({ body })
        })}
      >
        {problem && <Notice tone="bad">{problem}</Notice>}
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          autoFocus
          {...form.register('email')}
          error={sentence('Email', errors.email?.message)}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          {...form.register('password')}
          error={sentence('Password', errors.password?.message)}
        />
        <Button type="submit" variant="primary" className="mt-1" busy={login.isPending}>
          Log in
        </Button>
      </form>
    </AuthCard>
  )
}

function OtherWays() {
  const { data } = useQuery({ ...apiQuery(identityApi.setupOpen, {}, { quiet: true }), retry: false, staleTime: 0 })
  return (
    <>
      {data?.open && (
        <p>
          New here?{' '}
          <Link to={paths.setupFirstAdmin} className={linkLook}>
            Set up the first administrator
          </Link>
        </p>
      )}
      <p>
        A customer?{' '}
        <Link to={paths.customerLogin} className={linkLook}>
          Open the customer portal
        </Link>
      </p>
    </>
  )
}
