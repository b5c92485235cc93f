import { Button } from '#web/ui/button.tsx'

/** In the place of totals that could not be loaded; `query` is the reply of `useApiQuery`. */
export function TotalsError({ query }: { query: { isFetching: boolean; refetch: () => unknown } }) {
  return (
    <span role="alert" className="flex items-center gap-2 text-table">
      The totals could not be loaded.
      <Button size="sm" busy={query.isFetching} onClick={() => void query.refetch()}>
        Try again
      </Button>
    </span>
  )
}
