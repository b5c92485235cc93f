import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form'
import { sentence } from '#web/forms/field-errors.ts'
import { PasswordField } from './password-field.tsx'
import { TextField } from '#web/ui/field.tsx'

export const noAccount = { name: '', email: '', password: '', phone: '' }
type Account = typeof noAccount

type AccountFieldsProps = {
  register: (name: keyof Account) => UseFormRegisterReturn
  errors: FieldErrors<Account>
}

/** What everybody who makes an account tells about themselves. */
export function AccountFields({ register, errors }: AccountFieldsProps) {
  return (
    <>
      <TextField
        label="Name"
        required
        autoComplete="name"
        {...register('name')}
        error={sentence('Name', errors.name?.message)}
      />
      <TextField
        label="Email"
        required
        type="email"
        autoComplete="username"
        {...register('email')}
        error={sentence('Email', errors.email?.message)}
      />
      <PasswordField
        label="Password"
        required
        autoComplete="new-password"
        help="At least 10 characters. A passphrase works well."
        {...register('password')}
        error={sentence('Password', errors.password?.message)}
      />
      <TextField
        label="Phone"
        type="tel"
        autoComplete="tel"
        {...register('phone')}
        error={sentence('Phone', errors.phone?.message)}
      />
    </>
  )
}
