import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { maxLimit } from '#shared/http/paging.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import type { ShipmentRow } from '#shared/logistics/shipments/shipment.ts'
import { shipmentStatusNames } from '#shared/logistics/shipments/shipment-status.ts'
import { useApiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SchematicMap } from '#web/ui/map/schematic-map.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type ShipmentMapProps = { query: Parameters<typeof useShipments>[0]; search: string }

const useShipments = (query: Omit<NonNullable<Parameters<typeof queryOf>[0]>, 'limit' | 'cursor'>) =>
  useApiQuery(shipmentsApi.listShipments, { query: queryOf(query) }, { keepPrevious: true })
const queryOf = (query: Record<string, unknown>) => ({ ...query, limit: maxLimit, cursor: undefined })

/** Where the shipments of the list go to; what is not planned stands out as a square. */
export function ShipmentMap({ query, search }: ShipmentMapProps) {
  const { data, error, isFetching, refetch } = useShipments(query)
  const navigate = useNavigate()
  const points = useMemo(() => (data?.data ?? []).flatMap(pointOf), [data])
  if (!data && error)
    return (
      <Card flush>
        <ErrorState
          what="The map of shipments"
          message={error.message}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </Card>
    )
  if (!data) return <Skeleton className="h-[min(34rem,70vh)] w-full rounded-lg" />
  const unplaced = data.data.length - points.length
  if (points.length === 0)
    return (
      <Card flush>
        <EmptyState kind="no-match" title="Nothing to show on the map">
          {unplaced === 0 ? 'No shipments match.' : 'Add latitude and longitude to the customers to see them here.'}
        </EmptyState>
      </Card>
    )
  return (
    <div className="flex flex-col gap-3">
      <SchematicMap
        maxZoom={13}
        label="Map of the shipments"
        points={points}
        onOpen={(id) => void navigate(paths.shipment(id), { state: { list: search } })}
      />
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-muted text-table">
        <span className="inline-flex items-center gap-2">
          <span aria-hidden className="size-3 rounded-full bg-accent" /> Planned
        </span>
        <span className="inline-flex items-center gap-2">
          <span aria-hidden className="size-3 rounded-xs bg-chart-3" /> Not planned
        </span>
        {data.nextCursor && (
          <span>Only the first {data.data.length.toLocaleString()} are shown. Narrow the filters.</span>
        )}
        {unplaced > 0 && (
          <span>
            {unplaced === 1 ? '1 shipment has' : `${unplaced.toLocaleString()} shipments have`} no coordinates and{' '}
            {unplaced === 1 ? 'is' : 'are'} shown only in the list.
          </span>
        )}
      </p>
    </div>
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
      // What waits lies over what is planned for the same place.
      weight: isWaiting ? 0.2 : 0.3,
      shape: isWaiting ? ('square' as const) : ('circle' as const),
    },
  ]
}
