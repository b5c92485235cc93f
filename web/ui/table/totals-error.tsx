import { Button } from '#web/ui/button.tsx'
import { isRefused, type LoadError } from '#web/ui/error-state.tsx'

type TotalsQuery = { error: LoadError | null; isFetching: boolean; refetch: () => unknown }

/** Shown instead of totals that could not be loaded; `query` is the reply of `useApiQuery`. */
export function TotalsError({ query }: { query: TotalsQuery }) {
  if (isRefused(query.error)) return <span className="text-table">You can't view the totals.</span>
  return (
    <span role="alert" className="flex items-center gap-2 text-table">
      The totals could not be loaded.
      <Button size="sm" busy={query.isFetching} onClick={() => void query.refetch()}>
        Try again
      </Button>
    </span>
  )
}
