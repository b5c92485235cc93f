import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { portalOrdersApi } from '#shared/portal/orders-api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { OrderStatusBadge } from '#web/sales/public/order-status-badge.tsx'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { formatDay } from '#shared/format-day.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Loaded } from './loaded.tsx'
import { useMayInPortal, usePortal } from './portal-context.ts'
import { formatArrival, useMoney } from './portal-words.ts'
import { RowLink, Rows } from './row-link.tsx'

/** The customer's open tasks and latest orders. */
export default function HomePage() {
  const { home, base, query } = usePortal()
  const orders = useApiQuery(
    portalOrdersApi.listOrders,
    { query: { ...query, limit: 5 } },
    { untold: true, every: 60_000 },
  )
  const mayOrder = useMayInPortal('order')
  return (
    <>
      <PageHeader title="Home" />
      <Needs />
      <section className="flex flex-col gap-3" aria-labelledby="recent">
        <div className="flex items-baseline justify-between gap-4">
          <h2 id="recent" className="font-semibold text-base">
            Recent orders
          </h2>
          <Link to={`${base}/orders`} className="link inline-flex min-h-6 items-center">
            All orders
          </Link>
        </div>
        <Loaded what="Orders" query={orders}>
          {({ data }) =>
            data.length === 0 ? (
              <EmptyState
                kind="nothing"
                title="No orders yet"
                action={
                  mayOrder && (
                    <Button asChild variant="primary">
                      <Link to={`${base}/orders/new`}>Place your first order</Link>
                    </Button>
                  )
                }
              />
            ) : (
              <Rows>
                {data.map((order) => (
                  <RowLink
                    key={order.id}
                    to={`/orders/${order.id}`}
                    title={order.number}
                    note={[formatDay(order.orderDate), order.reference].filter(Boolean).join(', ')}
                    side={<OrderStatusBadge status={order.status} />}
                  />
                ))}
              </Rows>
            )
          }
        </Loaded>
      </section>
      <p className="text-muted text-table">
        Questions? {home.company.name}
        {home.company.phone && (
          <>
            {', '}
            <a className="link whitespace-nowrap" href={`tel:${home.company.phone}`}>
              {home.company.phone}
            </a>
          </>
        )}
        {home.company.email && (
          <>
            {', '}
            <a className="link" href={`mailto:${home.company.email}`}>
              {home.company.email}
            </a>
          </>
        )}
      </p>
    </>
  )
}

type Need = { key: string; to: string; title: string; note: ReactNode; tone: Tone; word: string }

function Needs() {
  const { home } = usePortal()
  const money = useMoney()
  const mayAnswerRecall = useMayInPortal('acknowledge')
  const mayApprove = useMayInPortal('approve')
  const mayAnswerEstimate = useMayInPortal('answerEstimate')
  const needs: Need[] = [
    ...home.recalls.map(
      ({ id, number, reason, held }): Need => ({
        key: id,
        to: '/recalls',
        title: mayAnswerRecall ? `Answer recall ${number}` : `Recall ${number}`,
        note: `${reason}. You may still have ${held.toLocaleString('en')}.`,
        tone: 'bad',
        word: 'Recall',
      }),
    ),
    ...home.deliveries.map(
      ({ order, status, expectedDate, eta, stopsBefore }): Need => ({
        key: `delivery-${order.id}`,
        to: `/orders/${order.id}`,
        title: status === 'FOR_SHIPPING' ? `${order.number} is planned for today` : `${order.number} is on its way`,
        note: formatArrival(home, eta, expectedDate, stopsBefore),
        tone: 'info',
        word: 'Delivery',
      }),
    ),
    ...home.approvals.map(
      ({ id, by, total, createdAt }): Need => ({
        key: id,
        to: '/approvals',
        title: mayApprove ? `Approve an order of ${money(total)}` : `An order of ${money(total)} waits for an owner`,
        note: (
          <>
            {by}, <RelativeTime at={createdAt} />
          </>
        ),
        tone: 'warn',
        word: 'Approval',
      }),
    ),
    ...home.estimates.map(
      ({ id, number, total, validUntil }): Need => ({
        key: id,
        to: `/estimates/${id}`,
        title: mayAnswerEstimate ? `Answer estimate ${number}` : `Estimate ${number} waits for an owner`,
        note: `${money(total)}, valid until ${formatDay(validUntil)}`,
        tone: 'warn',
        word: 'Estimate',
      }),
    ),
    ...home.overdue.map(
      ({ id, number, due, dueDate }): Need => ({
        key: id,
        to: `/invoices/${id}`,
        title: `Pay ${number}`,
        note: `${money(due)}, due ${formatDay(dueDate)}`,
        tone: 'bad',
        word: 'Overdue',
      }),
    ),
    ...home.messages.map(
      ({ order, body, at, unread }): Need => ({
        key: `message-${order.id}`,
        to: `/orders/${order.id}`,
        title: unread === 1 ? `Message about ${order.number}` : `${unread} messages about ${order.number}`,
        note: (
          <>
            <RelativeTime at={at} />: {body}
          </>
        ),
        tone: 'neutral',
        word: 'Message',
      }),
    ),
  ]
  return (
    <section className="flex flex-col gap-3" aria-labelledby="needs">
      <h2 id="needs" className="font-semibold text-base">
        Needs your attention
      </h2>
      {needs.length === 0 ? (
        <p className="rounded-lg border border-line bg-card p-4 text-secondary">Nothing needs your attention now.</p>
      ) : (
        <Rows>
          {needs.map(({ key, to, title, note, tone, word }) => (
            <RowLink key={key} to={to} title={title} note={note} side={<Badge tone={tone}>{word}</Badge>} />
          ))}
        </Rows>
      )}
    </section>
  )
}
