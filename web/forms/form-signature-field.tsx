import type { ComponentProps } from 'react'
import { type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { SignatureField } from '#web/ui/signature-field.tsx'
import type { Bound, Given } from './form-text-field.tsx'

/** A signature field bound to a form; `errorText` says what to do instead of signing. */
export function FormSignatureField<Values extends FieldValues, Name extends FieldPath<Values>, Output>({
  control,
  name,
  errorText,
  ...props
}: Omit<Bound<Values, Name, Output>, 'errorName'> &
  Omit<ComponentProps<typeof SignatureField>, Given> & { errorText: string }) {
  const { field, fieldState } = useController({ control, name })
  return <SignatureField {...props} {...field} error={fieldState.error && errorText} />
}
