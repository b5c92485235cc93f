import { useMemo } from 'react'
import type { WaitingShipment } from '#shared/logistics/routes/plans-api.ts'
import { MapLegend, WithoutCoordinates } from '#web/ui/map/map-legend.tsx'
import type { MapPoint } from '#web/ui/map/map-props.ts'
import { SchematicMap } from '#web/ui/map/schematic-map.tsx'

export type PlanStart = { id: string; name: string; latitude: number | null; longitude: number | null }

type PlanMapProps = {
  waiting: readonly WaitingShipment[]
  start: PlanStart
  chosen: ReadonlySet<string>
  onToggle: (id: string) => void
  onChoose: (ids: readonly string[]) => void
}

/** The destinations of the waiting shipments. Clicking a point selects it; a line drawn around several adds them. */
export function PlanMap({ waiting, start, chosen, onToggle, onChoose }: PlanMapProps) {
  const points = useMemo(() => pointsOf(waiting, start, chosen), [waiting, start, chosen])
  const unplaced = waiting.filter(({ latitude }) => latitude === null).length
  return (
    <div className="flex flex-col gap-2">
      <SchematicMap
        label="Map of the waiting shipments"
        points={points}
        maxZoom={13}
        onOpen={(id) => {
          const row = waiting.find((one) => one.id === id)
          if (row && !row.isBlocked) onToggle(id)
        }}
        onChoose={(ids) =>
          onChoose(waiting.filter((one) => ids.includes(one.id) && !one.isBlocked).map(({ id }) => id))
        }
      />
      <MapLegend>
        <span>
          Press a point to select it, or draw around several. With the keyboard: Tab to a point and press Enter.
          Selected points are larger.
        </span>
        <WithoutCoordinates count={unplaced} one="shipment" />
      </MapLegend>
    </div>
  )
}

function pointsOf(waiting: readonly WaitingShipment[], start: PlanStart, chosen: ReadonlySet<string>): MapPoint[] {
  const points: MapPoint[] = waiting.flatMap(({ id, account, number, latitude, longitude, isBlocked }) =>
    latitude === null || longitude === null
      ? []
      : [
          {
            id,
            latitude,
            longitude,
            label: account.name,
            note: chosen.has(id) ? `${number}, selected` : isBlocked ? `${number}, must not leave` : number,
            weight: chosen.has(id) ? 0.8 : 0,
            shape: 'circle' as const,
          },
        ],
  )
  const { latitude, longitude } = start
  if (latitude !== null && longitude !== null)
    points.push({ id: start.id, latitude, longitude, label: start.name, weight: 0.4, shape: 'square' })
  return points
}
