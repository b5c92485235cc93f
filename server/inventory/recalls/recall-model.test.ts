import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { recallsApi } from '#shared/inventory/recalls/api.ts'
import { returnsApi } from '#shared/sales/returns/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { orderMachine, type OrderStatus, type orderTransitions } from '#shared/sales/orders/order-transitions.ts'
import { addAccount, addOrder, addPlace, completeReturn } from '#test/builders.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { addLots, inDays } from '#test/lots.ts'
import { startServer } from '#test/server.ts'

/*
 * Random orders, shipments, returns, holds and recalls in any order, compared with a model that knows only the
 * responses: the status of each order and what went into its shipment.
 */

vi.setConfig({ testTimeout: 240_000 })

/** A random generator with a seed, so that runs can be repeated. */
function randomOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

const places = {
  READY_FOR_SHIPPING: 'parcel',
  FOR_SHIPPING: 'parcel',
  SHIPPED: 'underway',
  IN_TRANSIT: 'underway',
  OUT_FOR_DELIVERY: 'underway',
  FAILED_DELIVERY: 'underway',
  DELIVERED: 'customer',
  RETURNED: 'customer',
} as const
const bodies: Readonly<Record<string, object>> = {
  assign: { method: 'own_driver' },
  deliver: { receivedBy: 'Ward 3', reason: 'Paper slip' },
  failDelivery: { failureReason: 'OTHER', note: 'Nobody there' },
  reverse: { reason: 'Other lots' },
}
/** Transitions towards the customer are listed twice, so that many goods get there. */
const steps = ['ready', 'ready', 'assign', 'assign', 'handOver', 'approach', 'deliver', 'deliver'] as const
const backSteps = ['failDelivery', 'replan', 'unassign', 'reverse'] as const
const outward = new Set<string>(['assign', 'handOver', 'approach', 'deliver'])
/** Change the seed for another run. A failure reports the last steps. */
const [seed, rounds] = [20_261, 260]

