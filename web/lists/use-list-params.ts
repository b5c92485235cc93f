import type { Route } from '#shared/http/route.ts'
import { cursors, type FilterName, type ListSpec, readListQuery } from './list-query.ts'
import type { ListResult } from './list-table.tsx'
import { useUrlQuery } from './use-url-query.ts'
import type { Sort } from '#web/ui/table/column.ts'
import type { FilterChip } from '#web/lists/filter-bar.tsx'
import { type PaginationProps, type Total, totalOf } from '#web/ui/table/pagination.tsx'

/** Label of each filter, and the text for its value, for the filter chips. */
export type FilterLabels<S extends ListSpec> = Record<
  FilterName<S>,
  { label: string; show?: (value: string) => string }
>

type Result = Pick<ListResult<unknown>, 'data' | 'isPlaceholderData'>

/**
 * List params in the URL: search, filters, sort, page size and page. A reload, Back and a shared link show the same rows.
 * Drops parameters that the route's schema refuses, so that old links still work.
 */
export function useListParams<S extends ListSpec>(route: Route<S>) {
  const [params, changeAddress] = useUrlQuery()
  const { query, names, filters, q, sort, limit, behind } = readListQuery(route, params)

  /** Changing search, filter or sort returns to the first page. */
  function change(changed: Readonly<Record<string, string | undefined>>, replace = false) {
    changeAddress(
      (next) => {
        next.delete(cursors)
        for (const [name, value] of Object.entries(changed)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
      },
      { replace },
    )
  }
  function goTo(stack: readonly string[]) {
    changeAddress(
      (next) => {
        next.delete(cursors)
        for (const cursor of stack) next.append(cursors, cursor)
      },
      { preventScrollReset: false },
    )
  }
  const isNarrowed = q !== '' || names.some((name) => filters[name] !== undefined)
  const clearAll = () => change(Object.fromEntries([...names, 'q'].map((name) => [name, undefined])))

  return {
    /** For `useApiQuery(route, { query }, { keepPrevious: true })`. */
    query,
    filters,
    /** Whether a search or filter is active: if so, an empty result doesn't mean that there are no records. */
    isNarrowed,
    /** Whether there are no records at all, so the search and filters can be hidden. */
    isEmpty: ({ data: page, isPlaceholderData }: Result) =>
      page?.total === 0 && !isPlaceholderData && !isNarrowed && behind.length === 0,
    /** For FilterBar; undefined while stale rows of another search are shown because the current one failed. */
    total: (result: Result & Pick<ListResult<unknown>, 'failureCount'>): Total | undefined =>
      result.data && !(result.isPlaceholderData && result.failureCount > 0) ? totalOf(result.data) : undefined,
    clearAll,
    /** For `FilterBar search={{ label, ...list.search }}`. Typing replaces the history entry instead of adding one. */
    search: { value: q, onChange: (value: string) => change({ q: value.trim() }, true) },
    /** Sets several filters at once; undefined removes one. */
    change,
    /** For `<FilterSelect {...list.filter('status')} …>`. */
    filter: (name: FilterName<S>) => ({
      value: filters[name] ?? '',
      onChange: (value: string) => change({ [name]: value }),
    }),
    sort: sortOf(sort),
    onSortChange: (next: Sort | null) =>
      change({ sort: next ? `${next.direction === 'desc' ? '-' : ''}${next.by}` : undefined }),
    /** For FilterBar: a chip for each active filter; the search is visible in its field. */
    chips: (words: FilterLabels<S>): FilterChip[] =>
      names.flatMap((name) => {
        const value = filters[name]
        if (value === undefined) return []
        const { label, show = String } = words[name]
        return [{ id: name, label, value: show(value), onRemove: () => change({ [name]: undefined }) }]
      }),
    /** For Pagination; undefined until the first reply. */
    pagination: ({ data: page, isPlaceholderData }: Result): PaginationProps | undefined => {
      if (!page) return undefined
      // The cursor of placeholder rows belongs to another query.
      const cursor = isPlaceholderData ? null : page.nextCursor
      return {
        from: behind.length * limit + 1,
        shown: page.data.length,
        total: totalOf(page),
        onPrevious: behind.length > 0 ? () => goTo(behind.slice(0, -1)) : undefined,
        onNext: cursor === null ? undefined : () => goTo([...behind, cursor]),
      }
    },
  }
}

const sortOf = (sort: string | undefined): Sort | null =>
  sort ? { by: sort.replace(/^-/, ''), direction: sort.startsWith('-') ? 'desc' : 'asc' } : null
