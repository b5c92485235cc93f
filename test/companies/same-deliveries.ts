import { expect } from 'vitest'
import { driverApi } from '#shared/logistics/driver/api.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { deliveryStatusApi } from '#shared/logistics/routes/delivery-status-api.ts'
import type { Route } from '#shared/logistics/routes/route.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import type { ShipmentRow } from '#shared/logistics/shipments/shipment.ts'
import { trackingApi } from '#shared/logistics/tracking/api.ts'
import { portalDeliveriesApi } from '#shared/portal/deliveries-api.ts'
import { portalOrdersApi } from '#shared/portal/orders-api.ts'
import { reportsApi } from '#shared/reports/api.ts'
import { deliveriesReport, onTimeReport } from '#shared/reports/more-reports.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import type { OrderRow } from '#shared/sales/orders/order.ts'
import type { Client } from '#test/client.ts'
import type { DeliveringCompany } from './delivering-company.ts'
import { everyRow } from './random-company.ts'

/* Checks that a delivery is the same on every screen that shows it. */

const open = ['READY_FOR_SHIPPING', 'ON_THE_WAY']
const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0)
const counted = <T extends { status: string }>(rows: readonly T[], status: string) =>
  rows.filter((row) => row.status === status).length
/** A copy of the value with all timestamps in one format. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('.000000Z"', 'Z"'))
const allShipments = (admin: Client, query: object = {}) =>
  everyRow((page) => admin.do(shipmentsApi.listShipments, { query: { ...page, ...query } }))
const allRoutes = (admin: Client, query: object = {}) =>
  everyRow((page) => admin.do(routesApi.listRoutes, { query: { ...page, ...query } }))

/** The orders of a customer with their shipments, in the office, in the portal and on the tracking page. */
export async function expectSameOrders({ admin }: DeliveringCompany, owner: Client, account: string) {
  const orders = await everyRow((page) => admin.do(salesApi.listOrders, { query: { ...page, account } }))
  const shipments = await allShipments(admin, { account })
  const theirs = await everyRow((page) => owner.do(portalOrdersApi.listOrders, { query: page }))
  const shown = (row: Pick<OrderRow, 'id' | 'status' | 'deliveredDate'>) => [row.id, row.status, row.deliveredDate]
  expect(theirs.map(shown).toSorted()).toEqual(orders.map(shown).toSorted())
  for (const row of orders) {
    const order = await admin.do(salesApi.getOrder, { params: { id: row.id } })
    expect(plain(order)).toMatchObject(plain(row))
    expect([order.number, order.timeline.find(({ to }) => to !== null)?.to ?? 'PENDING']).toEqual([
      order.number,
      order.status,
    ])
    const mine = shipments.filter(({ order: of }) => of.id === row.id)
    expect(order.shipments.map(({ id }) => id)).toEqual(mine.map(({ id }) => id))
    for (const part of order.shipments) {
      const { number, status, method, carrier, attempt, dispatchedAt, deliveredAt } = part
      const page = { number, status, method, carrier, attempt, dispatchedAt, deliveredAt }
      expect(plain(mine.find(({ id }) => id === part.id))).toMatchObject(plain(page))
    }
    const { deliveries, status, deliveredDate } = await owner.do(portalOrdersApi.getOrder, {
      params: { id: row.id },
      query: {},
    })
    expect([status, deliveredDate]).toEqual([order.status, order.deliveredDate])
    expect(plain(deliveries.map(({ id, deliveredAt, receivedBy }) => [id, deliveredAt, receivedBy]))).toEqual(
      plain(order.shipments.map(({ id, deliveredAt, receivedBy }) => [id, deliveredAt, receivedBy])),
    )
  }
  for (const row of shipments) await expectSameShipment(admin, owner, row)
}

