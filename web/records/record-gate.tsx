import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ApiError } from '#web/api/api-error.ts'
import { LoadNotice } from '#web/api/load-notice.tsx'
import { listTitle, type RecordPlace } from './record-places.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

type RecordQuery<T> = {
  data: T | undefined
  error: ApiError | null
  isFetching: boolean
  /** How often the current request has failed. */
  failureCount: number
  refetch: () => unknown
}

type RecordGateProps<T> = {
  query: RecordQuery<T>
  place: RecordPlace
  /** The heading until the record is loaded; the kind of record by default. */
  title?: string
  /** Keeps the user's input when the record is deleted elsewhere. */
  isForm?: boolean
  children: (record: T) => ReactNode
}

/** Renders the page of a record once it is loaded; else that it is loading, not found, deleted, forbidden, or failed to load. */
export function RecordGate<T>({ query, place, isForm = false, children, ...props }: RecordGateProps<T>) {
  const { title = place.what.replace(/^./, (letter) => letter.toUpperCase()) } = props
  const { data, error, isFetching, refetch } = query
  const isGone = error?.status === 404
  if (error?.status === 403)
    return (
      <Stopped title={title} place={place}>
        <EmptyState kind="no-permission" title={`You can't view this ${place.what}`}>
          Ask an administrator for permission to {place.right.replace(/^edit/, 'view')}.
        </EmptyState>
      </Stopped>
    )
  if (data !== undefined && !(isGone && !isForm))
    return (
      <>
        {isGone && (
          <Notice tone="bad" title={`This ${place.what} has been deleted`}>
            What you typed can’t be saved any more.
          </Notice>
        )}
        {children(data)}
      </>
    )
  if (!error)
    return (
      <RecordSkeleton
        title={title}
        place={place}
        notice={query.failureCount > 0 && <LoadNotice shows="nothing" result={query} />}
      />
    )
  return (
    <Stopped title={title} place={place}>
      {isGone ? (
        <EmptyState
          kind="no-match"
          title={data === undefined ? `There is no such ${place.what}` : `This ${place.what} has been deleted`}
          action={<ToList place={place} />}
        >
          {data === undefined
            ? 'It may have been deleted, or the link is not complete.'
            : 'It was open here while it was deleted elsewhere.'}
        </EmptyState>
      ) : (
        <ErrorState what={`This ${place.what}`} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      )}
    </Stopped>
  )
}

/** Replaces a form for users who can view the records but not edit them. */
export function NoRight({ title, place }: { title: string; place: RecordPlace }) {
  return (
    <Stopped title={title} place={place}>
      <EmptyState kind="no-permission" title={`You can't change ${place.many}`} action={<ToList place={place} />}>
        Ask an administrator for permission to {place.right}.
      </EmptyState>
    </Stopped>
  )
}

type NotOpenProps = { title: string; place: RecordPlace; status: string; to: string; children: ReactNode }

/** Replaces the form of a document that can't be edited any more: shows its status, and when editing is possible. */
export function NotOpen({ title, place, status, to, children }: NotOpenProps) {
  return (
    <Stopped title={title} place={place}>
      <EmptyState
        kind="no-permission"
        title={`The ${place.what} is ${status.toLowerCase()}`}
        action={
          <Button asChild>
            <Link to={to}>Go to the {place.what}</Link>
          </Button>
        }
      >
        {children}
      </EmptyState>
    </Stopped>
  )
}

const ToList = ({ place }: { place: RecordPlace }) => (
  <Button asChild>
    <Link to={place.list}>Go to {place.listName}</Link>
  </Button>
)

type StoppedProps = { title: string; place: RecordPlace; children: ReactNode }

const Stopped = ({ title, place, children }: StoppedProps) => (
  <>
    <RecordTop title={title} place={place} />
    <Card flush>{children}</Card>
  </>
)

const RecordTop = ({ title, place }: { title: string; place: RecordPlace }) => (
  <PageHeader
    title={title}
    breadcrumbs={
      <Breadcrumbs>
        <Link to={place.list}>{listTitle(place)}</Link>
      </Breadcrumbs>
    }
  />
)

/** Shown until a record is loaded. */
export function RecordSkeleton({ title, place, notice }: { title: string; place: RecordPlace; notice?: ReactNode }) {
  return (
    <>
      <RecordTop title={title} place={place} />
      {notice}
      <div
        role="status"
        aria-busy
        aria-label={`Loading ${place.what}`}
        className="grid grid-cols-[minmax(0,1fr)_20rem] items-start gap-6 max-xl:grid-cols-1"
      >
        <div className="flex min-w-0 flex-col gap-6">
          <Card>
            <SkeletonText lines={3} />
          </Card>
          <Card>
            <SkeletonText lines={8} />
          </Card>
        </div>
        <Card>
          <SkeletonText lines={8} />
        </Card>
      </div>
    </>
  )
}
