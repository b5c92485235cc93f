import { Link } from 'react-router'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { isPlaced } from '#shared/purchasing/orders/purchase-transitions.ts'
import type { PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import { addressOf } from '#web/api/address.ts'
import type { HeaderFact } from '#web/documents/document-frame.tsx'
import { locationLabel } from '#web/inventory/public/location-picker.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { useIsUnsent, useSettings } from '#web/session/settings.ts'
import { formatDay } from '#shared/format-day.ts'
import { Card } from '#web/ui/card.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** Header facts: supplier, destination, date and total. */
export function usePurchaseFacts({ supplier, location, expectedDate, total }: PurchaseOrder): HeaderFact[] {
  const seesSuppliers = useCan('crm.view')
  const { currency } = useSettings()
  return [
    {
      label: 'Supplier',
      value: seesSuppliers ? <Link to={paths.supplier(supplier.id)}>{supplier.name}</Link> : supplier.name,
    },
    { label: 'Deliver to', value: locationLabel(location) },
    { label: 'Expected', value: expectedDate && formatDay(expectedDate) },
    { label: `Total, ${currency}`, value: formatDecimalInput(total, 2), isAmount: true },
  ]
}

/** The details that were agreed with the supplier. */
export function PurchaseFacts({ order: { status, orderDate, reference, notes, author } }: { order: PurchaseOrder }) {
  return (
    <Card title="Supplier">
      <DescriptionList
        facts={[
          { label: 'Reference', value: reference },
          { label: 'Ordered', value: isPlaced(status) ? formatDay(orderDate) : 'Not ordered yet', numeric: true },
          { label: 'Created by', value: author },
        ]}
      />
      {notes && (
        <div className="mt-4 border-line border-t pt-3">
          <p className="text-muted text-xs">Notes</p>
          <p className="mt-1 whitespace-pre-line text-pretty break-words text-secondary">{notes}</p>
        </div>
      )}
    </Card>
  )
}

/** The PDF of the order, and whether it was sent to the supplier. */
export function PurchaseDocuments({ order: { id, number, sentAt, sentTo, mailState } }: { order: PurchaseOrder }) {
  const isUnsent = useIsUnsent(mailState)
  return (
    <Card title="Documents">
      <p className="text-table">
        <a className="link" href={addressOf(purchasingApi.printPurchaseOrder, { params: { id } })} download>
          {number}.pdf
        </a>
        <span className="block text-pretty break-words text-muted text-xs">
          {sentAt ? (
            <>
              {isUnsent ? 'Not sent: the email waits for' : 'Sent to'} {sentTo} <RelativeTime at={sentAt} />
            </>
          ) : sentTo ? (
            'Not sent since it was changed'
          ) : (
            'Not sent to the supplier yet'
          )}
        </span>
      </p>
    </Card>
  )
}
