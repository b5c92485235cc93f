import type { OfferedEstimate } from '#shared/sales/estimates/estimate-links-api.ts'
import { formatPercent } from '#shared/format-percent.ts'
import { Card } from '#web/ui/card.tsx'
import { cn } from '#web/ui/class-names.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

/** The offered lines and sums, readable on a phone. */
export function OfferedLines({ estimate }: { estimate: OfferedEstimate }) {
  const { lines, currency, subtotal, discount, tax, total } = estimate
  const isPlain = Number(discount) === 0 && Number(tax) === 0
  return (
    <Card flush title="Items">
      <ul aria-label="Lines of the estimate" className="border-line border-t">
        {lines.map((line, at) => (
          // Lines have no key but their index.
          <li key={at} className="flex items-start justify-between gap-4 border-line border-b px-5 py-3 max-md:px-4">
            <div className="min-w-0">
              <p className="text-pretty font-medium">{line.name}</p>
              <p className="figures text-secondary text-table">
                {line.quantity.toLocaleString()} × {formatDecimalInput(line.unitPrice, 2)}
                {line.unit && ` per ${line.unit}`}
              </p>
              <p className="text-muted text-xs">
                {[line.sku, line.tax.kind !== 'exempt' && `${line.tax.name} ${formatPercent(line.tax.percent)}`]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <p className="figures shrink-0 font-medium">{formatDecimalInput(line.total, 2)}</p>
          </li>
        ))}
      </ul>
      <dl className="ml-auto flex w-full max-w-80 flex-col gap-1.5 px-5 py-4 text-sm max-md:max-w-none max-md:px-4">
        {!isPlain && <Sum label="Subtotal" amount={subtotal} />}
        {Number(discount) !== 0 && <Sum label="Discount" amount={`-${discount}`} />}
        {Number(tax) !== 0 && <Sum label="Tax" amount={tax} />}
        <Sum label={`Total ${currency}`} amount={total} strong />
      </dl>
    </Card>
  )
}

function Sum({ label, amount, strong = false }: { label: string; amount: string; strong?: boolean }) {
  return (
    <div className={cn('flex justify-between gap-6', strong ? 'font-semibold text-base' : 'text-secondary')}>
      <dt>{label}</dt>
      <dd className="figures">{formatDecimalInput(amount, 2)}</dd>
    </div>
  )
}
