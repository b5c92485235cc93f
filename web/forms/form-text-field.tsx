import type { ComponentProps, ComponentType } from 'react'
import {
  type Control,
  type FieldPath,
  type FieldValues,
  get,
  type RegisterOptions,
  useFormState,
} from 'react-hook-form'
import { TextField } from '#web/ui/field.tsx'
import { sentence } from './field-errors.ts'

/*
 * Form-bound fields: each shows one value of the form, writes changes back, and shows its error in a sentence that begins
 * with the label.
 */

export type Bound<Values extends FieldValues, Name extends FieldPath<Values>, Output> = {
  // biome-ignore lint/suspicious/noExplicitAny: the context of a resolver, which no field asks for
  control: Control<Values, any, Output>
  name: Name
  /** What the error calls the field, if the label can't begin a sentence. */
  errorName?: string
}

/** Props that the form provides. */
export type Given = 'name' | 'value' | 'checked' | 'onChange' | 'onCheckedChange' | 'onBlur' | 'ref' | 'error'
export type Labelled = { label: string; error?: string | undefined }

/** Binds a text control to a form (uncontrolled, by `register`). */
export function registered<Props extends Labelled>(Field: ComponentType<Props>) {
  return function FormField<Values extends FieldValues, Name extends FieldPath<Values>, Output>({
    control,
    name,
    errorName,
    rules,
    ...props
  }: Bound<Values, Name, Output> & Omit<Props, Given> & { rules?: RegisterOptions<Values, Name> }) {
    const shown = props as unknown as Props
    const { errors } = useFormState({ control, name, exact: true })
    const problem: { message?: string } | undefined = get(errors, name)
    const error = sentence(errorName ?? shown.label, problem?.message)
    return <Field {...shown} {...control.register(name, rules)} {...(error !== undefined && { error })} />
  }
}

export const FormTextField = /* @__PURE__ */ registered<ComponentProps<typeof TextField>>(TextField)
