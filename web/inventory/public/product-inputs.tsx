import type { ComponentType, ReactNode } from 'react'
import { type FieldPathByValue, useController, useFormContext } from 'react-hook-form'
import { sentence } from '#web/forms/field-errors.ts'
import { type ProductFieldName, productLabels } from './product-labels.ts'
import type { ProductValues } from './product-values.ts'
import type { PickerProps } from '#web/forms/picker.tsx'
import { useSettings } from '#web/session/settings.ts'
import type { ComboboxOption } from '#web/ui/combobox.tsx'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { MoneyField, NumberField } from '#web/ui/number-field.tsx'

/* The fields of the product's form: each knows its label, its error and how it is tied to the form. */

type Names<Type> = FieldPathByValue<ProductValues, Type> & ProductFieldName
type Common = { required?: boolean; help?: ReactNode }

export function TextInput({ name, multiline, ...rest }: Common & { name: Names<string>; multiline?: boolean }) {
  const { register, getFieldState, formState } = useFormContext<ProductValues>()
  const label = productLabels[name]
  const props = {
    label,
    autoComplete: 'off',
    ...rest,
    ...register(name),
    error: sentence(label, getFieldState(name, formState).error?.message),
  }
  return multiline ? <TextAreaField {...props} /> : <TextField spellCheck={name === 'name'} {...props} />
}

type CountProps = Common & { name: Names<number | null>; unit: string; label?: string; disabled?: boolean }

export function CountInput({ name, label = productLabels[name], ...rest }: CountProps) {
  const { field, fieldState } = useController<ProductValues, Names<number | null>>({ name })
  const { disabled: _, ...tied } = field
  return <NumberField {...tied} {...rest} label={label} error={sentence(label, fieldState.error?.message)} />
}

export function PriceInput({ name, ...rest }: Common & { name: Names<string> }) {
  const { field, fieldState } = useController<ProductValues, Names<string>>({ name })
  const { currency } = useSettings()
  const label = productLabels[name]
  return (
    <MoneyField
      {...field}
      {...rest}
      label={label}
      currency={currency}
      error={sentence(label, fieldState.error?.message)}
    />
  )
}

type PickInputProps<Option extends ComboboxOption> = Common & {
  name: 'category' | 'supplier' | 'warehouse'
  picker: ComponentType<PickerProps<Option> & { creatable?: boolean }>
}

/** A picker that also creates what is missing. */
export function PickInput<Option extends ComboboxOption>({ name, picker: Picker, ...rest }: PickInputProps<Option>) {
  const { field, fieldState } = useController<ProductValues, 'category' | 'supplier' | 'warehouse'>({ name })
  const label = productLabels[name]
  return <Picker {...field} {...rest} creatable label={label} error={sentence(label, fieldState.error?.message)} />
}
