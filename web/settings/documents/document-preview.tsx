import { type Control, useWatch } from 'react-hook-form'
import { formatNumber } from '#shared/settings/numbering.ts'
import { LogoImage } from '#web/invoicing/public/logo-image.tsx'
import { Payee } from '#web/invoicing/public/payee.tsx'
import { useToday } from '#web/session/today.ts'
import type { SettingsValues } from '../settings-values.ts'

const sampleLines = [
  ['Nitrile examination gloves, size M', 'GLV-NIT-M · Lot L24-0817: 100', '450.00'],
  ['Sterile gauze swabs 10 × 10 cm', 'GZE-1010', '300.00'],
] as const

/** A preview of an invoice with the company's details as entered, before they are saved. */
export function DocumentPreview({ control }: { control: Control<SettingsValues> }) {
  const [company, documents, currency, prefix] = useWatch({
    control,
    name: ['company', 'documents', 'currency', 'numbering.INV'],
  })
  const number = formatNumber(prefix.trim().toUpperCase() || 'INV', Number(useToday().slice(0, 4)), 1)
  const { name, headquarters, address, contactEmail, phone, website, taxNumber, iban, bic } = company
  const lines = [address || headquarters, contactEmail, phone, website, taxNumber && `Tax number ${taxNumber}`]
  return (
    <figure className="flex flex-col gap-2">
      <figcaption className="text-muted text-xs">Preview of an invoice</figcaption>
      <div className="flex flex-col gap-6 rounded-lg border border-line bg-card p-6 text-table max-md:p-4">
        <div className="flex flex-wrap justify-between gap-4">
          <div className="min-w-0 text-secondary">
            <LogoImage />
            <p className="font-semibold text-base text-primary">{name || 'Company name'}</p>
            {lines.filter(Boolean).map((line) => (
              <p key={line} className="wrap-anywhere whitespace-pre-line">
                {line}
              </p>
            ))}
          </div>
          <div className="text-right">
            <p className="font-semibold text-lg">Invoice</p>
            <p className="text-muted">{number}</p>
          </div>
        </div>
        <div className="text-secondary">
          <p className="text-muted text-xs">Bill to</p>
          <p className="font-medium text-primary">Riverside Hospital</p>
          <p>Tax number IE1234567T</p>
        </div>
        <ul className="divide-y divide-line border-line border-y">
          {sampleLines.map(([text, note, total]) => (
            <li key={text} className="flex justify-between gap-4 py-2">
              <span className="min-w-0">
                {text}
                <span className="block text-muted text-xs">{note}</span>
              </span>
              <span className="figures shrink-0">{total}</span>
            </li>
          ))}
          <li className="flex justify-between gap-4 py-2 font-semibold">
            <span>Total, {currency}</span>
            <span className="figures">750.00</span>
          </li>
        </ul>
        <Payee name={name} iban={iban} bic={bic} reference={number} />
        {documents.invoiceTerms && (
          <p className="wrap-anywhere whitespace-pre-line text-muted text-xs">{documents.invoiceTerms}</p>
        )}
      </div>
    </figure>
  )
}
