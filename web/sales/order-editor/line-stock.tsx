import type { Availability } from '#shared/sales/orders/availability-api.ts'
import type { SoldProduct } from './order-values.ts'
import { Badge } from '#web/ui/badge.tsx'

type LineStockProps = {
  product: SoldProduct
  /** The pieces of this product in the whole order. */
  wanted: number
  stock: Availability | undefined
}

/** Shows whether the customer can get the order's quantity of a product, and why the rest on hand is not available to them. */
export function LineStock({ product: { sku, moq }, wanted, stock }: LineStockProps) {
  return (
    <div className="figures mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-xs">
      <p>
        {sku}
        {stock && <Available available={stock.available} wanted={wanted} />}
        {/* Drafts of earlier versions have no MOQ. */}
        {(moq ?? 0) > 1 && (
          <>
            <span aria-hidden> · </span>
            <span className={wanted > 0 && wanted < (moq ?? 0) ? 'font-medium text-warn' : undefined}>
              minimum order {moq?.toLocaleString()}
            </span>
          </>
        )}
      </p>
      {stock && (
        <>
          <Chip pieces={stock.onHold} why="on hold" />
          <Chip pieces={stock.expired} why="expired" />
          <Chip pieces={stock.expiresTooSoon} why="with too short a shelf life" />
        </>
      )}
    </div>
  )
}

function Available({ available, wanted }: { available: number; wanted: number }) {
  const there = available > 0 ? `only ${available.toLocaleString()}` : 'none'
  return (
    <>
      <span aria-hidden> · </span>
      {wanted > available ? (
        <span className="font-medium text-warn">
          {there} available, {(wanted - Math.max(available, 0)).toLocaleString()} short
        </span>
      ) : (
        `${available.toLocaleString()} available`
      )}
    </>
  )
}

const Chip = ({ pieces, why }: { pieces: number; why: string }) =>
  pieces > 0 && (
    <Badge tone="warn" className="h-5">
      {pieces.toLocaleString()} {why}
    </Badge>
  )
