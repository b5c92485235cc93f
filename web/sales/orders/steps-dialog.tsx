import { CircleCheck, Lock } from 'lucide-react'
import type { Order } from '#shared/sales/orders/order.ts'
import { orderTransitions, orderStatusNames } from '#shared/sales/orders/order-transitions.ts'
import type { AvailableOrderAction } from './order-action-list.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'

type StepsDialogProps = { order: Order; acts: readonly AvailableOrderAction[]; close: () => void }

/** Every step that a user can take with an order: open now, or why not. */
export function StepsDialog({ order, acts, close }: StepsDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title="All actions"
      description={`${order.number} is ${orderStatusNames[order.status].toLowerCase()}. Available and unavailable actions are listed below.`}
    >
      <DialogBody>
        <ul className="flex flex-col divide-y divide-line">
          {acts
            .toSorted((a, b) => Number(a.reason !== null) - Number(b.reason !== null))
            .map(({ action, label, reason }) => (
              <li key={action} className="flex items-start gap-3 py-2.5">
                {reason === null ? (
                  <CircleCheck aria-label="Open" role="img" size={16} className="mt-0.5 shrink-0 text-good" />
                ) : (
                  <Lock aria-label="Not open" role="img" size={16} className="mt-0.5 shrink-0 text-muted" />
                )}
                <div className="min-w-0">
                  <p className={reason === null ? 'font-medium' : 'text-secondary'}>{label}</p>
                  <p className="text-pretty text-muted text-table">
                    {reason ?? `Changes the status to ${orderStatusNames[orderTransitions[action].to].toLowerCase()}.`}
                  </p>
                </div>
              </li>
            ))}
        </ul>
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Close</Button>
      </DialogFooter>
    </Dialog>
  )
}
