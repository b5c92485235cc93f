import type { Order } from '#shared/sales/orders/order.ts'
import { lineLotsApi } from '#shared/sales/orders/line-lots-api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { LotChoiceDialog } from '#web/inventory/public/lot-choice-dialog.tsx'

const { listLineLots, chooseLots } = lineLotsApi

type ChooseLotsProps = { order: Order; line: Order['orderLines'][number]; close: () => void }

/** Picks a line of an order from other lots than those that expire first. */
export function ChooseLotsDialog({ order, line, close }: ChooseLotsProps) {
  const params = { id: order.id, lineId: line.id }
  const query = useApiQuery(listLineLots, { params })
  return (
    <LotChoiceDialog
      query={query}
      name={line.product.name}
      quantity={line.quantity}
      number={order.number}
      what="order"
      mayChoose={query.data?.mayChoose ?? false}
      close={close}
      route={chooseLots}
      params={params}
    />
  )
}
