import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { callsApi, whyCallNotMarked } from '#shared/crm/partners/calls-api.ts'
import { recallsApi } from '#shared/inventory/recalls/api.ts'
import { recallStatuses } from '#shared/inventory/recalls/recall.ts'
import { whyRecallNotOpen } from '#shared/inventory/recalls/recall-guards.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { whyNotReorderable, whyRouteNotDeletable } from '#shared/logistics/routes/route-transitions.ts'
import { routeStatuses } from '#shared/logistics/shipments/route-status.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { shipmentStatuses } from '#shared/logistics/shipments/shipment-status.ts'
import { whyNotPacked } from '#shared/logistics/shipments/shipment-transitions.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import {
  purchaseStatuses,
  whyPurchaseNotDeletable,
  whyPurchaseNotEditable,
  whyReceiptNotReversed,
} from '#shared/purchasing/orders/purchase-transitions.ts'
import { savedReportsApi } from '#shared/reports/saved-api.ts'
import { whyNotPaused, whyNotResumed } from '#shared/reports/schedule-guards.ts'
import { reportSchedulesApi, scheduleStates } from '#shared/reports/schedules-api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import {
  whyLotsNotChosen,
  whyNotConfirmation,
  whyNotEditable,
  whyNotReturnable,
} from '#shared/sales/orders/order-guards.ts'
import { orderStatuses } from '#shared/sales/orders/order-transitions.ts'
import { addAccount, addOrder, addPurchase, placePurchase } from '#test/builders.ts'
import { deliveryScene, packedOrder, plannedRoute, type Scene, shipmentOf } from '#test/deliveries.ts'
import { addLots } from '#test/lots.ts'
import { type ClosedCall, expectRefused, putStatus } from '#test/server/refused-calls.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

/*
 * Like refused-transitions.test.ts: the reason that disables or hides a button is the reason of the refusal. Here:
 * shipments, routes, recalls, report schedules and call tasks, and the actions of orders beside their transitions, each
 * in every status.
 */

let server: TestServer
let admin: Client
let scene: Scene
beforeAll(async () => {
  server = await startServer()
  scene = await deliveryScene(server)
  admin = scene.admin
})

const put = (table: string, id: string, status: string) => putStatus(server, table, id, status)
const why = { reason: 'A test' }

