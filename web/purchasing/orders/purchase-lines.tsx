import { Link } from 'react-router'
import type { PurchaseLine, PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import { feeKindNames } from '#shared/purchasing/orders/purchase-amounts.ts'
import { wholeCases } from '#shared/quantity.ts'
import { itemPath } from '#web/purchasing/reorder/reorder-columns.tsx'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { formatDay } from '#web/ui/format-day.ts'
import { Card } from '#web/ui/card.tsx'
import { cn } from '#web/ui/class-names.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

/** What is bought, how much of it has arrived, and what it comes to with the fees. */
export function PurchaseLines({ order }: { order: PurchaseOrder }) {
  const { currency } = useSettings()
  const { orderLines, fees, goodsTotal, feesTotal, total } = order
  const count = orderLines.length
  return (
    <Card flush title="Lines" help={`${count} ${count === 1 ? 'line' : 'lines'}`}>
      <table aria-label="Lines" className="w-full text-table">
        <thead>
          <tr className="border-line border-y bg-subtle text-muted [&>th]:h-9 [&>th]:px-3 [&>th]:font-medium">
            <th scope="col" className="pl-5! text-left max-md:pl-4!">
              Item
            </th>
            <th scope="col" className="text-right max-md:hidden">
              Quantity
            </th>
            <th scope="col" className="text-right max-md:hidden">
              Received
            </th>
            <th scope="col" className="whitespace-nowrap text-right max-md:hidden">
              Unit cost, {currency}
            </th>
            <th scope="col" className="whitespace-nowrap pr-5! text-right max-md:pr-4!">
              Total, {currency}
            </th>
          </tr>
        </thead>
        <tbody>
          {orderLines.map((line) => (
            <LineRow key={line.id} line={line} />
          ))}
        </tbody>
        <tfoot>
          {fees.length > 0 && <Sum label="Goods" value={goodsTotal} />}
          {fees.map(({ kind, label, amount }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: fees have no names of their own
            <Sum key={at} label={label ? `${feeKindNames[kind]}, ${label}` : feeKindNames[kind]} value={amount} />
          ))}
          {fees.length > 1 && <Sum label="Fees" value={feesTotal} />}
          <Sum label="Total" value={total} isTotal />
        </tfoot>
      </table>
    </Card>
  )
}

function Sum({ label, value, isTotal = false }: { label: string; value: string; isTotal?: boolean }) {
  return (
    <tr className={isTotal ? 'font-semibold text-sm [&>*]:h-12' : 'text-secondary [&>*]:h-8 [&>*]:font-normal'}>
      <th scope="row" colSpan={4} className="pl-5 text-left max-md:hidden">
        {label}
      </th>
      <th scope="row" className="pl-4 text-left md:hidden">
        {label}
      </th>
      <td className="figures pr-5 text-right max-md:pr-4">{formatDecimalInput(value, 2)}</td>
    </tr>
  )
}

function LineRow({ line }: { line: PurchaseLine }) {
  const [seesProducts, seesMaterials] = [useCan('inventory.view'), useCan('rawmaterials.view')]
  const { item, quantity, received, open, expectedDate } = line
  const cases = item.pcsPerCase > 1 ? wholeCases(quantity, item.pcsPerCase) : null
  const arrived = received > 0 && (
    <span className={cn('block text-xs', open > 0 ? 'text-warn' : 'text-muted')}>
      {open > 0 ? `${open.toLocaleString()} open` : 'complete'}
    </span>
  )
  return (
    <tr className="border-line border-b align-top [&>td]:px-3 [&>td]:py-2.5">
      <td className="wrap-anywhere pl-5! max-md:pl-4!">
        {(item.kind === 'product' ? seesProducts : seesMaterials) ? (
          <Link to={itemPath(item)} className="font-medium hover:underline">
            {item.name}
          </Link>
        ) : (
          <span className="font-medium">{item.name}</span>
        )}
        <span className="block text-muted text-xs">
          {item.supplierCode ? `${item.sku}, theirs ${item.supplierCode}` : item.sku}
          {expectedDate && `, expected ${formatDay(expectedDate)}`}
        </span>
        <span className="figures block pt-0.5 text-secondary md:hidden">
          {quantity.toLocaleString()} × {formatDecimalInput(line.unitCost, 2)}, {received.toLocaleString()} received
        </span>
      </td>
      <td className="figures text-right max-md:hidden">
        {quantity.toLocaleString()}
        {cases !== null && (
          <span className="block whitespace-nowrap text-muted text-xs">
            {cases.toLocaleString()} {cases === 1 ? 'case' : 'cases'}
          </span>
        )}
      </td>
      <td className="figures whitespace-nowrap text-right max-md:hidden">
        {received.toLocaleString()}
        {arrived}
      </td>
      <td className="figures text-right max-md:hidden">{formatDecimalInput(line.unitCost, 2)}</td>
      <td className="figures pr-5! text-right font-medium max-md:pr-4!">{formatDecimalInput(line.total, 2)}</td>
    </tr>
  )
}
