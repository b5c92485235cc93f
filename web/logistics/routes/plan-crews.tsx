import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Driver, Vehicle } from '#shared/logistics/routes/vehicles-api.ts'
import { windowOn } from '#shared/logistics/shipments/delivery-window.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Card } from '#web/ui/card.tsx'
import { CheckboxField } from '#web/ui/choice-field.tsx'
import { Input, Select } from '#web/ui/input.tsx'

/** A driver in the plan of one day. */
export type Crew = { driverId: string; isOut: boolean; vehicleId: string; from: string; to: string }

const usual = [{ days: [1, 2, 3, 4, 5], from: '08:00', to: '17:00' }]

/** Uses the driver's working hours on that day; `isOut` is false if they don't work then. */
export function crewOf({ id, hours, vehicle }: Driver, date: string): Crew {
  const window = windowOn(hours.length > 0 ? hours : usual, date)
  return {
    driverId: id,
    isOut: window !== null,
    vehicleId: vehicle?.id ?? '',
    from: window?.from ?? '08:00',
    to: window?.to ?? '17:00',
  }
}

type PlanCrewsProps = {
  crews: readonly Crew[]
  drivers: readonly Driver[]
  vehicles: readonly Vehicle[]
  onChange: (crews: readonly Crew[]) => void
  /** The button that starts planning. */
  children: ReactNode
}

/** The drivers of the day, with vehicle and working hours. */
export function PlanCrews({ crews, drivers, vehicles, onChange, children }: PlanCrewsProps) {
  const set = (at: number, change: Partial<Crew>) =>
    onChange(crews.map((crew, place) => (place === at ? { ...crew, ...change } : crew)))
  return (
    <Card title="Drivers and vehicles" help="Capacity, cold box, delivery windows and hours are respected.">
      <div className="flex flex-col gap-4">
        {crews.length === 0 && (
          <p className="text-muted text-table">
            <NoDrivers />
          </p>
        )}
        {crews.map((crew, at) => {
          const name = drivers.find(({ id }) => id === crew.driverId)?.name ?? ''
          return (
            <fieldset
              key={crew.driverId}
              className="flex min-w-0 flex-col gap-2 border-line border-b pb-4 last:border-b-0 last:pb-0"
            >
              <legend className="sr-only">{name}</legend>
              <CheckboxField
                label={name}
                checked={crew.isOut}
                onChange={(event) => set(at, { isOut: event.target.checked })}
              />
              {crew.isOut && (
                <>
                  <Select
                    aria-label={`Vehicle of ${name}`}
                    value={crew.vehicleId}
                    onChange={(event) => set(at, { vehicleId: event.target.value })}
                  >
                    <option value="">No vehicle, no limit</option>
                    {vehicles.map((vehicle) => (
                      <option key={vehicle.id} value={vehicle.id}>
                        {vehicleWords(vehicle)}
                      </option>
                    ))}
                  </Select>
                  <div className="flex items-center gap-2">
                    <Input
                      type="time"
                      aria-label={`${name} from`}
                      value={crew.from}
                      onChange={(event) => set(at, { from: event.target.value })}
                    />
                    <span aria-hidden className="text-muted">
                      –
                    </span>
                    <Input
                      type="time"
                      aria-label={`${name} to`}
                      value={crew.to}
                      onChange={(event) => set(at, { to: event.target.value })}
                    />
                  </div>
                </>
              )}
            </fieldset>
          )
        })}
        {children}
      </div>
    </Card>
  )
}

const vehicleWords = ({ name, maxKg, maxPackages, hasColdBox }: Vehicle) =>
  [name, maxKg !== null && `${maxKg} kg`, maxPackages !== null && `${maxPackages} packages`, hasColdBox && 'cold box']
    .filter(Boolean)
    .join(', ')

/** Explains why there are no drivers to choose, with a link to add some. */
export function NoDrivers() {
  const seesUsers = useCan('users.view')
  return (
    <>
      There are no users with the role driver yet.{' '}
      {seesUsers && (
        <Link to={paths.users} className="link">
          Go to user management
        </Link>
      )}
    </>
  )
}
