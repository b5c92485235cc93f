import { describe, expect, test } from 'vitest'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { formatAmount, parseDecimal } from '#shared/money.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { reportsApi } from '#shared/reports/api.ts'
import { dashboardFigures } from '#shared/reports/dashboard-figures.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { notificationsApi } from '#shared/notifications/api.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { deliveryScene, packedOrder, shipmentOf } from '#test/deliveries.ts'
import { onTheRoad } from '#test/driver-phone.ts'
import { taskNames, tasks, workQueueApi } from '#shared/reports/work-queue-api.ts'
import { orderStages, orderStatuses } from '#shared/sales/orders/order-transitions.ts'
import { addPlace, addProduct, addPurchase, placePurchase } from '#test/builders.ts'
import { type Client, startServer } from '#test/server.ts'

const see = (client: Client) => client.do(workQueueApi.workQueue, { query: {} })

/** All rows of a list, fetched page by page. */
async function rowsOf(client: Client, path: string, filter: Readonly<Record<string, string>>) {
  const rows: Record<string, unknown>[] = []
  let cursor: string | null = null
  do {
    const query: string = new URLSearchParams({ ...filter, limit: '200', ...(cursor && { cursor }) }).toString()
    const answer = await client.send('GET', `${path}?${query}`)
    expect([path, query, answer.status]).toEqual([path, query, 200])
    const page = answer.body as unknown as { data: Record<string, unknown>[]; nextCursor: string | null }
    rows.push(...page.data)
    cursor = page.nextCursor
  } while (cursor)
  return rows
}

