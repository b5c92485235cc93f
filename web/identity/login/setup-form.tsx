import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { toast } from 'sonner'
import { identityApi } from '#shared/identity/login/api.ts'
import { FormCheckboxField, FormTextField } from '#web/forms/form-fields.tsx'
import { showFieldErrors } from '#web/forms/field-errors.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { toastTexts } from '#web/api/toasts.ts'
import { AccountFields, noAccount } from '#web/identity/public/account-fields.tsx'
import { startUserSession } from './after-login.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/**
 * The first administrator's account; the code proves access to the server's output. The demo company is preselected if the server
 * was started with it.
 */
export function SetupForm({ code, demo }: { code: string; demo: boolean }) {
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string>()
  const form = useForm({
    resolver: zodResolver(identityApi.setupFirstAdmin.spec.body),
    mode: 'onTouched',
    defaultValues: { ...noAccount, code, demo },
  })
  const { errors } = form.formState
  const setup = useApiMutation(identityApi.setupFirstAdmin, {
    prefix: 'Registration failed',
    errors: 'page',
    onSuccess: (reply) => {
      if (!reply?.user) return setProblem('Registration failed: User not found in response.')
      toast.success(toastTexts.registered)
      void navigate(startUserSession(reply.user), { replace: true })
    },
    onError: (error) => {
      if (error.code === 'SETUP_CODE_WRONG') form.setError('code', { message: error.message }, { shouldFocus: true })
      else if (!showFieldErrors(error, form.getValues(), form.setError)) setProblem(error.message)
    },
  })
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={form.handleSubmit((body) => {
        setProblem(undefined)
        setup.submit({ body })
      })}
    >
      {problem && <Notice tone="bad">{problem}</Notice>}
      <FormTextField
        label="Set-up code"
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        help={errors.code ? undefined : 'Printed by the server when it started.'}
        control={form.control}
        name="code"
      />
      <FormProvider {...form}>
        <AccountFields />
      </FormProvider>
      <FormCheckboxField
        label="Load the demo company"
        help="Sample products, customers and orders. They are loaded while you look around. Leave this off for production use."
        control={form.control}
        name="demo"
      />
      <Button type="submit" variant="primary" className="mt-1" busy={setup.isPending}>
        Create administrator
      </Button>
    </form>
  )
}
