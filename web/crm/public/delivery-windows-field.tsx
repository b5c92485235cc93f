import { Plus, X } from 'lucide-react'
import { type DeliveryWindow, weekdays } from '#shared/crm/partners/delivery-windows.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { cn } from '#web/ui/class-names.ts'
import { FieldError } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

type DeliveryWindowsFieldProps = {
  value: readonly DeliveryWindow[]
  onChange: (value: DeliveryWindow[]) => void
  /** What is wrong with a window, by its place in the list. */
  errors: readonly (string | undefined)[]
  /** What the hours are of, where they are not a customer's. */
  legend?: string
  /** What holds while there is no window. */
  none?: string
}

const maxWindows = 14

/** On which days and in which hours somebody takes goods in: a row of days, from and to, as often as needed. */
export function DeliveryWindowsField({
  value,
  onChange,
  errors,
  legend = 'Delivery windows',
  none = 'Any time. Add a window to restrict deliveries.',
}: DeliveryWindowsFieldProps) {
  const set = (at: number, window: DeliveryWindow) => onChange(value.with(at, window))
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 font-medium text-sm">{legend}</legend>
      {value.map((window, at) => (
        // a list without an identity of its rows
        <fieldset key={at} aria-label={`Window ${at + 1}`} className="flex min-w-0 flex-col gap-1">
          <div className="flex flex-wrap items-center gap-2">
            <Days window={window} onChange={(days) => set(at, { ...window, days })} />
            <div className="flex min-w-0 max-w-full items-center gap-1">
              <Time label="From" value={window.from} onChange={(from) => set(at, { ...window, from })} />
              <span aria-hidden className="text-muted">
                –
              </span>
              <Time label="To" value={window.to} onChange={(to) => set(at, { ...window, to })} />
            </div>
            <IconButton
              label={`Remove window ${at + 1}`}
              variant="ghost"
              onClick={() => onChange(value.filter((_, other) => other !== at))}
            >
              <X aria-hidden />
            </IconButton>
          </div>
          {errors[at] && <FieldError>{errors[at]}</FieldError>}
        </fieldset>
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

function Days({ window, onChange }: { window: DeliveryWindow; onChange: (days: number[]) => void }) {
  return (
    <div className="flex max-w-full rounded-md border border-line-control bg-card p-0.5">
      {weekdays.map((name, at) => {
        const day = at + 1
        const isOn = window.days.includes(day)
        return (
          <button
            key={name}
            type="button"
            aria-pressed={isOn}
            onClick={() =>
              onChange(
                isOn ? window.days.filter((other) => other !== day) : [...window.days, day].toSorted((a, b) => a - b),
              )
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

function Time({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <Input
      type="time"
      aria-label={label}
      value={value}
      className="w-30 min-w-0 [&_input]:px-1"
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