describe('work queue of the dashboard', () => {
  test('[DASH-01, PO-01] a partially received purchase order still counts as to be received', async () => {
    const admin = await (await startServer()).as('admin')
    const place = await addPlace(admin)
    const product = await addProduct(admin, place)
    const toReceive = async () => (await see(admin)).data.find(({ task }) => task === 'arriving')?.count
    const { id, orderLines } = await placePurchase(admin, place, [[product.id, 5, '1']])
    await placePurchase(admin, place, [[product.id, 5, '1']])
    await addPurchase(admin, place, [[product.id, 5, '1']])
    const receive = (quantity: number) =>
      admin.do(purchasingApi.receive, {
        params: { id },
        body: { lines: [{ lineId: orderLines[0]?.id ?? '', quantity }] },
      })
    await receive(2)
    expect(await toReceive()).toBe(2)
    await receive(3)
    expect(await toReceive()).toBe(1)
  })

  test('[DASH-01, SHP-01] a failed delivery waits since it failed, by the driver’s phone if it failed there, until it is rescheduled', async () => {
    const scene = await deliveryScene(await startServer())
    const { admin } = scene
    const failed = async () => (await see(admin)).data.find(({ task }) => task === 'failed')
    const first = (await packedOrder(scene)).shipmentId
    const { route, stops, packed, phone } = await onTheRoad(scene, 1)
    const second = packed[0]!.shipmentId
    const at = new Date(Date.now() - 30_000).toISOString()
    await phone.send({ ...phone.make('stop.fail', route.id, stops[0]!.id, { reason: 'CLOSED' }), at })
    const params = { id: first }
    await admin.do(shipmentsApi.assignCarrier, { params, body: { carrier: 'Harbour Express' } })
    await admin.do(shipmentsApi.dispatchShipment, { params, body: {} })
    const late = await admin.do(shipmentsApi.failShipment, { params, body: { failureReason: 'REFUSED' } })
    expect(await failed()).toMatchObject({ count: 2, oldest: at })
    const { filter, sort } = tasks.failed
    const { data } = await admin.do(shipmentsApi.listShipments, { query: { ...filter, sort } })
    expect(data.map(({ id, failedAt }) => [id, failedAt])).toEqual([
      [second, at],
      [first, late.failedAt],
    ])
    await admin.do(shipmentsApi.replanShipment, { params: { id: second }, body: {} })
    expect((await shipmentOf(scene, second)).failedAt).toBeNull()
    expect(await failed()).toMatchObject({ count: 1, oldest: late.failedAt })
  })

  test('[DASH-01] each tile counts the rows of the list that it links to and shows the date of that list’s first row', async () => {
    const server = await startServer({ demo: true })
    const admin = await server.as('admin')
    const { data } = await see(admin)
    expect(data.map(({ task }) => task)).toEqual(taskNames)
    for (const { task, count, oldest } of data) {
      const { list, filter, sort, since } = tasks[task]
      const seen = await rowsOf(admin, list.path, { ...filter, sort })
      expect([task, count]).toEqual([task, seen.length])
      expect([task, oldest]).toEqual([task, seen[0]?.[since] ?? null])
    }
    // The demo company has enough tasks for a meaningful test.
    expect(data.filter(({ count }) => count > 0).length).toBeGreaterThan(8)

    // The same for every figure and row of the cards; amounts are the sums of their lists.
    for (const range of ['30', '365'] as const) {
      const figures = await admin.do(reportsApi.dashboard, { query: { range } })
      for (const [name, figure] of Object.entries(dashboardFigures)) {
        const rows = await rowsOf(admin, figure.list.path, figure.filter(figures.range))
        expect([name, figure.count(figures)]).toEqual([name, rows.length])
        if (!('sum' in figure)) continue
        const { field, of } = figure.sum
        const cents = rows.reduce((sum, row) => sum + (parseDecimal(String(row[field]), 2) ?? 0n), 0n)
        expect([name, of(figures)]).toEqual([name, formatAmount(cents)])
      }
      const failed = figures.ordersByStatus?.find(({ status }) => status === 'FAILED_DELIVERY')
      expect(data.find(({ task }) => task === 'failed')?.count).toBe(failed?.count)
      for (const { status, count } of figures.ordersByStatus ?? [])
        expect([status, count]).toEqual([status, (await rowsOf(admin, salesApi.listOrders.path, { status })).length])
    }
    const { windows } = await admin.do(lotsApi.sumLots, {})
    for (const { window, lots } of windows)
      expect([window, lots]).toEqual([window, (await rowsOf(admin, lotsApi.listLots.path, { expiry: window })).length])

    const notifications = (await admin.do(notificationsApi.listNotifications, { query: { limit: 200 } })).data
    const kinds = ['count-review', 'delivery-failed', 'estimate-answered', 'low-stock', 'return-requested']
    expect([...new Set(notifications.map(({ kind }) => kind))]).toEqual(expect.arrayContaining(kinds))
    expect(notifications.filter(({ subject, entityId }) => subject === '' || entityId === null)).toEqual([])

    const driver = await server.as('driver')
    const shown = await see(driver)
    expect(shown.data.map(({ task }) => task)).toEqual(
      taskNames.filter((task) => tasks[task].right === 'shipping.view'),
    )
    const ofSales = (await see(await server.as('sales_rep'))).data.map(({ task }) => String(task))
    expect(ofSales).toEqual(expect.arrayContaining(['followUps', 'lateOpportunities']))
    const nothing = await server.as('staff', {})
    expect((await see(nothing)).data).toEqual([])
    const some = await admin.do(workQueueApi.workQueue, { query: { tasks: 'overdue,confirm' } })
    expect(some.data.map(({ task }) => task)).toEqual(['overdue', 'confirm'])
    expect((await admin.send('GET', '/api/dashboard/work-queue?tasks=nothing')).status).toBe(422)
    expect((await server.nobody.send('GET', '/api/dashboard/work-queue')).status).toBe(401)
    expect((await (await server.as('customer')).send('GET', '/api/dashboard/work-queue')).status).toBe(403)
  }, 300_000)

  test('the order stages contain every order status exactly once', () => {
    expect(Object.values(orderStages).flat().toSorted()).toEqual(orderStatuses.toSorted())
  })
})
