import { Link, useParams } from 'react-router'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { type KitOrder, kitOrdersApi } from '#shared/inventory/kits/kit-orders-api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { FileCard } from '#web/documents/file-card.tsx'
import { RelatedCard, type RelatedRecord } from '#web/documents/related-card.tsx'
import { DocumentFrame } from '#web/documents/document-frame.tsx'
import { locationLabel } from '#web/inventory/public/location-picker.tsx'
import { DocumentStatusBadge } from '#web/inventory/stock/document-status-badge.tsx'
import { DocumentTimeline } from '#web/inventory/stock/document-timeline.tsx'
import { useKitOrderActions } from './kit-order-actions.tsx'
import { KitOrderLines } from './kit-order-lines.tsx'
import { kitOrderProgress } from './kit-order-values.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { formatDay } from '#shared/format-day.ts'
import { Card } from '#web/ui/card.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { DescriptionList, type Fact } from '#web/ui/description-list.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { RecordGate } from '#web/records/record-gate.tsx'
import { kitOrderPlace } from '#web/records/record-places.ts'

export const record = kitOrdersApi.getKitOrder

/** A kit order: its items, its result, and the available actions. */
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
  const { number, kit, status, warehouse, quantity, totalCost } = order
  return (
    <DocumentFrame
      place={kitOrderPlace}
      trail={<Link to={paths.kit(kit.id)}>{kit.name}</Link>}
      number={number}
      status={<DocumentStatusBadge status={status} />}
      facts={[
        { label: 'Kits', value: `${quantity.toLocaleString()} × ${kit.name}` },
        { label: 'Warehouse', value: locationLabel(warehouse) },
        totalCost !== null && { label: `Cost, ${currency}`, value: formatDecimalInput(totalCost, 2), isAmount: true },
      ]}
      progress={kitOrderProgress(order)}
      actions={acts}
      notices={
        status === 'cancelled' && (
          <Notice tone="neutral" title="This order was cancelled">
            {order.cancelReason} Its items have been released.
          </Notice>
        )
      }
      rail={{
        party: <KitOrderFacts order={order} />,
        documents: <FileCard hasPrint />,
        related: <KitOrderRelated order={order} />,
      }}
      history={<DocumentTimeline name="kit order" unit="kits" steps={order.timeline} />}
    >
      <KitOrderLines order={order} />
    </DocumentFrame>
  )
}

/** Related records: the kit, the packed lot, the orders that got it, and the lots that were used. */
function KitOrderRelated({ order: { kit, lot, lines } }: { order: KitOrder }) {
  const seesOrders = useCan('salesOrders.view')
  const trace = useApiQuery(
    lotsApi.traceLot,
    { params: { id: lot?.id ?? '' } },
    { enabled: lot !== null, aside: 'where the lot went' },
  )
  const orders = new Map<string, RelatedRecord>()
  for (const step of trace.data?.steps ?? [])
    if (step.order && step.lotId === lot?.id)
      orders.set(step.order.id, {
        id: step.order.id,
        name: step.order.number,
        to: seesOrders ? paths.order(step.order.id) : null,
        note: step.order.customer?.name,
      })
  const used = lines.flatMap(({ item, lots }) => lots.filter(({ lotId }) => lotId !== item.id))
  return (
    <RelatedCard
      groups={[
        { label: 'Kit', records: [{ id: kit.id, name: kit.name, to: paths.kit(kit.id) }] },
        { label: 'Lot', records: lot ? [{ id: lot.id, name: lot.lotNumber, to: paths.lot(lot.id) }] : [] },
        { label: 'Orders', records: [...orders.values()] },
        {
          label: 'Lots packed',
          records: used.map(({ lotId, lotNumber, quantity }) => ({
            id: lotId,
            name: lotNumber,
            to: paths.lot(lotId),
            note: quantity.toLocaleString(),
          })),
        },
      ]}
    />
  )
}

/** What was packed, where it is now, and the unit cost. */
function KitOrderFacts({ order }: { order: KitOrder }) {
  const { currency } = useSettings()
  const { takenApart, lot, unitCost, standing, completedAt } = order
  const facts: (Fact | false | null)[] = [
    takenApart > 0 && { label: 'Taken apart', value: takenApart.toLocaleString(), numeric: true },
    lot && { label: 'Lot', value: lot.lotNumber },
    lot && { label: 'Expires', value: lot.expiryDate ? formatDay(lot.expiryDate) : 'Never', numeric: true },
    standing.length > 0 && {
      label: 'Located at',
      value: standing.map((place) => `${place.onHand.toLocaleString()} at ${place.location.name}`).join(', '),
    },
    unitCost !== null && {
      label: `Cost of one, ${currency}`,
      value: formatDecimalInput(unitCost, 2),
      numeric: true,
    },
    { label: `Price of one, ${currency}`, value: formatDecimalInput(order.price, 2), numeric: true },
    { label: 'Created', value: <RelativeTime at={order.createdAt} /> },
    completedAt !== null && { label: 'Completed', value: <RelativeTime at={completedAt} /> },
  ]
  return (
    <Card title="Details">
      <DescriptionList facts={facts.filter((fact) => fact !== false && fact !== null)} />
      {order.note && <p className="mt-4 whitespace-pre-line text-pretty text-secondary">{order.note}</p>}
    </Card>
  )
}
