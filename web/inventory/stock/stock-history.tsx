import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '#web/api/client.ts'
import { movementColumns } from './movement-columns.tsx'
import type { StockCalls } from './stocked-item.ts'
import { Button } from '#web/ui/button.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'

const pageSize = 20

/** Every movement of an item, newest first, more of them on demand. */
export function StockHistory({ itemId, calls: { history: route } }: { itemId: string; calls: StockCalls }) {
  const history = useInfiniteQuery({
    queryKey: [route.path, { id: itemId }, 'in pages'],
    queryFn: ({ pageParam, signal }) =>
      call(route, { params: { id: itemId }, query: { limit: pageSize, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })
  const rows = history.data?.pages.flatMap((page) => page.data)
  const total = history.data?.pages[0]?.total ?? 0
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="font-semibold text-base">Stock history</h2>
      <DataTable
        label="Stock history"
        columns={movementColumns}
        rows={rows}
        rowId={(movement) => String(movement.id)}
        skeletonRows={5}
        busy={history.isFetching && !history.isFetchingNextPage}
        error={
          history.error && !rows ? (
            <ErrorState
              message={history.error.message}
              onRetry={() => void history.refetch()}
              retrying={history.isFetching}
            />
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
              {history.hasNextPage && (
                <Button size="sm" busy={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
                  Load more
                </Button>
              )}
            </div>
          )
        }
      />
    </section>
  )
}
