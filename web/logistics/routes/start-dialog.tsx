import { routesApi } from '#shared/logistics/routes/api.ts'
import { formatDay } from '#shared/format-day.ts'
import type { Route } from '#shared/logistics/routes/route.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { formatKg } from '#web/logistics/shipments/format-kg.ts'
import { useToday } from '#web/session/today.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Confirms the start of a route, and shows its effects. */
export function StartDialog({ route, close }: { route: Route; close: () => void }) {
  const { id, number, routeStops, driver, warnings, overlaps } = route
  const today = useToday()
  const load = [
    route.packages > 0 && (route.packages === 1 ? '1 package' : `${route.packages.toLocaleString()} packages`),
    Number(route.weight) > 0 && formatKg(route.weight),
  ].filter(Boolean)
  const start = useApiMutation(routesApi.startRoute, {
    successMessage: () => `${number} is now: In progress`,
    onSuccess: close,
  })
  const [first, ...others] = routeStops
  const late = routeStops.filter((stop) => stop.isLate).length
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && close()}
      title={`Start ${number}?`}
      description={
        load.length > 0
          ? `${driver.name} leaves with ${load.join(', ')}.`
          : `${driver.name} leaves. Nothing is packed yet.`
      }
    >
      <DialogBody>
        <ul className="flex list-disc flex-col gap-1.5 pl-5 text-secondary">
          {first && (
            <li>
              Order {first.order.number} of {first.account.name} becomes Out for delivery.
            </li>
          )}
          {others.length > 0 && (
            <li>
              {others.length === 1 ? '1 other order becomes' : `${others.length} other orders become`} In transit.
            </li>
          )}
          <li>The order of the stops is fixed. Stops can only be postponed.</li>
        </ul>
        {route.date !== today && <Notice tone="warn">It is planned for {formatDay(route.date)}, not for today.</Notice>}
        {late > 0 && (
          <Notice tone="warn">
            {late === 1 ? '1 stop is' : `${late} stops are`} expected after the delivery window.
          </Notice>
        )}
        {[...warnings, ...overlaps].map((warning) => (
          <Notice key={warning} tone="warn">
            {warning}
          </Notice>
        ))}
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <Button variant="primary" busy={start.isPending} onClick={() => start.submit({ params: { id }, body: {} })}>
          Start route
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
