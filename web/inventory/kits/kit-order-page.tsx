import { Link, useParams } from 'react-router'
import { type KitOrder, kitOrdersApi } from '#shared/inventory/kits/kit-orders-api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { DocumentStatusBadge } from '#web/inventory/stock/document-status-badge.tsx'
import { DocumentTimeline } from '#web/inventory/stock/document-timeline.tsx'
import { useKitOrderActions } from './kit-order-actions.tsx'
import { KitOrderLines } from './kit-order-lines.tsx'
import { paths } from '#web/paths.ts'
import { useSettings } from '#web/session/settings.ts'
import { formatDay } from '#web/ui/format-day.ts'
import { Card } from '#web/ui/card.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { RecordGate } from '#web/records/record-gate.tsx'
import { kitOrderPlace } from '#web/records/record-places.ts'

export const record = kitOrdersApi.getKitOrder

/** One order to pack kits: what goes in, what came out, and what is next. */
export default function KitOrderPage() {
  const { id = '' } = useParams()
  const order = useApiQuery(record, { params: { id } })
  return (
    <RecordGate query={order} place={kitOrderPlace}>
      {(found) => <KitOrderView key={found.id} order={found} />}
    </RecordGate>
  )
}

function KitOrderView({ order }: { order: KitOrder }) {
  const acts = useKitOrderActions(order)
  const { currency } = useSettings()
  const { number, kit, status, warehouse, quantity, takenApart, lot, totalCost, unitCost, completedAt, standing } =
    order
  return (
    <>
      <PageHeader
        title={number}
        status={<DocumentStatusBadge status={status} />}
        help={`${quantity.toLocaleString()} × ${kit.name}`}
        breadcrumbs={
          <Breadcrumbs>
            <Link to={paths.kits}>Kitting & bundles</Link>
            <Link to={paths.kit(kit.id)}>{kit.name}</Link>
          </Breadcrumbs>
        }
        menu={acts.menu}
        action={acts.action}
      />
      {status === 'cancelled' && (
        <Notice tone="neutral" title="This order was cancelled">
          {order.cancelReason} Its items have been released.
        </Notice>
      )}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] print:block">
        <KitOrderLines order={order} />
        <div className="flex min-w-0 flex-col gap-6 print:mt-6">
          <Card title="Details">
            <DescriptionList
              facts={[
                { label: 'Kit', value: <Link to={paths.kit(kit.id)}>{kit.name}</Link> },
                { label: 'Warehouse', value: `${warehouse.name} (${warehouse.type})` },
                { label: 'Kits', value: quantity.toLocaleString(), numeric: true },
                ...(takenApart > 0
                  ? [{ label: 'Taken apart', value: takenApart.toLocaleString(), numeric: true }]
                  : []),
                ...(lot
                  ? [
                      { label: 'Lot', value: lot.lotNumber },
                      { label: 'Expires', value: lot.expiryDate ? formatDay(lot.expiryDate) : 'Never', numeric: true },
                    ]
                  : []),
                ...(standing.length > 0
                  ? [
                      {
                        label: 'Located at',
                        value: standing
                          .map((place) => `${place.onHand.toLocaleString()} at ${place.location.name}`)
                          .join(', '),
                      },
                    ]
                  : []),
                ...(totalCost !== null && unitCost !== null
                  ? [
                      { label: `Cost, ${currency}`, value: formatDecimalInput(totalCost, 2), numeric: true },
                      { label: `Cost of one, ${currency}`, value: formatDecimalInput(unitCost, 2), numeric: true },
                    ]
                  : []),
                { label: `Price of one, ${currency}`, value: formatDecimalInput(order.price, 2), numeric: true },
                { label: 'Created', value: <RelativeTime at={order.createdAt} /> },
                ...(completedAt ? [{ label: 'Completed', value: <RelativeTime at={completedAt} /> }] : []),
              ]}
            />
            {order.note && <p className="mt-4 whitespace-pre-line text-pretty text-secondary">{order.note}</p>}
          </Card>
          <DocumentTimeline label="History of the order" unit="kits" steps={order.timeline} />
        </div>
      </div>
      {acts.dialogs}
    </>
  )
}
