import { Minus, Plus } from 'lucide-react'
import { IconButton } from '#web/ui/button.tsx'
import { maxQuantity } from '#shared/quantity.ts'
import { WholeNumberInput } from './whole-number-input.tsx'

type StepperProps = {
  /** Of what: for those who don't see it beside. */
  label: string
  value: number
  /** One press is a pack; the first is the minimum. */
  packSize: number
  minimum: number | null
  onChange: (quantity: number) => void
  invalid?: boolean
}

/** Pieces to order, in packs by two buttons or typed. */
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
