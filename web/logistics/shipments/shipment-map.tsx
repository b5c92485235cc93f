import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { maxLimit } from '#shared/http/paging.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import type { ShipmentRow } from '#shared/logistics/shipments/shipment.ts'
import { shipmentStatusNames } from '#shared/logistics/shipments/shipment-status.ts'
import { useApiQuery } from '#web/api/query.ts'
import { ListMap } from '#web/lists/list-map.tsx'
import { paths } from '#web/paths.ts'
import { LegendEntry, WithoutCoordinates } from '#web/ui/map/map-legend.tsx'

type ShipmentMapProps = { query: Parameters<typeof useShipments>[0]; search: string }

const useShipments = (query: Omit<NonNullable<Parameters<typeof queryOf>[0]>, 'limit' | 'cursor'>) =>
  useApiQuery(shipmentsApi.listShipments, { query: queryOf(query) }, { keepPrevious: true })
const queryOf = (query: Record<string, unknown>) => ({ ...query, limit: maxLimit, cursor: undefined })

/** The destinations of the shipments on a map; unplanned ones are squares. */
export function ShipmentMap({ query, search }: ShipmentMapProps) {
  const result = useShipments(query)
  const { data: rows = [], nextCursor } = result.data ?? {}
  const navigate = useNavigate()
  const points = useMemo(() => (result.data?.data ?? []).flatMap(pointOf), [result.data])
  const unplaced = rows.length - points.length
  return (
    <ListMap
      many="shipments"
      result={result}
      empty={unplaced === 0 ? 'No shipments match.' : 'Add latitude and longitude to the customers to see them here.'}
      maxZoom={13}
      points={points}
      onOpen={(id) => void navigate(paths.shipment(id), { state: { list: search } })}
    >
      <LegendEntry shape="circle">Planned</LegendEntry>
      <LegendEntry shape="square">Not planned</LegendEntry>
      {nextCursor && <span>Only the first {rows.length.toLocaleString()} are shown. Narrow the filters.</span>}
      <WithoutCoordinates count={unplaced} one="shipment" />
    </ListMap>
  )
}

function pointOf({ id, number, account, status, latitude, longitude, method }: ShipmentRow) {
  if (latitude === null || longitude === null) return []
  const isWaiting = status === 'READY_FOR_SHIPPING' && method === null
  return [
    {
      id,
      latitude,
      longitude,
      label: account.name,
      note: `${number}, ${isWaiting ? 'not planned' : shipmentStatusNames[status].toLowerCase()}`,
      // Unplanned shipments are drawn above planned ones of the same place.
      weight: isWaiting ? 0.2 : 0.3,
      shape: isWaiting ? ('square' as const) : ('circle' as const),
    },
  ]
}
