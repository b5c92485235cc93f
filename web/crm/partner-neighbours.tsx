import { accountChoice, partnerChoice } from '#shared/crm/api.ts'
import { partnerNeighboursApi } from '#shared/crm/partner-neighbours-api.ts'
import type { Call } from '#shared/http/route.ts'
import { ListNeighbours, useListOrigin } from '#web/api/list-neighbours.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'

type Accounts = NonNullable<Call<(typeof partnerNeighboursApi.getAccountNeighbours)['spec']>['query']>
type Suppliers = NonNullable<Call<(typeof partnerNeighboursApi.getSupplierNeighbours)['spec']>['query']>

/** To the customers before and after this one, in the order of the list one came from. */
export function CustomerNeighbours({ id }: { id: string }) {
  const { search, query } = useListOrigin<Accounts>(accountChoice)
  const { data } = useApiQuery(partnerNeighboursApi.getAccountNeighbours, { params: { id }, query })
  return <ListNeighbours what="customer" found={data} path={paths.customer} search={search} />
}

/** The same of suppliers. */
export function SupplierNeighbours({ id }: { id: string }) {
  const { search, query } = useListOrigin<Suppliers>(partnerChoice)
  const { data } = useApiQuery(partnerNeighboursApi.getSupplierNeighbours, { params: { id }, query })
  return <ListNeighbours what="supplier" found={data} path={paths.supplier} search={search} />
}
