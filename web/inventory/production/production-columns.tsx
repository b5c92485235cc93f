import { addedBy, type ProductionRow } from '#shared/inventory/production/api.ts'
import { RunStatusBadge } from './run-status-badge.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { TwoLines } from '#web/ui/table/two-lines.tsx'

export const piecesOf = (run: ProductionRow) => formatDecimalInput(`${addedBy(run).quantity}`)

/** "2 rejected, 5 wasted". */
export const scrapText = ({ rejected, wasted }: Pick<ProductionRow, 'rejected' | 'wasted'>) =>
  [rejected > 0 && `${rejected.toLocaleString()} rejected`, wasted > 0 && `${wasted.toLocaleString()} wasted`]
    .filter(Boolean)
    .join(', ')

/** The columns of the production run list. */
export const productionColumns = (currency: string): Column<ProductionRow>[] => [
  {
    id: 'number',
    exportedAs: ['number', 'product', 'sku'],
    header: 'Production run',
    cell: ({ number, product }) => (
      <TwoLines first={product.name} second={number} className="max-w-72 max-md:max-w-full" />
    ),
    sortable: true,
  },
  { id: 'location', header: 'Factory', cell: ({ location }) => location.name, phone: true },
  { id: 'status', header: 'Status', cell: ({ status }) => <RunStatusBadge status={status} />, phone: 'corner' },
  {
    id: 'quantity',
    sortable: true,
    exportedAs: ['quantity', 'rejected', 'wasted'],
    header: 'Pieces',
    cell: (run) =>
      run.rejected + run.wasted === 0 ? (
        piecesOf(run)
      ) : (
        <TwoLines align="end" first={piecesOf(run)} second={scrapText(run)} />
      ),
    align: 'end',
    phone: true,
  },
  { id: 'lot', header: 'Lot', cell: ({ lotNumber }) => lotNumber ?? '–' },
  {
    id: 'totalCost',
    header: `Cost, ${currency}`,
    cell: (run) => formatDecimalInput(addedBy(run).cost, 2),
    align: 'end',
    phone: true,
  },
  { id: 'at', header: 'When', cell: ({ at }) => <RelativeTime at={at} />, sortable: true },
]
