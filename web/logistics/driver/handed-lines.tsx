import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import type { DriverStop } from '#shared/logistics/driver/api.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatDay } from '#shared/format-day.ts'
import { deliveredOf, type HandedLine, type HandedLines } from './delivery.ts'

type Line = DriverStop['lines'][number]
type Props = { stop: Pick<DriverStop, 'lines'>; handed: HandedLines; onChange: (handed: HandedLines) => void }

/** The goods handed over by line and lot: all of them, unless the driver enters refused or damaged ones. */
export function HandedLinesField({ stop, handed, onChange }: Props) {
  return (
    <ul className="flex flex-col gap-3">
      {stop.lines.map((line) => (
        <li key={line.id} className="flex flex-col gap-2 rounded-lg border border-line bg-card p-4">
          <LineField line={line} handed={handed} onChange={(changed) => onChange({ ...handed, [line.id]: changed })} />
        </li>
      ))}
    </ul>
  )
}

type LineProps = { line: Line; handed: HandedLines; onChange: (line: HandedLine) => void }

function LineField({ line, handed, onChange }: LineProps) {
  const { refused, damaged } = handed[line.id] ?? { refused: 0, damaged: 0 }
  const delivered = deliveredOf(line, handed)
  const [isOpen, setOpen] = useState(refused + damaged > 0)
  const lot = [
    !line.lot.isNone && `Lot ${line.lot.number}`,
    line.lot.expiryDate && `exp. ${formatDay(line.lot.expiryDate)}`,
  ].filter(Boolean)
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="wrap-anywhere font-semibold">{line.product.name}</p>
          <p className="wrap-anywhere text-secondary">{[line.product.sku, ...lot].join(', ')}</p>
        </div>
        <p className="figures shrink-0 font-semibold text-xl">
          {delivered} <span className="font-normal text-muted">of {line.quantity}</span>
        </p>
      </div>
      {line.doNotHandOver ? (
        <p className="font-semibold text-bad">Do not hand over: {line.doNotHandOver}</p>
      ) : isOpen ? (
        <>
          <Counter
            label={`Refused of ${line.product.name}`}
            word="Refused"
            value={refused}
            max={line.quantity - damaged}
            onChange={(value) => onChange({ refused: value, damaged })}
          />
          <Counter
            label={`Damaged of ${line.product.name}`}
            word="Damaged"
            value={damaged}
            max={line.quantity - refused}
            onChange={(value) => onChange({ refused, damaged: value })}
          />
        </>
      ) : (
        <Button size="lg" aria-label={`Refused or damaged: ${line.product.name}`} onClick={() => setOpen(true)}>
          Refused or damaged
        </Button>
      )}
    </>
  )
}

type CounterProps = { label: string; word: string; value: number; max: number; onChange: (value: number) => void }

function Counter({ label, word, value, max, onChange }: CounterProps) {
  const within = (wanted: number) => onChange(Math.min(Math.max(Number.isFinite(wanted) ? wanted : 0, 0), max))
  return (
    <div className="flex items-center gap-2">
      <span className="flex-1 font-medium">{word}</span>
      <IconButton label={`Fewer: ${label}`} size="lg" variant="secondary" onClick={() => within(value - 1)}>
        <Minus aria-hidden />
      </IconButton>
      <input
        aria-label={label}
        inputMode="numeric"
        className="figures h-12 w-20 min-w-12 rounded-md border border-line-control bg-card text-center font-semibold text-xl"
        value={String(value)}
        onFocus={(event) => event.target.select()}
        onChange={(event) => within(Number.parseInt(event.target.value, 10))}
      />
      <IconButton label={`More: ${label}`} size="lg" variant="secondary" onClick={() => within(value + 1)}>
        <Plus aria-hidden />
      </IconButton>
    </div>
  )
}
