import { type Query, type QueryCache, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { ApiError } from './api-error.ts'
import { asideOf } from './query.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** The `aside` names of the queries that failed, in the order in which the page requested them. */
function missingOf(cache: QueryCache): string {
  const names = cache.getAll().filter(isMissing).flatMap(asideOf)
  return new Intl.ListFormat('en').format(new Set(names))
}

/** Not permitted, or deleted: trying again is pointless. */
const refusedStatuses = [401, 403, 404]

/** All attempts failed and there is no data. */
export const isGivenUp = ({ data, error }: { data?: unknown; error: unknown }) =>
  error !== null && data === undefined && !(error instanceof ApiError && refusedStatuses.includes(error.status))
const isMissing = ({ state }: Query) => state.status === 'error' && isGivenUp(state)

/** Notice above a page: names the `aside` queries that failed, since those parts have no place for their own error. */
export function MissingParts() {
  const client = useQueryClient()
  const cache = client.getQueryCache()
  const missing = useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => missingOf(cache),
  )
  const [retried, setRetried] = useState('')
  const names = missing || retried
  if (names === '') return null
  const retry = async () => {
    setRetried(names)
    await client.refetchQueries({ type: 'active', predicate: isMissing })
    setRetried('')
  }
  return <MissingNotice names={names} isRetried={retried !== ''} onRetry={() => void retry()} />
}

/** The reply of `useApiQuery`. */
export type Read = { data: unknown; error: unknown; refetch: () => Promise<unknown> }

/** The same notice for one query, in a dialog that shows less without it. */
export function MissingPart({ what, read }: { what: string; read: Read }) {
  const [isRetried, setIsRetried] = useState(false)
  if (!isRetried && !isGivenUp(read)) return null
  const retry = async () => {
    setIsRetried(true)
    await read.refetch()
    setIsRetried(false)
  }
  return <MissingNotice names={what} isRetried={isRetried} onRetry={() => void retry()} />
}

type MissingNoticeProps = { names: string; isRetried: boolean; onRetry: () => void }

function MissingNotice({ names, isRetried, onRetry }: MissingNoticeProps) {
  return (
    <Notice
      tone="warn"
      className="items-center py-2 print:hidden"
      title={`Couldn’t load ${names}.`}
      action={
        <Button size="sm" busy={isRetried} onClick={onRetry}>
          <RotateCw aria-hidden />
          Try again
        </Button>
      }
    />
  )
}
