import { useApiPages } from '#web/api/pages.ts'
import { ShowMore } from '#web/lists/show-more.tsx'
import { movementColumns } from './movement-columns.tsx'
import type { StockCalls } from './stocked-item.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'

const pageSize = 20

/** The stock movements of an item, newest first, loaded page by page. */
export function StockHistory({ itemId, calls: { history: route } }: { itemId: string; calls: StockCalls }) {
  const history = useApiPages(route, { params: { id: itemId } }, { first: pageSize })
  const { rows, firstPage } = history
  const total = firstPage?.total ?? 0
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="font-semibold text-base">Stock history</h2>
      <DataTable
        label="Stock history"
        columns={movementColumns}
        rows={rows}
        rowId={(movement) => String(movement.id)}
        skeletonRows={5}
        busy={history.isFetching && !history.isFetchingMore}
        error={
          history.error && !rows ? (
            <ErrorState error={history.error} onRetry={history.refetch} retrying={history.isFetching} />
          ) : null
        }
        empty={
          <EmptyState kind="nothing" title="No movements yet" className="py-8">
            Stock changes will appear here with their reason.
          </EmptyState>
        }
        footer={
          rows &&
          rows.length > 0 && (
            <div className="flex min-h-8 items-center justify-between gap-3 text-table">
              <p className="figures pl-1 text-muted">
                {rows.length.toLocaleString()} of {total.toLocaleString()}
              </p>
              <ShowMore pages={history} />
            </div>
          )
        }
      />
    </section>
  )
}
