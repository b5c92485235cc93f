import { useState } from 'react'
import { cn } from '#web/ui/class-names.ts'
import { formatDay } from '#shared/format-day.ts'
import { Input } from '#web/ui/input.tsx'

type DayFilterProps = {
  /** Accessible name: "Ordered from". */
  label: string
  /** Shown in the field: "From". */
  leading: string
  /** YYYY-MM-DD, or '' for any day. */
  value: string
  onChange: (day: string) => void
}

/** A date filter. While the year is being typed (0002, 0020, 0202), nothing is requested yet. */
export function DayFilter({ label, leading, value, onChange }: DayFilterProps) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const [focused, setFocused] = useState(false)
  if (value !== known) {
    setKnown(value)
    setTyped(value)
  }
  return (
    <Input
      type="date"
      aria-label={label}
      min="1900-01-01"
      max="2999-12-31"
      // The browser would show the date in its own format, and a pattern while empty.
      leading={focused || value === '' ? leading : `${leading} ${formatDay(value)}`}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      className={cn(
        'shrink-0 max-md:flex-1',
        focused ? 'w-44' : 'w-auto [&_[data-day-shown]]:hidden! [&_input]:w-11 [&_::-webkit-datetime-edit]:opacity-0',
      )}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value)
        if (target.value === '' || (target.value >= '1900' && target.value < '3000')) onChange(target.value)
      }}
    />
  )
}
