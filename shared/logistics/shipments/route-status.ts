export const routeStatuses = ['PLANNED', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED'] as const
export type RouteStatus = (typeof routeStatuses)[number]

export const routeStatusNames: Record<RouteStatus, string> = {
  PLANNED: 'Planned',
  IN_PROGRESS: 'In progress',
  COMPLETED: 'Completed',
  CANCELLED: 'Cancelled',
}

/** Statuses of open routes. */
export const openRoutes: readonly RouteStatus[] = ['PLANNED', 'IN_PROGRESS']
