import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { accountConsignmentApi, consignmentApi, whyCountNotDecided } from '#shared/portal/consignment-api.ts'
import { portalOrdersApi, whyRequisitionNotDecided } from '#shared/portal/orders-api.ts'
import {
  whyPortalOrderNotCancelled,
  whyPortalOrderNotChanged,
  whyPortalOrderNotReturned,
} from '#shared/portal/portal-order.ts'
import { portalReturnsApi } from '#shared/portal/returns-api.ts'
import { portalUsersApi, whyPortalUserNotRemovable } from '#shared/portal/users-api.ts'
import { orderStatuses } from '#shared/sales/orders/order-transitions.ts'
import { whyNoMorePhotos } from '#shared/sales/returns/return-photos.ts'
import { returnStatuses } from '#shared/sales/returns/return-transitions.ts'
import { whyNotInstructed, whyNotRescheduled } from '#shared/logistics/tracking/tracking-guards.ts'
import { trackingApi } from '#shared/logistics/tracking/api.ts'
import { shipmentStatuses } from '#shared/logistics/shipments/shipment-status.ts'
import { addAccount, addPlace, addProduct, deliveredOrder, type TestPlace } from '#test/builders.ts'
import { consignmentOf } from '#test/consignment.ts'
import { deliveryScene, packedOrder } from '#test/deliveries.ts'
import { addLots } from '#test/lots.ts'
import { portalUser } from '#test/portal.ts'
import { type ClosedCall, expectRefused, putStatus } from '#test/server/refused-calls.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

/* Like refused-transitions.test.ts: actions of customers in the portal and on the tracking page. */

let server: TestServer
let admin: Client
let owner: Client
let place: TestPlace
let productId: string
let accountId: string
const why = { reason: 'A test' }
const query = {}
beforeAll(async () => {
  server = await startServer({ rateLimits: false })
  admin = await server.as('admin')
  place = await addPlace(admin)
  productId = (await addProduct(admin, place, { quantity: 1000, price: '10.00' })).id
  accountId = (await addAccount(admin)).id
  owner = await portalUser(server, admin, accountId)
})

const lines = () => [{ productId, quantity: 8 }]

