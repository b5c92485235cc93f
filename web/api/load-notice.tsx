import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { cn } from '#web/ui/class-names.ts'
import { isRefused, type LoadError } from '#web/ui/error-state.tsx'
import { Notice } from '#web/ui/notice.tsx'

const explanations = {
  nothing: undefined,
  'other-rows': 'These rows are from your previous search.',
  'old-rows': 'These rows may be out of date.',
  'other-figures': 'These figures are for the previous selection.',
  'old-figures': 'These figures may be out of date.',
} as const

type LoadNoticeProps = {
  /** What is below the notice: nothing yet, the result of an earlier search or selection, or data that may be stale. */
  shows: keyof typeof explanations
  result: { error: LoadError | null; isFetching: boolean; refetch: () => unknown }
  className?: string | undefined
}

/** Notice above a list, record or card that couldn't be loaded: during retries and after the last one. */
export function LoadNotice({ shows, result: { error, isFetching, refetch }, className }: LoadNoticeProps) {
  const client = useQueryClient()
  return (
    <Notice
      tone="warn"
      className={cn('items-center py-2', className)}
      title={isFetching ? 'Couldn’t load. Trying again …' : 'Couldn’t refresh.'}
      action={
        isRefused(error) ? undefined : (
          <Button size="sm" onClick={() => void (isFetching ? retryNow(client) : refetch())}>
            <RotateCw aria-hidden />
            Try again
          </Button>
        )
      }
    >
      {explanations[shows]}
    </Notice>
  )
}

/** Refetches at once all queries that have failed and are waiting for their next retry. */
async function retryNow(client: QueryClient): Promise<void> {
  const isWaiting = ({ state }: Query) => state.fetchStatus === 'fetching' && state.fetchFailureCount > 0
  const waiting = new Set(client.getQueryCache().findAll({ predicate: isWaiting }))
  const predicate = (query: Query) => waiting.has(query)
  await client.cancelQueries({ predicate })
  await client.refetchQueries({ predicate, type: 'active' })
}
