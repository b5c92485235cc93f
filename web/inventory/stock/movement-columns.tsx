import type { StockMovement } from '#shared/inventory/stock/stock-changes.ts'
import { stockReasonNames, type StockReason } from '#shared/inventory/stock/stock-reasons.ts'
import { DocumentLink } from './document-link.tsx'
import { cn } from '#web/ui/class-names.ts'
import type { Column } from '#web/ui/table/column.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { TwoLines } from '#web/ui/table/two-lines.tsx'

/** The screen names of the stock effects. */
const effectNames: Record<string, string> = {
  INITIAL: 'Initial quantity',
  ADD: 'Stock added',
  REDUCE: 'Stock reduced',
  ADJUST: 'Quantity adjusted',
  COMMIT: 'Reserved',
  RELEASE: 'Released',
  PICK_OUT: 'Picked',
  PICK_IN: 'Staged',
  SHIP: 'Shipped',
  UNSHIP: 'Shipping reversed',
  RESTOCK: 'Restocked',
  RECEIVE: 'Received',
  UNRECEIVE: 'Receipt reversed',
  SEND_BACK: 'Returned to supplier',
  SET_ASIDE_OUT: 'Moved out of its lot',
  SET_ASIDE_IN: 'Moved into its own lot',
  COME_BACK: 'Returned by a customer',
  TRANSFER_OUT: 'Transferred out',
  TRANSFER_IN: 'Transferred in',
  WRITE_OFF: 'Written off',
  KIT_OUT: 'Packed into a kit',
  KIT_IN: 'Kits packed',
  UNKIT_OUT: 'Kits taken apart',
  UNKIT_IN: 'Taken out of a kit',
  MAKE_OUT: 'Used in production',
  MAKE_IN: 'Produced',
  SCRAP: 'Scrapped in production',
  UNMAKE_OUT: 'Production reversed',
  UNMAKE_IN: 'Returned from production',
}

/** "Reserved". */
export const effectName = ({ effect }: { effect: string }) => effectNames[effect] ?? effect

const signed = (change: number) => `${change > 0 ? '+' : '−'}${Math.abs(change).toLocaleString()}`

/** "+5 on hand, −2 reserved". */
export const changeText = ({ onHandChange, committedChange }: StockMovement) =>
  [
    onHandChange !== 0 && `${signed(onHandChange)} on hand`,
    committedChange !== 0 && `${signed(committedChange)} reserved`,
  ]
    .filter(Boolean)
    .join(', ')

/** The balance after a movement, with the change below it. */
function After({ after, change }: { after: number; change: number }) {
  const size = Math.abs(change).toLocaleString()
  return (
    <TwoLines
      align="end"
      first={<span className={cn(change === 0 && 'text-muted')}>{after.toLocaleString()}</span>}
      second={
        change === 0 ? (
          '±0'
        ) : (
          <span className={cn('font-medium', change > 0 ? 'text-good' : 'text-bad')}>
            {change > 0 ? '+' : '−'}
            {size}
          </span>
        )
      }
    />
  )
}

/** The reasons of movements by documents, by document type. */
const documentReasons: Record<string, string> = {
  stock_transfer: 'Stock transfer',
  kit_order: 'Kit order',
  production: 'Production',
  recall: 'Recall',
  lot_blocked: 'Lot blocked',
}

export const reasonOf = ({ reason, customReason }: Pick<StockMovement, 'reason' | 'customReason'>) =>
  customReason ?? stockReasonNames[reason as StockReason] ?? documentReasons[reason] ?? reason

/** The columns of the stock history. */
export const movementColumns: readonly Column<StockMovement>[] = [
  {
    id: 'effect',
    header: 'Transaction',
    cell: (movement) => (
      <TwoLines
        first={effectName(movement)}
        second={<span title={reasonOf(movement)}>{reasonOf(movement)}</span>}
        className="max-w-48"
      />
    ),
  },
  {
    id: 'at',
    header: 'Date and user',
    cell: (movement) => (
      <TwoLines first={<RelativeTime at={movement.at} />} second={movement.actor ?? 'System'} className="max-w-32" />
    ),
    phone: 'corner',
  },
  {
    id: 'onHand',
    header: 'On hand',
    cell: (movement) => <After after={movement.onHandAfter} change={movement.onHandChange} />,
    align: 'end',
    phone: true,
  },
  {
    id: 'committed',
    header: 'Reserved',
    cell: (movement) => <After after={movement.committedAfter} change={movement.committedChange} />,
    align: 'end',
    phone: true,
  },
  {
    id: 'document',
    header: 'Reference and location',
    cell: ({ document, location, lotNumber }) => (
      <TwoLines
        first={<DocumentLink document={document} />}
        second={lotNumber === 'none' ? location : `${location}, ${lotNumber}`}
        className="max-w-48"
      />
    ),
    phone: true,
  },
]
