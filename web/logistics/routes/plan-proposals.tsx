import { useEffect, useRef } from 'react'
import { type DayPlan, plansApi, type ProposedRoute } from '#shared/logistics/routes/plans-api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { ClockTime } from './clock-time.tsx'
import { formatDuration, formatKm } from './format-drive.ts'
import { loadFacts } from '#web/logistics/shipments/format-load.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/notice.tsx'

type PlanProposalsProps = { plan: DayPlan; startId: string; onSaved: () => void; onDiscard: () => void }

/** The proposed routes, and the shipments that don't fit with the reasons. Exactly this proposal is saved. */
export function PlanProposals({ plan, startId, onSaved, onDiscard }: PlanProposalsProps) {
  const { date, proposals, unplanned } = plan
  const heading = useRef<HTMLHeadingElement>(null)
  const count = proposals.length === 1 ? '1 route' : `${proposals.length} routes`
  const save = useApiMutation(plansApi.planDay, {
    successMessage: ({ saved }) => `${saved.map(({ number }) => number).join(', ')} added`,
    onSuccess: onSaved,
  })
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-label="Proposal" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 ref={heading} tabIndex={-1} className="font-semibold text-base outline-none">
          Proposal: {count}
        </h2>
        <div className="flex flex-wrap gap-2">
          <Button onClick={onDiscard}>Discard</Button>
          {proposals.length > 0 && (
            <Button
              variant="primary"
              busy={save.isPending}
              onClick={() =>
                save.submit({
                  body: {
                    date,
                    startId,
                    save: true,
                    drivers: proposals.map(({ driver }) => ({ driverId: driver.id })),
                    routes: proposals.map(({ driver, vehicle, startsAt, plannedStops }) => ({
                      driverId: driver.id,
                      vehicleId: vehicle?.id ?? null,
                      startsAt,
                      shipmentIds: plannedStops.map(({ shipmentId }) => shipmentId),
                    })),
                  },
                })
              }
            >
              Add {count}
            </Button>
          )}
        </div>
      </div>
      {proposals.length === 0 && (
        <Notice tone="warn" title="No shipment fits">
          Each shipment is listed below with the reason.
        </Notice>
      )}
      <div className="card-pairs grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
        {proposals.map((route) => (
          <Proposal key={route.driver.id} route={route} />
        ))}
      </div>
      {unplanned.length > 0 && (
        <Card title="Not planned" help="These stay in the list of waiting shipments.">
          <ul aria-label="Not planned" className="flex flex-col gap-2 text-table">
            {unplanned.map(({ shipmentId, number, account, words }) => (
              <li key={shipmentId} className="flex flex-wrap justify-between gap-x-4">
                <span>
                  <span className="font-medium">{account.name}</span>{' '}
                  <span className="figures text-muted">{number}</span>
                </span>
                <span className="text-warn">{words}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </section>
  )
}

function Proposal({ route }: { route: ProposedRoute }) {
  const { driver, vehicle, startsAt, plannedStops, cost } = route
  const load = loadFacts(route)
  return (
    <Card title={driver.name} help={[vehicle?.name, `leaves ${startsAt}`].filter(Boolean).join(' · ')}>
      <p className="figures mb-3 flex flex-wrap gap-x-4 gap-y-1 text-muted text-table">
        <span>{plannedStops.length === 1 ? '1 stop' : `${plannedStops.length} stops`}</span>
        <span>{formatKm(cost.distance)}</span>
        <span>{formatDuration(cost.travelSeconds)} driving</span>
        {load.length > 0 && <span>{load.join(' · ')}</span>}
        <span>
          back <ClockTime at={cost.endsAt} />
        </span>
      </p>
      <ol className="flex flex-col gap-1.5 text-table">
        {plannedStops.map(({ shipmentId, number, account, eta }, at) => (
          <li key={shipmentId} className="flex items-baseline gap-2">
            <span className="figures w-5 shrink-0 text-muted">{at + 1}</span>
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{account.name}</span>
              <span className="figures block text-muted text-xs">{number}</span>
            </span>
            <ClockTime at={eta} />
          </li>
        ))}
      </ol>
    </Card>
  )
}
