import type { Call } from '#shared/http/route.ts'
import { productChoice } from '#shared/inventory/product-choice.ts'
import { productListApi } from '#shared/inventory/product-list-api.ts'
import { ListNeighbours, useListOrigin } from '#web/api/list-neighbours.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'

type Query = NonNullable<Call<(typeof productListApi.getNeighbours)['spec']>['query']>

export const useOrigin = () => useListOrigin<Query>(productChoice)

/** To the products before and after this one, in the order of the list one came from. */
export function ProductNeighbours({ productId }: { productId: string }) {
  const { search, query } = useOrigin()
  const { data } = useApiQuery(productListApi.getNeighbours, { params: { id: productId }, query })
  return <ListNeighbours what="product" found={data} path={paths.product} search={search} />
}
