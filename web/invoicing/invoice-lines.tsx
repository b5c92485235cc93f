import type { Invoice } from '#shared/invoicing/api.ts'
import { invoiceSums, lineNote, lotNote } from '#shared/invoicing/invoice-sums.ts'
import { useSettings } from '#web/session/settings.ts'
import { cn } from '#web/ui/class-names.ts'
import { formatDay } from '#web/ui/format-day.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

/** What is invoiced, and what it comes to. */
export function InvoiceLines({ invoice }: { invoice: Invoice }) {
  const { currency } = useSettings()
  return (
    <div>
      <table className="w-full text-table">
        <thead>
          <tr className="border-line-control border-b text-muted [&>th]:px-2 [&>th]:pb-2 [&>th]:font-medium">
            <th scope="col" className="pl-0! text-left">
              Product
            </th>
            <th scope="col" className="text-right max-sm:hidden print:table-cell">
              Quantity
            </th>
            <th scope="col" className="whitespace-nowrap text-right max-sm:hidden print:table-cell">
              Unit price, {currency}
            </th>
            <th scope="col" className="whitespace-nowrap pr-0! text-right">
              Amount, {currency}
            </th>
          </tr>
        </thead>
        <tbody>
          {invoice.lines.map(({ id, product, name, unit, tax, quantity, lots, unitPrice, total }) => (
            <tr key={id} className="border-line border-b align-top [&>td]:px-2 [&>td]:py-2.5">
              <td className="wrap-anywhere pl-0!">
                <span className="font-medium">{name}</span>
                <span className="block text-muted text-xs">{lineNote({ product, unit, tax })}</span>
                {lots.map((lot) => (
                  <span key={lot.lotNumber} className="figures block text-muted text-xs">
                    {lotNote(lot, formatDay)}
                  </span>
                ))}
                <span className="figures block text-secondary sm:hidden print:hidden">
                  {quantity.toLocaleString()} × {formatDecimalInput(unitPrice, 2)}
                </span>
              </td>
              <td className="figures text-right max-sm:hidden print:table-cell">{quantity.toLocaleString()}</td>
              <td className="figures text-right max-sm:hidden print:table-cell">{formatDecimalInput(unitPrice, 2)}</td>
              <td className="figures pr-0! text-right">{formatDecimalInput(total, 2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl data-card className="mt-4 ml-auto grid max-w-80 grid-cols-[1fr_auto] gap-x-6 gap-y-2">
        {invoiceSums(invoice).map(({ label, value }) => (
          <Sum key={label} label={label} value={value} />
        ))}
        <Sum label="Total" value={invoice.total} />
        <Sum label="Paid" value={invoice.paid} />
        <Sum label={`Amount due, ${currency}`} value={invoice.voided ? '0' : invoice.due} isDue />
      </dl>
    </div>
  )
}

function Sum({ label, value, isDue = false }: { label: string; value: string; isDue?: boolean }) {
  return (
    <div
      className={cn(
        'col-span-2 grid grid-cols-subgrid',
        isDue && 'border-line-control border-t pt-2 font-semibold text-base',
      )}
    >
      <dt className={isDue ? undefined : 'text-secondary'}>{label}</dt>
      <dd className="figures text-right">{formatDecimalInput(value, 2)}</dd>
    </div>
  )
}
