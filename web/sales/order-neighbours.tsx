import type { Call } from '#shared/http/route.ts'
import { orderChoice } from '#shared/sales/order-choice.ts'
import { orderListApi } from '#shared/sales/order-list-api.ts'
import { ListNeighbours, useListOrigin } from '#web/api/list-neighbours.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'

type Query = NonNullable<Call<(typeof orderListApi.getNeighbours)['spec']>['query']>

export const useOrderOrigin = () => useListOrigin<Query>(orderChoice)

/** To the orders before and after this one, in the order of the list one came from. */
export function OrderNeighbours({ orderId }: { orderId: string }) {
  const { search, query } = useOrderOrigin()
  const { data } = useApiQuery(orderListApi.getNeighbours, { params: { id: orderId }, query })
  return <ListNeighbours what="order" found={data} path={paths.order} search={search} />
}
