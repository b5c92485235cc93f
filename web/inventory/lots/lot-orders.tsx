import { Link } from 'react-router'
import type { Lot, LotOrder } from '#shared/inventory/lots/api.ts'
import type { z } from 'zod'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { OrderStatusBadge } from '#web/sales/public/order-status-badge.tsx'

type Row = z.infer<typeof LotOrder>

const columns: readonly Column<Row>[] = [
  { id: 'number', header: 'Order', cell: ({ number }) => number },
  {
    id: 'customer',
    header: 'Customer',
    cell: ({ customer }) => <span className="block max-w-72 truncate">{customer?.name ?? '–'}</span>,
    phone: true,
  },
  { id: 'status', header: 'Status', cell: ({ status }) => <OrderStatusBadge status={status} />, phone: 'corner' },
  { id: 'quantity', header: 'Pieces', cell: ({ quantity }) => quantity.toLocaleString(), align: 'end', phone: true },
]

/** The orders that have reserved pieces of a lot, and those that pieces were shipped for. */
export function LotOrders({ lot }: { lot: Lot }) {
  const others = lot.heldElsewhere
  return (
    <>
      <OrderTable
        title="Reserved for"
        rows={lot.promised}
        note={
          others > 0
            ? `${others.toLocaleString()} other ${others === 1 ? 'document holds' : 'documents hold'} pieces of it, too: transfers, kits or production.`
            : undefined
        }
        empty="No open order reserves pieces of it."
      />
      {lot.shipped.length > 0 && (
        <OrderTable
          title="Shipped with"
          rows={lot.shipped}
          note={
            lot.shippedOrders > lot.shipped.length
              ? `The latest ${lot.shipped.length} of ${lot.shippedOrders.toLocaleString()} orders.`
              : undefined
          }
          empty=""
        />
      )}
    </>
  )
}

type OrderTableProps = { title: string; rows: readonly Row[]; note: string | undefined; empty: string }

function OrderTable({ title, rows, note, empty }: OrderTableProps) {
  const seesOrders = useCan('salesOrders.view')
  const opening = seesOrders
    ? {
        rowHref: (row: Row) => paths.order(row.id),
        renderLink: ({ href, ...link }: { href: string }) => <Link to={href} {...link} />,
      }
    : {}
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="font-semibold text-base">{title}</h2>
      <DataTable
        label={title}
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        {...opening}
        empty={
          <EmptyState kind="nothing" title="Nothing is reserved" className="py-8">
            {empty}
          </EmptyState>
        }
      />
      {note && <p className="text-muted text-table">{note}</p>}
    </section>
  )
}
