import { useState } from 'react'
import { Link } from 'react-router'
import { type PriceTier, priceTierNames } from '#shared/inventory/stock/price-tiers.ts'
import type { Order } from '#shared/sales/orders/order.ts'
import { whyLotsNotChosen } from '#shared/sales/orders/order-guards.ts'
import { paths } from '#web/paths.ts'
import { ChooseLotsDialog } from './choose-lots-dialog.tsx'
import { LineAllocations } from './line-allocations.tsx'
import { shortagesOf } from '#web/sales/order-editor/shortages.ts'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cn } from '#web/ui/class-names.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

type Line = Order['orderLines'][number]

/** What is ordered, where it is taken from, and what it costs. */
export function OrderLines({ order }: { order: Order }) {
  const { currency } = useSettings()
  const isOpen = order.status === 'PENDING' || order.status === 'AWAITING_STOCK'
  const short = new Set(shortagesOf(order).map(({ id }) => id))
  const count = order.orderLines.length
  const [choosing, setChoosing] = useState<Line>()
  const mayChoose = useCan('salesOrders.edit') && !whyLotsNotChosen(order)
  return (
    <Card flush title="Lines" help={`${count} ${count === 1 ? 'line' : 'lines'}`}>
      <div className="relative overflow-x-auto">
        <table className="w-full text-table">
          <thead>
            <tr className="border-line border-y bg-subtle text-muted [&>th]:h-9 [&>th]:px-3 [&>th]:font-medium">
              <th scope="col" className="pl-5! text-left max-md:pl-4!">
                Product
              </th>
              <th scope="col" className="text-right max-md:hidden">
                Quantity
              </th>
              {isOpen && (
                <th scope="col" className="text-right max-md:hidden">
                  Available
                </th>
              )}
              <th scope="col" className="whitespace-nowrap text-right max-md:hidden">
                Unit price, {currency}
              </th>
              <th scope="col" className="whitespace-nowrap pr-5! text-right max-md:pr-4!">
                Total, {currency}
              </th>
            </tr>
          </thead>
          <tbody>
            {order.orderLines.map((line) => (
              <LineRow
                key={line.id}
                line={line}
                customerTier={order.account.priceTier}
                isOpen={isOpen}
                isShort={short.has(line.product.id)}
                {...(mayChoose && { onChooseLots: () => setChoosing(line) })}
              />
            ))}
            {order.charges.map((charge) => (
              <ChargeRow key={charge.id} charge={charge} isOpen={isOpen} />
            ))}
          </tbody>
          <tfoot>
            {sumsOf(order).map(({ label, value, isTotal }) => (
              <tr key={label} className={cn(isTotal ? 'font-semibold text-sm' : 'text-secondary')}>
                <th
                  scope="row"
                  colSpan={isOpen ? 4 : 3}
                  className={cn('pl-5 text-left font-[inherit] max-md:hidden', isTotal ? 'h-12' : 'h-8')}
                >
                  {label}
                </th>
                <th scope="row" className={cn('pl-4 text-left font-[inherit] md:hidden', isTotal ? 'h-12' : 'h-8')}>
                  {label}
                </th>
                <td className="figures pr-5 text-right max-md:pr-4">{formatDecimalInput(value, 2)}</td>
              </tr>
            ))}
          </tfoot>
        </table>
      </div>
      {choosing && <ChooseLotsDialog order={order} line={choosing} close={() => setChoosing(undefined)} />}
    </Card>
  )
}

/** What the lines come to; the ways between only where they change something. */
function sumsOf({ subtotal, discount, tax, total }: Order) {
  const percent = discount?.kind === 'percent' ? ` ${discount.value} %` : ''
  const isPlain = discount === null && Number(tax) === 0
  return [
    ...(isPlain ? [] : [{ label: 'Subtotal', value: subtotal, isTotal: false }]),
    ...(discount ? [{ label: `Discount${percent}`, value: `-${discount.amount}`, isTotal: false }] : []),
    ...(Number(tax) === 0 ? [] : [{ label: 'Tax', value: tax, isTotal: false }]),
    { label: 'Total', value: total, isTotal: true },
  ]
}

