import { Link, useParams } from 'react-router'
import { salesApi } from '#shared/sales/orders/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { OrderDetail } from './order-detail.tsx'
import { OrderSkeleton } from './order-skeleton.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'

export const record = salesApi.getOrder

/** One sales order: how it stands, what is next, and everything that belongs to it. */
export default function OrderPage() {
  const { id = '' } = useParams()
  const { data: order, error, isFetching, refetch } = useApiQuery(record, { params: { id } })
  if (order) return <OrderDetail key={order.id} order={order} />
  if (!error) return <OrderSkeleton />
  return (
    <>
      <PageHeader
        title="Sales order"
        breadcrumbs={
          <Breadcrumbs>
            <Link to={paths.orders}>Sales orders</Link>
          </Breadcrumbs>
        }
      />
      <Card>
        {error.status === 404 || error.status === 422 ? (
          <EmptyState
            kind="no-match"
            title="There is no such order"
            action={
              <Button asChild>
                <Link to={paths.orders}>Back to sales orders</Link>
              </Button>
            }
          >
            It may have been deleted.
          </EmptyState>
        ) : (
          <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isFetching} />
        )}
      </Card>
    </>
  )
}
