import type { Invoice } from '#shared/invoicing/api.ts'
import { invoiceSums, lineNote, lotNote, settlementSums } from '#shared/invoicing/invoice-sums.ts'
import { LineName, LotChip, LotChips } from '#web/documents/line-cells.tsx'
import { type LineColumn, LinesTable } from '#web/documents/lines-table.tsx'
import { useSettings } from '#web/session/settings.ts'
import { formatDay } from '#shared/format-day.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

/** The lines and sums of an invoice. */
export function InvoiceLines({ invoice }: { invoice: Invoice }) {
  const { currency } = useSettings()
  const sums = [...invoiceSums(invoice), { label: 'Total', value: invoice.total }, ...settlementSums(invoice)]
  return (
    <LinesTable
      isBare
      title="Lines"
      rows={invoice.lines}
      rowId={({ id }) => id}
      columns={columnsOf(currency)}
      sums={[
        ...sums.map(({ label, value }) => ({ label, values: { amount: formatDecimalInput(value, 2) } })),
        {
          label: `Balance due, ${currency}`,
          values: { amount: formatDecimalInput(invoice.voided ? '0' : invoice.due, 2) },
          isTotal: true,
        },
      ]}
    />
  )
}

const columnsOf = (currency: string): (LineColumn<Invoice['lines'][number]> | false)[] => [
  {
    id: 'product',
    header: 'Product',
    cell: ({ product, name, unit, tax, lots }) => (
      <LineName
        name={name}
        to={null}
        note={lineNote({ product, unit, tax })}
        lots={
          <LotChips>
            {lots.map((lot) => (
              <LotChip key={lot.lotNumber}>{lotNote(lot, formatDay)}</LotChip>
            ))}
          </LotChips>
        }
      />
    ),
  },
  { id: 'quantity', header: 'Quantity', isNumber: true, cell: ({ quantity }) => quantity.toLocaleString() },
  {
    id: 'price',
    header: `Unit price, ${currency}`,
    isNumber: true,
    cell: ({ unitPrice }) => formatDecimalInput(unitPrice, 2),
  },
  {
    id: 'amount',
    header: `Amount, ${currency}`,
    isNumber: true,
    cell: ({ total }) => formatDecimalInput(total, 2),
  },
]
