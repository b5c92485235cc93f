import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { toast } from 'sonner'
import { identityApi } from '#shared/identity/login/api.ts'
import { showFieldErrors } from '#web/forms/field-errors.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { toastTexts } from '#web/api/toasts.ts'
import { AccountFields, noAccount } from '#web/identity/public/account-fields.tsx'
import { AuthCard, linkClass } from './auth-card.tsx'
import { startUserSession } from './after-login.ts'
import { useFragment } from '#web/api/use-fragment.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

const schema = identityApi.register.spec.body.pick({ name: true, email: true, password: true, phone: true })

/** Registers an account with an administrator's link. */
export default function RegisterPage() {
  const token = useFragment('token')
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string>()
  const form = useForm({ resolver: zodResolver(schema), mode: 'onTouched', defaultValues: noAccount })
  const register = useApiMutation(identityApi.register, {
    prefix: 'Registration failed',
    errors: 'page',
    onSuccess: (reply) => {
      if (!reply?.user) return setProblem('Registration failed: User not found in response.')
      toast.success(toastTexts.registered)
      void navigate(startUserSession(reply.user), { replace: true })
    },
    onError: (error) => {
      if (!showFieldErrors(error, form.getValues(), form.setError)) setProblem(error.message)
    },
  })
  const footer = (
    <p>
      Have an account?{' '}
      <Link to={paths.login} className={linkClass}>
        Log in
      </Link>
    </p>
  )
  if (!token)
    return (
      <AuthCard title="Register" footer={footer}>
        <Notice tone="warn" title="A registration link is needed">
          Ask an administrator for a link. It works once and expires in 24 hours.
        </Notice>
      </AuthCard>
    )
  return (
    <AuthCard title="Register" help="Your role is set by the registration link." footer={footer}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={form.handleSubmit((account) => {
          setProblem(undefined)
          register.submit({ body: { ...account, token } })
        })}
      >
        {problem && <Notice tone="bad">{problem}</Notice>}
        <FormProvider {...form}>
          <AccountFields />
        </FormProvider>
        <Button type="submit" variant="primary" className="mt-1" busy={register.isPending}>
          Create account
        </Button>
      </form>
    </AuthCard>
  )
}
