import { Link } from 'react-router'
import type { Invoice } from '#shared/invoicing/api.ts'
import { paymentStatuses } from '#shared/invoicing/payment-status.ts'
import { DocumentFrame } from '#web/documents/document-frame.tsx'
import { useInvoiceActions } from './invoice-actions.tsx'
import { InvoiceDocument } from './invoice-document.tsx'
import { InvoiceMails } from './invoice-mails.tsx'
import { InvoicePayments } from './invoice-payments.tsx'
import { InvoiceStatus } from '#web/invoicing/public/invoice-status.tsx'
import { paths } from '#web/paths.ts'
import { invoicePlace } from '#web/records/record-places.ts'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { Card } from '#web/ui/card.tsx'
import { formatDay } from '#shared/format-day.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { Notice } from '#web/ui/notice.tsx'

/** A loaded invoice: the document, its payments, and the actions of both. */
export function InvoiceDetail({ invoice }: { invoice: Invoice }) {
  const acts = useInvoiceActions(invoice)
  const [seesCustomers, seesOrders] = [useCan('crm.view'), useCan('salesOrders.view')]
  const { currency } = useSettings()
  const { account, order, voided, paymentStatus } = invoice
  return (
    <DocumentFrame
      place={invoicePlace}
      number={invoice.number}
      status={<InvoiceStatus invoice={invoice} />}
      facts={[
        {
          label: 'Customer',
          value: seesCustomers ? <Link to={paths.customer(account.id)}>{account.name}</Link> : account.name,
        },
        { label: 'Due date', value: formatDay(invoice.dueDate) },
        { label: `Total, ${currency}`, value: formatDecimalInput(invoice.total, 2), isAmount: true },
        { label: 'Balance due', value: formatDecimalInput(voided ? '0' : invoice.due, 2), isAmount: true },
      ]}
      progress={
        voided
          ? null
          : {
              steps: paymentStatuses.map((name) => ({ name })),
              current: paymentStatuses.indexOf(paymentStatus),
              tone: invoice.overdue ? 'bad' : 'info',
            }
      }
      actions={acts}
      notices={
        voided && (
          <Notice tone="neutral" title="This invoice was voided">
            {invoice.voidReason}
          </Notice>
        )
      }
      rail={{
        payment: <InvoicePayments invoice={invoice} />,
        documents: <InvoiceMails invoice={invoice} />,
        related: seesOrders && order && (
          <Card title="Related records">
            <Link to={paths.order(order.id)} className="link">
              {order.number}
            </Link>
          </Card>
        ),
      }}
      printsMainOnly
    >
      <InvoiceDocument invoice={invoice} />
    </DocumentFrame>
  )
}
