import type { DriverRoute, DriverStop } from '#shared/logistics/driver/api.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { goTo, routeAddress } from './address.ts'
import { StepHeader } from './step-header.tsx'
import { clock, stopStatusNames } from './words.ts'

/**
 * Replaces a step when its stop was finished elsewhere meanwhile, so that the driver doesn't tap the next stop's buttons
 * by mistake.
 */
export function FinishedStop({ route, stop }: { route: DriverRoute; stop: DriverStop | undefined }) {
  const goBack = () => goTo(routeAddress(route.id), { replace: true })
  const at = stop?.finishedAt ? ` at ${clock(stop.finishedAt, route.timeZone)}` : ''
  return (
    <>
      <StepHeader title={stop ? stop.account.name : 'Stop'} onBack={goBack} />
      <div className="rounded-lg border border-line bg-card">
        <EmptyState
          kind="no-match"
          title={stop ? `Already recorded: ${stopStatusNames[stop.status]}` : 'This stop is no longer on your route'}
          action={
            <Button size="lg" onClick={goBack}>
              Back to the route
            </Button>
          }
        >
          {stop
            ? `The office or another phone recorded it${at}. What you entered here was not sent.`
            : 'The office has taken it off. What you entered here was not sent.'}
        </EmptyState>
      </div>
    </>
  )
}
