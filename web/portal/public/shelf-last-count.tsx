import type { Shelf } from '#shared/portal/shelf-api.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** When and by whom a shelf was last counted. */
export function ShelfLastCount({ shelf: { lastCount } }: { shelf: Pick<Shelf, 'lastCount'> }) {
  if (!lastCount) return 'Not counted yet'
  return (
    <>
      Counted <RelativeTime at={lastCount.at} /> by {lastCount.by}
    </>
  )
}
