import { Link } from 'react-router'
import { type StockStatus, stockStatusNames } from '#shared/inventory/stock/stock-status.ts'
import { inventoryReportsApi, type LowStockRow } from '#shared/reports/inventory-api.ts'
import type { RangeState } from '#web/reports/public/range-state.ts'
import { FigureTile } from '../figure-tile.tsx'
import { Tiles } from '#web/ui/card.tsx'
import { ReportPart } from '../report-frame.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { StatusBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'

const tones = { inStock: 'good', lowStock: 'warn', outOfStock: 'bad' } as const satisfies Record<StockStatus, string>
const count = (value: number) => value.toLocaleString()

const columns: readonly Column<LowStockRow>[] = [
  { id: 'name', header: 'Product', cell: ({ name }) => name },
  {
    id: 'status',
    header: 'Stock',
    phone: 'corner',
    cell: ({ stockStatus }) => <StatusBadge tone={tones[stockStatus]}>{stockStatusNames[stockStatus]}</StatusBadge>,
  },
  { id: 'available', header: 'Available', align: 'end', phone: true, cell: (row) => count(row.available) },
  { id: 'threshold', header: 'Reorder point', align: 'end', cell: (row) => count(row.threshold) },
  { id: 'consumed', header: 'Used in period', align: 'end', cell: (row) => count(row.consumed) },
  {
    id: 'daysLeft',
    header: 'Days until out',
    align: 'end',
    phone: true,
    cell: ({ daysLeft }) => (daysLeft === null ? '–' : count(daysLeft)),
  },
  { id: 'onOrder', header: 'On order', align: 'end', phone: true, cell: (row) => count(row.onOrder) },
]

/** Items low or out of stock, how long they last at the range's rate, and what is on order. */
export function LowStockTab({ state }: { state: RangeState }) {
  const answer = useApiQuery(inventoryReportsApi.lowStock, { query: state.query }, { keepPrevious: true, untold: true })
  const seesStock = useCan('inventory.view')
  const { data } = answer
  const out = data?.data.filter(({ stockStatus }) => stockStatus === 'outOfStock').length
  const uncovered = data?.data.filter(({ onOrder }) => onOrder === 0).length
  const to = (status: StockStatus) => (seesStock ? `${paths.products}?stockStatus=${status}` : undefined)
  return (
    <ReportPart answer={answer}>
      <Tiles>
        <FigureTile
          label="Low stock"
          to={to('lowStock')}
          value={data && count(data.total - (out ?? 0))}
          note="Products at or below their reorder point"
          loading={!data}
        />
        <FigureTile
          label="Out of stock"
          to={to('outOfStock')}
          value={out?.toLocaleString()}
          note="Products with nothing available"
          loading={!data}
        />
        <FigureTile
          label="Not on order"
          to={seesStock ? paths.reorder : undefined}
          value={uncovered?.toLocaleString()}
          note="Of these, without an open purchase order"
          loading={!data}
        />
      </Tiles>
      {seesStock && (
        <div data-chrome className="flex justify-end">
          <Button asChild>
            <Link to={paths.reorder}>Open reorder suggestions</Link>
          </Button>
        </div>
      )}
      <DataTable
        label="Low stock"
        columns={columns}
        rows={data?.data}
        rowId={({ id }) => id}
        {...(seesStock && {
          rowHref: ({ id }: LowStockRow) => paths.product(id),
          renderLink: ({ href, ...link }) => <Link to={href} {...link} />,
        })}
        empty={<p className="py-12 text-center text-secondary">No product is low or out of stock.</p>}
      />
    </ReportPart>
  )
}
