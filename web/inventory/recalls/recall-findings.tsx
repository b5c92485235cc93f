import { Link } from 'react-router'
import type { Drill, RecallPlace } from '#shared/inventory/recalls/recall.ts'
import { LotStatusBadge } from '#web/inventory/stock/lot-status-badge.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Card, Figure } from '#web/ui/card.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { OrderStatusBadge } from '#web/sales/public/order-status-badge.tsx'
import { TwoLines } from '#web/ui/table/two-lines.tsx'

export type Found = Omit<Drill, 'effect' | 'tookMs'>
type FoundLot = Found['lots'][number]
type FoundOrder = Found['orders'][number]

const recallPlaceNames: Record<RecallPlace, string> = {
  stock: 'In stock',
  order: 'Reserved',
  moving: 'In transfer',
  parcel: 'Packed',
  underway: 'Out for delivery',
  returning: 'Being inspected',
  customer: 'With customers',
}

const number = (count: number) => count.toLocaleString()
const lotColumns: readonly Column<FoundLot>[] = [
  {
    id: 'lot',
    header: 'Lot',
    cell: ({ lotNumber, product, isDerived }) => (
      <TwoLines
        first={lotNumber}
        second={isDerived ? `${product.name}, made of it` : product.name}
        className="max-w-56"
      />
    ),
  },
  { id: 'received', header: 'Total received', cell: ({ received }) => number(received), align: 'end', phone: true },
  { id: 'stock', header: 'In stock', cell: ({ found }) => number(found.stock), align: 'end', phone: true },
  { id: 'order', header: 'Reserved', cell: ({ found }) => number(found.order), align: 'end', phone: true },
  { id: 'moving', header: 'In transfer', cell: ({ found }) => number(found.moving), align: 'end', phone: true },
  { id: 'parcel', header: 'Packed', cell: ({ found }) => number(found.parcel), align: 'end', phone: true },
  {
    id: 'underway',
    header: 'Out for delivery',
    cell: ({ found }) => number(found.underway),
    align: 'end',
    phone: true,
  },
  {
    id: 'returning',
    header: 'Being inspected',
    cell: ({ found }) => number(found.returning),
    align: 'end',
    phone: true,
  },
  { id: 'customer', header: 'With customers', cell: ({ found }) => number(found.customer), align: 'end', phone: true },
  {
    id: 'elsewhere',
    header: 'Consumed',
    cell: ({ elsewhere }) => number(elsewhere),
    align: 'end',
    phone: true,
  },
  { id: 'status', header: 'Status', cell: ({ status }) => <LotStatusBadge status={status} />, phone: 'corner' },
]

/** Where every piece was found: the sums, each lot, each place, each order. The same for a recall and a drill. */
export function RecallFindings({ found }: { found: Found }) {
  const { lots, totals, stock, moving, untraceable } = found
  const lotNumber = (id: string) => lots.find((lot) => lot.id === id)?.lotNumber ?? ''
  return (
    <>
      <Card>
        <div className="grid grid-cols-7 gap-4 max-xl:grid-cols-4 max-md:grid-cols-2">
          {(Object.keys(recallPlaceNames) as RecallPlace[]).map((place) => (
            <Figure
              key={place}
              label={recallPlaceNames[place]}
              value={number(totals[place])}
              note={place === 'order' ? 'Part of stock' : 'Units'}
            />
          ))}
        </div>
      </Card>
      {untraceable.length > 0 && (
        <Notice tone="warn" title="Not lot-tracked: these units could not be identified or blocked">
          {untraceable.map(({ product, quantity }) => `${product.name} (${number(quantity)} pieces)`).join(', ')}
        </Notice>
      )}
      <section className="flex min-w-0 flex-col gap-3">
        <h2 className="font-semibold text-base">Lots</h2>
        <DataTable
          label="Recalled lots"
          columns={lotColumns}
          rows={lots}
          rowId={({ id }) => id}
          rowHref={({ id }) => paths.lot(id)}
          renderLink={({ href, ...link }) => <Link to={href} {...link} />}
        />
      </section>
      {stock.length > 0 && (
        <section className="flex min-w-0 flex-col gap-3">
          <h2 className="font-semibold text-base">Stock locations</h2>
          <DataTable
            label="Stock locations of recalled goods"
            columns={[
              { id: 'location', header: 'Location', cell: ({ location }) => location.name },
              { id: 'lot', header: 'Lot', cell: ({ lotId }) => lotNumber(lotId), phone: true },
              { id: 'quantity', header: 'Pieces', cell: ({ quantity }) => number(quantity), align: 'end', phone: true },
            ]}
            rows={stock}
            rowId={({ lotId, location }) => `${lotId} ${location.id}`}
          />
        </section>
      )}
      {moving.length > 0 && <OnTheWay moving={moving} lotNumber={lotNumber} />}
      <FoundOrders found={found} lotNumber={lotNumber} />
    </>
  )
}

