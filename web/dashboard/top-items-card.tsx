import { type Dashboard, topItemsShown } from '#shared/reports/api.ts'
import { paths } from '#web/paths.ts'
import { shareOf, useMoney } from '#web/reports/public/amounts.ts'
import { BarRow } from '#web/reports/public/bar-row.tsx'
import { RowSkeletons } from '#web/reports/public/row-skeletons.tsx'
import { useCan } from '#web/session/session.ts'
import { Card } from '#web/ui/card.tsx'

/** The best-selling items in the range. */
export function TopItemsCard({ items }: { items: Dashboard['topItems'] | undefined }) {
  const { whole } = useMoney()
  const opensProducts = useCan('inventory.view')
  const best = items?.[0]?.total ?? '0'
  return (
    <Card title={`Top ${topItemsShown} items`} help="By revenue">
      <div className="md:min-h-77">
        {!items && <RowSkeletons rows={topItemsShown} tall />}
        {items?.length === 0 && <p className="py-12 text-center text-secondary">Nothing was sold in this period.</p>}
        <ul className="-mx-2">
          {items?.map((item) => (
            <BarRow
              key={item.id}
              to={opensProducts ? paths.product(item.id) : undefined}
              label={item.name}
              secondary={`${item.quantity.toLocaleString()} ${item.quantity === 1 ? 'piece' : 'pieces'}`}
              value={whole(item.total)}
              share={shareOf(item.total, best)}
            />
          ))}
        </ul>
      </div>
    </Card>
  )
}
