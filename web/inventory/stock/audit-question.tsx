import type { CommittedToOrders } from '#shared/inventory/stock/audits-api.ts'
import type { Product } from '#shared/inventory/stock/product.ts'
import { type AuditValues, totalOfPlaces } from './audit-values.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

type AuditQuestionProps = {
  product: Product
  values: AuditValues
  held: CommittedToOrders | undefined
  busy: boolean
  onConfirm: () => void
  close: () => void
}

const signed = (change: number) => `${change > 0 ? '+' : '−'}${Math.abs(change).toLocaleString()}`

/** The confirmation before an audit is posted: what changes where, and which orders lose goods. */
export function AuditQuestion({ product, values, held, busy, onConfirm, close }: AuditQuestionProps) {
  const total = totalOfPlaces(values.places) ?? 0
  const expected = values.places.reduce((sum, place) => sum + place.expected, 0)
  const differing = values.places.filter((place) => place.quantity !== place.expected)
  const released = held?.holders.filter((holder) => values.release.includes(holder.id)) ?? []
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && close()}
      title={`Book this audit of ${product.name}?`}
      confirmLabel="Book audit"
      busy={busy}
      onConfirm={onConfirm}
    >
      {differing.length === 0 ? (
        <p>The count matches the ledger: {total.toLocaleString()} pieces. No change. The audit is recorded.</p>
      ) : (
        <>
          <p className="figures">
            On hand {expected.toLocaleString()} becomes{' '}
            <strong className="text-primary">{total.toLocaleString()}</strong>
            {total !== expected && ` (${signed(total - expected)})`}.
          </p>
          <ul className="figures mt-2 flex flex-col gap-1">
            {differing.map((place) => (
              <li key={`${place.locationId}/${place.lotId}`} className="flex justify-between gap-4">
                <span className="min-w-0 truncate">
                  {place.location}
                  {place.lot !== null && `, lot ${place.lot}`}
                </span>
                <span className="shrink-0 text-primary">
                  {place.expected.toLocaleString()} → {(place.quantity ?? 0).toLocaleString()} (
                  {signed((place.quantity ?? 0) - place.expected)})
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {released.length > 0 && (
        <p className="mt-2">
          {released.map((holder) => holder.number).join(', ')}{' '}
          {released.length === 1 ? 'loses its reserved stock and waits' : 'lose their reserved stock and wait'} for
          stock.
        </p>
      )}
      <p className="mt-2">Audits cannot be undone. Use another audit to correct it.</p>
    </ConfirmDialog>
  )
}