const movingColumns: readonly Column<Found['moving'][number] & { lotNumber: string }>[] = [
  {
    id: 'way',
    header: 'On the way',
    cell: ({ from, to, transfer }) => (
      <TwoLines first={`From ${from.name} to ${to.name}`} second={transfer.number} className="max-w-96" />
    ),
  },
  { id: 'lot', header: 'Lot', cell: (one) => one.lotNumber, phone: true },
  { id: 'quantity', header: 'Pieces', cell: ({ quantity }) => number(quantity), align: 'end', phone: true },
]

function OnTheWay({ moving, lotNumber }: { moving: Found['moving']; lotNumber: (id: string) => string }) {
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="font-semibold text-base">In transfer</h2>
      <p className="text-secondary text-table">
        Blocked like the rest. Receive the transfers; the goods stay blocked at their destination.
      </p>
      <DataTable
        label="Recalled goods on the way"
        columns={movingColumns}
        rows={moving.map((one) => ({ ...one, lotNumber: lotNumber(one.lotId) }))}
        rowId={({ lotId, transfer }) => `${lotId} ${transfer.id}`}
        rowHref={({ transfer }) => paths.stockTransfer(transfer.id)}
        renderLink={({ href, ...link }) => <Link to={href} {...link} />}
      />
    </section>
  )
}

const orderColumns: readonly Column<FoundOrder & { lotNumber: string }>[] = [
  { id: 'number', header: 'Order', cell: (order) => order.number },
  {
    id: 'customer',
    header: 'Customer',
    cell: ({ customer }) => <span className="block max-w-60 truncate">{customer?.name ?? '–'}</span>,
    phone: true,
  },
  { id: 'place', header: 'Goods are', cell: ({ place }) => recallPlaceNames[place], phone: true },
  { id: 'status', header: 'Order status', cell: ({ status }) => <OrderStatusBadge status={status} />, phone: 'corner' },
  { id: 'lot', header: 'Lot', cell: (order) => order.lotNumber, phone: true },
  { id: 'quantity', header: 'Pieces', cell: ({ quantity }) => number(quantity), align: 'end', phone: true },
]

function FoundOrders({ found, lotNumber }: { found: Found; lotNumber: (id: string) => string }) {
  const seesOrders = useCan('salesOrders.view')
  const { orders, ordersFound } = found
  if (orders.length === 0) return null
  const opening = seesOrders
    ? {
        rowHref: (order: FoundOrder) => paths.order(order.id),
        renderLink: ({ href, ...link }: { href: string }) => <Link to={href} {...link} />,
      }
    : {}
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="font-semibold text-base">Orders</h2>
      <DataTable
        label="Orders with recalled goods"
        columns={orderColumns}
        rows={orders.map((order) => ({ ...order, lotNumber: lotNumber(order.lotId) }))}
        rowId={({ id, lotId, place }) => `${id} ${lotId} ${place}`}
        {...opening}
      />
      {ordersFound > orders.length && (
        <p className="text-muted text-table">
          The first {number(orders.length)} of {number(ordersFound)}.
        </p>
      )}
    </section>
  )
}
