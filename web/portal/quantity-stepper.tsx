import { Minus, Plus } from 'lucide-react'
import { IconButton } from '#web/ui/button.tsx'
import { maxQuantity } from '#shared/quantity.ts'
import { WholeNumberInput } from './whole-number-input.tsx'

type StepperProps = {
  /** Accessible name: what is ordered. */
  label: string
  value: number
  /** Pieces per press; the first press adds at least the minimum. */
  packSize: number
  minimum: number | null
  onChange: (quantity: number) => void
  invalid?: boolean
}

/** A field for an order quantity, with two buttons that step by packs. */
export function QuantityStepper({ label, value, packSize, minimum, onChange, invalid = false }: StepperProps) {
  const first = Math.max(packSize, Math.ceil((minimum ?? 1) / packSize) * packSize)
  const less = value - packSize < (minimum ?? 1) ? 0 : value - packSize
  return (
    <div className="flex items-start gap-1">
      <IconButton label={`Less ${label}`} variant="secondary" disabled={value === 0} onClick={() => onChange(less)}>
        <Minus aria-hidden />
      </IconButton>
      <WholeNumberInput
        label={`Quantity of ${label}`}
        isInvalid={invalid}
        value={value === 0 ? null : value}
        placeholder="0"
        onChange={(quantity) => onChange(quantity ?? 0)}
      />
      <IconButton
        label={`More ${label}`}
        variant="secondary"
        onClick={() => onChange(Math.min(value === 0 ? first : value + packSize, maxQuantity))}
      >
        <Plus aria-hidden />
      </IconButton>
    </div>
  )
}
