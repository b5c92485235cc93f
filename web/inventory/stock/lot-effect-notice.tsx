import { Link } from 'react-router'
import type { LotEffect } from '#shared/inventory/lots/api.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Notice } from '#web/ui/notice.tsx'

type Touched = LotEffect['moved'][number]

/** The effect that blocking or correcting a lot had on orders that had reserved it. */
export function LotEffectNotice({ effect, onClose }: { effect: LotEffect; onClose: () => void }) {
  const { moved, waiting, stopped } = effect
  if (moved.length + waiting.length + stopped.length === 0) return null
  const titles = [
    stopped.length > 0 && 'Shipments are stopped',
    waiting.length > 0 && 'Orders wait for stock',
    'Orders took other lots',
  ]
  return (
    <Notice
      tone={waiting.length + stopped.length > 0 ? 'warn' : 'info'}
      title={titles.find(Boolean) || ''}
      onClose={onClose}
    >
      <EffectText effect={effect} />
    </Notice>
  )
}

/** The same as plain sentences, for a dialog or a report. */
export function EffectText({ effect: { moved, waiting, stopped } }: { effect: LotEffect }) {
  return (
    <>
      {stopped.length > 0 && (
        <p>
          Shipments stopped: <Orders orders={stopped} />.
        </p>
      )}
      {moved.length > 0 && (
        <p>
          Took other lots: <Orders orders={moved} />.
        </p>
      )}
      {waiting.length > 0 && (
        <p>
          Now waiting for stock: <Orders orders={waiting} short />.
        </p>
      )}
      {moved.length + waiting.length + stopped.length === 0 && <p>No open order had reserved pieces of it.</p>}
    </>
  )
}

function Orders({ orders, short = false }: { orders: readonly Touched[]; short?: boolean }) {
  const seesOrders = useCan('salesOrders.view')
  return orders.map(({ id, number, quantity }, at) => (
    <span key={id}>
      {at > 0 && ', '}
      {seesOrders ? (
        <Link to={paths.order(id)} className="link">
          {number}
        </Link>
      ) : (
        number
      )}{' '}
      ({quantity.toLocaleString()} {short ? 'short' : 'pieces'})
    </span>
  ))
}
