import type { Route } from '#shared/logistics/routes/route.ts'

/** The values of the route form. */
export type RouteValues = {
  date: string
  driverId: string
  /** '' if none. */
  vehicleId: string
  startId: string
  startsAt: string
  notes: string
}

export const newRoute = (today: string): RouteValues => ({
  date: today,
  driverId: '',
  vehicleId: '',
  startId: '',
  startsAt: '08:00',
  notes: '',
})

export const routeValues = (route: Route): RouteValues => ({
  date: route.date,
  driverId: route.driver.id,
  vehicleId: route.vehicle?.id ?? '',
  startId: route.start.id,
  startsAt: route.startsAt,
  notes: route.notes ?? '',
})

export const routeBody = ({ vehicleId, ...values }: RouteValues) => ({ ...values, vehicleId: vehicleId || null })
