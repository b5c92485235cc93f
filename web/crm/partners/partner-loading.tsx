import { Link } from 'react-router'
import type { ApiError } from '#web/api/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

type PartnerLoadingProps = {
  /** "customer" or "supplier". */
  what: string
  /** Where all of them are. */
  list: string
  query: { error: ApiError | null; isFetching: boolean; refetch: () => unknown }
}

/** Stands where a customer or supplier will be, or tells why there is none to show. */
export function PartnerLoading({ what, list, query: { error, isFetching, refetch } }: PartnerLoadingProps) {
  return (
    <>
      <PageHeader title={`${what[0]?.toUpperCase()}${what.slice(1)}`} />
      {!error && (
        <Card>
          <SkeletonText lines={10} />
        </Card>
      )}
      {error && (
        <Card flush>
          {error.status === 404 || error.status === 422 ? (
            <EmptyState
              kind="no-match"
              title={`There is no such ${what}`}
              action={
                <Button asChild>
                  <Link to={list}>Go to the list</Link>
                </Button>
              }
            >
              It may have been deleted, or the link is not complete.
            </EmptyState>
          ) : (
            <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isFetching} />
          )}
        </Card>
      )}
    </>
  )
}
