import { useState } from 'react'
import type { Order } from '#shared/sales/orders/order.ts'
import { OrderEffects } from '#web/sales/public/order-effects.tsx'
import { useOrderEffects } from './order-effects.ts'
import { AllowDialog, allowanceOf, allowances } from '#web/forms/allow-dialog.tsx'
import type { SimpleTransitions } from './use-simple-transitions.ts'
import { ShortageDialog, shortOf } from '#web/sales/order-editor/shortage-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'

/** The moves that need no words, but of which the whole effect is shown before. */
export type ShownTransition = 'confirm' | 'backOrder' | 'handOver'

const words = {
  confirm: {
    title: 'Confirm this order?',
    description: 'The invoice is created and the order can be picked.',
    label: 'Confirm order',
  },
  backOrder: {
    title: 'Backorder this order?',
    description: 'The order waits for what is missing. The invoice is created once everything is in stock.',
    label: 'Backorder',
  },
  handOver: {
    title: 'Mark this order as shipped?',
    description: 'The carrier has the goods. They leave the building and are on their way.',
    label: 'Mark as shipped',
  },
} as const satisfies Record<ShownTransition, object>
/** The customer takes the goods along: nothing is under way. */
const pickUpWords = {
  title: 'Hand this order over?',
  description: 'The customer picks up the goods here.',
  label: 'Hand over',
}
const wordsOf = (move: ShownTransition, { shipments }: Order) =>
  move === 'handOver' && shipments.some(({ method }) => method === 'pick_up') ? pickUpWords : words[move]

type EffectDialogProps = {
  move: ShownTransition
  order: Order
  moves: SimpleTransitions
  onBackOrder: (() => void) | undefined
  close: () => void
}

/** Shows everything that a move will do, then does it; where goods are missing it shows what is short and the way on. */
export function EffectDialog({ move, order, moves, onBackOrder, close }: EffectDialogProps) {
  const effects = useOrderEffects(order, move)
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({})
  const { title, description, label } = wordsOf(move, order)
  const submit = (body: Readonly<Record<string, string>>) =>
    move === 'handOver'
      ? moves.handOver.submit({ params: { id: order.id }, body: {} })
      : moves[move].submit({ params: { id: order.id }, body })
  const short = effects.error && !effects.data ? shortOf(effects.error) : []
  if (short.length > 0) return <ShortageDialog short={short} onBackOrder={onBackOrder} close={close} />
  // The answer to one reason may ask for the next.
  const error = Object.keys(answers).length > 0 ? moves[move].error : effects.error
  const allowed = allowanceOf(error)
  if (error && allowed) {
    const allow = (reason: string) => {
      const body = { ...answers, [allowances[allowed].field]: reason }
      setAnswers(body)
      submit(body)
    }
    return (
      <AllowDialog
        key={allowed}
        allowed={allowed}
        error={error}
        busy={moves[move].isPending}
        onAllow={allow}
        close={close}
      />
    )
  }
  const isRefused = effects.error !== null && !effects.data && effects.error.status < 500
  return (
    <Dialog open onOpenChange={(open) => !open && close()} title={title} description={description}>
      <DialogBody>
        <OrderEffects effects={effects} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <Button
          data-enter
          variant="primary"
          disabled={effects.isPending || isRefused}
          busy={moves[move].isPending}
          onClick={() => submit({})}
        >
          {label}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
