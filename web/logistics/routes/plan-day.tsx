import { useState } from 'react'
import { plansApi, type WaitingShipment } from '#shared/logistics/routes/plans-api.ts'
import type { Driver, Vehicle } from '#shared/logistics/routes/vehicles-api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { isReportedGlobally } from '#web/api/failures.ts'
import { type Crew, crewOf, PlanCrews } from './plan-crews.tsx'
import { PlanMap, type PlanStart } from './plan-map.tsx'
import { PlanProposals } from './plan-proposals.tsx'
import { PlanRoutes } from './plan-routes.tsx'
import { WaitingList } from './waiting-list.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'

type PlanDayProps = {
  date: string
  start: PlanStart
  waiting: readonly WaitingShipment[]
  drivers: readonly Driver[]
  vehicles: readonly Vehicle[]
}

/** Waiting shipments on the left, drivers on the right; a proposal is shown before it is saved. */
export function PlanDay({ date, start, waiting, drivers, vehicles }: PlanDayProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [crews, setCrews] = useState<readonly Crew[]>(() => drivers.map((driver) => crewOf(driver, date)))
  const propose = useApiMutation(plansApi.planDay, { errors: 'page' })
  // Ignores shipments that have been put on a route meanwhile.
  const picked = waiting.filter(({ id }) => chosen.has(id)).map(({ id }) => id)
  const out = crews.filter((crew) => crew.isOut)
  const error = propose.error && !isReportedGlobally(propose.error) ? propose.error : undefined
  const plan = propose.data?.data

  function toggle(id: string) {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  if (waiting.length === 0)
    return (
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Card flush>
          <EmptyState kind="nothing" title="No shipments waiting">
            Every shipment that is ready and expected by this day is on a route or with a carrier.
          </EmptyState>
        </Card>
        <PlanRoutes date={date} picked={[]} onAdded={() => undefined} />
      </div>
    )
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <PlanMap
            waiting={waiting}
            start={start}
            chosen={chosen}
            onToggle={toggle}
            onChoose={(ids) => setChosen(new Set([...chosen, ...ids]))}
          />
          <Card title="Waiting shipments" help="Select some to plan only these, or to add them to a route yourself.">
            <WaitingList rows={waiting} chosen={chosen} onChange={setChosen} />
          </Card>
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <PlanCrews crews={crews} drivers={drivers} vehicles={vehicles} onChange={setCrews}>
            {error && <Notice tone="bad">{[error.message, ...Object.values(error.fields)].join(' ')}</Notice>}
            <Button
              variant="primary"
              className="w-full"
              disabled={out.length === 0}
              busy={propose.isPending}
              onClick={() =>
                propose.submit({
                  body: {
                    date,
                    startId: start.id,
                    drivers: out.map(({ driverId, vehicleId, from, to }) => ({
                      driverId,
                      vehicleId: vehicleId || null,
                      from,
                      to,
                    })),
                    ...(picked.length > 0 && { shipmentIds: picked }),
                  },
                })
              }
            >
              {picked.length > 0
                ? `Propose routes for ${picked.length === 1 ? '1 shipment' : `${picked.length} shipments`}`
                : 'Propose routes for all shipments'}
            </Button>
          </PlanCrews>
          <PlanRoutes date={date} picked={picked} onAdded={() => setChosen(new Set())} />
        </div>
      </div>
      {plan && (
        <PlanProposals
          key={JSON.stringify(plan)}
          plan={plan}
          startId={start.id}
          onSaved={() => {
            propose.reset()
            setChosen(new Set())
          }}
          onDiscard={propose.reset}
        />
      )}
    </>
  )
}
