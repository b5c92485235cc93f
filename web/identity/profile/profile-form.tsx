import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useEffectEvent } from 'react'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { identityApi } from '#shared/identity/login/api.ts'
import { roleNames } from '#shared/identity/role-names.ts'
import type { User } from '#shared/identity/user.ts'
import { FormTextField } from '#web/forms/form-fields.tsx'
import { focusFirstInvalid } from '#web/forms/focus-invalid.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { ProblemSummary } from '#web/forms/problem-summary.tsx'
import { RefusalNotice } from '#web/forms/refusal-notice.tsx'
import { useLeaveGuard } from '#web/session/leave-guard.tsx'
import { setUser, useUser } from '#web/session/session.ts'
import { Button, keepFocus } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { FieldRow } from '#web/ui/form-layout.tsx'

/** The user's own account: name and phone can be edited, email and role are read-only. */
export function ProfileForm() {
  const user = useUser()
  const form = useForm({
    resolver: zodResolver(identityApi.putProfile.spec.body),
    mode: 'onTouched',
    defaultValues: typedOf(user),
  })
  const { isDirty } = form.formState
  const refusal = useFormRefusal(form)
  const question = useLeaveGuard(isDirty)
  // Shows an administrator's changes, but never overwrites the user's input.
  const follow = useEffectEvent((saved: User) => {
    if (!isDirty) form.reset(typedOf(saved))
  })
  useEffect(() => follow(user), [user])
  const save = useApiMutation(identityApi.putProfile, {
    errors: 'page',
    onError: refusal.onError,
    onSuccess: ({ user: saved }) => {
      form.reset(typedOf(saved))
      setUser({ ...user, name: saved.name, phone: saved.phone })
      toast.success('Profile saved')
    },
  })
  return (
    <Card title="Account">
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={form.handleSubmit((body) => {
          refusal.clear()
          save.submit({ body })
        }, focusFirstInvalid)}
      >
        <RefusalNotice problem={refusal.problem} />
        <ProblemSummary control={form.control} />
        <DescriptionList
          facts={[
            { label: 'Email', value: user.email },
            { label: 'Role', value: roleNames[user.role] },
          ]}
        />
        <FieldRow>
          <FormTextField label="Name" required autoComplete="name" control={form.control} name="name" />
          <FormTextField label="Phone" type="tel" autoComplete="tel" control={form.control} name="phone" />
        </FieldRow>
        <div className="flex justify-end gap-2">
          <Button disabled={!isDirty} onMouseDown={keepFocus} onClick={() => form.reset()}>
            Discard
          </Button>
          <Button type="submit" variant="primary" busy={save.isPending}>
            Save profile
          </Button>
        </div>
      </form>
      {question}
    </Card>
  )
}

const typedOf = ({ name, phone }: Pick<User, 'name' | 'phone'>) => ({ name, phone: phone ?? '' })
