import { useInfiniteQuery } from '@tanstack/react-query'
import { portalOrdersApi } from '#shared/portal/orders-api.ts'
import { call } from '#web/api/client.ts'
import { OrderStatusBadge } from '#web/sales/public/order-status-badge.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { formatDay } from '#shared/format-day.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { SearchInput } from '#web/ui/table/search-input.tsx'
import { usePortal } from './portal-context.ts'
import { useMoney } from './portal-words.ts'
import { RowLink, Rows } from './row-link.tsx'
import { useSearchWords } from './use-search-words.ts'

/** All orders of the customer, newest first, found by number or own reference. */
export default function OrderListPage() {
  const { query } = usePortal()
  const money = useMoney()
  const [words, setWords] = useSearchWords()
  const list = useInfiniteQuery({
    queryKey: [portalOrdersApi.listOrders.path, 'pages', { ...query, q: words }],
    queryFn: ({ pageParam, signal }) =>
      call(
        portalOrdersApi.listOrders,
        { query: { ...query, limit: 30, ...(words && { q: words }), ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: (before) => before,
    staleTime: 0,
  })
  const orders = list.data?.pages.flatMap((page) => page.data)
  return (
    <>
      <PageHeader title="Orders" />
      <SearchInput
        label="Search orders"
        placeholder="Order number or your reference"
        value={words}
        onChange={setWords}
        className="max-w-none"
      />
      {list.error && !orders && <ErrorState what="Orders" error={list.error} onRetry={() => void list.refetch()} />}
      {!orders && !list.error && <SkeletonText lines={6} />}
      {orders?.length === 0 && !list.isPlaceholderData && (
        <EmptyState kind={words ? 'no-match' : 'nothing'} title={words ? 'No order matches' : 'No orders yet'} />
      )}
      {orders && orders.length > 0 && (
        <Rows>
          {orders.map((order) => (
            <RowLink
              key={order.id}
              to={`/orders/${order.id}`}
              title={order.number}
              note={[formatDay(order.orderDate), order.reference].filter(Boolean).join(', ')}
              side={
                <>
                  {order.unread > 0 && (
                    <Badge tone="info">{order.unread === 1 ? 'New message' : `${order.unread} new messages`}</Badge>
                  )}
                  <OrderStatusBadge status={order.status} />
                  <span className="figures text-table">{money(order.total)}</span>
                </>
              }
            />
          ))}
        </Rows>
      )}
      {list.hasNextPage && (
        <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  )
}
