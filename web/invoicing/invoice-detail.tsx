import { Mail, Printer } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Invoice } from '#shared/invoicing/api.ts'
import { invoiceDocumentsApi } from '#shared/invoicing/documents-api.ts'
import { whyInvoiceNotDeletable, whyNotMailed, whyNotReset } from '#shared/invoicing/invoice-guards.ts'
import { addressOf } from '#web/api/address.ts'
import { DeleteInvoiceDialog } from './delete-invoice-dialog.tsx'
import { DeleteOpeningDialog } from './delete-opening-dialog.tsx'
import { InvoiceDocument } from './invoice-document.tsx'
import { InvoicePayments } from './invoice-payments.tsx'
import { InvoiceStatus } from '#web/invoicing/public/invoice-status.tsx'
import { ResetPaymentsDialog } from './reset-payments-dialog.tsx'
import { SendInvoiceDialog } from './send-invoice-dialog.tsx'
import { paths } from '#web/paths.ts'
import { RecordPaymentDialog } from '#web/invoicing/public/record-payment-dialog.tsx'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'

type Asked = 'pay' | 'send' | 'reset' | 'delete'

/** A loaded invoice: the document, the payments beside it, and what can be done with both. */
export function InvoiceDetail({ invoice }: { invoice: Invoice }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const mayEdit = useCan('invoices.edit') && !whyNotMailed(invoice)
  const mayDelete = useCan('invoices.delete') && !invoice.voided
  const seesOrders = useCan('salesOrders.view')
  const { order } = invoice
  const isPaid = invoice.paymentStatus === 'Paid in Full'
  const hasPayments = Number(invoice.paid) > 0
  const close = () => setAsked(null)
  return (
    <>
      <div data-chrome className="flex flex-col gap-6">
        <PageHeader
          title={invoice.number}
          status={<InvoiceStatus invoice={invoice} />}
          breadcrumbs={
            <Breadcrumbs>
              <Link to={paths.invoices}>Invoices</Link>
            </Breadcrumbs>
          }
          action={
            mayEdit &&
            !isPaid && (
              <Button variant="primary" onClick={() => setAsked('pay')}>
                Record payment
              </Button>
            )
          }
          menu={
            <>
              <Button onClick={() => window.print()}>
                <Printer aria-hidden />
                Print
              </Button>
              {mayEdit && (
                <Button onClick={() => setAsked('send')}>
                  <Mail aria-hidden />
                  Send
                </Button>
              )}
              {
                <Menu>
                  <MenuItem asChild>
                    <a href={addressOf(invoiceDocumentsApi.printInvoice, { params: { id: invoice.id } })} download>
                      Download PDF
                    </a>
                  </MenuItem>
                  <MenuItem asChild>
                    <Link to={paths.statement(invoice.account.id)}>Statement of the customer</Link>
                  </MenuItem>
                  {seesOrders && order && (
                    <MenuItem asChild>
                      <Link to={paths.order(order.id)}>Go to order {order.number}</Link>
                    </MenuItem>
                  )}
                  {(mayEdit || mayDelete) && seesOrders && <MenuLine />}
                  {mayEdit && (
                    <MenuItem
                      danger
                      disabled={whyNotReset({ hasPayments }) !== null}
                      reason={whyNotReset({ hasPayments })}
                      onSelect={() => setAsked('reset')}
                    >
                      Reverse payments
                    </MenuItem>
                  )}
                  {mayDelete && (
                    <MenuItem
                      danger
                      disabled={whyInvoiceNotDeletable({ hasPayments }) !== null}
                      reason={whyInvoiceNotDeletable({ hasPayments })}
                      onSelect={() => setAsked('delete')}
                    >
                      {order ? 'Delete invoice' : 'Delete opening balance'}
                    </MenuItem>
                  )}
                </Menu>
              }
            </>
          }
        />
        {invoice.voided && (
          <Notice tone="neutral" title="This invoice is void">
            {invoice.voidReason}
          </Notice>
        )}
      </div>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] print:block">
        <InvoiceDocument invoice={invoice} />
        <InvoicePayments invoice={invoice} />
      </div>
      {asked === 'pay' && <RecordPaymentDialog invoice={invoice} close={close} />}
      {asked === 'send' && <SendInvoiceDialog invoice={invoice} close={close} />}
      {asked === 'reset' && <ResetPaymentsDialog invoice={invoice} close={close} />}
      {asked === 'delete' &&
        (order ? (
          <DeleteInvoiceDialog invoice={invoice} order={order} close={close} />
        ) : (
          <DeleteOpeningDialog invoice={invoice} close={close} />
        ))}
    </>
  )
}
