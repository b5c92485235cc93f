import { useState } from 'react'
import { Input } from '#web/ui/input.tsx'

type DayFilterProps = {
  /** Read aloud: "Ordered from". */
  label: string
  /** Stands in the field: "From". */
  leading: string
  /** YYYY-MM-DD, or '' for any day. */
  value: string
  onChange: (day: string) => void
}

/** A day that narrows a list. While its year is being typed (0002, 0020, 0202) nothing is asked yet. */
export function DayFilter({ label, leading, value, onChange }: DayFilterProps) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
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
      leading={leading}
      className="w-44 max-md:w-auto max-md:basis-full"
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value)
        if (target.value === '' || (target.value >= '1900' && target.value < '3000')) onChange(target.value)
      }}
    />
  )
}
