import { routeStatusNames } from '#shared/logistics/shipments/route-status.ts'
import type { Route } from '#shared/logistics/routes/route.ts'
import type { Progress } from '#web/documents/progress-steps.ts'

/** The progress of a route; null for a cancelled one. */
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
