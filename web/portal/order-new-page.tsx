import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { toast } from 'sonner'
import { portalEstimatesApi } from '#shared/portal/estimates-api.ts'
import { type CheckedOrder, portalOrdersApi } from '#shared/portal/orders-api.ts'
import { type PortalOrder, whyPortalOrderNotChanged } from '#shared/portal/portal-order.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { type Shelf, shelfApi } from '#shared/portal/shelf-api.ts'
import { Button } from '#web/ui/button.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { type RefusedCart, stillRefused, useCart } from './cart.ts'
import { CartBar, CartSummary } from './cart-summary.tsx'
import { CatalogueList } from './catalogue-list.tsx'
import { Loaded, NotAllowed } from './loaded.tsx'
import { useMayInPortal, usePortal } from './portal-context.ts'

/**
 * A new order, a repeated one, or a change of an unconfirmed one; starts with the products that the customer usually
 * buys.
 */
export default function OrderNewPage() {
  const { id } = useParams()
  const { base, query } = usePortal()
  const [search] = useSearchParams()
  const from = id ?? search.get('again')
  const before = useApiQuery(
    portalOrdersApi.getOrder,
    { params: { id: from ?? '' }, query },
    { enabled: from !== null, untold: true },
  )
  const mayOrder = useMayInPortal('order')
  if (!mayOrder)
    return (
      <>
        <OrderHeader title="New order" />
        <NotAllowed act="place orders" />
      </>
    )
  const shelf = search.get('shelf')
  if (shelf && !id) return <TopUp shelfId={shelf} />
  if (!from) return <Editor name="new" before={null} isChange={false} />
  return (
    <Loaded what="This order" query={before}>
      {(order) => {
        const why = id ? whyPortalOrderNotChanged(order) : null
        return why ? (
          <>
            <PageHeader title={`Order ${order.number}`} />
            <EmptyState
              kind="no-permission"
              title="This order can’t be changed"
              action={
                <Button asChild>
                  <Link to={`${base}/orders/${order.id}`}>Open order</Link>
                </Button>
              }
            >
              {why}
            </EmptyState>
          </>
        ) : (
          <Editor
            key={order.id}
            name={id ? `change-${id}` : `again-${order.id}`}
            before={order}
            isChange={id !== undefined}
          />
        )
      }}
    </Loaded>
  )
}

function OrderHeader({ title }: { title: string }) {
  const { base } = usePortal()
  return (
    <PageHeader
      title={title}
      breadcrumbs={
        <Breadcrumbs>
          <Link to={`${base}/orders`}>Orders</Link>
        </Breadcrumbs>
      }
    />
  )
}

/** An order that tops up a shelf by its last count; can be changed before it is placed. */
function TopUp({ shelfId }: { shelfId: string }) {
  const { query } = usePortal()
  const list = useApiQuery(shelfApi.listShelves, { query }, { untold: true })
  return (
    <Loaded what="Products" query={list}>
      {({ data }) => {
        const shelf = data.find((one) => one.id === shelfId)
        if (!shelf?.lastCount)
          return <EmptyState kind="no-match" title="This shelf doesn’t exist or hasn’t been counted" />
        return (
          <Editor
            key={shelf.lastCount.id}
            name={`shelf-${shelf.lastCount.id}`}
            before={null}
            isChange={false}
            shelf={shelf}
          />
        )
      }}
    </Loaded>
  )
}

const topUpLines = ({ items }: Shelf) =>
  Object.fromEntries(items.flatMap(({ product, topUp }) => (topUp ? [[product.id, topUp]] : [])))

type EditorProps = {
  name: string
  /** The order that is changed or repeated. */
  before: PortalOrder | null
  isChange: boolean
  shelf?: Shelf
}

