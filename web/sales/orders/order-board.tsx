import { useState } from 'react'
import { Link } from 'react-router'
import { salesApi } from '#shared/sales/orders/api.ts'
import type { OrderRow } from '#shared/sales/orders/order.ts'
import { type OrderAction, type OrderStatus, orderStatusNames } from '#shared/sales/orders/order-transitions.ts'
import { ListBoard } from '#web/lists/list-board.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { BoardAction } from './board-action.tsx'
import { actionBetween, boardTransitions, boardStatuses } from './board-transitions.ts'
import { OrderBadges } from './order-badges.tsx'
import { useUser } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { formatDay } from '#shared/format-day.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { OrderStatusBadge } from '#web/sales/public/order-status-badge.tsx'

type OrderBoardProps = {
  /** Search, filters and sort order, without the status. */
  query: object
  /** The status filter: shows only its column. */
  status: OrderStatus | undefined
  search: string
}

/** The orders by status. Moving a card opens the dialog of the action, with its effects. */
export function OrderBoard({ query, status, search }: OrderBoardProps) {
  const user = useUser()
  const { currency } = useSettings()
  const { data } = useApiQuery(salesApi.countOrders, {}, { aside: 'counts' })
  const [act, setAct] = useState<{ row: OrderRow; action: OrderAction; to: OrderStatus }>()
  const [announcement, setAnnouncement] = useState('')
  return (
    <>
      <ListBoard
        label="Sales orders by status"
        route={salesApi.listOrders}
        query={query}
        columns={boardStatuses
          .filter((one) => status === undefined || one === status)
          .map((one) => ({
            id: one,
            name: orderStatusNames[one],
            title: <OrderStatusBadge status={one} />,
            query: { status: one },
            count: data?.data.find((row) => row.status === one)?.count,
          }))}
        movesOf={(row: OrderRow) => boardTransitions(row, user)}
        nameOf={(row) => row.number}
        renderCard={(row) => <OrderCard row={row} currency={currency} search={search} />}
        busy={new Set(act ? [act.row.id] : [])}
        announcement={announcement}
        onMove={(row, from, to) => {
          const action = actionBetween(from as OrderStatus, to as OrderStatus)
          if (action) setAct({ row, action, to: to as OrderStatus })
        }}
      />
      {act && (
        <BoardAction
          key={`${act.row.id} ${act.action}`}
          orderId={act.row.id}
          action={act.action}
          onDone={(order) => {
            const isThere = order?.status === act.to
            setAnnouncement(
              `${act.row.number} ${isThere ? 'moved to' : 'was not moved to'} ${orderStatusNames[act.to]}.`,
            )
            setAct(undefined)
          }}
        />
      )}
    </>
  )
}

function OrderCard({ row, currency, search }: { row: OrderRow; currency: string; search: string }) {
  return (
    <>
      <Link
        to={paths.order(row.id)}
        state={{ list: search }}
        draggable={false}
        data-card-link=""
        className="figures font-medium text-primary outline-none after:absolute after:inset-0 after:rounded-md"
      >
        {row.number}
      </Link>
      <p className="truncate text-secondary">{row.account.name}</p>
      <p className="figures flex flex-wrap justify-between gap-x-3 text-muted text-xs">
        <span className="font-medium text-primary">
          {currency} {formatDecimalInput(row.total, 2)}
        </span>
        {formatDay(row.requestedDate ?? row.orderDate)}
      </p>
      {row.badges.length > 0 && (
        <p className="flex flex-wrap gap-1">
          <OrderBadges badges={row.badges} />
        </p>
      )}
    </>
  )
}