test(`[LOT-06] (B20, T12) no blocked or expired unit is packed or shipped; recall figures count each unit once (seed ${seed})`, async () => {
  const random = randomOf(seed)
  const pick = <T>(list: readonly T[]): T | undefined => list[random(list.length)]
  const server = await startServer({ rateLimits: false })
  const { db } = server.database
  const admin = await server.as('admin')
  const place = await addPlace(admin)
  const names = Array.from({ length: 14 }, (_, at) => `M${at + 1}`)
  const stocked = names.map((name, at) => [name, 100 + at, 12] as const)
  const { product, lot } = await addLots(admin, place, stocked)
  const lots = names.map(lot)
  const customers = await Promise.all([0, 1, 2].map(() => addAccount(admin)))
  const orders: { id: string; accountId: string; status: string; parcel: Map<string, number> }[] = []
  /** Returned pieces by lot; booked, or waiting for inspection. */
  const cameBack: { orderId: string | null; lotId: string; quantity: number; isBooked: boolean }[] = []
  const recalls = new Map<string, string>()
  const done: Record<string, number> = {}
  const log: string[] = []

  /** Pieces that the ledger took out for an order, by lot. */
  async function parcelOf(orderId: string) {
    const { rows } = await sql<{ lot: string; quantity: number }>`select lot_id as lot, sum(quantity)::int as quantity
      from commitment where source_id = ${orderId} and state = 'consumed' group by 1`.execute(db)
    return new Map(rows.map((row) => [row.lot, row.quantity]))
  }
  async function unusable(): Promise<Set<string>> {
    const { rows } = await sql<{ id: string }>`select id from lots where item_id = ${product.id}
      and (status <> 'AVAILABLE' or expiry_date < company_today())`.execute(db)
    return new Set(rows.map((row) => row.id))
  }
  function note(act: string, status: number) {
    log.push(`${act} ${status}`)
    expect([act, status < 500], log.slice(-12).join(', ')).toEqual([act, true])
    if (status < 300) done[act] = (done[act] ?? 0) + 1
    return status < 300
  }

  async function takeStep(step: keyof typeof orderTransitions) {
    // Usually an order whose status allows the transition; sometimes any order, which is refused.
    const fitting = orders.filter((one) => orderMachine.next(one.status as OrderStatus, step) !== null)
    const order = pick(fitting.length > 0 && random(8) > 0 ? fitting : orders)
    if (!order) return
    const before = await unusable()
    const body = bodies[step] ?? {}
    const answer = await admin.call(salesApi[step as 'ready'], { params: { id: order.id }, body })
    if (!note(step, answer.status)) return
    order.status = answer.body.status
    if (step === 'ready' || step === 'reverse') order.parcel = await parcelOf(order.id)
    if (step === 'ready' || outward.has(step)) {
      const through = [...order.parcel.keys()].filter((one) => before.has(one))
      expect([step, through], `an unusable lot went through: ${log.slice(-12).join(', ')}`).toEqual([step, []])
    }
  }
  async function addAnOrder() {
    const customer = pick(customers)
    if (!customer) return
    const { id } = await addOrder(admin, customer.id, [[product.id, 1 + random(6)]])
    const answer = await admin.call(salesApi.confirm, { params: { id }, body: {} })
    if (note('confirm', answer.status))
      orders.push({ id, accountId: customer.id, status: answer.body.status, parcel: new Map() })
  }
  async function changeLot(act: 'hold' | 'release' | 'quarantine') {
    const id = pick(lots.slice(0, 6)) ?? ''
    note(act, (await admin.call(lotsApi[act], { params: { id }, body: { reason: 'A model' } })).status)
  }
  async function expire() {
    const id = lots[1] ?? ''
    const { version, lotNumber } = await admin.do(lotsApi.getLot, { params: { id } })
    const body = {
      expiryDate: inDays(random(2) === 0 ? -1 : 50),
      manufacturedOn: null,
      reason: `Label of ${lotNumber}`,
    }
    note('expire', (await admin.call(lotsApi.updateLot, { params: { id }, body }, { version })).status)
  }
  async function startRecall() {
    const lotId = pick(lots.slice(0, 6)) ?? ''
    const body = { lotIds: [lotId], reason: 'Particles', instruction: 'Keep it apart' }
    const answer = await admin.call(recallsApi.startRecall, { body })
    if (note('recall', answer.status)) recalls.set(answer.body.recall.id, lotId)
  }
  async function withdraw() {
    const id = pick([...recalls.keys()])
    if (!id || random(3) > 0) return
    const answer = await admin.call(recallsApi.withdraw, { params: { id }, body: { summary: 'By mistake' } })
    if (note('withdraw', answer.status)) recalls.delete(id)
  }
  /** A customer returns one delivered piece: it is received, and then inspected and booked, or not. */
  async function sendBack() {
    const order = pick(orders.filter((one) => one.status === 'DELIVERED'))
    const lotId = order && pick([...order.parcel.keys()])
    if (!order || !lotId) return
    const { orderLines } = await admin.do(salesApi.getOrder, { params: { id: order.id } })
    const lines = [{ orderLineId: orderLines[0]?.id ?? '', lotId, quantity: 1, reason: 'quality' as const }]
    const requested = await admin.call(returnsApi.createReturn, { body: { orderId: order.id, lines } })
    if (!note('return', requested.status)) return
    const isBooked = random(3) > 0
    const params = { id: requested.body.id }
    if (isBooked)
      await completeReturn(admin, requested.body, [
        { disposition: random(2) === 0 ? 'quarantine' : 'scrap', quantity: 1 },
      ])
    else {
      await admin.do(returnsApi.approveReturn, { params, body: {} })
      const arrived = requested.body.lines.map(({ id, quantity }) => ({ lineId: id, received: quantity }))
      await admin.do(returnsApi.receiveReturn, { params, body: { locationId: place.warehouse.id, lines: arrived } })
    }
    cameBack.push({ orderId: order.id, lotId, quantity: 1, isBooked })
    order.status = (await admin.do(salesApi.getOrder, { params: { id: order.id } })).status
  }

  async function compareFigures() {
    for (const [id, lotId] of recalls) {
      const recall = await admin.do(recallsApi.getRecall, { params: { id } })
      for (const one of recall.lots.filter((row) => row.id === lotId)) {
        const { order: _reserved, ...apart } = one.found
        const sum = Object.values(apart).reduce((total, pieces) => total + pieces, 0)
        expect([one.lotNumber, sum + one.elsewhere], log.slice(-12).join(', ')).toEqual([one.lotNumber, 12])
        const at = { parcel: 0, underway: 0, customer: 0 }
        for (const order of orders) {
          const where = places[order.status as keyof typeof places]
          if (where) at[where] += order.parcel.get(lotId) ?? 0
        }
        const back = cameBack.filter((row) => row.lotId === lotId)
        const waiting = back.filter((row) => !row.isBooked).length
        const { parcel, underway, customer, returning } = one.found
        expect({ parcel, underway, customer, returning }, log.slice(-12).join(', ')).toEqual({
          ...at,
          customer: at.customer - back.length,
          returning: waiting,
        })
      }
    }
  }

  for (let round = 0; round < rounds; round += 1) {
    const chance = random(100)
    if (chance < 14) await addAnOrder()
    else if (chance < 76) await takeStep(pick(steps) ?? 'ready')
    else if (chance < 82) await takeStep(pick(backSteps) ?? 'reverse')
    else if (chance < 88) await sendBack()
    else if (chance < 95) await changeLot(pick(['hold', 'release', 'release', 'quarantine'] as const) ?? 'hold')
    else if (chance < 97) await expire()
    else if (chance < 99) await startRecall()
    else await withdraw()
    if (round % 8 === 7) await compareFigures()
  }
  await compareFigures()
  expect(done, log.join(', ')).toMatchObject({ deliver: expect.any(Number), recall: expect.any(Number) })
  expect(await brokenInvariants(db)).toEqual({})
})
