import { routesApi } from '#shared/logistics/routes/api.ts'
import { vehiclesApi } from '#shared/logistics/routes/vehicles-api.ts'
import { routeStatusNames } from '#shared/logistics/shipments/route-status.ts'
import { exportedList, moment } from '#server/delivery/exported-list.ts'

export const routeExport = exportedList('routes', routesApi.listRoutes, {
  number: ['Route', (row) => row.number],
  date: ['Date', (row) => row.date],
  status: ['Status', (row) => routeStatusNames[row.status]],
  driver: ['Driver', (row) => row.driver.name],
  vehicle: ['Vehicle', (row) => row.vehicle?.name ?? null],
  start: ['Start', (row) => row.start.name],
  startsAt: ['Leaves', (row) => row.startsAt],
  stops: ['Stops', (row) => row.stops],
  delivered: ['Delivered', (row) => row.delivered],
  failed: ['Failed', (row) => row.failed],
  late: ['Late', (row) => row.late],
  packages: ['Packages', (row) => row.packages],
  weight: ['Weight, kg', (row) => ({ amount: row.weight })],
  distance: ['Distance, km', (row) => ({ amount: String(row.distance / 1000) })],
  driving: ['Driving, minutes', (row) => Math.round(row.travelSeconds / 60)],
  endsAt: ['Back', (row) => moment(row.endsAt)],
  startedAt: ['Started', (row) => moment(row.startedAt)],
  endedAt: ['Ended', (row) => moment(row.endedAt)],
  createdAt: ['Created', (row) => moment(row.createdAt)],
})

export const vehicleExport = exportedList('vehicles', vehiclesApi.listVehicles, {
  name: ['Name', (row) => row.name],
  plate: ['Plate', (row) => row.plate],
  maxKg: ['Capacity, kg', (row) => row.maxKg],
  maxPackages: ['Capacity, packages', (row) => row.maxPackages],
  hasColdBox: ['Cold box', (row) => row.hasColdBox],
  notes: ['Notes', (row) => row.notes],
})
