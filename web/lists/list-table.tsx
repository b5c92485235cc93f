import type { Page } from '#shared/http/paging.ts'
import type { ApiError } from '#web/api/api-error.ts'
import type { Sort } from '#web/ui/table/column.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Pagination, type PaginationProps } from '#web/ui/table/pagination.tsx'

type ListState = {
  sort: Sort | null
  onSortChange: (sort: Sort | null) => void
  pagination: (result: { data: Page<unknown> | undefined; isPlaceholderData: boolean }) => PaginationProps | undefined
}
type Result<Row> = {
  data: Page<Row> | undefined
  error: ApiError | null
  isFetching: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
}

/** The part of a DataTable's props that every list page has: `<DataTable {...listTable(list, products)} … />`. */
export function listTable<Row>(list: ListState, result: Result<Row>) {
  const pagination = list.pagination(result)
  const { data, error, isFetching } = result
  return {
    rows: data?.data,
    sort: list.sort,
    onSortChange: list.onSortChange,
    busy: isFetching,
    // Old rows are worth more than a message in their place.
    error:
      error && !data ? (
        <ErrorState message={error.message} onRetry={() => void result.refetch()} retrying={isFetching} />
      ) : null,
    // A list that is all here needs no way on and back.
    footer: pagination && (pagination.onPrevious || pagination.onNext) && <Pagination {...pagination} />,
  }
}
