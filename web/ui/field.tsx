import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cn } from './class-names.ts'
import { Input, type InputProps, Select, type SelectProps, TextArea, type TextAreaProps } from './input.tsx'

export type FieldProps = {
  label: string
  help?: ReactNode
  /** The error message; undefined while the field is valid. */
  error?: string | undefined
  required?: boolean
  /** Shows the label to screen readers only, if a table header already shows it. */
  hideLabel?: boolean
  className?: string | undefined
}

export type ControlProps = {
  id: string
  'aria-required'?: true
  'aria-invalid'?: true
  'aria-describedby'?: string
}

/** A control with its label, help and error, linked for screen readers. */
export function Field({ children, ...field }: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const { label, help, error, required, hideLabel, className } = field
  const id = useId()
  const described = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ')
  const control: ControlProps = {
    id,
    ...(required && { 'aria-required': true }),
    ...(error && { 'aria-invalid': true }),
    ...(described && { 'aria-describedby': described }),
  }
  return (
    <div className={cn('flex min-w-0 flex-col gap-1.5', className)}>
      <div data-field-label className={cn('flex items-baseline gap-2', hideLabel && 'sr-only')}>
        <label htmlFor={id} className="font-medium text-primary text-sm">
          {label}
        </label>
        {required && <span className="shrink-0 text-muted text-xs">Required</span>}
      </div>
      {children(control)}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {help && <FieldHelp id={`${id}-help`}>{help}</FieldHelp>}
    </div>
  )
}

/** A field's error message, with an icon beside the colour. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-bad text-xs">
      <CircleAlert aria-hidden size={14} className="mt-px shrink-0" />
      {children}
    </p>
  )
}

/** One line of help for a field. */
function FieldHelp({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="text-pretty text-muted text-xs">
      {children}
    </p>
  )
}

/** A single-line text field; accepts the props of react-hook-form's `register`. */
export function TextField(props: FieldProps & Omit<InputProps, keyof FieldProps | 'id'>) {
  const [field, rest] = splitField(props)
  return <Field {...field}>{(control) => <Input {...rest} {...control} />}</Field>
}

/** A multi-line text field. */
export function TextAreaField(props: FieldProps & Omit<TextAreaProps, keyof FieldProps | 'id'>) {
  const [field, rest] = splitField(props)
  return <Field {...field}>{(control) => <TextArea {...rest} {...control} />}</Field>
}

/** A select with a short, fixed list of options as children. */
export function SelectField(props: FieldProps & Omit<SelectProps, keyof FieldProps | 'id'>) {
  const [field, rest] = splitField(props)
  return <Field {...field}>{(control) => <Select {...rest} {...control} />}</Field>
}

/** Splits props into those of the field and those of its control. */
export function splitField<Props extends FieldProps>(props: Props): [FieldProps, Omit<Props, keyof FieldProps>] {
  const { label, help, error, required = false, hideLabel = false, className, ...rest } = props
  return [{ label, help, error, required, hideLabel, className }, rest]
}
