import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { type SudoProof, sudoApi } from '#shared/identity/profile/sudo-api.ts'
import { FormTextField } from '#web/forms/form-text-field.tsx'
import { call } from '#web/api/client.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { MissingPart } from '#web/api/missing-parts.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { PasskeyButton } from '#web/identity/public/passkey-button.tsx'
import { FormPasswordField } from '#web/identity/public/password-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

const Typed = z.object({ password: z.string(), code: z.string() })
const required = (by: Typing) => Typed.extend({ [by]: z.string().trim().min(1, 'is required') })
type Typing = Exclude<SudoProof, 'passkey'>

/** Confirms the user's identity before a critical action: by password, code or passkey. Default export, for lazy loading. */
export default function SudoDialog({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const state = useApiQuery(sudoApi.state, {})
  const [by, setBy] = useState<Typing>('password')
  const form = useForm({
    resolver: zodResolver(required(by)),
    defaultValues: { password: '', code: '' },
  })
  const refusal = useFormRefusal(form)
  const [problem, setProblem] = useState<string>()
  const confirmed = () => onAnswer(true)
  const confirm = useApiMutation(sudoApi.confirm, {
    errors: 'page',
    onError: refusal.onError,
    onSuccess: confirmed,
  })
  const methods = state.data?.methods ?? ['password']
  const other: Typing = by === 'password' ? 'code' : 'password'
  const trouble = problem ?? refusal.problem
  return (
    <Dialog
      open
      onTop
      size="sm"
      onOpenChange={(open) => !open && onAnswer(false)}
      title="Confirm your password"
      description="You won’t be asked again for 15 minutes."
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.stopPropagation()
          void form.handleSubmit((typed) => {
            refusal.clear()
            setProblem(undefined)
            confirm.submit({ body: { [by]: typed[by] } })
          })(event)
        }}
      >
        <DialogBody>
          {trouble && <Notice tone="bad">{trouble}</Notice>}
          {by === 'password' ? (
            <FormPasswordField
              key="password"
              label="Your password"
              autoComplete="current-password"
              control={form.control}
              name="password"
            />
          ) : (
            <FormTextField
              key="code"
              label="Code"
              inputMode="numeric"
              autoComplete="one-time-code"
              help="The six digits shown in your authenticator app."
              control={form.control}
              name="code"
            />
          )}
          <MissingPart what="other ways to confirm" read={state} />
          {(methods.includes('passkey') || methods.includes(other)) && (
            <div className="flex gap-2 max-sm:flex-col">
              {methods.includes('passkey') && (
                <PasskeyButton
                  begin={() => call(sudoApi.begin, {}, { quiet: true })}
                  finish={async (passkey) => {
                    await call(sudoApi.confirm, { body: { passkey } }, { quiet: true })
                    confirmed()
                  }}
                  onProblem={setProblem}
                >
                  Use a passkey
                </PasskeyButton>
              )}
              {methods.includes(other) && (
                <Button variant="ghost" onClick={() => setBy(other)}>
                  {other === 'code' ? 'Use a code instead' : 'Use your password instead'}
                </Button>
              )}
            </div>
          )}
        </DialogBody>
        <DialogFooter>
          <Button onClick={() => onAnswer(false)}>Cancel</Button>
          <Button type="submit" variant="primary" busy={confirm.isPending}>
            Confirm
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
