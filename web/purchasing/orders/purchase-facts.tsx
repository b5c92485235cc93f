import { Link } from 'react-router'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import type { PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import { addressOf } from '#web/api/address.ts'
import { locationLabel } from '#web/inventory/public/location-picker.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { useIsUnsent } from '#web/session/settings.ts'
import { formatDay } from '#web/ui/format-day.ts'
import { Card } from '#web/ui/card.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** From whom, to where, and when; with its documents. */
export function PurchaseFacts({ order }: { order: PurchaseOrder }) {
  const seesSuppliers = useCan('crm.view')
  const { supplier, location, orderDate, expectedDate, reference, notes, author, sentAt, sentTo, mailState } = order
  const isUnsent = useIsUnsent(mailState)
  return (
    <>
      <Card title="Details">
        <DescriptionList
          facts={[
            {
              label: 'Supplier',
              value: seesSuppliers ? <Link to={paths.supplier(supplier.id)}>{supplier.name}</Link> : supplier.name,
            },
            { label: 'Deliver to', value: locationLabel(location) },
            { label: 'Reference', value: reference },
            { label: 'Ordered', value: formatDay(orderDate), numeric: true },
            { label: 'Expected', value: expectedDate && formatDay(expectedDate), numeric: true },
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
      <Card title="Documents">
        <p className="text-table">
          <a className="link" href={addressOf(purchasingApi.printPurchaseOrder, { params: { id: order.id } })} download>
            {order.number}.pdf
          </a>
          <span className="block text-pretty break-words text-muted text-xs">
            {sentAt ? (
              <>
                {isUnsent ? 'Not sent: the email waits for' : 'Sent to'} {sentTo} <RelativeTime at={sentAt} />
              </>
            ) : (
              'Not sent to the supplier yet'
            )}
          </span>
        </p>
      </Card>
    </>
  )
}
