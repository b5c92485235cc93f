import type { ChangeEvent, ComponentProps, ComponentType } from 'react'
import { type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { SwitchField, type SwitchFieldProps } from '#web/ui/choice-field.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { MoneyField, type MoneyFieldProps, NumberField, type NumberFieldProps } from '#web/ui/number-field.tsx'
import { sentence } from './field-errors.ts'
import { type FieldRead, ReadError } from './read-error.tsx'
import type { Bound, Given, Labelled } from './form-text-field.tsx'

/* Form-bound fields with non-text values: numbers, amounts, switches, picked records. See form-text-field.tsx. */

/** The value of a form field, its change handler and its error. */
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
    /** Default amount: shown while nothing is entered, but not stored. */
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
 * A select whose options load later, or that shows a default while nothing is chosen. Until `query` has loaded, its only
 * option is the chosen one (`chosenName`): any other option would look like the record's value.
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
 * Binds a record picker to a form. `keep` turns the picked record into the stored value, `onPicked` is called with it
 * too, and `errorText` replaces any error message.
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
