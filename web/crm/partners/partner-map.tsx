import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { PartnerMap as MapOfPartners } from '#shared/crm/partners/partners-api.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { ListMap } from '#web/lists/list-map.tsx'
import { fetchLand } from '#web/ui/map/fetch-land.ts'
import { LegendEntry, WithoutCoordinates } from '#web/ui/map/map-legend.tsx'

type PartnerMapProps = {
  result: { data: MapOfPartners | undefined; error: ApiError | null; isFetching: boolean; refetch: () => unknown }
  /** "customer", "customers". */
  one: string
  many: string
  /** What the size of a point counts: "order", "product". */
  counted: string
  pathOf: (id: string) => string
}

const noPlaces: MapOfPartners = { places: [], unplaced: 0, isCut: false }

/** The customers or suppliers of the list on a map. */
export function PartnerMap({ result, one, many, counted, pathOf }: PartnerMapProps) {
  const { places, unplaced, isCut } = result.data ?? noPlaces
  const navigate = useNavigate()
  const points = useMemo(() => pointsOf(places, counted), [places, counted])
  return (
    <ListMap
      many={many}
      result={result}
      empty={unplaced === 0 ? `No ${many} match.` : `Add latitude and longitude to a ${one} to see it here.`}
      fetchLand={fetchLand}
      points={points}
      onOpen={(id) => void navigate(pathOf(id))}
    >
      <LegendEntry shape="circle">Active; size shows the number of {counted}s</LegendEntry>
      <LegendEntry shape="square">Inactive</LegendEntry>
      {isCut && <span>Only the first {places.length.toLocaleString()} are shown. Narrow the filters.</span>}
      <WithoutCoordinates count={unplaced} one={one} />
    </ListMap>
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
    // The square root, so that the area is proportional to the number.
    weight: Math.sqrt(weight / maxWeight),
    shape: status === 'active' ? ('circle' as const) : ('square' as const),
  }))
}
