import { useMemo } from 'react'
import { Link } from 'react-router'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { type AgeBucket, ageNames } from '#shared/invoicing/ageing.ts'
import { paymentStatuses } from '#shared/invoicing/payment-status.ts'
import { useInvoiceBulkActions } from './invoice-bulk-actions.tsx'
import { useListParams } from '#web/lists/use-list-params.ts'
import { useListPage } from '#web/lists/use-list-page.ts'
import { useApiQuery } from '#web/api/query.ts'
import { AgeingBar } from './ageing-bar.tsx'
import { invoiceColumns } from './invoice-columns.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { formatDay } from '#shared/format-day.ts'
import { DayFilter } from '#web/ui/table/day-filter.tsx'
import { FilterBar, FilterSelect } from '#web/lists/filter-bar.tsx'
import { NoMatch } from '#web/lists/no-match.tsx'
import { useMediaQuery } from '#web/ui/media-query.ts'
import { PageHeader } from '#web/ui/page-header.tsx'

export const listed = invoicingApi.listInvoices

const statuses = paymentStatuses.map((status) => ({ value: status, label: status }))

/** The list of invoices: open, paid and overdue. */
export default function InvoiceListPage() {
  const list = useListParams(invoicingApi.listInvoices)
  const invoices = useApiQuery(invoicingApi.listInvoices, { query: list.query }, { keepPrevious: true })
  const { currency } = useSettings()
  const seesOrders = useCan('salesOrders.view')
  const isWide = useMediaQuery('(min-width: 1440px)')
  const columns = useMemo(() => invoiceColumns({ currency, seesOrders, isWide }), [currency, seesOrders, isWide])
  const listPage = useListPage('invoices', list, invoices, columns, useInvoiceBulkActions())
  return (
    <>
      <PageHeader title="Invoices" />
      <div className="flex flex-col gap-3">
        <AgeingBar
          account={list.query.account}
          chosen={list.filter('age').value}
          onChoose={list.filter('age').onChange}
        />
        <FilterBar
          search={{ label: 'Search invoices', ...list.search }}
          chips={list.chips({
            paymentStatus: { label: 'Payment' },
            overdue: { label: 'Due', show: () => 'Overdue' },
            open: { label: 'Balance', show: () => 'Open' },
            age: { label: 'Age', show: (age) => ageNames[age as AgeBucket] },
            account: { label: 'Customer', show: () => invoices.data?.data[0]?.account.name ?? 'One customer' },
            from: { label: 'Issued from', show: formatDay },
            to: { label: 'Issued to', show: formatDay },
          })}
          onClearAll={list.clearAll}
          total={list.total(invoices)}
          tools={listPage.tools}
        >
          <FilterSelect
            label="Payment status"
            allLabel="All payment statuses"
            options={statuses}
            {...list.filter('paymentStatus')}
          />
          <FilterSelect
            label="Due date"
            allLabel="Any due date"
            options={[{ value: 'true', label: 'Overdue' }]}
            {...list.filter('overdue')}
          />
          <DayFilter label="Issued from" leading="From" {...list.filter('from')} />
          <DayFilter label="Issued to" leading="To" {...list.filter('to')} />
        </FilterBar>
      </div>
      <DataTable
        label="Invoices"
        rowId={(invoice) => invoice.id}
        rowHref={(invoice) => paths.invoice(invoice.id)}
        renderLink={({ href, ...link }) => <Link to={href} {...link} />}
        {...listPage.table}
        empty={
          list.isNarrowed ? (
            <NoMatch many="invoices" onClear={list.clearAll}>
              Try another status or fewer letters.
            </NoMatch>
          ) : (
            <EmptyState
              kind="nothing"
              title="No invoices yet"
              action={
                seesOrders && (
                  <Button asChild>
                    <Link to={paths.orders}>Go to sales orders</Link>
                  </Button>
                )
              }
            >
              Invoices are created when an order is confirmed.
            </EmptyState>
          )
        }
      />
      {listPage.bulk}
    </>
  )
}
