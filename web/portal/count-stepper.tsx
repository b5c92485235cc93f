import { Minus, Plus } from 'lucide-react'
import { maxQuantity } from '#shared/quantity.ts'
import { IconButton } from '#web/ui/button.tsx'
import { WholeNumberInput } from './whole-number-input.tsx'

type StepperProps = {
  /** Accessible name: what is counted. */
  label: string
  /** Null until counted, which differs from zero. */
  value: number | null
  /** Pieces per press. */
  step: number
  /** Null resets it to not counted. */
  onChange: (quantity: number | null) => void
}

/** A field for a counted quantity, with two buttons. */
export function CountStepper({ label, value, step, onChange }: StepperProps) {
  return (
    <div className="flex items-start gap-1" data-scan="page">
      <IconButton
        label={`Less ${label}`}
        size="lg"
        variant="secondary"
        disabled={value === 0}
        onClick={() => onChange(Math.max((value ?? 0) - step, 0))}
      >
        <Minus aria-hidden />
      </IconButton>
      <WholeNumberInput label={`Counted of ${label}`} value={value} placeholder="–" onChange={onChange} />
      <IconButton
        label={`More ${label}`}
        size="lg"
        variant="secondary"
        onClick={() => onChange(Math.min((value ?? 0) + step, maxQuantity))}
      >
        <Plus aria-hidden />
      </IconButton>
    </div>
  )
}
