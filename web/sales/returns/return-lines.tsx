import { dispositionNames, returnReasonNames } from '#shared/sales/returns/return-transitions.ts'
import type { Return, ReturnLine } from '#shared/sales/returns/api.ts'
import { Counted, LineName, LotChip, LotChips } from '#web/documents/line-cells.tsx'
import { type LineColumn, LinesTable } from '#web/documents/lines-table.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { formatDay } from '#shared/format-day.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

/** The returned lines: reason, disposition and credit. */
export function ReturnLines({ found: { lines, credit, creditedCharges } }: { found: Return }) {
  const { currency } = useSettings()
  const seesProducts = useCan('inventory.view')
  return (
    <LinesTable
      title="Goods"
      rows={lines}
      rowId={({ id }) => id}
      columns={columnsOf(currency, seesProducts)}
      sums={[
        ...(Number(creditedCharges) > 0
          ? [{ label: 'Services and fees', values: { credit: formatDecimalInput(creditedCharges, 2) } }]
          : []),
        { label: 'Credit', values: { credit: formatDecimalInput(credit, 2) }, isTotal: true },
      ]}
    />
  )
}

const becomes = ({ dispositions, received }: ReturnLine) => {
  if (received === 0) return 'not received'
  return dispositions
    .map(({ disposition, quantity }) =>
      dispositions.length === 1
        ? dispositionNames[disposition]
        : `${quantity.toLocaleString()} ${dispositionNames[disposition].toLowerCase()}`,
    )
    .join(', ')
}

const columnsOf = (currency: string, seesProducts: boolean): (LineColumn<ReturnLine> | false)[] => [
  {
    id: 'product',
    header: 'Product',
    cell: ({ product, lot }) => (
      <LineName
        name={product.name}
        to={seesProducts ? paths.product(product.id) : null}
        code={product.sku}
        lots={
          !lot.isNone && (
            <LotChips>
              <LotChip>
                lot {lot.number}
                {lot.expiryDate && `, expires ${formatDay(lot.expiryDate)}`}
              </LotChip>
            </LotChips>
          )
        }
      />
    ),
  },
  {
    id: 'reason',
    header: 'Reason',
    cell: ({ reason, note }) => (
      <>
        {returnReasonNames[reason]}
        {note && <span className="block text-pretty text-muted text-xs">{note}</span>}
      </>
    ),
  },
  {
    id: 'pieces',
    header: 'Pieces',
    isNumber: true,
    cell: ({ quantity, received }) => (
      <Counted
        value={received ?? quantity}
        note={
          received !== null &&
          received !== quantity && <span className="text-warn">of {quantity.toLocaleString()}</span>
        }
      />
    ),
  },
  {
    id: 'disposition',
    header: 'Disposition',
    cell: (line) => becomes(line) || <span className="text-muted">–</span>,
  },
  {
    id: 'credit',
    header: `Credit, ${currency}`,
    isNumber: true,
    cell: (line) => <span className="font-medium">{formatDecimalInput(line.credit, 2)}</span>,
  },
]
