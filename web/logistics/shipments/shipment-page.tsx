import { Link, useParams } from 'react-router'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { ShipmentDetail } from './shipment-detail.tsx'

export const record = shipmentsApi.getShipment

/** One shipment: what is in it, where it goes, what is next and what happened to it. */
export default function ShipmentPage() {
  const { id = '' } = useParams()
  const { data, error, isFetching, refetch } = useApiQuery(record, { params: { id } })
  if (data) return <ShipmentDetail key={data.id} shipment={data} />
  return (
    <>
      <PageHeader
        title="Shipment"
        breadcrumbs={
          <Breadcrumbs>
            <Link to={paths.shipping}>Shipping</Link>
          </Breadcrumbs>
        }
      />
      {!error && <Loading />}
      {error && (
        <Card flush>
          {error.status === 404 || error.status === 422 ? (
            <EmptyState
              kind="no-match"
              title="There is no such shipment"
              action={
                <Button asChild>
                  <Link to={paths.shipping}>Go to shipping</Link>
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

function Loading() {
  return (
    <div aria-busy className="grid grid-cols-[minmax(0,1fr)_20rem] items-start gap-6 max-lg:grid-cols-1">
      <Card>
        <SkeletonText lines={10} />
      </Card>
      <Card>
        <SkeletonText lines={8} />
      </Card>
    </div>
  )
}
