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
  /** How often the call under way has failed. */
  failureCount: number
  refetch: () => unknown
}

type RecordGateProps<T> = {
  query: RecordQuery<T>
  place: RecordPlace
  /** The heading until the record is there; what it is, where it is left out. */
  title?: string
  /** What is typed stays when the record is deleted elsewhere. */
  isForm?: boolean
  children: (record: T) => ReactNode
}

/** In front of a page of one record: it loads, is not there, was deleted, may not be seen, or could not be loaded. */
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

/** In the place of a form, for those who may see the records but not change them. */
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

/** In the place of a form, for a document that has gone on: its status, and what may still be changed when. */
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

/** In the place of a record until it is there. */
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