describe('the reason on the button is the reason of the refusal (409)', () => {
  test('[SHP-01] shipments, for each status of their order', async () => {
    const calls = {
      assignCarrier: ['carrier-assignment', { carrier: 'DHL' }],
      removeCarrier: ['carrier-removal', {}],
      dispatch: ['dispatch', {}],
      pickUp: ['pick-up', { receivedBy: 'Dr. Kone', reason: 'Known' }],
      deliver: ['delivery', { receivedBy: 'Dr. Kone', reason: 'By phone' }],
      fail: ['delivery-failure', { failureReason: 'CUSTOMER_ABSENT' }],
      replan: ['replanning', {}],
      checkIn: ['check-in', {}],
    } as const
    const { orderId, shipmentId } = await packedOrder(scene)
    const carrier = { carrier: 'DHL', trackingNumber: null }
    await admin.do(shipmentsApi.assignCarrier, { params: { id: shipmentId }, body: carrier })
    let refused = 0
    for (const status of orderStatuses) {
      await put('sales_orders', orderId, status)
      const { transitions } = await shipmentOf(scene, shipmentId)
      const closed = transitions.flatMap(({ action, reason }): ClosedCall[] => {
        if (!(action in calls)) return []
        const [path, body] = calls[action as keyof typeof calls]
        return [[reason, 'POST', `/api/shipments/${shipmentId}/${path}`, body]]
      })
      refused += await expectRefused(admin, closed)
    }
    expect(refused).toBeGreaterThan(60)
  })

  test('[SHP-01] packages of a shipment', async () => {
    const { shipmentId } = await packedOrder(scene)
    let refused = 0
    for (const status of shipmentStatuses) {
      await put('shipments', shipmentId, status)
      const { version } = await shipmentOf(scene, shipmentId)
      const path = `/api/shipments/${shipmentId}/packages`
      refused += await expectRefused(admin, [[whyNotPacked({ status }), 'PUT', path, { packages: [] }]], { version })
    }
    expect(refused).toBe(3)
  })

  test('routes in every status', async () => {
    let refused = 0
    for (const status of routeStatuses) {
      const { id } = await plannedRoute(scene, [(await packedOrder(scene)).shipmentId])
      const hasStarted = status === 'IN_PROGRESS' || status === 'COMPLETED'
      await sql`update routes set status = ${status}, started_at = ${hasStarted ? sql`moment()` : null},
        ended_at = ${status === 'COMPLETED' ? sql`moment()` : null} where id = ${id}`.execute(server.database.db)
      const { transitions, version } = await admin.do(routesApi.getRoute, { params: { id } })
      const paths = { start: ['start', {}], complete: ['completion', {}], cancel: ['cancellation', why] } as const
      refused += await expectRefused(
        admin,
        [
          ...transitions.map(({ transition, reason }): ClosedCall => {
            const [path, body] = paths[transition]
            return [reason, 'POST', `/api/routes/${id}/${path}`, body]
          }),
          [whyNotReorderable(status), 'PATCH', `/api/routes/${id}`, { notes: 'Ring twice' }],
          [whyRouteNotDeletable(status), 'DELETE', `/api/routes/${id}`],
        ],
        { version },
      )
    }
    expect(refused).toBeGreaterThan(12)
  })

  test('[SO-01] orders: edit, choose lots, send the confirmation, return', async () => {
    const { id } = await addOrder(admin, scene.accountId, [[scene.productId, 1]])
    const { number, version, orderLines } = await admin.do(salesApi.getOrder, { params: { id } })
    const lineId = orderLines[0]?.id ?? ''
    const order = { accountId: scene.accountId, lines: [{ productId: scene.productId, quantity: 1 }] }
    const choices = [{ lotId: randomUUID(), locationId: scene.place.warehouse.id, quantity: 1 }]
    const lines = [{ orderLineId: lineId, quantity: 1, reason: 'quality' }]
    let refused = 0
    for (const status of orderStatuses) {
      await put('sales_orders', id, status)
      refused += await expectRefused(
        admin,
        [
          [whyNotEditable({ status })?.reason ?? null, 'PUT', `/api/sales-orders/${id}`, order],
          [
            whyLotsNotChosen({ status })?.reason ?? null,
            'POST',
            `/api/sales-orders/${id}/lines/${lineId}/lots`,
            { allocations: choices },
          ],
          [
            whyNotConfirmation({ status })?.reason ?? null,
            'POST',
            `/api/sales-orders/${id}/confirmation-mails`,
            { to: 'buyer@example.com' },
          ],
          [whyNotReturnable({ number, status })?.reason ?? null, 'POST', '/api/returns', { orderId: id, lines }],
        ],
        { version },
      )
    }
    expect(refused).toBeGreaterThan(25)
  })

  test('[PO-01] purchase orders: edit, delete, reverse a receipt', async () => {
    let refused = 0
    for (const status of purchaseStatuses) {
      const { id } = await addPurchase(admin, scene.place, [[scene.productId, 5, '1']])
      await put('purchase_orders', id, status)
      const { version, supplier, location, orderLines } = await admin.do(purchasingApi.getPurchaseOrder, {
        params: { id },
      })
      const body = {
        supplierId: supplier.id,
        locationId: location.id,
        lines: orderLines.map(({ item, quantity, unitCost }) => ({ itemId: item.id, quantity, unitCost })),
      }
      const path = `/api/purchase-orders/${id}`
      refused += await expectRefused(
        admin,
        [
          [whyPurchaseNotEditable({ status }), 'PUT', path, body],
          [whyPurchaseNotDeletable({ status }), 'DELETE', path],
          [whyReceiptNotReversed({ status }), 'POST', `${path}/receipts/${randomUUID()}/reversal`, why],
        ],
        { version },
      )
    }
    expect(refused).toBeGreaterThan(12)
  })

  test('[PO-01] reversing a receipt after goods were returned to the supplier', async () => {
    const { id, orderLines } = await placePurchase(admin, scene.place, [[scene.productId, 5, '1']])
    const lines = [{ lineId: orderLines[0]?.id ?? '', quantity: 5 }]
    const read = () => admin.do(purchasingApi.getPurchaseOrder, { params: { id } })
    await admin.do(purchasingApi.receive, { params: { id }, body: { lines } }, { version: (await read()).version })
    const receiptLineId = (await read()).receipts[0]?.lines[0]?.id ?? ''
    const body = { ...why, lines: [{ receiptLineId, quantity: 1 }] }
    await admin.do(purchasingApi.return, { params: { id }, body })
    const { status, receipts, version } = await read()
    const [receipt] = receipts
    const reason = whyReceiptNotReversed({ status }, receipt)
    expect(reason).toMatch(/^Goods of .* were returned/)
    const path = `/api/purchase-orders/${id}/receipts/${receipt?.id}/reversal`
    await expectRefused(admin, [[reason, 'POST', path, why]], { version, code: 'INVALID_TRANSITION' })
  })

  test('recalls in every status', async () => {
    const lotId = (await addLots(admin, scene.place, [['L-REFUSED', 90, 5]])).lot('L-REFUSED')
    const body = { ...why, instruction: 'Keep it apart.', lotIds: [lotId] }
    const { id, number } = (await admin.do(recallsApi.startRecall, { body })).recall
    const customer = await addAccount(admin)
    let refused = 0
    for (const status of recallStatuses) {
      await put('recalls', id, status)
      const reason = whyRecallNotOpen({ number, status })
      const path = `/api/recalls/${id}`
      const back = { accountId: customer.id, lotId, locationId: scene.place.warehouse.id, quantity: 1 }
      refused += await expectRefused(admin, [
        [reason, 'POST', `${path}/customers/${customer.id}/telling`, { how: 'phone' }],
        [reason, 'POST', `${path}/mails`, {}],
        [reason, 'POST', `${path}/returns`, back],
        [reason, 'POST', `${path}/closing`, { summary: 'Done' }],
        [reason, 'POST', `${path}/withdrawal`, { summary: 'No fault' }],
      ])
    }
    expect(refused).toBe(10)
  })

  test('report schedules: pause, resume; call tasks: complete, reopen', async () => {
    const saved = await admin.do(savedReportsApi.createSaved, {
      body: { name: 'Refusals', report: 'sales', query: {}, isShared: false },
    })
    const daily = { frequency: 'daily' as const, time: '07:00', format: 'csv' as const, emails: ['a@example.com'] }
    const { id } = await admin.do(reportSchedulesApi.createSchedule, { params: { id: saved.id }, body: daily })
    let refused = 0
    for (const state of scheduleStates) {
      const [paused, stopped] = [state === 'paused' ? sql`moment()` : null, state === 'stopped' ? 'No right' : null]
      await sql`update report_schedules set paused_at = ${paused}, stopped_reason = ${stopped}
        where id = ${id}`.execute(server.database.db)
      refused += await expectRefused(admin, [
        [whyNotPaused({ state }), 'POST', `/api/report-schedules/${id}/pause`, {}],
        [whyNotResumed({ state }), 'POST', `/api/report-schedules/${id}/resume`, {}],
      ])
    }
    expect(refused).toBe(3)
    const call = randomUUID()
    await sql`insert into call_tasks (id, account_id, due_date, created_by)
      values (${call}, ${scene.accountId}, company_today(), ${admin.userId})`.execute(server.database.db)
    const answers = []
    for (const isDone of [false, true]) {
      if (isDone) await admin.do(callsApi.finishCall, { params: { id: call } })
      const { data } = await admin.do(callsApi.listCalls, { params: { id: scene.accountId } })
      const [task] = data
      if (!task) throw new Error('no call')
      answers.push(
        await expectRefused(admin, [
          [whyCallNotMarked(task, true), 'POST', `/api/call-tasks/${call}/completion`],
          [whyCallNotMarked(task, false), 'POST', `/api/call-tasks/${call}/reopening`],
        ]),
      )
    }
    expect(answers).toEqual([1, 1])
  })
})
