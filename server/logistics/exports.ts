import { exportedList, moment } from '#server/delivery/exported-list.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { shipmentMethodNames, shipmentStatusNames } from '#shared/logistics/shipments/shipment-status.ts'

export const shipmentExport = exportedList('shipments', shipmentsApi.listShipments, {
  number: ['Number', (row) => row.number],
  order: ['Order', (row) => row.order.number],
  customer: ['Customer', (row) => row.account.name],
  address: ['Address', (row) => row.address],
  status: ['Status', (row) => shipmentStatusNames[row.status]],
  late: ['Late', (row) => row.isLate],
  method: ['Method', (row) => row.method && shipmentMethodNames[row.method]],
  carrier: ['Carrier', (row) => row.carrier],
  expectedDate: ['Expected', (row) => row.expectedDate],
  window: ['Window', (row) => row.window && `${row.window.from}–${row.window.to}`],
  route: ['Route', (row) => row.route?.number ?? null],
  stop: ['Stop', (row) => row.stop?.sequence ?? null],
  driver: ['Driver', (row) => row.route?.driver.name ?? null],
  packages: ['Packages', (row) => row.packages],
  weight: ['Weight, kg', (row) => Number(row.weight)],
  attempt: ['Attempts', (row) => row.attempt],
  dispatchedAt: ['Shipped', (row) => moment(row.dispatchedAt)],
  deliveredAt: ['Delivered', (row) => moment(row.deliveredAt)],
  failedAt: ['Failed', (row) => moment(row.failedAt)],
  createdAt: ['Created', (row) => moment(row.createdAt)],
})
