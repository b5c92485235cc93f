import { Switch as Radix } from 'radix-ui'
import { type ComponentProps, type ReactNode, type Ref, useEffect, useId, useRef } from 'react'
import { cn } from './class-names.ts'
import { FieldError } from './field.tsx'

// Custom-drawn, because the native checkbox turns grey in dark mode; in high contrast mode the native one is used.
const box = [
  'grid size-4 shrink-0 appearance-none place-content-center rounded-sm border border-line-control bg-card',
  'transition-colors duration-100 checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent',
  'before:size-2.5 before:scale-0 before:bg-accent-contrast before:content-[""] checked:before:scale-100 indeterminate:before:scale-100',
  'before:[clip-path:polygon(14%_44%,0_60%,42%_96%,100%_18%,84%_5%,39%_68%)]',
  'indeterminate:before:[clip-path:inset(40%_5%)] disabled:cursor-not-allowed disabled:opacity-55',
  'aria-invalid:border-bad forced-colors:appearance-auto forced-colors:before:hidden',
]

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'ref'> & {
  /** Indeterminate: some but not all, as in a table header. */
  mixed?: boolean
  ref?: Ref<HTMLInputElement>
}

/** A checkbox without a label; give it an `aria-label`, or use CheckboxField. */
export function Checkbox({ mixed = false, className, ref, ...rest }: CheckboxProps) {
  const own = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (own.current) own.current.indeterminate = mixed
  }, [mixed])
  return (
    <input
      type="checkbox"
      {...rest}
      ref={(element) => {
        own.current = element
        if (typeof ref === 'function') return ref(element)
        if (ref) ref.current = element
      }}
      className={cn(box, className)}
    />
  )
}

type ChoiceProps = { label: string; help?: ReactNode; error?: string | undefined }

/** A checkbox in a form, saved with the form. */
export function CheckboxField({
  label,
  hideLabel,
  help,
  error,
  className,
  ...rest
}: ChoiceProps & Omit<CheckboxProps, 'id'> & { /** If a table header shows it. */ hideLabel?: boolean }) {
  const id = useId()
  return (
    <div className={cn('flex flex-col gap-1', className)}>
      <label className="flex min-h-6 items-center gap-2.5 text-sm in-[.touch]:min-h-12">
        <Checkbox {...rest} aria-invalid={error ? true : undefined} aria-describedby={help || error ? id : undefined} />
        <span className={hideLabel ? 'sr-only' : 'contents'}>{label}</span>
      </label>
      <span id={id} className="pl-6.5 text-muted text-xs empty:hidden">
        {error ? <FieldError>{error}</FieldError> : help}
      </span>
    </div>
  )
}

export type SwitchFieldProps = ChoiceProps & {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  disabled?: boolean
  className?: string
}

/** A switch for a setting that takes effect at once. */
export function SwitchField({ label, help, error, className, ...rest }: SwitchFieldProps) {
  const id = useId()
  return (
    <div className={cn('flex items-start justify-between gap-6', className)}>
      <div className="flex flex-col gap-0.5">
        <label htmlFor={id} className="font-medium text-sm">
          {label}
        </label>
        <span id={`${id}-help`} className="text-pretty text-muted text-xs empty:hidden">
          {error ? <FieldError>{error}</FieldError> : help}
        </span>
      </div>
      <Radix.Root
        {...rest}
        id={id}
        aria-describedby={help || error ? `${id}-help` : undefined}
        className={cn(
          'flex h-6 w-10 shrink-0 items-center rounded-full border border-transparent bg-line-control px-0.5',
          'transition-colors duration-150 data-[state=checked]:bg-accent disabled:opacity-55',
        )}
      >
        <Radix.Thumb
          data-dot
          className="size-4.5 rounded-full bg-card transition-transform duration-150 data-[state=checked]:translate-x-4"
        />
      </Radix.Root>
    </div>
  )
}
