import type { Estimate } from '#shared/sales/estimates/api.ts'
import { useSettings } from '#web/session/settings.ts'
import { Card } from '#web/ui/card.tsx'
import { cn } from '#web/ui/class-names.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

/** What is offered, what is available of it today, and what it comes to. Nothing of it is promised. */
export function EstimateLines({ estimate }: { estimate: Estimate }) {
  const { currency } = useSettings()
  const { orderLines, charges, discount, subtotal, tax, total } = estimate
  const wanted = new Map<string, number>()
  for (const { product, quantity } of orderLines) wanted.set(product.id, (wanted.get(product.id) ?? 0) + quantity)
  return (
    <Card flush title="Lines" help="Estimates don’t reserve stock.">
      <div className="relative overflow-x-auto">
        <table className="w-full text-table">
          <thead>
            <tr className="border-line border-y bg-subtle text-muted [&>th]:h-9 [&>th]:px-3 [&>th]:font-medium">
              <th scope="col" className="pl-5! text-left max-md:pl-4!">
                Item
              </th>
              <th scope="col" className="text-right max-md:hidden">
                Quantity
              </th>
              <th scope="col" className="text-right max-md:hidden">
                Available
              </th>
              <th scope="col" className="whitespace-nowrap text-right max-md:hidden">
                Unit price, {currency}
              </th>
              <th scope="col" className="whitespace-nowrap pr-5! text-right max-md:pr-4!">
                Total, {currency}
              </th>
            </tr>
          </thead>
          <tbody>
            {orderLines.map((line) => (
              <Row
                key={line.id}
                name={line.product.name}
                detail={line.product.sku}
                line={line}
                available={line.available}
                isShort={(wanted.get(line.product.id) ?? 0) > line.available}
              />
            ))}
            {charges.map((charge) => (
              <Row
                key={charge.id}
                name={charge.name}
                detail={charge.unit ? `per ${charge.unit}` : charge.kind === 'fee' ? 'Fee' : 'Service'}
                line={charge}
              />
            ))}
          </tbody>
        </table>
      </div>
      <dl className="ml-auto flex w-full max-w-80 flex-col gap-1.5 px-5 py-4 text-sm max-md:px-4">
        {(discount || Number(tax) !== 0) && <Sum label="Subtotal" amount={subtotal} />}
        {discount && <Sum label="Discount" amount={`-${discount.amount}`} />}
        {Number(tax) !== 0 && <Sum label="Tax" amount={tax} />}
        <Sum label={`Total ${currency}`} amount={total} strong />
      </dl>
    </Card>
  )
}

type RowProps = {
  name: string
  detail: string
  line: { quantity: number; unitPrice: string; total: string }
  available?: number
  isShort?: boolean
}

function Row({ name, detail, line: { quantity, unitPrice, total }, available, isShort = false }: RowProps) {
  const price = formatDecimalInput(unitPrice, 2)
  return (
    <tr className="border-line border-b align-top [&>td]:px-3 [&>td]:py-2.5">
      <td className="wrap-anywhere pl-5! max-md:pl-4!">
        <span className="font-medium">{name}</span>
        <span className="block text-muted text-xs">{detail}</span>
        <span className="figures block pt-0.5 text-secondary md:hidden">
          {quantity.toLocaleString()} × {price}
          {available !== undefined && (
            <span className={cn(isShort && 'text-warn')}>, {available.toLocaleString()} available</span>
          )}
        </span>
      </td>
      <td className="figures text-right max-md:hidden">{quantity.toLocaleString()}</td>
      <td className={cn('figures text-right max-md:hidden', isShort && 'font-medium text-warn')}>
        {available === undefined ? <span className="text-muted">–</span> : available.toLocaleString()}
        {isShort && <span className="block text-xs">short</span>}
      </td>
      <td className="figures text-right max-md:hidden">{price}</td>
      <td className="figures pr-5! text-right font-medium max-md:pr-4!">{formatDecimalInput(total, 2)}</td>
    </tr>
  )
}

function Sum({ label, amount, strong = false }: { label: string; amount: string; strong?: boolean }) {
  return (
    <div className={cn('flex justify-between gap-6', strong ? 'font-semibold' : 'text-secondary')}>
      <dt>{label}</dt>
      <dd className="figures">{formatDecimalInput(amount, 2)}</dd>
    </div>
  )
}
