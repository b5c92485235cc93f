import { useSearchParams } from 'react-router'
import { crmApi } from '#shared/crm/partners/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useNewRecord } from '#web/forms/record-form.tsx'
import { paths } from '#web/paths.ts'
import { OrderForm } from './order-form.tsx'
import { useSavedOrder } from './saved-order.ts'
import { blankLine, buyerOf, copiedOrder, newOrder, orderBody, orderField, type OrderValues } from './order-values.ts'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { NoRight, RecordGate } from '#web/records/record-gate.tsx'
import { customerPlace, orderPlace, productPlace } from '#web/records/record-places.ts'

const title = 'New order'

/** Creates an order; `?copy=<id>` copies one, `?customer=<id>` sets its customer, `?product=<id>&quantity=` adds a line. */
export default function OrderNewPage() {
  const [params] = useSearchParams()
  const copy = params.get('copy') ?? undefined
  const customer = params.get('customer') ?? ''
  const mayWrite = useCan('salesOrders.edit')
  const mayPrice = useCan('inventory.edit')
  const { tax } = useSettings()
  const source = useSavedOrder(copy)
  const buyer = useApiQuery(crmApi.getAccount, { params: { id: customer } }, { enabled: customer !== '' })
  if (!mayWrite) return <NoRight title={title} place={orderPlace} />
  if (copy === undefined && (customer !== '' || params.has('product'))) {
    const formFor = (start: OrderValues) =>
      params.has('product') ? <SuggestedOrder start={start} params={params} /> : <NewOrderForm start={start} />
    if (customer === '') return formFor(newOrder)
    return (
      <RecordGate query={buyer} place={customerPlace} title={title}>
        {(found) => formFor({ ...newOrder, customer: buyerOf(found) })}
      </RecordGate>
    )
  }
  if (copy === undefined) return <NewOrderForm start={newOrder} />
  return (
    <RecordGate query={{ ...source.query, data: source.startOf && source.order }} place={orderPlace} title={title}>
      {(order) => source.startOf && <NewOrderForm start={copiedOrder(source.startOf(order), mayPrice, tax)} />}
    </RecordGate>
  )
}

/** Starts with the line that the expiry radar suggests. */
function SuggestedOrder({ start, params }: { start: OrderValues; params: URLSearchParams }) {
  const id = params.get('product') ?? ''
  const query = useApiQuery(inventoryApi.getProduct, { params: { id } })
  const quantity = Number(params.get('quantity')) || null
  return (
    <RecordGate query={query} place={productPlace} title={title}>
      {(found) => {
        const line = { ...blankLine, product: { ...found, label: found.name }, quantity }
        return <NewOrderForm start={{ ...start, lines: [line] }} />
      }}
    </RecordGate>
  )
}

function NewOrderForm({ start }: { start: OrderValues }) {
  const order = useNewRecord({
    route: salesApi.createOrder,
    draft: 'priced-sales-order',
    start,
    bodyOf: orderBody,
    fieldOf: orderField,
    successMessage: ({ number }) => `Order ${number} saved`,
    page: ({ id }) => paths.order(id),
  })
  return <OrderForm {...order} title={title} />
}
