import { type ReactNode, useState } from 'react'
import { toast } from 'sonner'
import { crmApi } from '#shared/crm/partners/api.ts'
import { invoiceDocumentsApi } from '#shared/invoicing/documents-api.ts'
import { shipmentDocumentsApi } from '#shared/logistics/shipments/documents-api.ts'
import type { Order } from '#shared/sales/orders/order.ts'
import { orderDocumentsApi } from '#shared/sales/orders/order-documents-api.ts'
import { whyNotConfirmation } from '#shared/sales/orders/order-guards.ts'
import { unpacked } from '#shared/sales/orders/order-transitions.ts'
import { addressOf } from '#web/api/address.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { MailDialog, useMailForm } from '#web/forms/mail-dialog.tsx'
import { useCan } from '#web/session/session.ts'
import { useIsMailSetUp, useIsUnsent } from '#web/session/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** The PDFs of an order, and whether its confirmation was sent. */
export function OrderDocuments({ order }: { order: Order }) {
  const maySend = useCan('salesOrders.edit')
  const seesInvoices = useCan('invoices.view')
  const seesShipping = useCan('shipping.view')
  const [isSending, setSending] = useState(false)
  const { id, invoice, confirmation, shipments } = order
  const isUnsent = useIsUnsent(confirmation?.mailState ?? null)
  const hasConfirmation = !whyNotConfirmation(order)
  const hasPickList = unpacked.includes(order.status) && order.orderLines.some((line) => line.allocations.length > 0)
  if (!hasConfirmation && !hasPickList) return null
  return (
    <div data-chrome>
      <Card title="Documents">
        <ul className="flex flex-col gap-3">
          {hasConfirmation && (
            <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <span className="min-w-0">
                <Pdf href={addressOf(orderDocumentsApi.printConfirmation, { params: { id } })}>
                  Order confirmation (PDF)
                </Pdf>
                <span className="wrap-anywhere block text-muted text-xs">
                  {confirmation ? (
                    <>
                      {isUnsent ? 'Not sent' : 'Sent'} to {confirmation.to} <RelativeTime at={confirmation.at} />
                    </>
                  ) : (
                    'Not sent'
                  )}
                </span>
              </span>
              {maySend && (
                <Button size="sm" onClick={() => setSending(true)}>
                  Send
                </Button>
              )}
            </li>
          )}
          {hasPickList && (
            <li>
              <Pdf href={addressOf(orderDocumentsApi.printPickList, { params: { id } })}>Pick list (PDF)</Pdf>
            </li>
          )}
          {invoice && seesInvoices && (
            <li>
              <Pdf href={addressOf(invoiceDocumentsApi.printInvoice, { params: { id: invoice.id } })}>
                Invoice (PDF)
              </Pdf>
            </li>
          )}
          {seesShipping &&
            shipments.map((shipment) => (
              <li key={shipment.id}>
                <Pdf
                  href={addressOf(shipmentDocumentsApi.printShipment, {
                    params: { id: shipment.id, kind: 'delivery-note' },
                  })}
                >
                  {shipments.length > 1 ? `Delivery note (PDF) of ${shipment.number}` : 'Delivery note (PDF)'}
                </Pdf>
              </li>
            ))}
        </ul>
        {isSending && <SendConfirmationDialog order={order} close={() => setSending(false)} />}
      </Card>
    </div>
  )
}

function Pdf({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className="link" href={href} download>
      {children}
    </a>
  )
}

function SendConfirmationDialog({ order, close }: { order: Order; close: () => void }) {
  const { id, number, account, confirmation: last } = order
  // A deleted customer's address can't be loaded; the user can enter one.
  const customer = useApiQuery(crmApi.getAccount, { params: { id: account.id } }, { enabled: !last })
  const mail = useMailForm(orderDocumentsApi.sendConfirmation.spec.body, last?.to ?? customer.data?.email ?? null)
  const isMailSetUp = useIsMailSetUp()
  const send = useApiMutation(orderDocumentsApi.sendConfirmation, {
    onSuccess: ({ confirmation }) => {
      const to = confirmation?.to ?? ''
      toast.success(isMailSetUp ? `Confirmation is on its way to ${to}` : 'Not sent: kept in the email log')
      close()
    },
    errors: 'page',
    onError: mail.refusal.onError,
  })
  return (
    <MailDialog
      mail={mail}
      {...(!last && { recipient: customer })}
      title={`Send the order confirmation to ${account.name}`}
      description={
        <>
          The email includes{' '}
          <a className="link" href={addressOf(orderDocumentsApi.printConfirmation, { params: { id } })} download>
            order-confirmation-{number}.pdf
          </a>
          .
        </>
      }
      words={`Thank you for your order. Please find our confirmation ${number} attached.`}
      below="The total and the contact are added below."
      busy={send.isPending}
      onSend={(body) => send.submit({ params: { id }, body })}
      close={close}
    />
  )
}
