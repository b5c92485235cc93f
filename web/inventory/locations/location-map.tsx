import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { LocationMap as MapOfLocations } from '#shared/inventory/locations/api.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { ListMap } from '#web/lists/list-map.tsx'
import { paths } from '#web/paths.ts'
import { fetchLand } from '#web/ui/map/fetch-land.ts'
import { LegendEntry, WithoutCoordinates } from '#web/ui/map/map-legend.tsx'
import type { MapLine } from '#web/ui/map/map-props.ts'

type LocationMapProps = {
  result: { data: MapOfLocations | undefined; error: ApiError | null; isFetching: boolean; refetch: () => unknown }
}

/** The locations of the list on a map, sized by their stock on hand, with the transfers between them. */
export function LocationMap({ result }: LocationMapProps) {
  const { data } = result
  const unplaced = data?.unplaced ?? 0
  const navigate = useNavigate()
  const points = useMemo(() => pointsOf(data?.places ?? []), [data])
  const lines = useMemo(() => linesOf(data), [data])
  return (
    <ListMap
      many="locations"
      result={result}
      empty={unplaced === 0 ? 'No locations match.' : 'Add latitude and longitude to a location to see it here.'}
      fetchLand={fetchLand}
      points={points}
      lines={lines}
      onOpen={(id) => void navigate(paths.location(id))}
    >
      <LegendEntry shape="circle">Warehouse</LegendEntry>
      <LegendEntry shape="square">Factory</LegendEntry>
      <span className="inline-flex items-center gap-2">
        <span aria-hidden className="h-0.5 w-6 bg-accent" /> Transfers of the last 90 days; dashed while in transit
      </span>
      <WithoutCoordinates count={unplaced} one="location" />
    </ListMap>
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
    // The square root, so that the area is proportional to the stock on hand.
    weight: Math.sqrt(onHand / maxOnHand),
    shape: type === 'Factory' ? ('square' as const) : ('circle' as const),
  }))
}

/** Transfers in both directions between two locations become one line. */
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
