import { Link } from 'react-router'
import type { ApiError } from '#web/api/api-error.ts'
import type { RecordPlace } from './record-places.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

type Failed = { error: ApiError | null; isFetching: boolean; refetch: () => unknown }

const Trail = ({ place }: { place: RecordPlace }) => (
  <Breadcrumbs>
    <Link to={place.list} className="first-letter:uppercase">
      {place.listName}
    </Link>
  </Breadcrumbs>
)

const ToList = ({ place }: { place: RecordPlace }) => (
  <Button asChild>
    <Link to={place.list}>Go to {place.listName}</Link>
  </Button>
)

/** In the place of a record that can't be shown: it is gone, or it could not be loaded. */
export function RecordFailure({ query, title, place }: { query: Failed; title: string; place: RecordPlace }) {
  const { error, isFetching, refetch } = query
  return (
    <>
      <PageHeader title={title} breadcrumbs={<Trail place={place} />} />
      <Card flush>
        {error?.status === 404 || error?.status === 422 ? (
          <EmptyState kind="no-match" title={`There is no such ${place.what}`} action={<ToList place={place} />}>
            It may have been deleted, or the link is not complete.
          </EmptyState>
        ) : (
          <ErrorState message={error?.message ?? ''} onRetry={() => void refetch()} retrying={isFetching} />
        )}
      </Card>
    </>
  )
}

/** In the place of a form, for those who may see the records but not change them. */
export function NoRight({ title, place }: { title: string; place: RecordPlace }) {
  return (
    <>
      <PageHeader title={title} breadcrumbs={<Trail place={place} />} />
      <Card flush>
        <EmptyState kind="no-permission" title={`You can't change ${place.many}`} action={<ToList place={place} />}>
          Ask an administrator for permission to {place.right}.
        </EmptyState>
      </Card>
    </>
  )
}

/** Stands where a record will be. */
export function RecordSkeleton({ title }: { title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <div aria-busy className="grid grid-cols-[minmax(0,1fr)_20rem] items-start gap-6 max-xl:grid-cols-1">
        <div className="flex flex-col gap-6">
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
