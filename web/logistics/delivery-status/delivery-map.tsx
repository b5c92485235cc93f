import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { DeliveryStatus } from '#shared/logistics/routes/delivery-status-api.ts'
import { shipmentStatusNames } from '#shared/logistics/shipments/shipment-status.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { LegendEntry, MapLegend } from '#web/ui/map/map-legend.tsx'
import type { MapPoint } from '#web/ui/map/map-props.ts'
import { SchematicMap } from '#web/ui/map/schematic-map.tsx'
import { useClockTime } from './clock-time.ts'

/** The stops of the day, and the last positions of its drivers. */
export function DeliveryMap({ day }: { day: DeliveryStatus }) {
  const navigate = useNavigate()
  const seesRoutes = useCan('routes.view')
  const timeOf = useClockTime()
  const points = useMemo(() => pointsOf(day, timeOf), [day, timeOf])
  if (points.length === 0) return null
  const routes = new Set(day.routes.map(({ id }) => id))
  return (
    <div className="flex flex-col gap-3 xl:sticky xl:top-20">
      <SchematicMap
        maxZoom={13}
        label="Map of the deliveries"
        points={points}
        onOpen={(id) => {
          if (!routes.has(id)) void navigate(paths.shipment(id))
          else if (seesRoutes) void navigate(paths.route(id))
        }}
      />
      <MapLegend>
        <LegendEntry shape="circle">Delivery; small once finished</LegendEntry>
        <LegendEntry shape="square">Driver, last position</LegendEntry>
      </MapLegend>
    </div>
  )
}

function pointsOf(day: DeliveryStatus, timeOf: (at: string) => string): MapPoint[] {
  const stops = day.routes.flatMap(({ routeStops }) =>
    routeStops.flatMap(({ shipment, account, latitude, longitude, status, eta, finishedAt }): MapPoint[] => {
      if (latitude === null || longitude === null) return []
      const note = eta ? `ETA ${timeOf(eta)}` : shipmentStatusNames[status]
      return [
        {
          id: shipment.id,
          latitude,
          longitude,
          label: account.name,
          note,
          weight: finishedAt ? 0 : 0.4,
          shape: 'circle',
        },
      ]
    }),
  )
  const others = day.others.flatMap(({ id, account, latitude, longitude, status, deliveredAt }): MapPoint[] => {
    if (latitude === null || longitude === null) return []
    const note = shipmentStatusNames[status]
    return [{ id, latitude, longitude, label: account.name, note, weight: deliveredAt ? 0 : 0.4, shape: 'circle' }]
  })
  const drivers = day.routes.flatMap(({ id, driver, number, position }): MapPoint[] =>
    position
      ? [
          {
            id,
            latitude: position.latitude,
            longitude: position.longitude,
            label: driver.name,
            note: `${number}, ${timeOf(position.at)}`,
            weight: 0.8,
            shape: 'square',
          },
        ]
      : [],
  )
  return [...stops, ...others, ...drivers]
}
