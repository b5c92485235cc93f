import { Link, useParams } from 'react-router'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { RouteDetail } from './route-detail.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

/** One route: its stops in their order, where the driver is, and what is next. */
export default function RoutePage() {
  const { id = '' } = useParams()
  const route = useApiQuery(routesApi.getRoute, { params: { id } })
  if (route.data) return <RouteDetail key={route.data.id} route={route.data} />
  const { error, isFetching, refetch } = route
  return (
    <>
      <PageHeader
        title="Route"
        breadcrumbs={
          <Breadcrumbs>
            <Link to={paths.routes}>Routes</Link>
          </Breadcrumbs>
        }
      />
      {!error && (
        <div aria-busy className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <Card>
            <SkeletonText lines={8} />
          </Card>
          <Card>
            <SkeletonText lines={8} />
          </Card>
        </div>
      )}
      {error && (
        <Card flush>
          {error.status === 404 || error.status === 422 ? (
            <EmptyState
              kind="no-match"
              title="There is no such route"
              action={
                <Button asChild>
                  <Link to={paths.routes}>Go to routes</Link>
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
