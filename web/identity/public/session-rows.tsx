import type { Session } from '#shared/identity/profile/sessions-api.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

type SessionRowsProps = {
  query: {
    data: { data: Session[] } | undefined
    error: ApiError | null
    isFetching: boolean
    refetch: () => unknown
  }
  busy: boolean
  onEnd: (session: Session) => void
}

/** A user's sessions, each with a button to end it; the current one ends by logging out. */
export function SessionRows({ query: { data, error, isFetching, refetch }, busy, onEnd }: SessionRowsProps) {
  if (!data && error)
    return <ErrorState what="Sessions" error={error} onRetry={() => void refetch()} retrying={isFetching} />
  if (!data) return <SkeletonText lines={3} />
  if (data.data.length === 0) return <p className="text-muted">Not signed in anywhere.</p>
  return (
    <ul className="flex flex-col">
      {data.data.map((session) => (
        <li
          key={session.id}
          className="flex items-center gap-3 border-line border-t py-2.5 first:border-t-0 first:pt-0 last:pb-0"
        >
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-2 font-medium">
              {session.device}
              {session.current && <Badge tone="good">This device</Badge>}
            </p>
            <p className="text-muted text-table">
              {session.ip ? `${session.ip} · last seen ` : 'Last seen '}
              <RelativeTime at={session.lastSeenAt} />
            </p>
          </div>
          {!session.current && (
            <Button
              size="sm"
              disabled={busy}
              aria-label={`End the session of ${session.device}`}
              onClick={() => onEnd(session)}
            >
              End
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
