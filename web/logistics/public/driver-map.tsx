import type { Tracking } from '#shared/logistics/tracking/api.ts'
import { SchematicMap } from '#web/ui/map/schematic-map.tsx'

type Props = { position: NonNullable<Tracking['position']>; place: Tracking['place']; driver: string }

/** Shows the driver and the delivery address on a map without external requests. */
export default function DriverMap({ position, place, driver }: Props) {
  const points = [
    { id: 'driver', ...spot(position), label: driver, weight: 0.4, shape: 'circle' as const },
    ...(place ? [{ id: 'place', ...spot(place), label: 'Your address', weight: 0.4, shape: 'square' as const }] : []),
  ]
  return <SchematicMap label="Map of the driver" points={points} onOpen={() => {}} className="h-72" maxZoom={13} />
}

const spot = ({ latitude, longitude }: { latitude: number; longitude: number }) => ({ latitude, longitude })
