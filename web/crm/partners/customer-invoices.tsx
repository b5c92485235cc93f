import { useMemo } from 'react'
import { type InvoiceRow, invoicingApi } from '#shared/invoicing/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { maxRows, NewestList } from './newest-list.tsx'
import { paths } from '#web/paths.ts'
import { useSettings } from '#web/session/settings.ts'
import { formatDay } from '#shared/format-day.ts'
import type { Column } from '#web/ui/table/column.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { InvoiceStatus } from '#web/invoicing/public/invoice-status.tsx'

const columnsIn = (currency: string): Column<InvoiceRow>[] => [
  { id: 'number', header: 'Invoice', cell: (invoice) => invoice.number },
  { id: 'dueDate', header: 'Due', cell: (invoice) => formatDay(invoice.dueDate), phone: true },
  { id: 'status', header: 'Payment', cell: (invoice) => <InvoiceStatus invoice={invoice} />, phone: 'corner' },
  { id: 'total', header: `Total, ${currency}`, cell: (invoice) => formatDecimalInput(invoice.total, 2), align: 'end' },
  {
    id: 'open',
    header: 'Balance due',
    cell: (invoice) => formatDecimalInput(invoice.voided ? '0' : invoice.due, 2),
    align: 'end',
    phone: true,
  },
]

/** The newest invoices of a customer, with a link to all. */
export function CustomerInvoices({ accountId }: { accountId: string }) {
  const { currency } = useSettings()
  const columns = useMemo(() => columnsIn(currency), [currency])
  const invoices = useApiQuery(invoicingApi.listInvoices, { query: { account: accountId, limit: maxRows } })
  return (
    <NewestList
      title="Newest invoices"
      all={{ to: `${paths.invoices}?account=${accountId}`, label: 'All invoices' }}
      columns={columns}
      result={invoices}
      pathOf={paths.invoice}
      empty={{ title: 'No invoices yet', text: 'Invoices are created when an order is confirmed.' }}
    />
  )
}
