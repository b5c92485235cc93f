import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cn } from './class-names.ts'
import { Input, type InputProps, Select, type SelectProps, TextArea, type TextAreaProps } from './input.tsx'

export type FieldProps = {
  label: string
  help?: ReactNode
  /** The text of what is wrong; undefined as long as nothing is. */
  error?: string | undefined
  required?: boolean
  /** Keeps the label for screen readers only, where a table header already says it. */
  hideLabel?: boolean
  className?: string | undefined
}

export type ControlProps = {
  id: string
  'aria-required'?: true
  'aria-invalid'?: true
  'aria-describedby'?: string
}

/** A labelled place for a control: label, help and error, tied to it for those who can't see them side by side. */
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

/** What is wrong with a field, in words and with a sign beside the colour. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-bad text-xs">
      <CircleAlert aria-hidden size={14} className="mt-px shrink-0" />
      {children}
    </p>
  )
}

/** One line on what belongs into a field. */
function FieldHelp({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="text-pretty text-muted text-xs">
      {children}
    </p>
  )
}

/** A field of one line; takes what react-hook-form's `register` gives. */
export function TextField(props: FieldProps & Omit<InputProps, keyof FieldProps | 'id'>) {
  const [field, rest] = splitField(props)
  return <Field {...field}>{(control) => <Input {...rest} {...control} />}</Field>
}

/** A field of several lines. */
export function TextAreaField(props: FieldProps & Omit<TextAreaProps, keyof FieldProps | 'id'>) {
  const [field, rest] = splitField(props)
  return <Field {...field}>{(control) => <TextArea {...rest} {...control} />}</Field>
}

/** A field with a short, fixed list of choices; its options are children. */
export function SelectField(props: FieldProps & Omit<SelectProps, keyof FieldProps | 'id'>) {
  const [field, rest] = splitField(props)
  return <Field {...field}>{(control) => <Select {...rest} {...control} />}</Field>
}

/** Parts the props of a field from those of the control in it. */
export function splitField<Props extends FieldProps>(props: Props): [FieldProps, Omit<Props, keyof FieldProps>] {
  const { label, help, error, required = false, hideLabel = false, className, ...rest } = props
  return [{ label, help, error, required, hideLabel, className }, rest]
}
