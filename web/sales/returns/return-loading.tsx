import { Link } from 'react-router'
import type { ApiError } from '#web/api/api-error.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

type ReturnLoadingProps = {
  title: string
  what: 'return' | 'order'
  query: { error: ApiError | null; isFetching: boolean; refetch: () => unknown }
}

export const returnTrail = (
  <Breadcrumbs>
    <Link to={paths.returns}>Returns</Link>
  </Breadcrumbs>
)

/** In the place of a return, or of the order that it is about, until it is there or why it can't be. */
export function ReturnLoading({ title, what, query: { error, isFetching, refetch } }: ReturnLoadingProps) {
  const isGone = error && (error.status === 404 || error.status === 422)
  return (
    <>
      <PageHeader title={title} breadcrumbs={returnTrail} />
      <Card>
        {!error && <SkeletonText lines={10} />}
        {isGone && (
          <EmptyState
            kind="no-match"
            title={`There is no such ${what}`}
            action={
              <Button asChild>
                <Link to={paths.returns}>Back to returns</Link>
              </Button>
            }
          >
            Check the address.
          </EmptyState>
        )}
        {error && !isGone && (
          <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isFetching} />
        )}
      </Card>
    </>
  )
}
