import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { passkeysApi } from '#shared/identity/profile/passkeys-api.ts'
import { type Challenge, secondFactorApi } from '#shared/identity/profile/second-factor-api.ts'
import type { User } from '#shared/identity/user.ts'
import { isReportedGlobally } from '#web/api/failures.ts'
import { showFieldErrors } from '#web/forms/field-errors.ts'
import { call } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { PasskeyButton } from '#web/identity/public/passkey-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { FormTextField } from '#web/forms/form-text-field.tsx'

const schema = secondFactorApi.answer.spec.body.pick({ code: true })

type CodeFormProps = {
  challenge: Challenge
  onUser: (user: User | undefined) => string | undefined
  /** Returns to email and password. */
  onBack: () => void
}

/** The second step of a login: a passkey, a code of the authenticator app, or a recovery code. */
export function CodeForm({ challenge: { challenge, methods }, onUser, onBack }: CodeFormProps) {
  const [problem, setProblem] = useState<string>()
  // Not on blur: a message that appears then would shift what the user is clicking.
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { code: '' } })
  const answer = useApiMutation(secondFactorApi.answer, {
    prefix: 'Login failed',
    errors: 'page',
    onSuccess: (reply) => setProblem(onUser(reply?.user)),
    onError: (error) => {
      const isShown = showFieldErrors(error, form.getValues(), form.setError)
      if (!isShown && !isReportedGlobally(error)) setProblem(error.message)
    },
  })
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={form.handleSubmit(({ code }) => {
        setProblem(undefined)
        answer.submit({ body: { challenge, code } })
      })}
    >
      {problem && <Notice tone="bad">{problem}</Notice>}
      {methods.includes('passkey') && (
        <PasskeyButton
          primary
          begin={() => call(passkeysApi.beginSecondFactor, { body: { challenge } })}
          finish={async (passkey) => {
            const { user } = await call(passkeysApi.secondFactor, { body: { challenge, passkey } })
            setProblem(onUser(user))
          }}
          onProblem={setProblem}
        >
          Use your passkey
        </PasskeyButton>
      )}
      <FormTextField
        label="Code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={!methods.includes('passkey')}
        help="Six digits from your authenticator app, or one of your recovery codes."
        control={form.control}
        name="code"
      />
      <div className="mt-1 flex flex-col gap-2">
        <Button type="submit" variant={methods.includes('passkey') ? 'secondary' : 'primary'} busy={answer.isPending}>
          Continue
        </Button>
        <Button variant="ghost" onClick={onBack}>
          Start again
        </Button>
      </div>
    </form>
  )
}
