import { type LotMovement, lotsApi } from '#shared/inventory/lots/api.ts'
import { useApiPages } from '#web/api/pages.ts'
import { ShowMore } from '#web/lists/show-more.tsx'
import { DocumentLink } from '#web/inventory/stock/document-link.tsx'
import { effectName, reasonOf } from '#web/inventory/stock/movement-columns.tsx'
import { cn } from '#web/ui/class-names.ts'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { TwoLines } from '#web/ui/table/two-lines.tsx'

const pageSize = 20

const columns: readonly Column<LotMovement>[] = [
  {
    id: 'effect',
    header: 'Transaction',
    cell: (movement) => <TwoLines first={effectName(movement)} second={reasonOf(movement)} className="max-w-48" />,
  },
  {
    id: 'at',
    header: 'Date and user',
    cell: ({ at, actor }) => (
      <TwoLines first={<RelativeTime at={at} />} second={actor ?? 'System'} className="max-w-32" />
    ),
    phone: 'corner',
  },
  {
    id: 'change',
    header: 'Change',
    cell: ({ change }) => (
      <span className={cn('font-medium', change > 0 ? 'text-good' : 'text-bad')}>
        {change > 0 ? '+' : '−'}
        {Math.abs(change).toLocaleString()}
      </span>
    ),
    align: 'end',
    phone: true,
  },
  { id: 'after', header: 'Remaining', cell: ({ after }) => after.toLocaleString(), align: 'end', phone: true },
  {
    id: 'document',
    header: 'Reference and location',
    cell: ({ document, location }) => (
      <TwoLines first={<DocumentLink document={document} />} second={location} className="max-w-40" />
    ),
    phone: true,
  },
]

/** The stock movements of a lot, newest first, loaded page by page. */
export function LotMovements({ lotId }: { lotId: string }) {
  const movements = useApiPages(lotsApi.listMovements, { params: { id: lotId } }, { first: pageSize })
  const { rows } = movements
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="font-semibold text-base">Movements</h2>
      <DataTable
        label="Movements of the lot"
        columns={columns}
        rows={rows}
        rowId={(movement) => String(movement.id)}
        skeletonRows={4}
        busy={movements.isFetching && !movements.isFetchingMore}
        error={
          movements.error && !rows ? (
            <ErrorState error={movements.error} onRetry={movements.refetch} retrying={movements.isFetching} />
          ) : null
        }
        empty={
          <EmptyState kind="nothing" title="No movements yet" className="py-8">
            Receipts and issues of this lot will appear here.
          </EmptyState>
        }
        footer={
          movements.hasMore && (
            <div className="flex min-h-8 items-center justify-end">
              <ShowMore pages={movements} />
            </div>
          )
        }
      />
    </section>
  )
}
