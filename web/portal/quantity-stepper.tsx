import { Minus, Plus } from 'lucide-react'
import { IconButton } from '#web/ui/button.tsx'
import { Input } from '#web/ui/input.tsx'
import { maxQuantity } from '#shared/quantity.ts'

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
export function QuantityStepper({ label, value, packSize, minimum, onChange, invalid }: StepperProps) {
  const first = Math.max(packSize, Math.ceil((minimum ?? 1) / packSize) * packSize)
  const less = value - packSize < (minimum ?? 1) ? 0 : value - packSize
  return (
    <div className="flex items-center gap-1">
      <IconButton label={`Less ${label}`} variant="secondary" disabled={value === 0} onClick={() => onChange(less)}>
        <Minus aria-hidden />
      </IconButton>
      <Input
        aria-label={`Quantity of ${label}`}
        aria-invalid={invalid || undefined}
        inputMode="numeric"
        className="figures w-20 [&_input]:text-center"
        value={value === 0 ? '' : String(value)}
        placeholder="0"
        onChange={(event) => {
          const typed = Number(event.target.value.replace(/\D/g, ''))
          onChange(Math.min(typed, maxQuantity))
        }}
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
