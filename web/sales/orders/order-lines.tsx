import { useState } from 'react'
import { priceTierNames } from '#shared/inventory/stock/price-tiers.ts'
import type { Order } from '#shared/sales/orders/order.ts'
import { whyLotsNotChosen } from '#shared/sales/orders/order-guards.ts'
import { Counted, LineName } from '#web/documents/line-cells.tsx'
import { type LineColumn, LinesTable } from '#web/documents/lines-table.tsx'
import { paths } from '#web/paths.ts'
import { ChooseLotsDialog } from './choose-lots-dialog.tsx'
import { LineAllocations } from './line-allocations.tsx'
import { type LinePieces, piecesOf } from './line-pieces.ts'
import { chargeKind, salesSums, taxNote } from '#web/sales/public/sales-lines.ts'
import { orderShortages } from '#web/sales/order-editor/shortages.ts'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

type Line = Order['orderLines'][number]
type Charge = Order['charges'][number]
/** Products, followed by services and fees. */
type Row = (Line & LinePieces) | (Charge & { product?: never })

/** The lines of an order with quantity by stage, lots and prices. */
export function OrderLines({ order }: { order: Order }) {
  const { currency } = useSettings()
  const seesProducts = useCan('inventory.view')
  const mayChoose = useCan('salesOrders.edit') && !whyLotsNotChosen(order)
  const [choosing, setChoosing] = useState<Line>()
  const goods = order.orderLines.map((line) => ({ ...line, ...piecesOf(line, order.status) }))
  return (
    <>
      <LinesTable<Row>
        title="Lines"
        columns={columnsOf({
          order,
          goods,
          short: new Set(orderShortages(order).map(({ id }) => id)),
          currency,
          seesProducts,
          chooseLots: mayChoose ? setChoosing : undefined,
        })}
        rows={[...goods, ...order.charges]}
        rowId={({ id }) => id}
        sums={salesSums(order)}
      />
      {choosing && <ChooseLotsDialog order={order} line={choosing} close={() => setChoosing(undefined)} />}
    </>
  )
}

type Shown = {
  order: Order
  goods: readonly (Line & LinePieces)[]
  /** The ids of the products that are short of stock. */
  short: ReadonlySet<string>
  currency: string
  seesProducts: boolean
  chooseLots: ((line: Line) => void) | undefined
}

function columnsOf({ order, goods, short, currency, seesProducts, chooseLots }: Shown): (LineColumn<Row> | false)[] {
  const isOpen = order.status === 'PENDING' || order.status === 'AWAITING_STOCK'
  /** A column per stage, only for stages that have any pieces. */
  const stage = (id: keyof LinePieces, header: string): LineColumn<Row> | false =>
    goods.some((line) => line[id] > 0) && {
      id,
      header,
      isNumber: true,
      cell: (row) => row.product && <Counted value={row[id]} isWarn={row[id] < row.quantity && id === 'allocated'} />,
    }
  return [
    {
      id: 'product',
      header: 'Product',
      cell: (row) =>
        row.product ? (
          <LineName
            name={row.product.name}
            to={seesProducts ? pageOf(row.product) : null}
            code={row.product.sku}
            note={taxNote(row)}
            lots={
              <>
                <LineAllocations allocations={row.allocations} />
                {chooseLots && row.allocations.some(({ lotNumber }) => lotNumber !== 'none') && (
                  <Button size="sm" aria-label={`Choose lots of ${row.product.name}`} onClick={() => chooseLots(row)}>
                    Choose lots
                  </Button>
                )}
              </>
            }
          />
        ) : (
          <LineName name={row.name} to={null} code={chargeKind(row)} note={taxNote(row)} />
        ),
    },
    { id: 'quantity', header: 'Ordered', isNumber: true, cell: ({ quantity }) => quantity.toLocaleString() },
    isOpen && {
      id: 'available',
      header: 'Available',
      isNumber: true,
      cell: (row) => {
        const isShort = row.product && short.has(row.product.id)
        return row.product && <Counted value={row.available} isWarn={isShort === true} note={isShort && 'short'} />
      },
    },
    stage('allocated', 'Allocated'),
    stage('picked', 'Picked'),
    stage('shipped', 'Shipped'),
    {
      id: 'price',
      header: `Unit price, ${currency}`,
      isNumber: true,
      cell: (row) => (
        <>
          {formatDecimalInput(row.unitPrice, 2)}
          {row.product && row.priceTier !== order.account.priceTier && (
            <span className="block text-muted text-xs">
              {row.priceTier ? priceTierNames[row.priceTier] : 'Manual price'}
            </span>
          )}
        </>
      ),
    },
    {
      id: 'total',
      header: `Total, ${currency}`,
      isNumber: true,
      cell: ({ total }) => <span className="font-medium">{formatDecimalInput(total, 2)}</span>,
    },
  ]
}

const pageOf = ({ id, kind }: Line['product']) => (kind === 'kit' ? paths.kit(id) : paths.product(id))
