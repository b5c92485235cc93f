import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { findByCodes } from '#shared/inventory/stock/codes-query.ts'
import { type Availability, availabilityApi } from '#shared/sales/orders/availability-api.ts'
import { call } from '#web/api/client.ts'
import type { OrderValues } from './order-values.ts'

/** Who buys, and for which day: by this their stock is asked for. */
export function useDemand() {
  const [customer, requestedDate] = useWatch<OrderValues, ['customer', 'requestedDate']>({
    name: ['customer', 'requestedDate'],
  })
  return { account: customer?.id, requestedDate: requestedDate || undefined }
}
export type Demand = ReturnType<typeof useDemand>

/** What of the products can be sold to this customer by that day; those that are not sold any more are left out. */
export const findAvailability = (demand: Demand, productIds: readonly string[], signal: AbortSignal) =>
  findByCodes(productIds, async (products) => {
    const query = { ...demand, products }
    return (await call(availabilityApi.listAvailability, { query }, { signal, quiet: true })).data
  })

/** The stock of the order's products; a product that was not asked for yet is not in it. */
export function useAvailability(productIds: readonly string[]): ReadonlyMap<string, Availability> {
  const demand = useDemand()
  const ids = [...new Set(productIds)].toSorted()
  const { data } = useQuery({
    queryKey: [availabilityApi.listAvailability.path, demand, ids],
    queryFn: ({ signal }) => findAvailability(demand, ids, signal),
    meta: { aside: 'stock of the lines' },
    // One more line leaves the others their numbers; another customer or day doesn't.
    placeholderData: (earlier, query) =>
      JSON.stringify(query?.queryKey[1]) === JSON.stringify(demand) ? earlier : undefined,
  })
  return new Map(data?.map((one) => [one.productId, one]))
}
