import type { Recall } from '#shared/inventory/recalls/recall.ts'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { TwoLines } from '#web/ui/table/two-lines.tsx'

type Return = Recall['returns'][number]

const columns: readonly Column<Return>[] = [
  {
    id: 'customer',
    header: 'Customer',
    cell: ({ customer, note }) =>
      note ? <TwoLines first={customer.name} second={note} /> : <span className="truncate">{customer.name}</span>,
  },
  { id: 'lot', header: 'Lot', cell: ({ lotNumber }) => lotNumber, phone: true },
  { id: 'quantity', header: 'Pieces', cell: ({ quantity }) => quantity.toLocaleString(), align: 'end', phone: true },
  { id: 'location', header: 'Location', cell: ({ location }) => location, phone: true },
  {
    id: 'at',
    header: 'Date and user',
    cell: ({ at, actor }) => <TwoLines first={<RelativeTime at={at} />} second={actor ?? 'System'} />,
    phone: 'corner',
  },
]

/** What customers sent back, newest first. */
export function RecallReturns({ recall }: { recall: Recall }) {
  if (recall.customers.length === 0) return null
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="font-semibold text-base">Returned units</h2>
      <DataTable
        label="Returned units"
        columns={columns}
        rows={recall.returns}
        rowId={({ id }) => id}
        empty={
          <EmptyState kind="nothing" title="No returns yet" className="py-8">
            Press “Record return” next to a customer when goods arrive. Customer returns are counted above.
          </EmptyState>
        }
      />
    </section>
  )
}
