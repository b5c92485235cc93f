import { type RouteStatus, routeStatusNames } from '#shared/logistics/shipments/route-status.ts'
import { StatusBadge, type Tone } from '#web/ui/badge.tsx'

const tones = {
  PLANNED: 'neutral',
  IN_PROGRESS: 'info',
  COMPLETED: 'good',
  CANCELLED: 'neutral',
} as const satisfies Record<RouteStatus, Tone>

/** The status badge of a route. */
export function RouteStatusBadge({ status }: { status: RouteStatus }) {
  return <StatusBadge tone={tones[status]}>{routeStatusNames[status]}</StatusBadge>
}
