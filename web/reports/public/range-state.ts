import { type DateSpan, type Grouping, RangeQuery, type RangePreset } from '#shared/reports/date-range.ts'
import { useUrlQuery } from '#web/lists/use-url-query.ts'

const names = ['range', 'start', 'end', 'groupBy'] as const

/** What a report looks at, kept in the address. What the contract refuses is left out, so an old link still opens. */
export function useRangeState() {
  const [params, change] = useUrlQuery()
  const query = rangeOf(params)

  /** `next` is asked of what stands in the address, which may be more than what was last painted. */
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
    /** Null for days that were chosen by hand. */
    preset: query.start || query.end ? null : (query.range ?? '30'),
    /** Another range has a grouping of its own. */
    showPreset: (range: RangePreset) => show(() => ({ range })),
    showDays: ({ start, end }: DateSpan) => show(() => ({ start, end })),
    groupBy: (groupBy: Grouping) => show((now) => ({ ...now, groupBy })),
  }
}
export type RangeState = ReturnType<typeof useRangeState>

/** What an address looks at. */
export function rangeOf(params: URLSearchParams): RangeQuery {
  const rangeParams = Object.fromEntries(names.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])))
  const whole = RangeQuery.safeParse(rangeParams)
  if (whole.success) return whole.data
  const { groupBy } = rangeParams
  return RangeQuery.safeParse({ groupBy }).data ?? {}
}
