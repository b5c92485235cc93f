import type { ReactNode } from 'react'
import { addressLine, type PostalAddress } from '#shared/crm/partners/postal-address.ts'
import type { Invoice } from '#shared/invoicing/api.ts'
import { CompanyBlock } from './company-block.tsx'
import { InvoiceLines } from './invoice-lines.tsx'
import { useSettings } from '#web/session/settings.ts'
import { Payee } from './public/payee.tsx'
import { formatDay } from '#shared/format-day.ts'
import { unbrokenAddress } from '#web/ui/table/unbroken-numbers.tsx'

/** The invoice as the customer gets it: the only part of the page that is printed. */
export function InvoiceDocument({ invoice }: { invoice: Invoice }) {
  const { company, documents } = useSettings()
  const { order } = invoice
  const name = order ? 'Invoice' : 'Opening balance'
  return (
    <article
      aria-label={`Invoice ${invoice.number}`}
      className="@container flex min-w-0 flex-col gap-10 rounded-lg border border-line bg-card p-10 max-md:gap-8 max-md:p-4 print:[container-type:normal] print:gap-8 print:border-0 print:p-0"
    >
      {/* Side by side or stacked, by the width of the document; when stacked, both are left-aligned. */}
      <header className="grid gap-6 @min-lg:grid-cols-[minmax(0,1fr)_auto] print:grid-cols-[minmax(0,1fr)_auto]">
        <CompanyBlock />
        <div className="@min-lg:text-right print:text-right">
          <p className="font-semibold text-2xl tracking-tight">
            {invoice.voided ? `Void ${name.toLowerCase()}` : name}
          </p>
          <p className="whitespace-nowrap text-secondary">{invoice.number}</p>
        </div>
      </header>
      <div className="grid gap-6 @min-lg:grid-cols-2 print:grid-cols-2">
        <div className="grid min-w-0 grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] content-start gap-6">
          <Party heading="Bill to" name={invoice.account.name} place={invoice.billTo}>
            {invoice.billTo.taxNumber && <p>Tax number {invoice.billTo.taxNumber}</p>}
            {invoice.billTo.email && <p className="break-words">{invoice.billTo.email}</p>}
          </Party>
          {addressLine(invoice.billTo) !== addressLine(invoice.shipTo) && (
            <Party heading="Ship to" name={invoice.account.name} place={invoice.shipTo} />
          )}
        </div>
        <dl className="grid grid-cols-[auto_auto] content-start justify-start gap-x-6 gap-y-1 @min-lg:justify-end print:justify-end">
          <Fact label="Issued" value={formatDay(invoice.issuedDate)} />
          <Fact label="Due" value={formatDay(invoice.dueDate)} isStrong />
          {order ? (
            <Fact label="Order" value={order.number} />
          ) : (
            <Fact label="Reference" value={invoice.reference ?? ''} />
          )}
        </dl>
      </div>
      <InvoiceLines invoice={invoice} />
      {!invoice.voided && (
        <Payee name={company.name} iban={company.iban} bic={company.bic} reference={invoice.number} />
      )}
      {documents.invoiceTerms && (
        <p className="wrap-anywhere whitespace-pre-line text-muted text-xs">{documents.invoiceTerms}</p>
      )}
    </article>
  )
}

type PartyProps = { heading: string; name: string; place: PostalAddress; children?: ReactNode }

function Party({ heading, name, place, children }: PartyProps) {
  const lines = [place.name, place.address, place.country].filter(Boolean).join('\n')
  return (
    <div className="min-w-0 text-secondary">
      <h2 className="text-muted text-xs">{heading}</h2>
      <p className="mt-1 font-medium text-primary">{name}</p>
      {lines && <p className="wrap-anywhere whitespace-pre-line">{unbrokenAddress(lines)}</p>}
      {children}
    </div>
  )
}

function Fact({ label, value, isStrong = false }: { label: string; value: string; isStrong?: boolean }) {
  return (
    <div className="col-span-2 grid grid-cols-subgrid">
      <dt className="text-muted">{label}</dt>
      <dd className={isStrong ? 'whitespace-nowrap text-right font-semibold' : 'wrap-anywhere text-right'}>{value}</dd>
    </div>
  )
}
