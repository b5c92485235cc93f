import { Link } from 'react-router'
import type { ApiError } from '#web/api/api-error.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

type PurchaseLoadingProps = {
  title: string
  query: { error: ApiError | null; isFetching: boolean; refetch: () => unknown }
}

/** In the place of a purchase order until it is there, or why it can't be. */
export function PurchaseLoading({ title, query: { error, isFetching, refetch } }: PurchaseLoadingProps) {
  return (
    <>
      <PageHeader
        title={title}
        breadcrumbs={
          <Breadcrumbs>
            <Link to={paths.purchaseOrders}>Purchase orders</Link>
          </Breadcrumbs>
        }
      />
      <Card>
        {!error && <SkeletonText lines={12} />}
        {error && (error.status === 404 || error.status === 422) && (
          <EmptyState
            kind="no-match"
            title="There is no such purchase order"
            action={
              <Button asChild>
                <Link to={paths.purchaseOrders}>Back to purchase orders</Link>
              </Button>
            }
          >
            It may have been deleted.
          </EmptyState>
        )}
        {error && error.status !== 404 && error.status !== 422 && (
          <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isFetching} />
        )}
      </Card>
    </>
  )
}
