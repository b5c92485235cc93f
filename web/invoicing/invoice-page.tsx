import { Link, useParams } from 'react-router'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { InvoiceDetail } from './invoice-detail.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton, SkeletonText } from '#web/ui/skeleton.tsx'

export const record = invoicingApi.getInvoice

/** One invoice, as the customer gets it, and the payments on it. */
export default function InvoicePage() {
  const { id = '' } = useParams()
  const { data: invoice, error, isFetching, refetch } = useApiQuery(record, { params: { id } })
  if (invoice) return <InvoiceDetail key={invoice.id} invoice={invoice} />
  if (!error) return <InvoiceSkeleton />
  return (
    <>
      <PageHeader
        title="Invoice"
        breadcrumbs={
          <Breadcrumbs>
            <Link to={paths.invoices}>Invoices</Link>
          </Breadcrumbs>
        }
      />
      <Card>
        {error.status === 404 || error.status === 422 ? (
          <EmptyState
            kind="no-match"
            title="There is no such invoice"
            action={
              <Button asChild>
                <Link to={paths.invoices}>Back to invoices</Link>
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

function InvoiceSkeleton() {
  return (
    <div role="status" aria-label="Loading invoice" className="flex flex-col gap-6">
      <div className="flex flex-col gap-3">
        <Skeleton className="h-3 w-24" />
        <Skeleton className="h-6 w-64" />
      </div>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Card>
          <SkeletonText lines={16} />
        </Card>
        <Card title="Payment">
          <SkeletonText lines={4} />
        </Card>
      </div>
    </div>
  )
}
