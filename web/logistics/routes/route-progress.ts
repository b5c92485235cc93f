import { routeStatusNames } from '#shared/logistics/shipments/route-status.ts'
import type { Route } from '#shared/logistics/routes/route.ts'
import type { Progress } from '#web/documents/progress-steps.ts'

/** How far a route has come; nothing is known of a new one, and a cancelled one is on no way. */
export function routeProgress(route: Route | undefined): Progress | null {
  const status = route?.status ?? 'PLANNED'
  if (status === 'CANCELLED') return null
  return {
    steps: [
      { name: routeStatusNames.PLANNED },
      { name: routeStatusNames.IN_PROGRESS, at: route?.startedAt },
      { name: routeStatusNames.COMPLETED, at: route?.endedAt },
    ],
    current: ['PLANNED', 'IN_PROGRESS', 'COMPLETED'].indexOf(status),
    tone: 'info',
  }
}
