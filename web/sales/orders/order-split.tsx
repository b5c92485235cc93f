import { Link } from 'react-router'
import { salesApi } from '#shared/sales/orders/api.ts'
import type { Order, OrderRow } from '#shared/sales/orders/order.ts'
import { useApiQuery } from '#web/api/query.ts'
import { ActionMenu } from '#web/documents/document-action.tsx'
import { HeaderFacts } from '#web/documents/document-frame.tsx'
import { DocumentProgress } from '#web/documents/document-progress.tsx'
import { paths } from '#web/paths.ts'
import { useOrderActions } from './order-actions.tsx'
import { OrderBadges } from './order-badges.tsx'
import { OrderFacts, useOrderFacts } from './order-facts.tsx'
import { OrderLines } from './order-lines.tsx'
import { OrderNotice } from '#web/sales/order-editor/order-notice.tsx'
import { orderProgress } from './order-progress.ts'
import { OrderTimeline } from './order-timeline.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { OrderStatusBadge } from '#web/sales/public/order-status-badge.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

/** The order selected in the split view, with its primary action. */
export function OrderPane({ id, search }: { id: string | undefined; search: string }) {
  const query = useApiQuery(salesApi.getOrder, { params: { id: id ?? '' } }, { enabled: id !== undefined })
  const { data: order, error, isFetching, refetch } = query
  if (id === undefined)
    return (
      <Card>
        <EmptyState kind="nothing" title="No order selected">
          Select an order to see its lines and next action.
        </EmptyState>
      </Card>
    )
  if (order) return <Pane key={order.id} order={order} search={search} />
  return (
    <Card>
      {error ? (
        <ErrorState what="This order" error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <SkeletonText lines={6} />
      )}
    </Card>
  )
}

function Pane({ order, search }: { order: Order; search: string }) {
  const actions = useOrderActions(order)
  const facts = useOrderFacts(order)
  return (
    <section aria-label={order.number} className="@container flex flex-col gap-4">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="font-semibold text-base">
          <Link to={paths.order(order.id)} state={{ list: search }} className="link figures">
            {order.number}
          </Link>
        </h2>
        <OrderStatusBadge status={order.status} />
        <OrderBadges badges={order.badges} />
        <div className="ml-auto">
          <ActionMenu groups={actions.menu} />
        </div>
      </header>
      <HeaderFacts facts={facts} />
      <DocumentProgress progress={orderProgress(order)} actions={actions} />
      <OrderNotice order={order} actions={actions} />
      <OrderLines order={order} />
      <OrderFacts order={order} />
      <OrderTimeline order={order} />
      {actions.dialogs}
    </section>
  )
}

/** A row of the list in the split view. */
export const splitRow = (order: OrderRow) => ({
  id: order.id,
  title: order.number,
  note: order.account.name,
  corner: <OrderStatusBadge status={order.status} />,
})
