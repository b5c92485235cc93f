import type { Estimate } from '#shared/sales/estimates/api.ts'
import { Counted, LineName } from '#web/documents/line-cells.tsx'
import { type LineColumn, LinesTable } from '#web/documents/lines-table.tsx'
import { paths } from '#web/paths.ts'
import { chargeKind, salesSums, taxNote } from '#web/sales/public/sales-lines.ts'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

type Row = Estimate['orderLines'][number] | (Estimate['charges'][number] & { product?: never })

/** The lines of an estimate with current availability and sums. An estimate reserves no stock. */
export function EstimateLines({ estimate }: { estimate: Estimate }) {
  const { currency } = useSettings()
  const seesProducts = useCan('inventory.view')
  const { orderLines, charges } = estimate
  const wanted = new Map<string, number>()
  for (const { product, quantity } of orderLines) wanted.set(product.id, (wanted.get(product.id) ?? 0) + quantity)
  return (
    <LinesTable<Row>
      title="Lines"
      help="Estimates don’t reserve stock."
      rows={[...orderLines, ...charges]}
      rowId={({ id }) => id}
      columns={columnsOf(currency, seesProducts, wanted)}
      sums={salesSums(estimate)}
    />
  )
}

const columnsOf = (
  currency: string,
  seesProducts: boolean,
  wanted: ReadonlyMap<string, number>,
): (LineColumn<Row> | false)[] => [
  {
    id: 'item',
    header: 'Item',
    cell: (row) =>
      row.product ? (
        <LineName
          name={row.product.name}
          to={seesProducts ? paths.product(row.product.id) : null}
          code={row.product.sku}
          note={taxNote(row)}
        />
      ) : (
        <LineName name={row.name} to={null} code={chargeKind(row)} note={taxNote(row)} />
      ),
  },
  { id: 'quantity', header: 'Quantity', isNumber: true, cell: ({ quantity }) => quantity.toLocaleString() },
  {
    id: 'available',
    header: 'Available',
    isNumber: true,
    cell: (row) => {
      if (!row.product) return null
      const short = (wanted.get(row.product.id) ?? 0) - row.available
      return <Counted value={row.available} isWarn={short > 0} note={short > 0 && `${short.toLocaleString()} short`} />
    },
  },
  {
    id: 'price',
    header: `Unit price, ${currency}`,
    isNumber: true,
    cell: ({ unitPrice }) => formatDecimalInput(unitPrice, 2),
  },
  {
    id: 'total',
    header: `Total, ${currency}`,
    isNumber: true,
    cell: ({ total }) => <span className="font-medium">{formatDecimalInput(total, 2)}</span>,
  },
]