/** A service or fee, below the goods. */
function ChargeRow({ charge, isOpen }: { charge: Order['charges'][number]; isOpen: boolean }) {
  const { kind, name, unit, quantity, unitPrice, total } = charge
  const price = formatDecimalInput(unitPrice, 2)
  return (
    <tr className="border-line border-b align-top [&>td]:px-3 [&>td]:py-2.5">
      <td className="wrap-anywhere pl-5! max-md:pl-4!">
        <span className="font-medium">{name}</span>
        <span className="block text-muted text-xs">{kind === 'fee' ? 'Fee' : `Service, per ${unit}`}</span>
        <TaxNote tax={charge.tax} />
        <span className="figures block pt-0.5 text-secondary md:hidden">
          {quantity.toLocaleString()} × {price}
        </span>
      </td>
      <td className="figures text-right max-md:hidden">{quantity.toLocaleString()}</td>
      {isOpen && <td className="max-md:hidden" />}
      <td className="figures text-right max-md:hidden">{price}</td>
      <td className="figures pr-5! text-right font-medium max-md:pr-4!">{formatDecimalInput(total, 2)}</td>
    </tr>
  )
}

/** The tax of a line; nothing where there is none. */
function TaxNote({ tax }: { tax: Line['tax'] }) {
  if (tax.kind === 'exempt') return null
  return (
    <span className="block text-muted text-xs">
      {tax.name}, {tax.percent} %{tax.kind === 'inclusive' && ' in the price'}
    </span>
  )
}

type LineRowProps = {
  line: Line
  customerTier: PriceTier
  isOpen: boolean
  isShort: boolean
  onChooseLots?: () => void
}

function LineRow({ line, customerTier, isOpen, isShort, onChooseLots }: LineRowProps) {
  const seesProducts = useCan('inventory.view')
  const { product, quantity, available, allocations } = line
  const price = formatDecimalInput(line.unitPrice, 2)
  return (
    <tr className="border-line border-b align-top [&>td]:px-3 [&>td]:py-2.5">
      <td className="wrap-anywhere pl-5! max-md:pl-4!">
        {seesProducts ? (
          <Link
            to={product.kind === 'kit' ? paths.kit(product.id) : paths.product(product.id)}
            className="font-medium hover:underline"
          >
            {product.name}
          </Link>
        ) : (
          <span className="font-medium">{product.name}</span>
        )}
        <span className="block text-muted text-xs">{product.sku}</span>
        <TaxNote tax={line.tax} />
        <span className="figures block pt-0.5 text-secondary md:hidden">
          {quantity.toLocaleString()} × {price}
          {isOpen && <span className={cn(isShort && 'text-warn')}>, {available.toLocaleString()} available</span>}
        </span>
        <LineAllocations allocations={allocations} />
        {onChooseLots && allocations.some(({ lotNumber }) => lotNumber !== 'none') && (
          <Button size="sm" className="mt-2" aria-label={`Choose lots of ${product.name}`} onClick={onChooseLots}>
            Choose lots
          </Button>
        )}
      </td>
      <td className="figures text-right max-md:hidden">{quantity.toLocaleString()}</td>
      {isOpen && (
        <td className={cn('figures text-right max-md:hidden', isShort && 'font-medium text-warn')}>
          {available.toLocaleString()}
          {isShort && <span className="block text-xs">short</span>}
        </td>
      )}
      <td className="figures text-right max-md:hidden">
        {price}
        {line.priceTier !== customerTier && (
          <span className="block text-muted text-xs">
            {line.priceTier ? priceTierNames[line.priceTier] : 'Manual price'}
          </span>
        )}
      </td>
      <td className="figures pr-5! text-right font-medium max-md:pr-4!">{formatDecimalInput(line.total, 2)}</td>
    </tr>
  )
}
