import { Minus, Plus } from 'lucide-react'
import { maxQuantity } from '#shared/quantity.ts'
import { IconButton } from '#web/ui/button.tsx'
import { WholeNumberInput } from './whole-number-input.tsx'

type StepperProps = {
  /** Of what: for those who don't see it beside. */
  label: string
  /** Null until it is counted: that is not zero. */
  value: number | null
  /** Pieces that one press adds. */
  step: number
  /** Null where it is not counted any more. */
  onChange: (quantity: number | null) => void
}

/** Counted pieces, by two buttons or typed. */
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
