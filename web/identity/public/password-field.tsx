import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { registered } from '#web/forms/form-text-field.tsx'
import { TextField } from '#web/ui/field.tsx'
import { InputButton } from '#web/ui/table/input-button.tsx'

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'trailing'> & {
  autoComplete: 'current-password' | 'new-password'
}

/** A password field with a show button; supports pasting and password managers. */
function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const Sign = shown ? EyeOff : Eye
  return (
    <TextField
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      trailing={
        <InputButton label="Show password" aria-pressed={shown} onClick={() => setShown(!shown)}>
          <Sign aria-hidden size={16} />
        </InputButton>
      }
    />
  )
}

/** The same, registered with a form. */
export const FormPasswordField = /* @__PURE__ */ registered<PasswordFieldProps>(PasswordField)
