import type { Lot } from '#shared/inventory/lots/api.ts'
import { useSettings } from '#web/session/settings.ts'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

type Balance = Lot['balances'][number]

const columns = (currency: string): Column<Balance>[] => [
  { id: 'location', header: 'Location', cell: ({ location }) => location.name },
  { id: 'onHand', header: 'On hand', cell: ({ onHand }) => onHand.toLocaleString(), align: 'end', phone: true },
  {
    id: 'committed',
    header: 'Reserved',
    cell: ({ committed }) => committed.toLocaleString(),
    align: 'end',
    phone: true,
  },
  {
    id: 'value',
    header: `Value at cost, ${currency}`,
    cell: ({ value }) => formatDecimalInput(value, 2),
    align: 'end',
    phone: true,
  },
]

/** The locations of a lot's stock. */
export function LotBalances({ lot }: { lot: Lot }) {
  const { currency } = useSettings()
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="font-semibold text-base">By location</h2>
      <DataTable
        label="Stock of the lot by location"
        columns={columns(currency)}
        rows={lot.balances}
        rowId={({ location }) => location.id}
        empty={
          <EmptyState kind="nothing" title="None on hand" className="py-8">
            See the trace below.
          </EmptyState>
        }
      />
    </section>
  )
}