async function expectSameShipment(admin: Client, owner: Client, row: ShipmentRow) {
  const params = { id: row.id }
  const page = await admin.do(shipmentsApi.getShipment, { params })
  expect(plain(page)).toMatchObject(plain(row))
  expect(page.shipmentPackages).toHaveLength(page.packages)
  const pieces = page.lines.map(({ quantity, delivered, refused, damaged }) => [
    quantity,
    (delivered ?? quantity) + refused + damaged,
    delivered === null,
  ])
  expect([row.number, pieces]).toEqual([
    row.number,
    page.lines.map(({ quantity }) => [quantity, quantity, row.status !== 'DELIVERED']),
  ])
  const { url } = await admin.do(trackingApi.createTrackingLink, { params })
  const body = { token: url.split('#').at(-1) ?? '' }
  const tracked = await owner.call(trackingApi.track, { body })
  if (row.order.status !== 'RETURNED' || tracked.status < 300) {
    const { status, receivedBy, packages, deliveredAt, carrier, expectedDate } = page
    const same = { status, receivedBy, packages, deliveredAt, carrier, expectedDate }
    expect(plain(tracked.body.data)).toMatchObject(plain(same))
    expect(plain(await owner.do(portalDeliveriesApi.getDelivery, { params, query: {} }))).toMatchObject(plain(same))
  }
  if (!row.route || !row.stop) return
  const route = await admin.do(routesApi.getRoute, { params: { id: row.route.id } })
  expect(plain(route)).toMatchObject(plain(row.route))
  const stop = route.routeStops.find(({ id }) => id === row.stop?.id)
  expect(plain(stop)).toMatchObject({ shipment: { id: row.id }, packages: row.packages })
  // On a started route, a later stop still waits, while its shipment is already on the way.
  if (stop?.finishedAt) expect([row.number, stop.status]).toEqual([row.number, row.status])
  else expect([row.number, row.status]).toEqual([row.number, open[route.status === 'PLANNED' ? 0 : 1]])
}

/** All routes, in their list, on their pages, on the page of their day and on the driver's phone. */
export async function expectSameRoutes({ admin, riders, accounts }: DeliveringCompany) {
  const days = new Set<string>()
  const shipments: ShipmentRow[] = []
  for (const account of accounts) shipments.push(...(await allShipments(admin, { account })))
  for (const { client } of riders) {
    const rows = await allRoutes(admin, { driver: client.userId })
    const { data: onPhone } = await client.do(driverApi.listDriverRoutes, {
      query: { from: '2000-01-01', to: '2099-12-31' },
    })
    const driven = rows.filter(({ status }) => status !== 'CANCELLED').map(({ id }) => id)
    expect(onPhone.map(({ id }) => id).toSorted()).toEqual(driven.toSorted())
    for (const row of rows) {
      const route = await admin.do(routesApi.getRoute, { params: { id: row.id } })
      expect(plain(route)).toMatchObject(plain(row))
      expectSameStops(route)
      await expectSamePhone(client, route)
      if (row.status !== 'CANCELLED') days.add(row.date)
    }
  }
  for (const date of days) await expectSameDay(admin, date, shipments)
}

function expectSameStops({ number, routeStops, ...route }: Route) {
  expect([number, routeStops.map(({ sequence }) => sequence)]).toEqual([number, routeStops.map((_stop, at) => at + 1)])
  const counts = {
    stops: routeStops.length,
    delivered: counted(routeStops, 'DELIVERED'),
    failed: counted(routeStops, 'FAILED_DELIVERY'),
    late: routeStops.filter(({ isLate, finishedAt }) => isLate && finishedAt === null).length,
    packages: sum(routeStops.map(({ packages }) => packages)),
  }
  expect(plain({ number, ...route })).toMatchObject(plain({ number, ...counts }))
  expect(routeStops.filter(({ status, finishedAt }) => open.includes(status) === (finishedAt !== null))).toEqual([])
  if (route.status === 'COMPLETED') expect(counts.delivered + counts.failed).toBe(counts.stops)
}

async function expectSamePhone(client: Client, route: Route) {
  if (route.status === 'CANCELLED') return
  const { data } = await client.do(driverApi.getDriverRoute, { params: { id: route.id } })
  const { number, status, stops, delivered, failed, packages, version, routeStops } = route
  expect(plain(data)).toMatchObject(plain({ number, status, stops, delivered, failed, packages, version }))
  const shown = ({ id, sequence, shipment, status: of }: Route['routeStops'][number]) => [id, sequence, shipment.id, of]
  expect([number, data.driverStops.map(shown)]).toEqual([number, routeStops.map(shown)])
}

