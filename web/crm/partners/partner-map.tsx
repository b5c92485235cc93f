import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { PartnerMap as MapOfPartners } from '#shared/crm/partners/partners-api.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { fetchLand } from '#web/ui/map/fetch-land.ts'
import { SchematicMap } from '#web/ui/map/schematic-map.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type PartnerMapProps = {
  result: { data: MapOfPartners | undefined; error: ApiError | null; isFetching: boolean; refetch: () => unknown }
  /** "customer", "customers". */
  one: string
  many: string
  /** What makes a dot larger: "order", "product". */
  counted: string
  pathOf: (id: string) => string
}

/** Where those of the list lie. */
export function PartnerMap({ result, one, many, counted, pathOf }: PartnerMapProps) {
  const { data, error, isFetching, refetch } = result
  const navigate = useNavigate()
  const points = useMemo(() => pointsOf(data?.places ?? [], counted), [data, counted])
  if (!data && error)
    return (
      <Card flush>
        <ErrorState
          what={`The map of ${many}`}
          message={error.message}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </Card>
    )
  if (!data) return <Skeleton className="h-[min(34rem,70vh)] w-full rounded-lg" />
  if (data.places.length === 0)
    return (
      <Card flush>
        <EmptyState kind="no-match" title="Nothing to show on the map">
          {data.unplaced === 0 ? `No ${many} match.` : `Add latitude and longitude to a ${one} to see it here.`}
        </EmptyState>
      </Card>
    )
  return (
    <div className="flex flex-col gap-3">
      <SchematicMap
        fetchLand={fetchLand}
        label={`Map of the ${many}`}
        points={points}
        onOpen={(id) => void navigate(pathOf(id))}
      />
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-muted text-table">
        <span className="inline-flex items-center gap-2">
          <span aria-hidden className="size-3 rounded-full bg-accent" /> Active; size shows the number of {counted}s
        </span>
        <span className="inline-flex items-center gap-2">
          <span aria-hidden className="size-3 rounded-xs bg-chart-3" /> Inactive
        </span>
        {data.isCut && <span>Only the first {data.places.length.toLocaleString()} are shown. Narrow the filters.</span>}
        {data.unplaced > 0 && (
          <span>
            {data.unplaced === 1 ? `1 ${one} has` : `${data.unplaced.toLocaleString()} ${many} have`} no coordinates and{' '}
            {data.unplaced === 1 ? 'is' : 'are'} shown only in the list.
          </span>
        )}
      </p>
    </div>
  )
}

function pointsOf(places: MapOfPartners['places'], counted: string) {
  const maxWeight = Math.max(1, ...places.map(({ weight }) => weight))
  return places.map(({ id, name, status, latitude, longitude, weight }) => ({
    id,
    latitude,
    longitude,
    label: name,
    note: weight === 1 ? `1 ${counted}` : `${weight.toLocaleString()} ${counted}s`,
    // By its area, so that the eye compares what it sees.
    weight: Math.sqrt(weight / maxWeight),
    shape: status === 'active' ? ('circle' as const) : ('square' as const),
  }))
}
