import { useState } from 'react'
import type { Order } from '#shared/sales/orders/order.ts'
import { OrderEffects } from '#web/sales/public/order-effects.tsx'
import { type PickedLine, useOrderEffects } from './order-effects.ts'
import type { SimpleTransitions } from './use-simple-transitions.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckboxField } from '#web/ui/choice-field.tsx'
import { useCloseGuard } from '#web/ui/close-guard.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { NumberField } from '#web/ui/number-field.tsx'

type ReadyDialogProps = { order: Order; moves: SimpleTransitions; close: () => void }
type Typed = Readonly<Record<string, number | null>>

/** Shows what leaves the stock; if not all was picked, asks for the quantities and backorders the rest. */
export function ReadyDialog({ order, moves, close }: ReadyDialogProps) {
  const [isPart, setPart] = useState(false)
  const [typed, setTyped] = useState<Typed>({})
  const problems = problemsOf(order, typed)
  const picked = isPart && problems.size === 0 ? pickedOf(order, typed) : undefined
  const effects = useOrderEffects(order, 'ready', { picked })
  const guard = useCloseGuard(isPart && Object.keys(typed).length > 0, close)
  const isRefused = effects.error !== null && effects.error.status < 500
  const submit = () =>
    moves.ready.submit({ params: { id: order.id }, body: picked && picked.length > 0 ? { picked } : {} })
  return (
    <>
      <Dialog
        open
        onOpenChange={guard.onOpenChange}
        title="Mark ready to ship?"
        description="Stock will be deducted by lot."
      >
        <DialogBody>
          <CheckboxField
            label="Short pick"
            help="Picked quantities ship now; the rest becomes a backorder."
            checked={isPart}
            onChange={(event) => setPart(event.target.checked)}
          />
          {isPart && (
            <ul className="flex flex-col divide-y divide-line rounded-md border">
              {order.orderLines.map((line) => (
                <li key={line.id} className="flex items-start justify-between gap-4 px-4 py-2.5 text-table">
                  <div className="min-w-0 pt-1.5">
                    <p className="font-medium">{line.product.name}</p>
                    <p className="figures text-muted text-xs">of {line.quantity.toLocaleString()} pieces</p>
                  </div>
                  <NumberField
                    className="w-32 shrink-0"
                    label={`Picked of ${line.product.name}`}
                    hideLabel
                    inputMode="numeric"
                    value={line.id in typed ? (typed[line.id] ?? null) : line.quantity}
                    onChange={(quantity) => setTyped({ ...typed, [line.id]: quantity })}
                    error={problems.get(line.id)}
                  />
                </li>
              ))}
            </ul>
          )}
          <OrderEffects effects={effects} />
        </DialogBody>
        <DialogFooter>
          <Button onClick={() => guard.onOpenChange(false)}>Cancel</Button>
          <Button
            data-enter
            variant="primary"
            disabled={effects.isPending || isRefused || (isPart && problems.size > 0)}
            busy={moves.ready.isPending}
            onClick={submit}
          >
            Mark ready to ship
          </Button>
        </DialogFooter>
      </Dialog>
      {guard.question}
    </>
  )
}

/** Only the lines that were not picked in full. */
const pickedOf = (order: Order, typed: Typed): PickedLine[] =>
  order.orderLines.flatMap((line) => {
    const quantity = typed[line.id] ?? line.quantity
    return quantity === line.quantity ? [] : [{ lineId: line.id, quantity }]
  })

function problemsOf(order: Order, typed: Typed): Map<string, string> {
  const found = new Map<string, string>()
  for (const { id, quantity } of order.orderLines) {
    if (!(id in typed)) continue
    const value = typed[id] ?? null
    if (value === null || !Number.isSafeInteger(value) || value < 0) found.set(id, 'Whole pieces, 0 or more')
    else if (value > quantity) found.set(id, `At most ${quantity.toLocaleString()}`)
  }
  return found
}
