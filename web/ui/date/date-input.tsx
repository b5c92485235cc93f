import { Calendar } from 'lucide-react'
import { type ComponentProps, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { cn } from '#web/ui/class-names.ts'
import { formatDay } from '#shared/format-day.ts'

/**
 * The native date field, with its keyboard handling, picker and accessibility. Without focus it shows the date in our
 * format ("22 Nov 2026"); with focus, in the browser's.
 */
export function DateInput({ className, ref, ...rest }: ComponentProps<'input'>) {
  const own = useRef<HTMLInputElement>(null)
  const value = useValueOf(own)
  const isShown = value !== null
  return (
    <span className="relative flex min-w-0 flex-1 self-stretch">
      <input
        {...rest}
        type="date"
        ref={(element) => {
          own.current = element
          if (typeof ref === 'function') return ref(element)
          if (ref) ref.current = element
          return undefined
        }}
        className={cn(
          'peer',
          className,
          isShown && '[&:not(:focus)::-webkit-datetime-edit]:opacity-0',
          isShown && '[&:not(:focus)::-webkit-date-and-time-value]:opacity-0',
          // Firefox has no pseudo-elements for its parts; a transparent colour hides its text and calendar icon.
          isShown && 'supports-[(-moz-appearance:none)]:not-focus:text-transparent',
        )}
      />
      {isShown && (
        <span
          aria-hidden
          data-day-shown
          className={cn(
            'pointer-events-none absolute inset-y-0 left-3 hidden items-center whitespace-nowrap peer-focus:hidden!',
            'supports-[selector(::-webkit-datetime-edit)]:flex',
            'supports-[(-moz-appearance:none)]:flex supports-[(-moz-appearance:none)]:forced-colors:hidden!',
            value === '' && 'text-muted',
          )}
        >
          {value === '' ? 'dd mmm yyyy' : /^\d{4}-/.test(value) ? formatDay(value) : value}
        </span>
      )}
      {isShown && (
        <Calendar
          aria-hidden
          size={16}
          className={cn(
            'pointer-events-none absolute inset-y-0 right-3 my-auto hidden text-secondary peer-focus:hidden!',
            'supports-[(-moz-appearance:none)]:block supports-[(-moz-appearance:none)]:forced-colors:hidden!',
          )}
        />
      )}
    </span>
  )
}

/** The field's value, also when set by code, which fires no event; null while the date is incomplete. */
function useValueOf(own: RefObject<HTMLInputElement | null>): string | null {
  const [value, setValue] = useState<string | null>('')
  useLayoutEffect(() => {
    const input = own.current
    const inherited =
      input &&
      (Object.getOwnPropertyDescriptor(input, 'value') ??
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value'))
    if (!inherited) return undefined
    const read = () => setValue(input.validity.badInput ? null : String(inherited.get?.call(input) ?? ''))
    Object.defineProperty(input, 'value', {
      configurable: true,
      get: () => inherited.get?.call(input),
      set(next) {
        inherited.set?.call(input, next)
        read()
      },
    })
    read()
    const events = ['input', 'change', 'blur'] as const
    for (const name of events) input.addEventListener(name, read)
    return () => {
      for (const name of events) input.removeEventListener(name, read)
    }
  }, [own])
  return value
}
