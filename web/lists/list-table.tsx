import type { Page } from '#shared/http/paging.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { LoadNotice } from '#web/api/load-notice.tsx'
import type { Sort } from '#web/ui/table/column.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Pagination, type PaginationProps } from '#web/ui/table/pagination.tsx'

type ListState = {
  sort: Sort | null
  onSortChange: (sort: Sort | null) => void
  pagination: (result: { data: Page<unknown> | undefined; isPlaceholderData: boolean }) => PaginationProps | undefined
}

/** The result of a list's query: the reply of `useApiQuery`. */
export type ListResult<Row> = {
  data: Page<Row> | undefined
  error: ApiError | null
  isFetching: boolean
  isPlaceholderData: boolean
  /** How often the current fetch has failed. */
  failureCount: number
  refetch: () => unknown
}

/** The DataTable props that all list pages share: `<DataTable {...listTable(list, products)} … />`. */
export function listTable<Row>(list: ListState, result: ListResult<Row>) {
  const { data, error, isFetching, isPlaceholderData, failureCount, refetch } = result
  const pagination = list.pagination(result)
  // While an empty placeholder is shown, the current search has no result yet: show the skeleton, not "Nothing found".
  const isOther = isPlaceholderData && data?.data.length === 0
  const isFailing = failureCount > 0
  return {
    rows: isOther ? undefined : data?.data,
    sort: list.sort,
    onSortChange: list.onSortChange,
    busy: isFetching,
    dimmed: isFailing && isPlaceholderData,
    notice: isFailing && (isFetching || data) && (
      <LoadNotice
        className="m-2"
        shows={!data || isOther ? 'nothing' : isPlaceholderData ? 'other-rows' : 'old-rows'}
        result={result}
      />
    ),
    // Keep stale rows rather than replacing them with an error.
    error: error && !data ? <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} /> : null,
    // No pagination if everything fits on one page.
    footer: pagination && (pagination.onPrevious || pagination.onNext) && <Pagination {...pagination} />,
  }
}
