import { Minus, Plus } from 'lucide-react'
import { maxQuantity } from '#shared/quantity.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Input } from '#web/ui/input.tsx'

type StepperProps = {
  /** Of what: for those who don't see it beside. */
  label: string
  /** Null until it is counted: that is not zero. */
  value: number | null
  /** Pieces that one press adds. */
  step: number
  onChange: (quantity: number) => void
}

/** Counted pieces, by two buttons or typed. */
export function CountStepper({ label, value, step, onChange }: StepperProps) {
  return (
    <div className="flex items-center gap-1" data-scan="page">
      <IconButton
        label={`Less ${label}`}
        size="lg"
        variant="secondary"
        disabled={value === 0}
        onClick={() => onChange(Math.max((value ?? 0) - step, 0))}
      >
        <Minus aria-hidden />
      </IconButton>
      <Input
        aria-label={`Counted of ${label}`}
        inputMode="numeric"
        className="figures w-20 [&_input]:text-center"
        value={value === null ? '' : String(value)}
        placeholder="–"
        onChange={(event) => {
          const digits = event.target.value.replace(/\D/g, '')
          onChange(Math.min(Number(digits), maxQuantity))
        }}
      />
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