/** The deliveries of a day add up to its counts, and match the pages of its routes and the list of shipments. */
async function expectSameDay(admin: Client, date: string, shipments: readonly ShipmentRow[]) {
  const { data } = await admin.do(deliveryStatusApi.getDeliveryStatus, { query: { date } })
  const routes = (await allRoutes(admin, { from: date, to: date })).filter(({ status }) => status !== 'CANCELLED')
  expect(data.routes.map(({ id }) => id).toSorted()).toEqual(routes.map(({ id }) => id).toSorted())
  for (const { routeStops, position: _position, ...route } of data.routes) {
    expect(plain(routes.find(({ id }) => id === route.id))).toMatchObject(plain(route))
    for (const stop of routeStops) {
      const shipment = shipments.find(({ id }) => id === stop.shipment.id)
      const isLast = shipment?.stop?.id === stop.id
      if (shipment)
        expect([route.number, stop.shipment.number, stop.isReplanned]).toEqual([
          route.number,
          stop.shipment.number,
          !isLast && stop.finishedAt !== null,
        ])
      if (isLast) expect(stop.status).toBe(shipment.status)
    }
  }
  const all = [
    ...data.routes.flatMap(({ routeStops }) => routeStops.filter((stop) => !stop.isReplanned)),
    ...data.others,
  ]
  expect(plain(data.counts)).toMatchObject(
    plain({
      waiting: counted(all, 'READY_FOR_SHIPPING'),
      onTheWay: counted(all, 'ON_THE_WAY'),
      delivered: counted(all, 'DELIVERED'),
      failed: counted(all, 'FAILED_DELIVERY'),
    }),
  )
  const days = all.flatMap((one) => ('shipment' in one ? one.shipment.id : one.id))
  expect([date, new Set(days).size]).toEqual([date, days.length])
  const expected = shipments.filter((row) => row.expectedDate === date).map(({ id }) => id)
  expect([date, expected.filter((id) => !days.includes(id))]).toEqual([date, []])
}

/** Counts above the lists, on the dashboard and in the reports. */
export async function expectSameCounts(admin: Client, start: string, end: string) {
  const [shipments, routes] = [await allShipments(admin), await allRoutes(admin)]
  const orders = await everyRow((page) => admin.do(salesApi.listOrders, { query: page }))
  const query = { start, end }
  const { ordersByStatus } = await admin.do(reportsApi.dashboard, { query })
  const counts = [
    [orders, ordersByStatus ?? []],
    [orders, (await admin.do(salesApi.countOrders, {})).data],
    [shipments, (await admin.do(shipmentsApi.countShipments, {})).data],
    [routes, (await admin.do(routesApi.countRoutes, {})).data],
  ] as const
  for (const [rows, shown] of counts) {
    expect(shown).toEqual(shown.map(({ status }) => ({ status, count: counted(rows as { status: string }[], status) })))
    expect(sum(shown.map(({ count }) => count))).toBe(rows.length)
  }

  const [delivered, failed] = [sum(routes.map((row) => row.delivered)), sum(routes.map((row) => row.failed))]
  const { totals, rows } = await admin.do(deliveriesReport.read, { query: { ...query, by: 'route', all: 'true' } })
  expect(plain(totals.current)).toMatchObject(plain({ attempts: delivered + failed, delivered, failed }))
  const worked = routes.filter((row) => row.delivered + row.failed > 0)
  expect(rows.map(({ key, current }) => [key, current['delivered'], current['failed']]).toSorted()).toEqual(
    worked.map((row) => [row.id, row.delivered, row.failed]).toSorted(),
  )
  const stops = await everyRow((page) => admin.do(deliveriesReport.records, { query: { ...query, ...page } }))
  expect(stops).toHaveLength(delivered + failed)

  const requested = orders.filter((row) => row.status === 'DELIVERED' && row.requestedDate !== null)
  const onTime = requested.filter((row) => (row.deliveredDate ?? '') <= (row.requestedDate ?? ''))
  const report = await admin.do(onTimeReport.read, { query })
  expect(plain(report.totals.current)).toMatchObject(plain({ orders: requested.length, onTime: onTime.length }))
  const records = await everyRow((page) => admin.do(onTimeReport.records, { query: { ...query, ...page } }))
  expect(records.map(({ recordId }) => recordId).toSorted()).toEqual(requested.map(({ id }) => id).toSorted())
}
