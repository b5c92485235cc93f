import type { Kit } from '#shared/inventory/kits/api.ts'
import { ItemName } from '#web/inventory/stock/item-name.tsx'
import { useSettings } from '#web/session/settings.ts'
import { Card } from '#web/ui/card.tsx'
import { cn } from '#web/ui/class-names.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

/** The items of one kit, and what is available of them in the kit's warehouse. */
export function KitComponents({ kit: { components, warehouse } }: { kit: Kit }) {
  const { currency } = useSettings()
  return (
    <Card flush title="Items" help={`Per kit; available at ${warehouse.name}`}>
      <table className="w-full text-table">
        <thead>
          <tr className="border-line border-y bg-subtle text-muted [&>th]:h-9 [&>th]:px-3 [&>th]:font-medium">
            <th scope="col" className="pl-5! text-left max-md:pl-4!">
              Item
            </th>
            <th scope="col" className="text-right">
              Per kit
            </th>
            <th scope="col" className="text-right max-md:hidden">
              Unit cost, {currency}
            </th>
            <th scope="col" className="pr-5! text-right max-md:pr-4!">
              Available
            </th>
          </tr>
        </thead>
        <tbody>
          {components.map(({ item, quantity, cost, available }) => (
            <tr key={item.id} className="border-line border-b align-top last:border-b-0 [&>td]:px-3 [&>td]:py-2.5">
              <td className="wrap-anywhere pl-5! max-md:pl-4!">
                <ItemName item={item} />
              </td>
              <td className="figures text-right">{quantity.toLocaleString()}</td>
              <td className="figures text-right max-md:hidden">{formatDecimalInput(cost, 2)}</td>
              <td
                className={cn('figures pr-5! text-right max-md:pr-4!', available < quantity && 'font-medium text-warn')}
              >
                {available.toLocaleString()}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
