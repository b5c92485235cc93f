import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { LocationMap as MapOfLocations } from '#shared/inventory/locations/api.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { fetchLand } from '#web/ui/map/fetch-land.ts'
import type { MapLine } from '#web/ui/map/map-props.ts'
import { SchematicMap } from '#web/ui/map/schematic-map.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type LocationMapProps = {
  result: { data: MapOfLocations | undefined; error: ApiError | null; isFetching: boolean; refetch: () => unknown }
}

/** Where the locations of the list lie, how much stands there, and what was transferred between them. */
export function LocationMap({ result: { data, error, isFetching, refetch } }: LocationMapProps) {
  const navigate = useNavigate()
  const points = useMemo(() => pointsOf(data?.places ?? []), [data])
  const lines = useMemo(() => linesOf(data), [data])
  if (!data && error)
    return (
      <Card flush>
        <ErrorState
          what="The map of locations"
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
          {data.unplaced === 0 ? 'No locations match.' : 'Add latitude and longitude to a location to see it here.'}
        </EmptyState>
      </Card>
    )
  return (
    <div className="flex flex-col gap-3">
      <SchematicMap
        fetchLand={fetchLand}
        label="Map of the locations"
        points={points}
        lines={lines}
        onOpen={(id) => void navigate(paths.location(id))}
      />
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-muted text-table">
        <span className="inline-flex items-center gap-2">
          <span aria-hidden className="size-3 rounded-full bg-accent" /> Warehouse
        </span>
        <span className="inline-flex items-center gap-2">
          <span aria-hidden className="size-3 rounded-xs bg-chart-3" /> Factory
        </span>
        <span className="inline-flex items-center gap-2">
          <span aria-hidden className="h-0.5 w-6 bg-accent" /> Transfers of the last 90 days; dashed while in transit
        </span>
        {data.unplaced > 0 && (
          <span>
            {data.unplaced === 1 ? '1 location has' : `${data.unplaced} locations have`} no coordinates and{' '}
            {data.unplaced === 1 ? 'is' : 'are'} shown only in the list.
          </span>
        )}
      </p>
    </div>
  )
}

const pieces = (count: number) => (count === 1 ? '1 piece' : `${count.toLocaleString()} pieces`)

function pointsOf(places: MapOfLocations['places']) {
  const maxOnHand = Math.max(1, ...places.map(({ onHand }) => onHand))
  return places.map(({ id, name, type, latitude, longitude, onHand }) => ({
    id,
    latitude,
    longitude,
    label: name,
    note: `${type}, ${onHand === 0 ? 'empty' : pieces(onHand)}`,
    // By its area, so that the eye compares what it sees.
    weight: Math.sqrt(onHand / maxOnHand),
    shape: type === 'Factory' ? ('square' as const) : ('circle' as const),
  }))
}

/** Both directions between two places are one line. */
function linesOf(map: MapOfLocations | undefined): MapLine[] {
  if (!map) return []
  const nameOf = new Map(map.places.map(({ id, name }) => [id, name]))
  const between = new Map<string, MapOfLocations['ways']>()
  for (const way of map.ways) {
    const key = [way.from, way.to].toSorted().join()
    between.set(key, [...(between.get(key) ?? []), way])
  }
  const sums = [...between.values()].map((ways) => ways.reduce((sum, way) => sum + way.pieces, 0))
  const maxPieces = Math.max(1, ...sums)
  return [...between.values()].map((ways, at) => ({
    from: ways[0]?.from ?? '',
    to: ways[0]?.to ?? '',
    weight: (sums[at] ?? 0) / maxPieces,
    dashed: ways.some(({ underway }) => underway > 0),
    notes: ways.map(({ from, to, transfers, pieces: moved, underway }) => {
      const done = `${transfers === 1 ? '1 transfer' : `${transfers} transfers`}, ${pieces(moved)}`
      return `${nameOf.get(from)} → ${nameOf.get(to)}: ${done}${underway > 0 ? `, ${underway} in transit` : ''}`
    }),
  }))
}
