import { Link, useParams } from 'react-router'
import { invoiceSums, settlementSums } from '#shared/invoicing/invoice-sums.ts'
import { type PortalInvoice, portalInvoicesApi } from '#shared/portal/invoices-api.ts'
import { addressOf } from '#web/api/address.ts'
import { useApiQuery } from '#web/api/query.ts'
import { AmountList } from '#web/ui/amount-list.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { formatDay } from '#shared/format-day.ts'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { InvoiceBadge } from './invoice-list-page.tsx'
import { Loaded } from './loaded.tsx'
import { usePortal } from './portal-context.ts'
import { pieces, useMoney } from './portal-words.ts'

/** An invoice: its lines, how to pay it, and its PDF. */
export default function InvoicePage() {
  const { id = '' } = useParams()
  const { base, query } = usePortal()
  const invoice = useApiQuery(portalInvoicesApi.getInvoice, { params: { id }, query }, { untold: true })
  const found = invoice.data
  return (
    <>
      <PageHeader
        title={found ? `Invoice ${found.number}` : 'Invoice'}
        status={found && <InvoiceBadge {...found} />}
        breadcrumbs={
          <Breadcrumbs>
            <Link to={`${base}/invoices`}>Invoices</Link>
          </Breadcrumbs>
        }
        action={
          found && (
            <Button asChild variant="primary">
              <a href={addressOf(portalInvoicesApi.printInvoice, { params: { id }, query })} download>
                Download PDF
              </a>
            </Button>
          )
        }
      />
      <Loaded what="This invoice" query={invoice}>
        {(one) => (
          <div className="grid items-start gap-5 md:grid-cols-[minmax(0,1fr)_20rem]">
            <InvoiceLines invoice={one} />
            <div className="flex min-w-0 flex-col gap-5">
              <Card title="Details">
                <DescriptionList
                  facts={[
                    one.order
                      ? { label: 'Order', value: <Link to={`${base}/orders/${one.order.id}`}>{one.order.number}</Link> }
                      : { label: 'Opening balance', value: one.reference },
                    { label: 'Issued', value: formatDay(one.issuedDate) },
                    { label: 'Due', value: formatDay(one.dueDate) },
                  ]}
                />
              </Card>
              {one.howToPay && <HowToPay pay={one.howToPay} />}
              <Payments invoice={one} />
            </div>
          </div>
        )}
      </Loaded>
    </>
  )
}

function InvoiceLines({ invoice }: { invoice: PortalInvoice }) {
  const money = useMoney()
  return (
    <Card title="Items">
      <ul className="flex flex-col divide-y divide-line">
        {invoice.lines.map((line) => (
          <li key={line.id} className="flex gap-4 py-3 first:pt-0">
            <div className="min-w-0 flex-1">
              <p className="wrap-anywhere font-medium">{line.name}</p>
              <p className="text-muted text-table">
                {pieces(line.quantity)} at {money(line.unitPrice)}
              </p>
            </div>
            <p className="figures shrink-0">{money(line.total)}</p>
          </li>
        ))}
      </ul>
      <div className="border-line border-t pt-3">
        <AmountList
          rows={[
            ...invoiceSums(invoice),
            { label: 'Total', value: invoice.total },
            ...settlementSums(invoice),
            { label: 'Balance due', value: invoice.due, isTotal: true },
          ]}
        />
      </div>
    </Card>
  )
}

/** The bank account, the payment reference, and a QR code for banking apps. */
function HowToPay({ pay }: { pay: NonNullable<PortalInvoice['howToPay']> }) {
  const money = useMoney()
  return (
    <Card title="How to pay">
      <DescriptionList
        facts={[
          { label: 'Account holder', value: pay.holder },
          ...(pay.iban ? [{ label: 'IBAN', value: <span className="figures">{pay.iban}</span> }] : []),
          ...(pay.bic ? [{ label: 'BIC', value: pay.bic }] : []),
          { label: 'Amount', value: money(pay.amount), numeric: true },
          { label: 'Reference', value: <strong>{pay.reference}</strong> },
        ]}
      />
      {pay.iban === null && <p className="mt-3 text-muted text-table">Ask us for our bank account.</p>}
      {pay.qrText && (
        <div className="mt-4 flex flex-col items-center gap-2">
          <QrCode text={pay.qrText} label={`Payment code for ${money(pay.amount)} with reference ${pay.reference}`} />
          <p className="text-center text-muted text-table">Scan with your banking app.</p>
        </div>
      )}
    </Card>
  )
}

function Payments({ invoice }: { invoice: PortalInvoice }) {
  const money = useMoney()
  if (invoice.payments.length === 0) return null
  return (
    <Card title="Payments">
      <ul className="flex flex-col gap-2">
        {invoice.payments.map((payment) => (
          <li key={payment.id} className="flex justify-between gap-4">
            <span>
              {formatDay(payment.receivedDate)}
              {payment.isCredit && ', from your credit'}
            </span>
            <span className="figures">{money(payment.amount)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
