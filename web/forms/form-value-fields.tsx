import type { ChangeEvent, ComponentProps, ComponentType } from 'react'
import { type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { SwitchField, type SwitchFieldProps } from '#web/ui/choice-field.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { MoneyField, type MoneyFieldProps, NumberField, type NumberFieldProps } from '#web/ui/number-field.tsx'
import { sentence } from './field-errors.ts'
import { type FieldRead, ReadError } from './read-error.tsx'
import type { Bound, Given, Labelled } from './form-text-field.tsx'

/* Fields of a form whose value is no text: numbers, amounts, switches, picked records. See form-text-field.tsx. */

/** The value of a form's field with what changes it, and its error. */
function useField<Values extends FieldValues, Name extends FieldPath<Values>, Output>(
  { control, name, errorName }: Bound<Values, Name, Output>,
  label: string,
) {
  const { field, fieldState } = useController({ control, name })
  return { field, error: sentence(errorName ?? label, fieldState.error?.message) }
}

type Entered<Props> = Omit<Props, Given>

export function FormNumberField<Values extends FieldValues, Name extends FieldPath<Values>, Output>({
  control,
  name,
  errorName,
  ...props
}: Bound<Values, Name, Output> & Entered<NumberFieldProps>) {
  const { field, error } = useField({ control, name, ...(errorName && { errorName }) }, props.label)
  return <NumberField {...props} {...field} value={field.value ?? null} error={error} />
}

export function FormMoneyField<Values extends FieldValues, Name extends FieldPath<Values>, Output>({
  control,
  name,
  errorName,
  onEntered,
  standard = '',
  ...props
}: Bound<Values, Name, Output> &
  Entered<MoneyFieldProps> & {
    onEntered?: (amount: string) => void
    /** The amount that holds where none is entered: it is shown, and not kept. */
    standard?: string | undefined
  }) {
  const { field, error } = useField({ control, name, ...(errorName && { errorName }) }, props.label)
  const change = (amount: string) => {
    field.onChange(amount === standard ? '' : amount)
    onEntered?.(amount)
  }
  return <MoneyField {...props} {...field} value={field.value || standard} onChange={change} error={error} />
}

export function FormSwitchField<Values extends FieldValues, Name extends FieldPath<Values>, Output>({
  control,
  name,
  ...props
}: Bound<Values, Name, Output> & Entered<SwitchFieldProps>) {
  const { field } = useController({ control, name })
  return <SwitchField {...props} checked={field.value} onCheckedChange={field.onChange} />
}

/**
 * A select whose options come later, or that shows the standard where nothing is chosen. Until `query` has answered it offers
 * only what is chosen, by `chosenName`: another choice in its place would look like the record's.
 */
export function FormLoadedSelectField<Values extends FieldValues, Name extends FieldPath<Values>, Output>({
  control,
  name,
  errorName,
  standard = '',
  query,
  chosenName = '…',
  onEntered,
  children,
  ...props
}: Bound<Values, Name, Output> &
  Entered<ComponentProps<typeof SelectField>> & {
    standard?: string | undefined
    query?: FieldRead
    chosenName?: string | undefined
    onEntered?: (value: string) => void
  }) {
  const { field, error } = useField({ control, name, ...(errorName && { errorName }) }, props.label)
  const value = field.value || standard
  const change = (event: ChangeEvent<HTMLSelectElement>) => {
    field.onChange(event)
    onEntered?.(event.target.value)
  }
  const isUnknown = query !== undefined && query.data === undefined
  const help =
    isUnknown && query.error ? <ReadError read={query}>The choices could not be loaded.</ReadError> : props.help
  return (
    <SelectField {...props} {...field} value={value} onChange={change} error={error} help={help}>
      {isUnknown ? <option value={value}>{value ? chosenName : ''}</option> : children}
    </SelectField>
  )
}

type PickerProps = Labelled & { value: unknown; onChange: (picked: never) => void }
type Picked<Props extends PickerProps> = Parameters<Props['onChange']>[0]

/**
 * One of the pickers of records; `keep` says what the form keeps of what was picked, `onPicked` hears of it as well, and
 * `errorText` stands for whatever is wrong.
 */
export function FormPicker<
  Values extends FieldValues,
  Name extends FieldPath<Values>,
  Output,
  Props extends PickerProps,
>({
  picker: Picker,
  control,
  name,
  errorName,
  keep,
  onPicked,
  errorText,
  ...props
}: Bound<Values, Name, Output> & {
  picker: ComponentType<Props>
  keep?: (picked: NonNullable<Picked<Props>>) => unknown
  onPicked?: (picked: Picked<Props>) => void
  errorText?: string
} & Entered<Props>) {
  const shown = props as unknown as Props
  const { field, error } = useField({ control, name, ...(errorName && { errorName }) }, shown.label)
  const change = (picked: Picked<Props>) => {
    field.onChange(picked && keep ? keep(picked) : picked)
    onPicked?.(picked)
  }
  return <Picker {...shown} {...field} onChange={change} error={error && (errorText ?? error)} />
}