function Editor({ name, before, isChange, shelf }: EditorProps) {
  const { base } = usePortal()
  const navigate = useNavigate()
  const { cart, isNew, change, setQuantity, clear } = useCart(name)
  const [refused, setRefused] = useState<RefusedCart | null>(null)
  const onError = (error: ApiError) => setRefused({ error, cart, at: Date.now() })
  // Starts with the lines of the earlier order, unless there is a draft already.
  useEffect(() => {
    if (!before || !isNew) return
    change({
      lines: Object.fromEntries(before.orderLines.map((line) => [line.product.id, line.quantity])),
      ...(isChange && {
        shipTo: before.isNewShipTo ? 'new' : (before.shipTo.id ?? 'main'),
        ...(before.isNewShipTo && { newShipTo: enteredOf(before.shipTo) }),
        requestedDate: before.requestedDate ?? '',
        reference: before.reference ?? '',
        notes: before.notes ?? '',
      }),
    })
  }, [before, isNew, isChange, change])
  useEffect(() => {
    if (shelf && isNew) change({ lines: topUpLines(shelf), reference: shelf.name })
  }, [shelf, isNew, change])
  const lines = Object.entries(cart.lines).map(([productId, quantity]) => ({ productId, quantity }))
  const checked = useChecked(lines)
  const done = (path: string, words: string) => {
    clear()
    toast.success(words)
    void navigate(`${base}${path}`)
  }
  const place = useApiMutation(portalOrdersApi.placeOrder, {
    errors: 'page',
    onError,
    onSuccess: ({ order }) =>
      order
        ? done(`/orders/${order.id}`, `Order ${order.number} was placed`)
        : done('/approvals', 'Your order waits for an owner’s approval'),
  })
  const save = useApiMutation(portalOrdersApi.changeOrder, {
    errors: 'page',
    onError,
    onSuccess: (order) => done(`/orders/${order.id}`, `Order ${order.number} was changed`),
  })
  const request = useApiMutation(portalEstimatesApi.requestEstimate, {
    onSuccess: () => done('/estimates', 'We’ll send you an estimate'),
  })
  const submit = () => {
    setRefused(null)
    const shipTo =
      cart.shipTo === 'new'
        ? { newShipTo: cart.newShipTo ?? enteredOf() }
        : cart.shipTo && { shipToId: cart.shipTo === 'main' ? null : cart.shipTo }
    const body = {
      lines,
      ...shipTo,
      requestedDate: cart.requestedDate || null,
      reference: cart.reference,
      notes: cart.notes,
    }
    if (isChange && before) save.submit({ params: { id: before.id }, body, version: before.version })
    else place.submit({ body: { ...body, ...(shelf?.lastCount && { shelfCountId: shelf.lastCount.id }) } })
  }
  return (
    <>
      <OrderHeader
        title={
          shelf
            ? `Top up ${shelf.name}`
            : isChange && before
              ? `Change order ${before.number}`
              : before
                ? `Order again: ${before.number}`
                : 'New order'
        }
      />
      <div className="grid items-start gap-5 md:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0">
          <CatalogueList quantities={cart.lines} setQuantity={setQuantity} />
          <CartBar cart={cart} checked={checked} />
        </div>
        <CartSummary
          cart={cart}
          change={change}
          setQuantity={setQuantity}
          checked={checked}
          refused={refused ? stillRefused(refused, cart, checked.dataUpdatedAt) : {}}
          busy={place.isPending || save.isPending}
          ownDay={isChange && before ? before.requestedDate : null}
          isChange={isChange}
          onSubmit={submit}
          {...(!isChange && {
            onRequest: () => request.submit({ body: { lines, notes: cart.notes } }),
            isRequesting: request.isPending,
          })}
        />
      </div>
    </>
  )
}

const enteredOf = ({ name, address, country }: Partial<PortalOrder['shipTo']> = {}) => ({
  name: name ?? '',
  address: address ?? '',
  country: country ?? '',
})

/** Price and availability from the server, requested with a deferred value after each change. */
function useChecked(lines: { productId: string; quantity: number }[]) {
  const deferredLines = useDeferredValue(JSON.stringify(lines))
  return useQuery<CheckedOrder, ApiError>({
    queryKey: [portalOrdersApi.checkOrder.path, deferredLines],
    queryFn: ({ signal }) =>
      call(portalOrdersApi.checkOrder, { body: { lines: JSON.parse(deferredLines) } }, { signal, quiet: true }),
    enabled: lines.length > 0 && deferredLines !== '[]',
    placeholderData: (before) => before,
    staleTime: 0,
    retry: false,
  })
}
