import { Plus, X } from 'lucide-react'
import { type ComponentProps, useId } from 'react'
import { type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { type DeliveryWindow, weekdays } from '#shared/crm/partners/delivery-windows.ts'
import { sentence } from '#web/forms/field-errors.ts'
import type { Bound } from '#web/forms/form-text-field.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { cn } from '#web/ui/class-names.ts'
import { FieldError } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

type DeliveryWindowsFieldProps = {
  /** The legend, if the windows are not a customer's. */
  legend?: string
  /** What applies without any window. */
  none?: string
}

const maxWindows = 14

/** The delivery windows: rows of weekdays, from and to. */
export function DeliveryWindowsField<Values extends FieldValues, Name extends FieldPath<Values>, Output>({
  control,
  name,
  legend = 'Delivery windows',
  none = 'Any time. Add a window to restrict deliveries.',
}: Omit<Bound<Values, Name, Output>, 'errorName'> & DeliveryWindowsFieldProps) {
  const { field, fieldState } = useController({ control, name })
  const value: readonly DeliveryWindow[] = field.value
  const errors = fieldState.error as readonly WindowError[] | undefined
  const onChange = (windows: DeliveryWindow[]) => field.onChange(windows)
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 font-medium text-sm">{legend}</legend>
      {value.map((window, at) => (
        <Window
          // The rows have no ids.
          key={at}
          number={at + 1}
          window={window}
          error={errors?.[at]}
          onChange={(changed) => onChange(value.with(at, changed))}
          onRemove={() => onChange(value.filter((_, other) => other !== at))}
        />
      ))}
      {value.length === 0 && <p className="text-muted text-xs">{none}</p>}
      {value.length < maxWindows && (
        <Button
          size="sm"
          className="self-start"
          onClick={() => onChange([...value, { days: [1, 2, 3, 4, 5], from: '08:00', to: '16:00' }])}
        >
          <Plus aria-hidden />
          Add window
        </Button>
      )}
    </fieldset>
  )
}

type WindowError = Partial<Record<keyof DeliveryWindow, { message?: string }>>
type WindowProps = {
  number: number
  window: DeliveryWindow
  error: WindowError | undefined
  onChange: (window: DeliveryWindow) => void
  onRemove: () => void
}

function Window({ number, window, error, onChange, onRemove }: WindowProps) {
  const id = useId()
  const message =
    sentence('Days', error?.days?.message) ??
    sentence('The time', error?.from?.message) ??
    sentence('The end', error?.to?.message)
  const wrong = (part: keyof DeliveryWindow) => error?.[part] && { 'aria-invalid': true, 'aria-describedby': id }
  return (
    <fieldset aria-label={`Window ${number}`} className="flex min-w-0 flex-col gap-1">
      <div className="flex flex-wrap items-center gap-2">
        <Days days={window.days} onChange={(days) => onChange({ ...window, days })} wrong={wrong('days')} />
        <div className="flex min-w-0 max-w-full items-center gap-1">
          <Time
            aria-label="From"
            value={window.from}
            onChange={({ target }) => onChange({ ...window, from: target.value })}
            {...wrong('from')}
          />
          <span aria-hidden className="text-muted">
            –
          </span>
          <Time
            aria-label="To"
            value={window.to}
            onChange={({ target }) => onChange({ ...window, to: target.value })}
            {...wrong('to')}
          />
        </div>
        <IconButton label={`Remove window ${number}`} variant="ghost" onClick={onRemove}>
          <X aria-hidden />
        </IconButton>
      </div>
      {message && <FieldError id={id}>{message}</FieldError>}
    </fieldset>
  )
}

type DaysProps = { days: number[]; onChange: (days: number[]) => void; wrong: object | undefined }

function Days({ days, onChange, wrong }: DaysProps) {
  return (
    <div className="flex max-w-full rounded-md border border-line-control bg-card p-0.5">
      {weekdays.map((name, at) => {
        const day = at + 1
        const isOn = days.includes(day)
        return (
          <button
            key={name}
            type="button"
            aria-pressed={isOn}
            {...(at === 0 && wrong)}
            onClick={() =>
              onChange(isOn ? days.filter((other) => other !== day) : [...days, day].toSorted((a, b) => a - b))
            }
            className={cn(
              'h-7 w-9 min-w-0 rounded-sm px-1 text-secondary text-xs hover:text-primary',
              isOn && 'bg-accent-soft font-medium text-accent-text',
            )}
          >
            {name}
          </button>
        )
      })}
    </div>
  )
}

const Time = (props: ComponentProps<typeof Input>) => (
  <Input type="time" className="w-30 min-w-0 [&_input]:px-1" {...props} />
)