describe('the reason that hides a button is the reason of the refusal (409)', () => {
  test('[CUS-01] orders: change, cancel, request a return', async () => {
    let refused = 0
    for (const status of orderStatuses) {
      const { order } = await owner.do(portalOrdersApi.placeOrder, { body: { lines: lines() } })
      const id = order?.id ?? ''
      await putStatus(server, 'sales_orders', id, status)
      const found = await owner.do(portalOrdersApi.getOrder, { params: { id }, query })
      const path = `/api/customer-portal/orders/${id}`
      const wanted = [{ orderLineId: found.orderLines[0]?.id ?? '', quantity: 1, reason: 'quality' }]
      const calls: ClosedCall[] = [
        [whyPortalOrderNotChanged(found), 'PUT', path, { lines: lines() }],
        [whyPortalOrderNotCancelled(found), 'POST', `${path}/cancellation`, why],
        [whyPortalOrderNotReturned(found), 'POST', '/api/customer-portal/returns', { orderId: id, lines: wanted }],
      ]
      refused += await expectRefused(owner, calls, { version: found.version })
    }
    expect(refused).toBe(3 * (orderStatuses.length - 1))
  })

  test('[CUS-01] orders waiting for approval: approve, refuse, withdraw', async () => {
    const orderer = await portalUser(server, admin, accountId, 'orderer', '50')
    let refused = 0
    for (const decision of ['approval', 'refusal', 'withdrawal'] as const) {
      const { requisition } = await orderer.do(portalOrdersApi.placeOrder, { body: { lines: lines() } })
      const path = `/api/customer-portal/requisitions/${requisition?.id}`
      const body = decision === 'refusal' ? why : {}
      expect(
        (await (decision === 'withdrawal' ? orderer : owner).send('POST', `${path}/${decision}`, body)).status,
      ).toBe(200)
      const { data } = await owner.do(portalOrdersApi.listRequisitions, { query })
      const found = data.find(({ id }) => id === requisition?.id)
      if (!found) throw new Error('no requisition')
      const reason = whyRequisitionNotDecided(found)
      refused += await expectRefused(owner, [
        [reason, 'POST', `${path}/approval`, {}],
        [reason, 'POST', `${path}/refusal`, why],
      ])
      refused += await expectRefused(orderer, [[reason, 'POST', `${path}/withdrawal`, {}]])
    }
    expect(refused).toBe(9)
  })

  test('[CUS-01] consignment counts: post, dismiss', async () => {
    const { product, lot } = await addLots(admin, place, [['C1', 300, 50]])
    const locationId = await consignmentOf(admin, place, accountId, product.id, lot('C1'))
    let refused = 0
    for (const decision of ['posting', 'dismissal']) {
      const countId = randomUUID()
      const counted = { countId, countedAt: new Date().toISOString(), lines: [{ lotId: lot('C1'), counted: 500 }] }
      await owner.do(consignmentApi.countConsignment, { params: { id: locationId }, body: counted })
      const path = `/api/consignment-counts/${countId}`
      const found = async () => {
        const { counts } = await admin.do(accountConsignmentApi.listAccountConsignments, { params: { id: accountId } })
        const count = counts.find(({ id }) => id === countId)
        if (!count) throw new Error('no count')
        return count
      }
      expect([decision, whyCountNotDecided(await found())]).toEqual([decision, null])
      const body = decision === 'posting' ? {} : why
      expect([200, 201, 204]).toContain(
        (await admin.send('POST', `${path}/${decision}`, body, { 'idempotency-key': randomUUID() })).status,
      )
      const reason = whyCountNotDecided(await found())
      refused += await expectRefused(admin, [
        [reason, 'POST', `${path}/posting`, {}],
        [reason, 'POST', `${path}/dismissal`, why],
      ])
    }
    expect(refused).toBe(4)
  })

  test('[CUS-01] photos of a return', async () => {
    const order = await deliveredOrder(admin, accountId, [[productId, 10]])
    const wanted = [{ orderLineId: order.orderLines[0]?.id ?? '', quantity: 1, reason: 'damaged' as const }]
    const { id } = await owner.do(portalReturnsApi.requestReturn, { body: { orderId: order.id, lines: wanted } })
    const shape = { width: 8, height: 6, channels: 3, background: '#38a' } as const
    const picture = new Uint8Array(await sharp({ create: shape }).png().toBuffer())
    let refused = 0
    for (const status of returnStatuses) {
      await putStatus(server, 'sales_returns', id, status)
      const { data } = await owner.do(portalReturnsApi.listReturns, { query })
      const reason = whyNoMorePhotos(status)
      expect([status, data.find((one) => one.id === id)?.canAddPhotos]).toEqual([status, reason === null])
      const path = `/api/customer-portal/returns/${id}/photos`
      refused += await expectRefused(owner, [[reason, 'PUT', path, picture]], { type: 'image/png' })
    }
    expect(refused).toBe(returnStatuses.length - 2)
  })

  test('[CUS-01] portal users cannot change or remove themselves', async () => {
    const { data } = await owner.do(portalUsersApi.listUsers, { query })
    const self = data.find(({ id }) => id === owner.userId)
    const reason = whyPortalUserNotRemovable({ id: owner.userId }, owner.userId)
    const path = `/api/customer-portal/users/${owner.userId}`
    const calls: ClosedCall[] = [
      [reason, 'PUT', path, { role: 'viewer' }],
      [reason, 'DELETE', path],
    ]
    expect(await expectRefused(owner, calls, { version: self?.version ?? 1 })).toBe(2)
  })

  test('[SHP-02] the tracking page: delivery instructions, another delivery day', async () => {
    const scene = await deliveryScene(server)
    const { shipmentId, orderId } = await packedOrder(scene)
    const { url } = await admin.do(trackingApi.createTrackingLink, { params: { id: shipmentId } })
    const token = url.split('#')[1] ?? ''
    let refused = 0
    const track = async () => (await server.nobody.do(trackingApi.track, { body: { token } })).data
    for (const status of shipmentStatuses) {
      await putStatus(server, 'shipments', shipmentId, status)
      const { mayInstruct } = await track()
      expect(mayInstruct).toBe(!whyNotInstructed({ status, method: null }))
      refused += await expectRefused(server.nobody, [
        [
          whyNotInstructed({ status, method: null }),
          'POST',
          '/api/tracking/instruction',
          { token, instruction: 'Ring' },
        ],
      ])
    }
    for (const status of orderStatuses) {
      await putStatus(server, 'sales_orders', orderId, status)
      const reason = whyNotRescheduled({ status, returns: [] })
      expect((await track()).mayReschedule).toBe(!reason)
      refused += await expectRefused(server.nobody, [
        [reason, 'POST', '/api/tracking/day', { token, date: '2027-01-04' }],
      ])
    }
    expect(refused).toBe(orderStatuses.length)
  })
})
