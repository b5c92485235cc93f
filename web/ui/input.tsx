import { ChevronDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from './class-names.ts'
import { DateInput } from './date/date-input.tsx'

const box = [
  'flex min-h-(--control) w-full min-w-0 items-center rounded-md border border-line-control bg-card text-primary text-sm',
  'max-md:text-base has-[:focus-visible]:outline-2 has-[:focus-visible]:-outline-offset-1 has-[:focus-visible]:outline-focus',
  'has-[[aria-invalid=true]]:border-bad has-[:disabled]:bg-subtle has-[:disabled]:text-muted',
  'has-[[readonly]]:bg-subtle',
]
const bare = 'w-full min-w-0 flex-1 self-stretch bg-transparent px-3 outline-none! disabled:cursor-not-allowed'

export type InputProps = ComponentProps<'input'> & { leading?: ReactNode; trailing?: ReactNode }

/** A framed text input; `leading` and `trailing` hold an icon, a unit or a small button. */
export function Input({ leading, trailing, className, ...rest }: InputProps) {
  return (
    <span className={cn(box, className)}>
      {leading && <span className="-mr-1 flex shrink-0 items-center pl-3 text-muted">{leading}</span>}
      {rest.type === 'date' ? (
        <DateInput {...rest} className={bare} />
      ) : (
        <input type="text" {...rest} className={bare} />
      )}
      {trailing && <span className="-ml-1 flex shrink-0 items-center pr-3 text-muted">{trailing}</span>}
    </span>
  )
}

export type TextAreaProps = ComponentProps<'textarea'>

/** A multi-line text input; grows with its content if the browser supports it. */
export function TextArea({ className, rows = 3, ...rest }: TextAreaProps) {
  return (
    <span className={cn(box, className)}>
      <textarea rows={rows} {...rest} className={cn(bare, 'field-sizing-content max-h-96 py-2')} />
    </span>
  )
}

export type SelectProps = ComponentProps<'select'>

/** The native select, framed as the other inputs. */
export function Select({ className, children, ...rest }: SelectProps) {
  return (
    <span className={cn(box, 'relative', className)}>
      <select
        {...rest}
        className={cn(bare, 'cursor-pointer appearance-none truncate rounded-md pr-8 [&_option]:bg-overlay')}
      >
        {children}
      </select>
      <ChevronDown aria-hidden size={16} className="pointer-events-none absolute right-2.5 text-muted" />
    </span>
  )
}
