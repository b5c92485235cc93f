import { type ItemOnHand, transfersApi } from '#shared/inventory/transfers/api.ts'
import { useApiQuery } from '#web/api/query.ts'

/** The stock of these items at a location. `transfer` is the one being edited; what it has committed counts as available. */
export function useItemsOnHand(location: string | undefined, items: readonly string[], transfer?: string) {
  const item = [...new Set(items)].toSorted()
  const { data } = useApiQuery(
    transfersApi.listStandingItems,
    { query: { location: location ?? '', item, transfer, limit: 200 } },
    { enabled: location !== undefined && item.length > 0, keepPrevious: true, aside: 'stock at the source' },
  )
  const known = location !== undefined && data !== undefined
  return { known, byId: new Map<string, ItemOnHand>((data?.data ?? []).map((one) => [one.id, one])) }
}
