import { Link } from 'react-router'
import type { ApiError } from '#web/api/api-error.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

type Failed = { error: ApiError | null; isFetching: boolean; refetch: () => unknown }

/** In the place of a product that can't be shown: it is gone, or it could not be loaded. */
export function ProductFailure({ query, title }: { query: Failed; title: string }) {
  const { error, isFetching, refetch } = query
  return (
    <>
      <PageHeader title={title} />
      <Card flush>
        {error?.status === 404 || error?.status === 422 ? (
          <EmptyState
            kind="no-match"
            title="There is no such product"
            action={
              <Button asChild>
                <Link to={paths.products}>Go to inventory</Link>
              </Button>
            }
          >
            It may have been deleted, or the link is not complete.
          </EmptyState>
        ) : (
          <ErrorState message={error?.message ?? ''} onRetry={() => void refetch()} retrying={isFetching} />
        )}
      </Card>
    </>
  )
}

/** Stands where a product will be. */
export function ProductSkeleton({ title }: { title: string }) {
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
          <SkeletonText lines={12} />
        </Card>
      </div>
    </>
  )
}
