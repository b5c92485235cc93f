import { useFormContext } from 'react-hook-form'
import { FormPasswordField } from './password-field.tsx'
import { FormTextField } from '#web/forms/form-text-field.tsx'

export const noAccount = { name: '', email: '', password: '', phone: '' }
type Account = typeof noAccount

/** The fields for the user's own data in account forms; uses the form's FormProvider. */
export function AccountFields() {
  const { control } = useFormContext<Account>()
  return (
    <>
      <FormTextField label="Name" required autoComplete="name" control={control} name="name" />
      <FormTextField label="Email" required type="email" autoComplete="username" control={control} name="email" />
      <FormPasswordField
        label="Password"
        required
        autoComplete="new-password"
        help="At least 10 characters. A passphrase works well."
        control={control}
        name="password"
      />
      <FormTextField label="Phone" type="tel" autoComplete="tel" control={control} name="phone" />
    </>
  )
}
