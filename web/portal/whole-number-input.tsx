import { useId, useState } from 'react'
import { maxQuantity } from '#shared/quantity.ts'
import { parseWholeInput } from '#web/ui/decimal-input.ts'
import { FieldError } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

type WholeNumberProps = {
  label: string
  /** Null while empty. */
  value: number | null
  /** Null when emptied or when the text is not a whole number. */
  onChange: (value: number | null) => void
  placeholder: string
  isInvalid?: boolean
}

/** A field for a number of pieces. Text that is not a whole number stays, with an error. */
export function WholeNumberInput({ label, value, onChange, placeholder, isInvalid = false }: WholeNumberProps) {
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const isReadable = typed === undefined || typed.trim() === '' || wholeOf(typed) !== null
  return (
    <div className="flex w-20 flex-col gap-1">
      <Input
        aria-label={label}
        aria-invalid={isInvalid || !isReadable || undefined}
        aria-describedby={isReadable ? undefined : id}
        inputMode="numeric"
        autoComplete="off"
        className="figures w-full [&_input]:text-center"
        // Unless a button or a scan has changed the value since.
        value={typed !== undefined && (!isReadable || wholeOf(typed) === value) ? typed : (value ?? '')}
        placeholder={placeholder}
        onChange={({ target }) => {
          setTyped(target.value)
          onChange(wholeOf(target.value))
        }}
        onBlur={() => isReadable && setTyped(undefined)}
      />
      {!isReadable && (
        // As wide as the field with its two buttons.
        <div className="self-center whitespace-nowrap">
          <FieldError id={id}>Enter a whole number</FieldError>
        </div>
      )}
    </div>
  )
}

function wholeOf(text: string): number | null {
  const whole = parseWholeInput(text)
  return whole === null ? null : Math.min(whole, maxQuantity)
}
