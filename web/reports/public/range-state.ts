import { type DateSpan, type Grouping, RangeQuery, type RangePreset } from '#shared/reports/date-range.ts'
import { useUrlQuery } from '#web/lists/use-url-query.ts'

const names = ['range', 'start', 'end', 'groupBy'] as const

/** The range and grouping of a report, stored in the URL. Invalid parts are ignored, so that old links still open. */
export function useRangeState() {
  const [params, change] = useUrlQuery()
  const query = rangeOf(params)

  /** `next` gets the current URL's state, which may be newer than the last render. */
  function show(next: (now: RangeQuery) => RangeQuery) {
    change((address) => {
      const wanted = next(rangeOf(address))
      for (const name of names) {
        const value = wanted[name]
        if (value) address.set(name, value)
        else address.delete(name)
      }
    })
  }

  return {
    /** For `useApiQuery(route, { query })`. */
    query,
    /** Null for custom dates. */
    preset: query.start || query.end ? null : (query.range ?? '30'),
    /** Resets the grouping: each range has its own default. */
    showPreset: (range: RangePreset) => show(() => ({ range })),
    showDays: ({ start, end }: DateSpan) => show(() => ({ start, end })),
    groupBy: (groupBy: Grouping) => show((now) => ({ ...now, groupBy })),
  }
}
export type RangeState = ReturnType<typeof useRangeState>

/** Parses the range of a URL. */
export function rangeOf(params: URLSearchParams): RangeQuery {
  const rangeParams = Object.fromEntries(names.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])))
  const whole = RangeQuery.safeParse(rangeParams)
  if (whole.success) return whole.data
  const { groupBy } = rangeParams
  return RangeQuery.safeParse({ groupBy }).data ?? {}
}
