import { type Query, type QueryCache, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { ApiError } from './api-error.ts'
import { asideOf } from './query.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** What a page shows less of without `aside` parts, in the order in which the page asked for them. */
function missingOf(cache: QueryCache): string {
  const names = cache.getAll().filter(isMissing).flatMap(asideOf)
  return new Intl.ListFormat('en').format(new Set(names))
}

/** Nobody's to see, or gone: trying again brings nothing. */
const refusedStatuses = [401, 403, 404]

/** Given up without an answer. */
const isMissing = ({ state: { status, data, error } }: Query) =>
  status === 'error' && data === undefined && !(error instanceof ApiError && refusedStatuses.includes(error.status))

/** Above a page that shows less than it should: parts that have no place of their own to say that they could not be loaded. */
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
  return (
    <Notice
      tone="warn"
      className="items-center py-2 print:hidden"
      title={`Couldn’t load ${names}.`}
      action={
        <Button size="sm" busy={retried !== ''} onClick={() => void retry()}>
          <RotateCw aria-hidden />
          Try again
        </Button>
      }
    />
  )
}
