import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { toast } from 'sonner'
import type { Role } from '#shared/access/roles.ts'
import { type ListedUser, UserInput, usersApi } from '#shared/identity/users/users-api.ts'
import { FormSelectField, FormTextField } from '#web/forms/form-fields.tsx'
import { FormPicker } from '#web/forms/form-value-fields.tsx'
import type { ApiError } from '#web/api/api-error.ts'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { RecordDialog } from '#web/forms/record-dialog.tsx'
import { rolesToGive } from './role-choice.ts'
import { CustomerPicker } from '#web/crm/public/customer-picker.tsx'
import { useUser } from '#web/session/session.ts'
import type { ComboboxOption } from '#web/ui/combobox.tsx'
import { FieldRow } from '#web/ui/form-layout.tsx'

type Values = { name: string; email: string; phone: string; role: Role; account: ComboboxOption | null }

type UserDialogProps = {
  /** The user to edit; undefined registers a new one. */
  user?: ListedUser
  /** `url`: the link to set a password, if no mail can be sent. */
  onRegistered?: (user: ListedUser, url: string | null) => void
  close: () => void
}

const bodyOf = ({ account, ...person }: Values) => ({
  ...person,
  ...(person.role === 'customer' && { accountId: account?.id ?? null }),
})
// Reports a missing customer before the request is sent.
const schema = UserInput.refine(({ role, accountId }) => role !== 'customer' || accountId, {
  path: ['accountId'],
  message: 'is required',
})
const fieldOf = (path: string) => (path === 'accountId' ? 'account' : path)

const startOf = (user?: ListedUser): Values => ({
  name: user?.name ?? '',
  email: user?.email ?? '',
  phone: user?.phone ?? '',
  role: user?.role ?? 'staff',
  account: user?.accountId ? { id: user.accountId, label: user.accountName ?? 'Customer' } : null,
})

/** Registers a user, or edits their data and role. */
export function UserDialog({ user: latest, onRegistered, close }: UserDialogProps) {
  // Keeps the record as it was opened as the base of the edit, even if it is refetched meanwhile.
  const [user] = useState(latest)
  const { role: ownRole } = useUser()
  const [lacking, setLacking] = useState<string>()
  const form = useForm<Values>({
    resolver: bodyResolver({ schema, bodyOf, fieldOf }),
    mode: 'onTouched',
    defaultValues: startOf(user),
  })
  const refusal = useFormRefusal(form, fieldOf)
  const onError = (error: ApiError) => {
    refusal.onError(error)
    if (error.status === 403) setLacking(error.message)
  }
  const create = useApiMutation(usersApi.create, {
    errors: 'page',
    onError,
    onSuccess: ({ user: registered, url }) => {
      toast.success('User invited')
      close()
      onRegistered?.(registered, url)
    },
  })
  const update = useApiMutation(usersApi.update, {
    errors: 'page',
    onError,
    onSuccess: () => {
      toast.success('User saved')
      close()
    },
  })
  const role = useWatch({ control: form.control, name: 'role' })
  const field = (name: 'name' | 'email' | 'phone', label: string) => ({
    label,
    autoComplete: 'off',
    control: form.control,
    name,
  })
  return (
    <RecordDialog
      title={user ? 'Edit user' : 'Invite user'}
      description={user ? undefined : 'They receive a link to set their password.'}
      what="user"
      record={user}
      startOf={startOf}
      asOne={[['role', 'account']]}
      submitLabel={user ? 'Save user' : 'Invite user'}
      form={form}
      refusal={{ ...refusal, problem: refusal.problem ?? lacking }}
      busy={create.isPending || update.isPending}
      onSubmit={(values, base) => {
        setLacking(undefined)
        const body = bodyOf(values)
        if (!base) return create.submit({ body })
        update.submit({ params: { id: base.id }, body, version: base.version })
      }}
      close={close}
    >
      <FormTextField required {...field('name', 'Name')} />
      <FieldRow>
        <FormTextField required type="email" {...field('email', 'Email')} />
        <FormTextField type="tel" {...field('phone', 'Phone')} />
      </FieldRow>
      <FormSelectField
        label="Role"
        help={user ? 'Changing the role resets permissions and signs the user out.' : undefined}
        control={form.control}
        name="role"
      >
        {rolesToGive(user?.role, ownRole === 'admin').map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </FormSelectField>
      {role === 'customer' && (
        <FormPicker
          picker={CustomerPicker}
          control={form.control}
          name="account"
          label="Customer"
          required
          help="They only see orders and invoices of this customer."
        />
      )}
    </RecordDialog>
  )
}
