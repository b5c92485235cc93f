import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useSyncExternalStore } from 'react'
import type { Page } from '#shared/http/paging.ts'
import type { Call, Route } from '#shared/http/route.ts'
import { columnKey } from './use-board-transitions.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { LoadNotice } from '#web/api/load-notice.tsx'
import type { ListSpec } from './list-query.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorState, isRefused } from '#web/ui/error-state.tsx'
import { Board } from '#web/ui/table/board.tsx'
import { BoardCard, type BoardTransition } from '#web/ui/table/board-card.tsx'
import { BoardColumn } from '#web/ui/table/board-column.tsx'
import { describeTotal, totalOf } from '#web/ui/table/pagination.tsx'

/** Cards loaded per page of a column; “Show more” loads the next. */
const columnLimit = 20

type ListBoardColumn = {
  id: string
  name: string
  title: ReactNode
  /** The filter that narrows the list to this column. */
  query: Record<string, unknown>
  summary?: ReactNode
  /** Total, for columns where the list itself only counts to 10,000. */
  count?: number | undefined
}

export type ListBoardProps<S extends ListSpec, Row extends { id: string }> = {
  label: string
  route: Route<S>
  /** The list's search, filters and sort, without the page. Pass the same to `useBoardTransitions`. */
  query: object
  columns: readonly ListBoardColumn[]
  /** The columns that a card can move to; empty if the user may not move it. */
  movesOf: (row: Row, column: string) => readonly BoardTransition[]
  nameOf: (row: Row) => string
  renderCard: (row: Row) => ReactNode
  /** Ids of cards that are being moved. */
  busy: ReadonlySet<string>
  announcement: string
  /** Called after a drop or a choice in the card's menu. */
  onMove: (row: Row, from: string, to: string) => void
}

/**
 * A list as a board: each column is a query of the same list, filtered to one status and loaded page by page, so the cost
 * doesn't grow with the number of records.
 */
export function ListBoard<S extends ListSpec, Row extends { id: string }>(props: ListBoardProps<S, Row>) {
  const shown = new Map<string, { row: Row; column: string }>()
  const refusal = useRefusal(props)
  return (
    <>
      {refusal && (
        <Card flush>
          <ErrorState what="These records" error={refusal} />
        </Card>
      )}
      <Board
        label={props.label}
        announcement={props.announcement}
        hidden={refusal !== undefined}
        onDrop={({ cardId, from, to }) => {
          const card = shown.get(cardId)
          if (card) props.onMove(card.row, from, to)
        }}
      >
        {props.columns.map((column) => (
          <Column key={column.id} board={props} column={column} shown={shown} />
        ))}
      </Board>
    </>
  )
}

type RefusalProps = { route: { path: string }; query: object; columns: readonly ListBoardColumn[] }

/** The refusal to show instead of the board: a user who may not see one column may see none, so it is shown once. */
function useRefusal({ route, query, columns }: RefusalProps): ApiError | undefined {
  const cache = useQueryClient().getQueryCache()
  const errorOf = ({ id }: ListBoardColumn) =>
    cache.find<unknown, ApiError>({ queryKey: columnKey(route.path, query, id) })?.state.error ?? undefined
  return useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => columns.map(errorOf).find(isRefused),
  )
}

type ColumnProps<S extends ListSpec, Row extends { id: string }> = {
  board: ListBoardProps<S, Row>
  column: ListBoardColumn
  /** All cards on the board by id, to find the row of a dropped card. */
  shown: Map<string, { row: Row; column: string }>
}

function Column<S extends ListSpec, Row extends { id: string }>({ board, column, shown }: ColumnProps<S, Row>) {
  const { route, query } = board
  const cards = useInfiniteQuery({
    queryKey: columnKey(route.path, query, column.id),
    queryFn: async ({ pageParam, signal }) => {
      const columnQuery = { ...query, ...column.query, limit: columnLimit, cursor: pageParam }
      return (await call(route, { query: columnQuery } as unknown as Call<S>, { signal })) as unknown as Page<Row>
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })
  const rows = cards.data?.pages.flatMap((page) => page.data) ?? []
  // A card that someone else moved between two page loads may be in both pages.
  const once = [...new Map(rows.map((row) => [row.id, row])).values()]
  for (const row of once) shown.set(row.id, { row, column: column.id })
  const first = cards.data?.pages[0]
  const isOpen = (row: Row, to: string) => board.movesOf(row, column.id).some((move) => move.to === to && !move.reason)
  return (
    <BoardColumn
      id={column.id}
      name={column.name}
      title={column.title}
      count={first ? describeTotal((first.totalIsMore && column.count) || totalOf(first)) : '–'}
      summary={column.summary}
      isLoading={cards.isPending}
      isEmpty={first !== undefined && once.length === 0}
      mayDrop={({ cardId, from }) => {
        const card = shown.get(cardId)
        return card !== undefined && board.movesOf(card.row, from).some((move) => move.to === column.id && !move.reason)
      }}
      error={
        cards.error && !cards.data ? (
          <ErrorState
            what={column.name}
            error={cards.error}
            onRetry={() => void cards.refetch()}
            retrying={cards.isFetching}
            className="py-4"
          />
        ) : (
          cards.failureCount > 0 && (
            <LoadNotice className="m-2" shows={cards.data ? 'old-rows' : 'nothing'} result={cards} />
          )
        )
      }
      onMore={cards.hasNextPage ? () => void cards.fetchNextPage() : undefined}
      moreLabel={`Show ${columnLimit} more`}
      isLoadingMore={cards.isFetchingNextPage}
    >
      {once.map((row) => (
        <BoardCard
          key={row.id}
          id={row.id}
          column={column.id}
          name={board.nameOf(row)}
          moves={board.movesOf(row, column.id)}
          busy={board.busy.has(row.id)}
          onMove={(to) => isOpen(row, to) && board.onMove(row, column.id, to)}
        >
          {board.renderCard(row)}
        </BoardCard>
      ))}
    </BoardColumn>
  )
}
