import type { Drill, RecallPlace } from '#shared/inventory/recalls/recall.ts'
import { LineName } from '#web/documents/line-cells.tsx'
import { type LineColumn, LinesTable } from '#web/documents/lines-table.tsx'
import { LotStatusBadge } from '#web/inventory/stock/lot-status-badge.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Card, Figure } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { OrderStatusBadge } from '#web/sales/public/order-status-badge.tsx'

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
const figure = (id: RecallPlace, header = recallPlaceNames[id]): LineColumn<FoundLot> => ({
  id,
  header,
  isNumber: true,
  cell: ({ found }) => number(found[id]),
})
const lotColumns: readonly LineColumn<FoundLot>[] = [
  {
    id: 'lot',
    header: 'Lot',
    cell: ({ id, lotNumber, product, isDerived, status }) => (
      <LineName
        name={lotNumber}
        to={paths.lot(id)}
        note={isDerived ? `${product.name}, made from it` : product.name}
        lots={<LotStatusBadge status={status} />}
      />
    ),
  },
  { id: 'received', header: 'Total received', isNumber: true, cell: ({ received }) => number(received) },
  figure('stock'),
  figure('order'),
  figure('moving'),
  figure('parcel'),
  figure('underway'),
  figure('returning'),
  figure('customer'),
  { id: 'elsewhere', header: 'Consumed', isNumber: true, cell: ({ elsewhere }) => number(elsewhere) },
]

/** All affected pieces: totals, lots, stock by location, orders. Shared by recalls and drills. */
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
      <LinesTable title="Recalled lots" rows={lots} rowId={({ id }) => id} columns={lotColumns} />
      {stock.length > 0 && (
        <LinesTable
          title="Stock locations of recalled goods"
          rows={stock.map((one) => ({ ...one, lotNumber: lotNumber(one.lotId) }))}
          rowId={({ lotId, location }) => `${lotId} ${location.id}`}
          columns={stockColumns}
        />
      )}
      {moving.length > 0 && <OnTheWay moving={moving} lotNumber={lotNumber} />}
      <FoundOrders found={found} lotNumber={lotNumber} />
    </>
  )
}

type WithLot<Row> = Row & { lotNumber: string }

const lotAndPieces = [
  { id: 'lot', header: 'Lot', cell: ({ lotNumber }: { lotNumber: string }) => lotNumber },
  {
    id: 'quantity',
    header: 'Pieces',
    isNumber: true,
    cell: ({ quantity }: { quantity: number }) => number(quantity),
  },
] as const

const stockColumns: readonly LineColumn<WithLot<Found['stock'][number]>>[] = [
  { id: 'location', header: 'Location', cell: ({ location }) => location.name },
  ...lotAndPieces,
]

const movingColumns: readonly LineColumn<WithLot<Found['moving'][number]>>[] = [
  {
    id: 'way',
    header: 'On the way',
    cell: ({ from, to, transfer }) => (
      <LineName name={`From ${from.name} to ${to.name}`} to={paths.stockTransfer(transfer.id)} note={transfer.number} />
    ),
  },
  ...lotAndPieces,
]

function OnTheWay({ moving, lotNumber }: { moving: Found['moving']; lotNumber: (id: string) => string }) {
  return (
    <LinesTable
      title="Recalled goods on the way"
      help="Blocked like the rest. Receive the transfers; the goods stay blocked at their destination."
      rows={moving.map((one) => ({ ...one, lotNumber: lotNumber(one.lotId) }))}
      rowId={({ lotId, transfer }) => `${lotId} ${transfer.id}`}
      columns={movingColumns}
    />
  )
}

const orderColumns = (seesOrders: boolean): LineColumn<WithLot<FoundOrder>>[] => [
  {
    id: 'number',
    header: 'Order',
    cell: (order) => (
      <LineName name={order.number} to={seesOrders ? paths.order(order.id) : null} note={order.customer?.name} />
    ),
  },
  { id: 'place', header: 'Goods are', cell: ({ place }) => recallPlaceNames[place] },
  { id: 'status', header: 'Order status', cell: ({ status }) => <OrderStatusBadge status={status} /> },
  ...lotAndPieces,
]

function FoundOrders({ found, lotNumber }: { found: Found; lotNumber: (id: string) => string }) {
  const seesOrders = useCan('salesOrders.view')
  const { orders, ordersFound } = found
  if (orders.length === 0) return null
  return (
    <LinesTable
      title="Orders with recalled goods"
      help={ordersFound > orders.length ? `The first ${number(orders.length)} of ${number(ordersFound)}` : undefined}
      rows={orders.map((order) => ({ ...order, lotNumber: lotNumber(order.lotId) }))}
      rowId={({ id, lotId, place }) => `${id} ${lotId} ${place}`}
      columns={orderColumns(seesOrders)}
    />
  )
}
