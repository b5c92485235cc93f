import { beforeAll, describe, expect, test } from 'vitest'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { recallsApi } from '#shared/inventory/recalls/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { orderActions, orderMachine, type OrderStatus } from '#shared/sales/orders/order-transitions.ts'
import { movesOfGoods } from '#shared/sales/orders/order-guards.ts'
import { reportsApi } from '#shared/reports/api.ts'
import { addAccount, addPlace, type TestPlace } from '#test/builders.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { addLots, confirmed, inDays, lotsHeld } from '#test/lots.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
let place: TestPlace
let accountId: string
beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
  place = await addPlace(admin)
  accountId = (await addAccount(admin)).id
})

const bodies = {
  assign: { method: 'own_driver' },
  deliver: { receivedBy: 'Ward 3', reason: 'Paper slip' },
  failDelivery: { failureReason: 'OTHER', note: 'Called back' },
  reverse: { reason: 'Other lots' },
} as const
type Step = Exclude<(typeof movesOfGoods)[number] | keyof typeof bodies | 'ready' | 'unassign' | 'replan', never>
const take = (id: string, step: Step, more = {}) =>
  admin.call(salesApi[step as 'ready'], {
    params: { id },
    body: { ...(bodies as Record<string, object>)[step], ...more },
  })

/** The transitions that lead to each status. */
const ways = {
  READY_FOR_SHIPPING: ['ready'],
  FOR_SHIPPING: ['ready', 'assign'],
  SHIPPED: ['ready', 'assign', 'handOver'],
  IN_TRANSIT: ['ready', 'assign', 'handOver', 'setOff'],
  OUT_FOR_DELIVERY: ['ready', 'assign', 'handOver', 'approach'],
} as const satisfies Partial<Record<OrderStatus, readonly Step[]>>
type Stage = keyof typeof ways

let count = 0
/** An order whose shipment contains the lot that expires first, with another lot to take instead. */
async function parcelAt(stage: Stage) {
  count += 1
  const names = [`STOP${count}`, `GOOD${count}`] as const
  const { product, lot } = await addLots(admin, place, [
    [names[0], 100, 10],
    [names[1], 200, 10],
  ])
  const order = await confirmed(admin, accountId, [[product.id, 4]])
  for (const step of ways[stage]) expect((await take(order.id, step)).status).toBe(200)
  return { id: order.id, number: order.number, product, lot: lot(names[0]), lotNumber: names[0], good: names[1] }
}

const reason = { reason: 'A complaint' }
const causes: Record<string, [(lot: string) => Promise<unknown>, string]> = {
  recalled: [
    (lot) => admin.do(recallsApi.startRecall, { body: { lotIds: [lot], ...reason, instruction: 'Keep it apart' } }),
    'is recalled',
  ],
  held: [(lot) => admin.do(lotsApi.hold, { params: { id: lot }, body: reason }), 'is on hold'],
  quarantined: [(lot) => admin.do(lotsApi.quarantine, { params: { id: lot }, body: reason }), 'is quarantined'],
  expired: [
    async (lot) => {
      const { version } = await admin.do(lotsApi.getLot, { params: { id: lot } })
      const body = { expiryDate: inDays(-1), manufacturedOn: null, ...reason }
      return admin.do(lotsApi.updateLot, { params: { id: lot }, body }, { version })
    },
    'has expired',
  ],
}

const get = (id: string) => admin.do(salesApi.getOrder, { params: { id } })

