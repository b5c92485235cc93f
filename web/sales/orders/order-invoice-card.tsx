import { useState } from 'react'
import { Link } from 'react-router'
import { settlementSums } from '#shared/invoicing/invoice-sums.ts'
import type { Order } from '#shared/sales/orders/order.ts'
import { paths } from '#web/paths.ts'
import { RecordPaymentDialog } from '#web/invoicing/public/record-payment-dialog.tsx'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDay } from '#shared/format-day.ts'
import { Card } from '#web/ui/card.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { PaymentStatusBadge } from '#web/invoicing/public/payment-status-badge.tsx'

/** The invoice of an order and its balance due; only for users who can view invoices. */
export function OrderInvoiceCard({ order }: { order: Order }) {
  const mayEdit = useCan('invoices.edit')
  const { currency } = useSettings()
  const [paying, setPaying] = useState(false)
  const { invoice } = order
  if (!invoice)
    return (
      <Card title="Invoice">
        <p className="text-pretty text-secondary">{withoutInvoice(order)}</p>
      </Card>
    )
  return (
    <Card
      title="Invoice"
      action={
        <span className="flex h-8 items-center">
          <PaymentStatusBadge status={invoice.paymentStatus} />
        </span>
      }
    >
      <DescriptionList
        facts={[
          { label: 'Number', value: <Link to={paths.invoice(invoice.id)}>{invoice.number}</Link> },
          { label: `Total, ${currency}`, value: formatDecimalInput(invoice.total, 2), numeric: true },
          ...settlementSums(invoice).map(({ label, value }) => ({
            label,
            value: formatDecimalInput(value, 2),
            numeric: true,
          })),
          {
            label: 'Balance due',
            value: <strong className="font-semibold">{formatDecimalInput(invoice.due, 2)}</strong>,
            numeric: true,
          },
          { label: 'Due date', value: formatDay(invoice.dueDate), numeric: true },
        ]}
      />
      {mayEdit && invoice.paymentStatus !== 'Paid in Full' && (
        <Button className="mt-4 w-full" onClick={() => setPaying(true)}>
          Record payment
        </Button>
      )}
      {paying && <RecordPaymentDialog invoice={invoice} close={() => setPaying(false)} />}
    </Card>
  )
}

const withoutInvoice = ({ status }: Order) =>
  status === 'CANCELLED' ? 'No invoice for this order.' : 'It is created when the order is confirmed.'
