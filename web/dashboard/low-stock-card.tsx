import { Link } from 'react-router'
import { type Dashboard, topItemsShown } from '#shared/reports/api.ts'
import { paths } from '#web/paths.ts'
import { BarRow } from '#web/reports/public/bar-row.tsx'
import { RowSkeletons } from '#web/reports/public/row-skeletons.tsx'
import { StatusBadge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'

/** The items to reorder, most urgent first. */
export function LowStockCard({ stock }: { stock: Dashboard['lowStock'] | undefined }) {
  return (
    <Card
      title="Low and out of stock"
      help={
        <Link className="link" to={paths.reorder}>
          View reorder suggestions
        </Link>
      }
    >
      <div className="md:min-h-77">
        {!stock && <RowSkeletons rows={topItemsShown} tall />}
        {stock?.items.length === 0 && (
          <p className="py-12 text-center text-secondary">
            {stock.products > 0 ? 'Every product is in stock.' : 'There are no products yet.'}
          </p>
        )}
        <ul className="-mx-2">
          {stock?.items.map((item) => (
            <BarRow
              key={item.id}
              to={paths.product(item.id)}
              label={item.name}
              secondary={`Low at ${item.threshold.toLocaleString()} · ${item.sku}`}
              value={
                item.stockStatus === 'outOfStock' ? (
                  <StatusBadge tone="bad">Out of stock</StatusBadge>
                ) : (
                  <StatusBadge tone="warn">{item.available.toLocaleString()} left</StatusBadge>
                )
              }
            />
          ))}
        </ul>
      </div>
    </Card>
  )
}
