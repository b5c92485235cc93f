import type { ComponentType, ReactNode } from 'react'
import { type FieldPathByValue, useFormContext } from 'react-hook-form'
import { FormTextAreaField, FormTextField } from '#web/forms/form-fields.tsx'
import { FormMoneyField, FormNumberField, FormPicker } from '#web/forms/form-value-fields.tsx'
import type { PickerProps } from '#web/forms/picker.tsx'
import { useSettings } from '#web/session/settings.ts'
import type { ComboboxOption } from '#web/ui/combobox.tsx'
import { type ProductFieldName, productLabels } from './product-labels.ts'
import type { ProductValues } from './product-values.ts'

/* /* The fields of the product form; each gets its label from `productLabels` and the form from the context. */

type Names<Type> = FieldPathByValue<ProductValues, Type> & ProductFieldName
type Common = { required?: boolean; help?: ReactNode }

export function TextInput({ name, multiline, ...rest }: Common & { name: Names<string>; multiline?: boolean }) {
  const { control } = useFormContext<ProductValues>()
  const props = { label: productLabels[name], autoComplete: 'off', control, name, ...rest }
  return multiline ? <FormTextAreaField {...props} /> : <FormTextField spellCheck={name === 'name'} {...props} />
}

type CountProps = Common & { name: Names<number | null>; unit: string; label?: string; disabled?: boolean }

export function CountInput({ name, label = productLabels[name], ...rest }: CountProps) {
  const { control } = useFormContext<ProductValues>()
  return <FormNumberField control={control} name={name} label={label} {...rest} />
}

export function PriceInput({ name, ...rest }: Common & { name: Names<string> }) {
  const { control } = useFormContext<ProductValues>()
  const { currency } = useSettings()
  return <FormMoneyField control={control} name={name} label={productLabels[name]} currency={currency} {...rest} />
}

type PickInputProps<Option extends ComboboxOption> = Common & {
  name: 'category' | 'supplier' | 'warehouse'
  picker: ComponentType<PickerProps<Option> & { creatable?: boolean }>
}

/** A picker that can also create a missing record. */
export function PickInput<Option extends ComboboxOption>({ name, ...rest }: PickInputProps<Option>) {
  const { control } = useFormContext<ProductValues>()
  return <FormPicker control={control} name={name} label={productLabels[name]} creatable {...rest} />
}
