import type { Order } from '#shared/sales/orders/order.ts'
import { OrderEffects } from '#web/sales/public/order-effects.tsx'
import { useOrderEffects } from './order-effects.ts'
import { OverLimitDialog } from '#web/sales/order-editor/over-limit-dialog.tsx'
import type { SimpleTransitions } from './use-simple-transitions.ts'
import { ShortageDialog, shortOf } from '#web/sales/order-editor/shortage-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'

/** The moves that need no words, but of which the whole effect is shown before. */
export type ShownTransition = 'confirm' | 'backOrder'

const words = {
  confirm: {
    title: 'Confirm this order?',
    description: 'Stock is reserved for the customer and the invoice is created.',
    label: 'Confirm order',
  },
  backOrder: {
    title: 'Backorder this order?',
    description: 'Available stock is reserved now; the invoice is created once everything is in stock.',
    label: 'Backorder',
  },
} as const satisfies Record<ShownTransition, object>

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
  const { title, description, label } = words[move]
  const short = effects.error && !effects.data ? shortOf(effects.error) : []
  if (short.length > 0) return <ShortageDialog short={short} onBackOrder={onBackOrder} close={close} />
  if (effects.error?.code === 'OVER_CREDIT_LIMIT') {
    const allow = (overLimitReason: string) =>
      moves[move].submit({ params: { id: order.id }, body: { overLimitReason } })
    return <OverLimitDialog error={effects.error} busy={moves[move].isPending} onAllow={allow} close={close} />
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
          variant="primary"
          disabled={effects.isPending || isRefused}
          busy={moves[move].isPending}
          onClick={() => moves[move].submit({ params: { id: order.id }, body: {} })}
        >
          {label}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
