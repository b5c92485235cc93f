import type { Availability } from '#shared/sales/orders/availability-api.ts'
import type { SoldProduct } from './order-values.ts'
import { Badge } from '#web/ui/badge.tsx'

type LineStockProps = {
  product: SoldProduct
  /** Pieces of it in the whole order. */
  wanted: number
  stock: Availability | undefined
}

/** Whether this customer can have what the whole order wants of a product, and why the rest on hand is not for them. */
export function LineStock({ product: { sku, moq }, wanted, stock }: LineStockProps) {
  return (
    <div className="figures mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-xs">
      <p>
        {sku}
        {stock && <Available available={stock.available} wanted={wanted} />}
        {/* A draft of an earlier version knows none. */}
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