describe('a shipment with blocked or expired lots', () => {
  for (const [cause, [block, words]] of Object.entries(causes)) {
    test(`[LOT-03, LOT-06] (B20, V11) ${cause}: every transition towards the customer is refused, and the page shows the reason`, async () => {
      for (const stage of Object.keys(ways) as Stage[]) {
        const { id, lot, lotNumber, product } = await parcelAt(stage)
        await block(lot)
        const shown = await get(id)
        expect(shown.stopped).toMatchObject([{ product: product.name, lotNumber, quantity: 4 }])
        expect(shown.badges).toContain('stopped')
        const transitions = await admin.do(salesApi.listTransitions, { params: { id } })
        for (const move of movesOfGoods) {
          if (orderMachine.next(stage, move) === null) continue
          const refused = await take(id, move)
          expect([stage, move, refused.status, refused.body.code]).toEqual([stage, move, 409, 'GOODS_STOPPED'])
          expect(refused.body.error).toContain(`${product.name}, lot ${lotNumber}, ${words}`)
          const transition = transitions.data.find((one) => one.move === move)
          expect([transition?.open, transition?.reason]).toEqual([false, refused.body.error])
        }
        expect((await get(id)).status).toBe(stage)
      }
      expect(await brokenInvariants(server.database.db)).toEqual({})
    })
  }

  test('[LOT-06] (B20) after unassigning and moving back to picking, other lots are allocated and the order can be delivered', async () => {
    const { id, lot, good } = await parcelAt('FOR_SHIPPING')
    const effect = (await admin.do(lotsApi.hold, { params: { id: lot }, body: reason })).effect
    expect(effect.stopped).toMatchObject([{ id, quantity: 4 }])
    expect((await get(id)).timeline[0]).toMatchObject({ move: 'stopped', reason: expect.stringContaining('on hold') })
    expect((await take(id, 'unassign')).status).toBe(200)
    expect((await take(id, 'reverse')).status).toBe(200)
    expect(await lotsHeld(admin, id)).toEqual([[good, 4]])
    for (const step of ways.SHIPPED) expect((await take(id, step)).status).toBe(200)
    expect((await take(id, 'deliver')).body.status).toBe('DELIVERED')
    expect(orderActions.reverse.label).toBe('Back to picking')
  })

  test('[LOT-06] (B20) a released lot no longer stops the order', async () => {
    const { id, lot } = await parcelAt('FOR_SHIPPING')
    await admin.do(lotsApi.hold, { params: { id: lot }, body: reason })
    server.announced.length = 0
    await admin.do(lotsApi.release, { params: { id: lot }, body: reason })
    expect(server.announced).toContainEqual({ name: 'sales_order_updated', payload: { salesOrderId: id } })
    expect((await take(id, 'handOver')).status).toBe(200)
  })

  test('[LOT-06] (B20) in transit: it can fail and be taken back, or be recorded as delivered if the customer already has it', async () => {
    const back = await parcelAt('IN_TRANSIT')
    const late = await parcelAt('OUT_FOR_DELIVERY')
    for (const { lot } of [back, late]) await admin.do(lotsApi.hold, { params: { id: lot }, body: reason })
    expect((await take(back.id, 'failDelivery')).status).toBe(200)
    expect((await take(back.id, 'replan')).status).toBe(200)
    expect((await take(back.id, 'assign')).status).toBe(409)
    expect((await take(back.id, 'reverse')).status).toBe(200)
    expect(await lotsHeld(admin, back.id)).toEqual([[back.good, 4]])
    const delivered = await take(late.id, 'deliver', { alreadyReceived: true })
    expect(delivered.body).toMatchObject({ status: 'DELIVERED', stopped: [] })
    expect(delivered.body.timeline?.[0]?.reason).toContain(`lot ${late.lotNumber}, is on hold): Paper slip`)
  })

  test('[LOT-06] (B20) stopped orders are listed for packers and counted on the dashboard', async () => {
    const { id, number, lot } = await parcelAt('READY_FOR_SHIPPING')
    await admin.do(lotsApi.hold, { params: { id: lot }, body: reason })
    const { data } = await admin.do(salesApi.listOrders, { query: { badge: 'stopped', limit: 200 } })
    expect(data.map((one) => one.id)).toContain(id)
    const { stoppedShipments } = await admin.do(reportsApi.dashboard, {})
    expect(stoppedShipments?.count).toBe(data.length)
    expect(stoppedShipments?.orders.map((one) => one.number)).toContain(number)
    const packer = await (await server.as('staff', { shipping: { view: true } })).do(reportsApi.dashboard, {})
    expect(packer.stoppedShipments?.count).toBe(data.length)
    // Drivers see only the stops of their own routes.
    expect((await (await server.as('driver')).do(reportsApi.dashboard, {})).stoppedShipments).toBeNull()
    expect((await (await server.as('staff')).do(reportsApi.dashboard, {})).stoppedShipments).toBeNull()
  })

  test('[LOT-06] (B20) race of handing over and holding the lot: the order left before the hold, or it is refused (409)', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id, lot } = await parcelAt('FOR_SHIPPING')
      const [handed, held] = await Promise.all([
        take(id, 'handOver'),
        admin.do(lotsApi.hold, { params: { id: lot }, body: reason }),
      ])
      const { stopped } = await get(id)
      expect(held.effect.stopped).toMatchObject([{ id }])
      expect([handed.status, stopped.length]).toEqual([handed.status === 200 ? 200 : 409, 1])
    }
  })
})
