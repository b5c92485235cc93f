import { Link } from 'react-router'
import type { InvoiceRow } from '#shared/invoicing/api.ts'
import { InvoiceStatus } from '#web/invoicing/public/invoice-status.tsx'
import { paths } from '#web/paths.ts'
import { formatDay } from '#shared/format-day.ts'
import type { Column } from '#web/ui/table/column.ts'
import { NameCell } from '#web/ui/table/name-cell.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

type Choices = { currency: string; seesOrders: boolean; isWide: boolean }

/** The columns of the invoice list; orders are links for users who can view them. Narrow windows omit two columns. */
export function invoiceColumns({ currency, seesOrders, isWide }: Choices): Column<InvoiceRow>[] {
  const columns: (Column<InvoiceRow> | false)[] = [
    { id: 'number', header: 'Number', cell: (invoice) => invoice.number, sortable: true },
    {
      id: 'customer',
      sortable: true,
      header: 'Customer',
      // Fills the remaining width.
      cell: (invoice) => <NameCell name={invoice.account.name} className="lg:min-w-[max(100%,7rem)]" />,
      width: '100%',
      phone: true,
    },
    {
      id: 'order',
      header: 'Order',
      cell: ({ order }) =>
        order === null ? (
          <span className="text-muted">Opening balance</span>
        ) : seesOrders ? (
          <Link to={paths.order(order.id)} className="hover:underline">
            {order.number}
          </Link>
        ) : (
          order.number
        ),
    },
    isWide && { id: 'issuedDate', header: 'Issued', cell: (invoice) => formatDay(invoice.issuedDate), sortable: true },
    { id: 'dueDate', header: 'Due', cell: (invoice) => formatDay(invoice.dueDate), sortable: true, phone: true },
    {
      id: 'status',
      exportedAs: ['status', 'daysOverdue'],
      header: 'Payment',
      cell: (invoice) => <InvoiceStatus invoice={invoice} />,
      phone: 'corner',
    },
    {
      id: 'total',
      sortable: true,
      header: `Total, ${currency}`,
      cell: (invoice) => formatDecimalInput(invoice.total, 2),
      align: 'end',
      phone: true,
    },
    isWide && { id: 'paid', header: 'Paid', cell: (invoice) => formatDecimalInput(invoice.paid, 2), align: 'end' },
    isWide && {
      id: 'creditUsed',
      header: 'Credit used',
      cell: (invoice) => formatDecimalInput(invoice.creditUsed, 2),
      align: 'end',
    },
    {
      id: 'open',
      sortable: true,
      header: 'Balance due',
      cell: (invoice) => (
        <span className="font-medium">{formatDecimalInput(invoice.voided ? '0' : invoice.due, 2)}</span>
      ),
      align: 'end',
      phone: true,
    },
  ]
  return columns.filter((column) => column !== false)
}
