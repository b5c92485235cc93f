import { useState } from 'react'
import type { Order } from '#shared/sales/orders/order.ts'
import { orderActions } from '#shared/sales/orders/order-transitions.ts'
import type { OrderAllowances } from '#shared/sales/orders/order-input.ts'
import { OrderEffects } from '#web/sales/public/order-effects.tsx'
import { useOrderEffects } from './order-effects.ts'
import { AllowDialog, allowanceOf, allowances as reasons } from '#web/forms/allow-dialog.tsx'
import type { SimpleTransitions } from './use-simple-transitions.ts'
import { ShortageDialog, shortOf } from '#web/sales/order-editor/shortage-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'

/** The transitions that need no input, but show all their effects first. */
export type ShownTransition = 'confirm' | 'backOrder' | 'handOver'

const words = {
  confirm: {
    title: 'Confirm this order?',
    description: 'The invoice is created and the order can be picked.',
  },
  backOrder: {
    title: 'Backorder this order?',
    description: 'The order waits for what is missing. The invoice is created once everything is in stock.',
  },
  handOver: {
    title: 'Mark this order as shipped?',
    description: 'The carrier has the goods. They leave the building and are on their way.',
  },
} as const satisfies Record<ShownTransition, object>
/** For pickup: the customer takes the goods along, without a shipment under way. */
const pickUpWords = {
  title: 'Hand this order over?',
  description: 'The customer picks up the goods here.',
  label: 'Hand over',
}
const wordsOf = (move: ShownTransition, { shipments }: Order) =>
  move === 'handOver' && shipments.some(({ method }) => method === 'pick_up')
    ? pickUpWords
    : { ...words[move], label: orderActions[move].label }

type EffectDialogProps = {
  move: ShownTransition
  order: Order
  moves: SimpleTransitions
  onBackOrder: (() => void) | undefined
  close: () => void
}

/** Shows all effects of a transition, then runs it; if goods are missing, shows the shortage and the options. */
export function EffectDialog({ move, order, moves, onBackOrder, close }: EffectDialogProps) {
  const [allowances, setAllowances] = useState<OrderAllowances>({})
  const effects = useOrderEffects(order, move, { allowances })
  const { title, description, label } = wordsOf(move, order)
  const submit = () => {
    const params = { id: order.id }
    if (move === 'handOver') moves.handOver.submit({ params, body: {} })
    else moves[move].submit({ params, body: allowances })
  }
  const short = effects.error && !effects.data ? shortOf(effects.error) : []
  if (short.length > 0) return <ShortageDialog short={short} onBackOrder={onBackOrder} close={close} />
  // Shows the effects with the given allowance before the transition; the server may ask for another one.
  const allowed = allowanceOf(effects.error)
  if (effects.error && allowed)
    return (
      <AllowDialog
        key={allowed}
        allowed={allowed}
        error={effects.error}
        busy={effects.isFetching}
        onAllow={(reason) => setAllowances({ ...allowances, [reasons[allowed].field]: reason })}
        close={close}
      />
    )
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
          onClick={submit}
        >
          {label}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
