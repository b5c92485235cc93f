import { Link } from 'react-router'
import type { StockMovement } from '#shared/inventory/api.ts'
import { stockReasonNames, type StockReason } from '#shared/inventory/stock-reasons.ts'
import { paths } from '#web/paths.ts'
import { cn } from '#web/ui/class-names.ts'
import type { Column } from '#web/ui/column.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** What a movement did, as people say it. */
const effectNames: Record<string, string> = {
  INITIAL: 'Initial quantity',
  ADD: 'Stock added',
  REDUCE: 'Stock reduced',
  ADJUST: 'Quantity edited',
  COMMIT: 'Committed to order',
  RELEASE: 'Released from order',
  PICK_OUT: 'Picked',
  PICK_IN: 'Put into staging',
  SHIP: 'Taken out for shipping',
  UNSHIP: 'Shipping taken back',
  RESTOCK: 'Restocked',
  RECEIVE: 'Received',
}

function SignedCount({ change }: { change: number }) {
  if (change === 0) return <span className="text-muted">–</span>
  return (
    <span className={cn('font-medium', change > 0 ? 'text-good' : 'text-bad')}>
      {change > 0 ? '+' : '−'}
      {Math.abs(change).toLocaleString()}
    </span>
  )
}

function Reason({ movement: { reason, customReason } }: { movement: StockMovement }) {
  return customReason ?? stockReasonNames[reason as StockReason] ?? reason
}

/** Orders lead to their page for those who may see it; everything else is named by its number. */
function DocumentLink({ movement, linked }: { movement: StockMovement; linked: boolean }) {
  const { type, id, number } = movement.document
  if (number === null) return <span className="text-muted">–</span>
  if (type === 'adjustment' || !linked) return number
  return (
    <Link to={paths.order(id)} className="link">
      {number}
    </Link>
  )
}

/** The columns of the stock history: every number is explained by the row it stands in. */
export const movementColumns = (mayOpenOrders: boolean): Column<StockMovement>[] => [
  { id: 'effect', header: 'What', cell: ({ effect }) => effectNames[effect] ?? effect },
  {
    id: 'at',
    header: 'When',
    cell: (movement) => <RelativeTime at={movement.at} />,
    phone: 'corner',
  },
  { id: 'actor', header: 'By', cell: ({ actor }) => actor ?? 'System', phone: true },
  {
    id: 'onHandChange',
    header: 'On hand ±',
    cell: (movement) => <SignedCount change={movement.onHandChange} />,
    align: 'end',
    phone: true,
  },
  {
    id: 'onHandAfter',
    header: 'On hand',
    cell: (movement) => movement.onHandAfter.toLocaleString(),
    align: 'end',
    phone: true,
  },
  {
    id: 'committedChange',
    header: 'Committed ±',
    cell: (movement) => <SignedCount change={movement.committedChange} />,
    align: 'end',
    phone: true,
  },
  {
    id: 'committedAfter',
    header: 'Committed',
    cell: (movement) => movement.committedAfter.toLocaleString(),
    align: 'end',
    phone: true,
  },
  { id: 'reason', header: 'Reason', cell: (movement) => <Reason movement={movement} />, phone: true },
  {
    id: 'document',
    header: 'Document',
    cell: (movement) => <DocumentLink movement={movement} linked={mayOpenOrders} />,
    phone: true,
  },
  {
    id: 'place',
    header: 'Place',
    cell: ({ location, lotNumber }) => (lotNumber === 'none' ? location : `${location} · ${lotNumber}`),
    phone: true,
  },
]
