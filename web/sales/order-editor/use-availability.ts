import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { findByCodes } from '#shared/inventory/stock/codes-query.ts'
import { type Availability, availabilityApi } from '#shared/sales/orders/availability-api.ts'
import { call } from '#web/api/client.ts'
import type { OrderValues } from './order-values.ts'

/** The customer and the day that availability depends on. */
export function useDemand() {
  const [customer, requestedDate] = useWatch<OrderValues, ['customer', 'requestedDate']>({
    name: ['customer', 'requestedDate'],
  })
  return { account: customer?.id, requestedDate: requestedDate || undefined }
}
export type Demand = ReturnType<typeof useDemand>

/** The availability of the products for this customer on that day; products no longer sold are left out. */
export const findAvailability = (demand: Demand, productIds: readonly string[], signal: AbortSignal) =>
  findByCodes(productIds, async (products) => {
    const query = { ...demand, products }
    return (await call(availabilityApi.listAvailability, { query }, { signal, quiet: true })).data
  })

/** The availability of the order's products; products not loaded yet are missing. */
export function useAvailability(productIds: readonly string[]): ReadonlyMap<string, Availability> {
  const demand = useDemand()
  const ids = [...new Set(productIds)].toSorted()
  const { data } = useQuery({
    queryKey: [availabilityApi.listAvailability.path, demand, ids],
    queryFn: ({ signal }) => findAvailability(demand, ids, signal),
    meta: { aside: 'stock of the lines' },
    // Keeps the earlier result while a line is added, but not for another customer or day.
    placeholderData: (earlier, query) =>
      JSON.stringify(query?.queryKey[1]) === JSON.stringify(demand) ? earlier : undefined,
  })
  return new Map(data?.map((one) => [one.productId, one]))
}
