import { formatUnits } from '#shared/format-units.ts'
import { Link } from 'react-router'
import { radarActionNames } from '#shared/reports/expiry/actions.ts'
import type { RadarLot } from '#shared/reports/expiry/api.ts'
import { formatShare } from '#shared/format-percent.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody } from '#web/ui/dialog.tsx'
import { useMoney } from '../public/amounts.ts'
import { pieces } from '../forecast/forecast-quality.ts'

type Action = RadarLot['actions'][number]

/** The page where each action starts, with the known values filled in. */
function pathOf(lot: RadarLot, { action, quantity, purchaseOrder, customers }: Action): string {
  switch (action) {
    case 'promote':
    case 'offer':
      return `${paths.orderNew}?${new URLSearchParams({
        product: lot.item.id,
        quantity: String(Math.ceil(quantity)),
        ...(customers[0] && { customer: customers[0].id }),
      })}`
    case 'return':
      return purchaseOrder ? paths.purchaseOrder(purchaseOrder.id) : paths.purchaseOrders
    case 'writeOff':
      return `${lot.item.kind === 'product' ? paths.product(lot.item.id) : paths.rawMaterial(lot.item.id)}?act=reduce`
  }
}

const beginNames = {
  promote: 'New order',
  return: 'Open order',
  offer: 'New order',
  writeOff: 'Reduce stock',
} as const satisfies Record<Action['action'], string>

function explanation({ action, quantity, purchaseOrder, customers }: Action): string {
  const count = formatUnits(quantity)
  switch (action) {
    case 'promote':
      return `20% off, if demand rises by half: ${count} more are sold`
    case 'return':
      return `${count} of ${purchaseOrder?.number ?? 'the purchase order'} may go back, if the supplier agrees`
    case 'offer':
      return customers.length > 0
        ? `${count}, if buyers take half of their usual order: ${customers.map(({ name }) => name).join(', ')}`
        : `${count}, if buyers take half of their usual order`
    case 'writeOff':
      return `${count} are expected to be left`
  }
}

/** The possible actions for a lot, by the value that they save. */
export function RadarActions({ lot, close }: { lot: RadarLot; close: () => void }) {
  const { exact } = useMoney()
  const rights = {
    promote: useCan('salesOrders.edit'),
    offer: useCan('salesOrders.edit'),
    return: useCan('purchaseOrders.edit'),
    writeOff: useCan('inventory.edit'),
  }
  return (
    <Dialog
      open
      title={`Actions for lot ${lot.lotNumber}`}
      description={`${lot.item.name}: ${formatShare(lot.chance)} chance that ${pieces(lot.units)} of ${formatUnits(lot.quantity)} expire unsold, ${exact(lot.value)} at cost.`}
      size="md"
      onOpenChange={(open) => !open && close()}
    >
      <DialogBody>
        <ul className="flex flex-col divide-y divide-line">
          {lot.actions.map((one) => (
            <li key={one.action} className="flex items-center gap-4 py-3">
              <div className="min-w-0 flex-1">
                <p className="font-medium">{radarActionNames[one.action]}</p>
                <p className="text-pretty text-muted text-xs">{explanation(one)}</p>
              </div>
              <p className="figures shrink-0 text-right text-table">
                {one.action === 'writeOff' ? '–' : exact(one.saved)}
                <span className="block text-muted text-xs">saved</span>
              </p>
              {rights[one.action] && (
                <Button asChild size="sm">
                  <Link to={pathOf(lot, one)}>{beginNames[one.action]}</Link>
                </Button>
              )}
            </li>
          ))}
        </ul>
        <p className="text-pretty text-muted text-xs">
          Savings are what the action brings in that would otherwise be lost, estimated from the forecast.
        </p>
      </DialogBody>
    </Dialog>
  )
}
