import { Link } from 'react-router'
import { dispositionNames, returnReasonNames } from '#shared/sales/returns/return-transitions.ts'
import type { Return, ReturnLine } from '#shared/sales/returns/api.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { formatDay } from '#web/ui/format-day.ts'
import { Card } from '#web/ui/card.tsx'
import { cn } from '#web/ui/class-names.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

/** What comes back, why, what became of it, and what is given for it. */
export function ReturnLines({ found }: { found: Return }) {
  const { currency } = useSettings()
  const { lines, credit } = found
  return (
    <Card flush title="Goods" help={`${lines.length} ${lines.length === 1 ? 'line' : 'lines'}`}>
      <table aria-label="Goods" className="w-full text-table">
        <thead>
          <tr className="border-line border-y bg-subtle text-muted [&>th]:h-9 [&>th]:px-3 [&>th]:font-medium">
            <th scope="col" className="pl-5! text-left max-md:pl-4!">
              Product
            </th>
            <th scope="col" className="text-left max-md:hidden">
              Reason
            </th>
            <th scope="col" className="text-right max-md:hidden">
              Pieces
            </th>
            <th scope="col" className="text-left max-md:hidden">
              Disposition
            </th>
            <th scope="col" className="whitespace-nowrap pr-5! text-right max-md:pr-4!">
              Credit, {currency}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <LineRow key={line.id} line={line} />
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold text-sm [&>*]:h-12">
            <th scope="row" colSpan={4} className="pl-5 text-left max-md:hidden">
              Credit
            </th>
            <th scope="row" className="pl-4 text-left md:hidden">
              Credit
            </th>
            <td className="figures pr-5 text-right max-md:pr-4">{formatDecimalInput(credit, 2)}</td>
          </tr>
        </tfoot>
      </table>
    </Card>
  )
}

const becomes = ({ dispositions, received }: ReturnLine) => {
  if (received === 0) return 'not received'
  return dispositions
    .map(({ disposition, quantity }) =>
      dispositions.length === 1
        ? dispositionNames[disposition]
        : `${quantity.toLocaleString()} ${dispositionNames[disposition].toLowerCase()}`,
    )
    .join(', ')
}

function LineRow({ line }: { line: ReturnLine }) {
  const seesProducts = useCan('inventory.view')
  const { product, lot, quantity, received, reason, note } = line
  const pieces = received ?? quantity
  return (
    <tr className="border-line border-b align-top [&>td]:px-3 [&>td]:py-2.5">
      <td className="wrap-anywhere pl-5! max-md:pl-4!">
        {seesProducts ? (
          <Link to={paths.product(product.id)} className="font-medium hover:underline">
            {product.name}
          </Link>
        ) : (
          <span className="font-medium">{product.name}</span>
        )}
        <span className="block text-muted text-xs">
          {product.sku}
          {!lot.isNone && `, lot ${lot.number}`}
          {lot.expiryDate && `, expires ${formatDay(lot.expiryDate)}`}
        </span>
        <span className="block pt-0.5 text-secondary text-xs md:hidden">
          {pieces.toLocaleString()} × {returnReasonNames[reason]}
          {becomes(line) && `: ${becomes(line)}`}
        </span>
      </td>
      <td className="max-md:hidden">
        {returnReasonNames[reason]}
        {note && <span className="block text-pretty text-muted text-xs">{note}</span>}
      </td>
      <td className="figures whitespace-nowrap text-right max-md:hidden">
        {pieces.toLocaleString()}
        {received !== null && received !== quantity && (
          <span className="block text-warn text-xs">of {quantity.toLocaleString()}</span>
        )}
      </td>
      <td className={cn('max-md:hidden', !becomes(line) && 'text-muted')}>{becomes(line) || '–'}</td>
      <td className="figures pr-5! text-right font-medium max-md:pr-4!">{formatDecimalInput(line.credit, 2)}</td>
    </tr>
  )
}
