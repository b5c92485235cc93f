import { Navigate, useSearchParams } from 'react-router'
import { crmApi } from '#shared/crm/partners/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useNewRecord } from '#web/forms/record-form.tsx'
import { paths } from '#web/paths.ts'
import { OrderForm } from './order-form.tsx'
import { OrderLoading } from '#web/sales/orders/order-loading.tsx'
import { useSavedOrder } from './saved-order.ts'
import { blankLine, buyerOf, copiedOrder, newOrder, orderBody, orderField, type OrderValues } from './order-values.ts'
import { useCan } from '#web/session/session.ts'

/** Writes an order; `?copy=<id>` starts from another one, `?customer=<id>` with its customer, `?product=<id>&quantity=` with a line. */
export default function OrderNewPage() {
  const [params] = useSearchParams()
  const copy = params.get('copy') ?? undefined
  const customer = params.get('customer') ?? ''
  const mayWrite = useCan('salesOrders.edit')
  const mayPrice = useCan('inventory.edit')
  const source = useSavedOrder(copy)
  const buyer = useApiQuery(crmApi.getAccount, { params: { id: customer } }, { enabled: customer !== '' })
  if (!mayWrite) return <Navigate to={paths.orders} replace />
  if (copy === undefined && (customer !== '' || params.has('product'))) {
    if (customer !== '' && !buyer.data) return <OrderLoading title="New order" query={buyer} />
    const start = { ...newOrder, customer: buyer.data ? buyerOf(buyer.data) : null }
    if (!params.has('product')) return <NewOrderForm start={start} />
    return <SuggestedOrder start={start} params={params} />
  }
  if (copy === undefined) return <NewOrderForm start={newOrder} />
  if (!source.values) return <OrderLoading title="New order" query={source.query} />
  return <NewOrderForm start={copiedOrder(source.values, mayPrice)} />
}

/** What the expiry radar suggests to sell. */
function SuggestedOrder({ start, params }: { start: OrderValues; params: URLSearchParams }) {
  const id = params.get('product') ?? ''
  const query = useApiQuery(inventoryApi.getProduct, { params: { id } })
  if (!query.data) return <OrderLoading title="New order" query={query} />
  const product = { ...query.data, label: query.data.name }
  const line = { ...blankLine, product, quantity: Number(params.get('quantity')) || null }
  return <NewOrderForm start={{ ...start, lines: [line] }} />
}

function NewOrderForm({ start }: { start: OrderValues }) {
  const order = useNewRecord({
    route: salesApi.createOrder,
    draft: 'priced-sales-order',
    start,
    bodyOf: orderBody,
    fieldOf: orderField,
    told: ({ number }) => `Order ${number} saved`,
    page: ({ id }) => paths.order(id),
  })
  return <OrderForm {...order} title="New order" />
}
