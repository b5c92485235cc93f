import { Mail, Printer } from 'lucide-react'
import { useState } from 'react'
import type { Invoice } from '#shared/invoicing/api.ts'
import { invoiceDocumentsApi } from '#shared/invoicing/documents-api.ts'
import {
  isSettledInPart,
  whyInvoiceNotDeletable,
  whyInvoiceNotOpen,
  whyNotPayable,
  whyNotReset,
} from '#shared/invoicing/invoice-guards.ts'
import { whyNotUninvoiced } from '#shared/sales/orders/order-guards.ts'
import { addressOf } from '#web/api/address.ts'
import type { DocumentActions } from '#web/documents/document-action.tsx'
import { DeleteInvoiceDialog } from './delete-invoice-dialog.tsx'
import { DeleteOpeningDialog } from './delete-opening-dialog.tsx'
import { ResetPaymentsDialog } from './reset-payments-dialog.tsx'
import { paths } from '#web/paths.ts'
import { RecordPaymentDialog } from '#web/invoicing/public/record-payment-dialog.tsx'
import { SendDocumentDialog } from '#web/invoicing/public/send-document-dialog.tsx'
import { useCan } from '#web/session/session.ts'

type OpenDialog = 'pay' | 'send' | 'reset' | 'delete'

/** The available actions of an invoice and its payments. */
export function useInvoiceActions(invoice: Invoice): DocumentActions {
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const isOpen = !whyInvoiceNotOpen(invoice)
  const mayEdit = useCan('invoices.edit') && isOpen
  const mayDelete = useCan('invoices.delete') && isOpen
  const seesOrders = useCan('salesOrders.view')
  const { order } = invoice
  const isPaid = invoice.paymentStatus === 'Paid in Full'
  const hasPayments = isSettledInPart(invoice)
  const href = addressOf(invoiceDocumentsApi.printInvoice, { params: { id: invoice.id } })
  const close = () => setDialog(null)
  return {
    next: mayEdit &&
      !whyNotPayable({ isPaid }) && { id: 'pay', label: 'Record payment', onSelect: () => setDialog('pay') },
    beside: [
      mayEdit && { id: 'send', label: 'Send', icon: <Mail aria-hidden />, onSelect: () => setDialog('send') },
      { id: 'print', label: 'Print', icon: <Printer aria-hidden />, onSelect: () => window.print() },
    ],
    menu: [
      [
        { id: 'pdf', label: 'Download PDF', href },
        { id: 'statement', label: 'Statement of the customer', to: paths.statement(invoice.account.id) },
        seesOrders && order && { id: 'order', label: `Go to order ${order.number}`, to: paths.order(order.id) },
      ],
      [
        mayEdit && {
          id: 'reset',
          label: 'Reverse payments',
          danger: true,
          reason: whyNotReset({ hasPayments, deleted: invoice.deleted }),
          onSelect: () => setDialog('reset'),
        },
        mayDelete && {
          id: 'delete',
          label: order ? 'Delete invoice' : 'Delete opening balance',
          danger: true,
          reason: order
            ? (whyNotUninvoiced({ status: order.status, paid: hasPayments })?.reason ?? null)
            : whyInvoiceNotDeletable({ hasPayments }),
          onSelect: () => setDialog('delete'),
        },
      ],
    ],
    dialogs: (
      <>
        {dialog === 'pay' && <RecordPaymentDialog invoice={invoice} close={close} />}
        {dialog === 'send' && (
          <SendDocumentDialog
            route={invoiceDocumentsApi.sendInvoice}
            what="invoice"
            document={invoice}
            account={invoice.account}
            href={href}
            below="The amounts and the due date are added below."
            close={close}
          />
        )}
        {dialog === 'reset' && <ResetPaymentsDialog invoice={invoice} close={close} />}
        {dialog === 'delete' &&
          (order ? (
            <DeleteInvoiceDialog invoice={invoice} order={order} close={close} />
          ) : (
            <DeleteOpeningDialog invoice={invoice} close={close} />
          ))}
      </>
    ),
  }
}
