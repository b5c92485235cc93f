import { useState } from 'react'
import { amountScale, parseDecimal } from '#shared/money.ts'
import type { PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import { locationLabel } from '#web/inventory/public/location-picker.tsx'
import { useSettings } from '#web/session/settings.ts'
import { CheckboxField } from '#web/ui/choice-field.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { formatDay } from '#shared/format-day.ts'

type PlaceDialogProps = {
  order: PurchaseOrder
  busy: boolean
  /** `thenSend`: opens the email to the supplier next. */
  onPlace: (thenSend: boolean) => void
  close: () => void
}

/** Confirms an order, with its new status, what is expected, and that the supplier only learns of it by a separate email. */
export function PlaceDialog({ order, busy, onPlace, close }: PlaceDialogProps) {
  const { number, supplier, total, expectedDate, location } = order
  const { purchasing, currency } = useSettings()
  const limit = purchasing.approvalLimit
  const needsApproval =
    limit !== null && (parseDecimal(total, amountScale) ?? 0n) > (parseDecimal(limit, amountScale) ?? 0n)
  const [sends, setSends] = useState(!needsApproval)
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && close()}
      title={`Place ${number}?`}
      confirmLabel={sends ? 'Place and write email' : 'Place order'}
      busy={busy}
      onConfirm={() => onPlace(sends)}
    >
      <ul className="flex list-disc flex-col gap-1 pl-4">
        {needsApproval ? (
          <li>
            {currency} {total} is above the approval limit of {currency} {limit}: somebody else must approve it first.
          </li>
        ) : (
          <li>Status becomes Open, and its lines can no longer be changed.</li>
        )}
        <li>
          {expectedDate
            ? `Goods are expected on ${formatDay(expectedDate)} at ${locationLabel(location)}.`
            : `No expected date is set; goods go to ${locationLabel(location)}.`}
        </li>
        <li>No email is sent to {supplier.name} by this.</li>
      </ul>
      {!needsApproval && (
        <CheckboxField
          className="mt-4"
          label="Write the email to the supplier next"
          checked={sends}
          onChange={({ target }) => setSends(target.checked)}
        />
      )}
    </ConfirmDialog>
  )
}
