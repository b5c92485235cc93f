import type { Recall } from '#shared/inventory/recalls/recall.ts'
import { LineName } from '#web/documents/line-cells.tsx'
import { type LineColumn, LinesTable } from '#web/documents/lines-table.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

type Return = Recall['returns'][number]

/** The goods that customers returned, newest first. */
export function RecallReturns({ recall }: { recall: Recall }) {
  const seesCustomers = useCan('crm.view')
  if (recall.customers.length === 0) return null
  if (recall.returns.length === 0)
    return (
      <Card flush title="Returned units">
        <EmptyState kind="nothing" title="No returns yet" className="py-8">
          Press “Record return” next to a customer when goods arrive. Customer returns are counted above.
        </EmptyState>
      </Card>
    )
  return (
    <LinesTable
      title="Returned units"
      rows={recall.returns}
      rowId={({ id }) => id}
      columns={columnsOf(seesCustomers)}
    />
  )
}

const columnsOf = (seesCustomers: boolean): LineColumn<Return>[] => [
  {
    id: 'customer',
    header: 'Customer',
    cell: ({ customer, note }) => (
      <LineName name={customer.name} to={seesCustomers ? paths.customer(customer.id) : null} note={note} />
    ),
  },
  { id: 'lot', header: 'Lot', cell: ({ lotNumber }) => lotNumber },
  { id: 'quantity', header: 'Pieces', isNumber: true, cell: ({ quantity }) => quantity.toLocaleString() },
  { id: 'location', header: 'Location', cell: ({ location }) => location },
  {
    id: 'at',
    header: 'Date and user',
    cell: ({ at, actor }) => (
      <>
        <RelativeTime at={at} />
        <span className="block text-muted text-xs">{actor ?? 'System'}</span>
      </>
    ),
  },
]
