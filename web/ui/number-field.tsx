import { type ReactNode, type Ref, useState } from 'react'
import { parseDecimalInput, formatDecimalInput } from './decimal-input.ts'
import { Field, type FieldProps, splitField } from './field.tsx'
import { Input, type InputProps } from './input.tsx'

type Own = 'value' | 'onChange' | 'onBlur' | 'type' | 'id' | 'leading' | 'trailing' | 'ref'
type Common = FieldProps &
  Omit<InputProps, keyof FieldProps | Own> & { onBlur?: () => void; ref?: Ref<HTMLInputElement> }

export type NumberFieldProps = Common & {
  value: number | null
  /** null when empty, NaN when the text is not a number (which schemas refuse). */
  onChange: (value: number | null) => void
  /** The unit: "boxes", "days", "%". */
  unit?: ReactNode
}

/** A quantity; accepts either decimal separator and pasted spaces. Takes the props of react-hook-form's Controller. */
export function NumberField({ value, onChange, unit, ...rest }: NumberFieldProps) {
  return (
    <DecimalField
      {...rest}
      trailing={unit}
      decimal={value === null || Number.isNaN(value) ? '' : String(value)}
      onDecimal={(decimal, text) => onChange(text === '' ? null : Number(decimal ?? 'none'))}
    />
  )
}

export type MoneyFieldProps = Common & {
  /** A decimal string in major units, "12.5"; '' when empty. */
  value: string
  /** A decimal string, or the unchanged text when it is not a number (which schemas refuse). */
  onChange: (value: string) => void
  /** Shown before the amount: "USD", "€". */
  currency: string
}

/** An amount of money, never converted to a float. */
export function MoneyField({ value, onChange, currency, ...rest }: MoneyFieldProps) {
  return (
    <DecimalField
      {...rest}
      leading={currency}
      fractionDigits={2}
      decimal={value}
      onDecimal={(decimal, text) => onChange(decimal ?? text)}
    />
  )
}

type DecimalFieldProps = Common & {
  decimal: string
  onDecimal: (decimal: string | undefined, text: string) => void
  fractionDigits?: number
  leading?: ReactNode
  trailing?: ReactNode
}

// `type="text"`, because a number input changes with the mouse wheel and refuses pasted separators.
function DecimalField({ decimal, onDecimal, fractionDigits = 0, onBlur, ...props }: DecimalFieldProps) {
  const [typed, setTyped] = useState<string>()
  const [field, rest] = splitField(props)
  const unreadable = typed !== undefined && typed !== '' && parseDecimalInput(typed) === undefined
  const plain = decimal === '' ? undefined : parseDecimalInput(decimal, { decimal: '.', group: ',' })
  const shown = typed ?? (plain === undefined ? decimal : formatDecimalInput(plain, fractionDigits))
  const [left, setLeft] = useState(false)
  return (
    <Field {...field} error={field.error ?? (unreadable && left ? 'Enter a number, such as 1234.5' : undefined)}>
      {(control) => (
        <Input
          inputMode="decimal"
          autoComplete="off"
          {...rest}
          {...control}
          className="figures [&_input]:text-right"
          value={shown}
          onMouseDown={(event) => {
            // Otherwise the click would set the caret and undo the selection made on focus.
            if (event.button !== 0 || document.activeElement === event.currentTarget) return
            event.preventDefault()
            event.currentTarget.focus()
          }}
          // On focus by Tab, click or an opening dialog, select all, so that typing replaces the value.
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => {
            const text = event.target.value.trim()
            setTyped(event.target.value)
            setLeft(false)
            onDecimal(text === '' ? undefined : parseDecimalInput(text), text)
          }}
          onBlur={() => {
            // Keep unreadable text, so that it can be corrected.
            if (!unreadable) setTyped(undefined)
            setLeft(true)
            onBlur?.()
          }}
        />
      )}
    </Field>
  )
}
