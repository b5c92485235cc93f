import { addDays } from '#shared/dates.ts'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { driverApi } from '#shared/logistics/driver/api.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { prospectsApi } from '#shared/crm/prospects/api.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import type { Order } from '#shared/sales/orders/order.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { returnsApi } from '#shared/sales/returns/api.ts'
import { addAccount, addPlace, addProduct, addPurchase, type TestPlace } from '#test/builders.ts'
import { deliveryOf, phoneOf } from '#test/driver-phone.ts'
import { randomFrom } from './random-company.ts'
import type { Client, TestServer } from '#test/server.ts'

/** The expected values of a purchase; costs in ten-thousandths. */
interface Bought {
  id: string
  supplier: string
  day: string
  expected: string
  lines: { item: string; quantity: number; unitCost: bigint }[]
  freight: string
  arrived: { day: string; item: string; lot: string; quantity: number; receipt: string; isTakenBack: boolean }[]
  isCancelled: boolean
  /**
   * For an order that was closed short: the fees on its receipts until then, and the remaining pieces of their lots.
   */
  closed: { day: string; lines: { lot: string; value: string; fees: string; quantity: number; left: number }[] } | null
}
/** The expected values of a sale. */
interface Sold {
  id: string
  by: string
  account: string
  day: string
  wanted: string | null
  shipped: { day: string; sign: 1 | -1; parcel: { product: string; lot: string; quantity: number }[] }[]
  delivered: string | null
  returned: { day: string; lineId: string } | null
  waited: boolean
  isCancelled: boolean
  isConfirmed: boolean
}
/** A stop that a driver has finished. */
interface Stopped {
  day: string
  driver: string
  route: string
  minutes: number
  metres: number
  failed: boolean
}
export interface Notes {
  products: string[]
  bought: Bought[]
  sold: Sold[]
  stops: Stopped[]
  prospects: { day: string; status: string; source: string | null; isConverted: boolean }[]
}

interface World {
  server: TestServer
  admin: Client
  /** A second seller. */
  other: Client
  setNow: (moment: Date) => void
}

const start = '2026-01-12'
const parcelOf = (order: Order) =>
  order.shipments
    .at(-1)
    ?.parcel.map(({ product, lot, quantity }) => ({ product: product.name, lot: lot.number, quantity })) ?? []

/** Runs five months of a trading company through the API; returns the records of what was done. */
export async function trade(world: World, seed: number): Promise<Notes> {
  const { server, admin, other, setNow } = world
  const pick = randomFrom(seed)
  const notes: Notes = { products: [], bought: [], sold: [], stops: [], prospects: [] }
  const on = (day: string, time = '09:00') => setNow(new Date(`${day}T${time}:00Z`))
  on(start)
  const places = [await addPlace(admin), await addPlace(admin)]
  const accounts: Awaited<ReturnType<typeof addAccount>>[] = []
  for (let number = 0; number < 3; number += 1)
    accounts.push(
      await addAccount(admin, { address: 'High Street 1', latitude: 51.5, longitude: -0.12 - number / 100 }),
    )
  const items: { id: string; place: TestPlace }[] = []
  for (let number = 0; number < 4; number += 1) {
    const place = places[number % 2] as TestPlace
    const price = `${7 + pick(9)}.${pick(10)}5`
    const { id } = await addProduct(admin, place, { price, lotControlled: true, reorderPoint: 5 + pick(40) })
    items.push({ id, place })
    notes.products.push(id)
  }
  let lots = 0
  /**
   * Buys one or two items of a supplier; the goods arrive on another day, in one or two receipts, on time, late, or
   * never.
   */
  async function buy(day: string, isShort = false) {
    const place = places[pick(2)] as TestPlace
    const mine = items.filter((one) => one.place === place)
    const lines = mine.slice(0, 1 + pick(2)).map(({ id }) => {
      const cost = `${2 + pick(3)}.${pick(10)}${pick(10)}`
      return { item: id, quantity: 40 + pick(80), cost, unitCost: BigInt(cost.replace('.', '')) * 100n }
    })
    const freight = `${3 + pick(20)}.${pick(10)}0`
    const expected = addDays(day, 2 + pick(6))
    const order = await addPurchase(
      admin,
      place,
      lines.map((line) => [line.item, line.quantity, line.cost] as const),
      { expectedDate: expected, fees: [{ kind: 'freight', amount: freight }] },
    )
    const at = { params: { id: order.id } }
    await admin.do(purchasingApi.submit, { ...at, body: {} })
    const note: Bought = {
      id: order.id,
      supplier: place.supplier.id,
      day,
      expected,
      lines,
      freight,
      arrived: [],
      isCancelled: !isShort && pick(8) === 0,
      closed: null,
    }
    notes.bought.push(note)
    if (note.isCancelled) return void (await admin.do(purchasingApi.cancel, { ...at, body: { reason: 'Too dear' } }))
    const parts = isShort || pick(2) === 0 ? 2 : 1
    for (let part = 0; part < parts; part += 1) {
      const came = addDays(day, 1 + pick(8))
      on(came)
      const isRest = part === 1
      if (isRest && (isShort || pick(2) === 0)) return
      const goods = order.orderLines.map((line) => {
        const half = Math.floor(line.quantity / 2)
        const quantity = parts === 1 ? line.quantity : isRest ? line.quantity - half : half
        lots += 1
        return { lineId: line.id, item: line.item.id, quantity, lotNumber: `L-${seed}-${lots}` }
      })
      const { receipts } = await admin.do(purchasingApi.receive, {
        ...at,
        body: {
          lines: goods.map(({ lineId, quantity, lotNumber }) => ({
            lineId,
            quantity,
            lotNumber,
            expiryDate: addDays('2028-01-01', pick(300)),
          })),
        },
      })
      const receipt = receipts.find(({ lines: some }) =>
        some.some(({ lotNumber }) => lotNumber === goods[0]?.lotNumber),
      )
      const isTakenBack = !isShort && pick(7) === 0
      if (isTakenBack) {
        const params = { id: order.id, receiptId: receipt?.id ?? '' }
        await admin.do(purchasingApi.reverseReceipt, { params, body: { reason: 'Wrong goods' } })
      }
      for (const { item, quantity, lotNumber } of goods)
        note.arrived.push({ day: came, item, lot: lotNumber, quantity, receipt: receipt?.id ?? '', isTakenBack })
    }
  }
  /** Closes orders that will not be completed; some of their received goods are sold or lost by then. */
  async function closeShort(day: string, all = false) {
    for (const note of notes.bought) {
      const at = { params: { id: note.id } }
      const { status, receipts } = await admin.do(purchasingApi.getPurchaseOrder, at)
      if (status !== 'Partially Received' || (!all && pick(2) === 0)) continue
      const lines = []
      for (const line of receipts.filter(({ reversed }) => !reversed).flatMap((receipt) => receipt.lines)) {
        const lot = line.lotNumber ?? ''
        const { data } = await admin.do(lotsApi.listLots, { query: { q: lot } })
        const found = data.find(({ lotNumber }) => lotNumber === lot)
        let left = found?.onHand ?? 0
        const broken = Math.min(left - (found?.committed ?? 0), 1 + pick(5))
        if (broken > 0) {
          const body = { quantity: broken, reason: 'damaged_quantity' as const, lotId: found?.id ?? '' }
          await admin.do(inventoryApi.reduceStock, { params: { id: line.item.id }, body })
          left -= broken
        }
        lines.push({ lot, value: line.value, fees: line.fees, quantity: line.quantity, left })
      }
      await admin.do(purchasingApi.close, { ...at, body: { reason: 'Sold out' } })
      note.closed = { day, lines }
    }
  }
  /**
   * Sells one or two items: at once or after a back order, completely or partly, cancelled, on time or late, returned.
   */
  async function sell(day: string) {
    const seller = pick(3) === 0 ? other : admin
    const account = accounts[pick(3)]?.id ?? ''
    const lines = new Map([...Array(1 + pick(2))].map(() => [items[pick(4)]?.id ?? '', 1 + pick(30)] as const))
    const wanted = pick(4) === 0 ? null : addDays(day, pick(6))
    const made = await seller.do(salesApi.createOrder, {
      body: {
        accountId: account,
        requestedDate: wanted,
        lines: [...lines].map(([productId, quantity]) => ({
          productId,
          quantity,
          tax: pick(2) ? 'Standard' : 'Reduced',
        })),
        ...(pick(3) === 0 && { discount: { kind: 'percent', value: `${1 + pick(9)}` } }),
      },
    })
    const at = { params: { id: made.id }, body: {} }
    const note: Sold = {
      id: made.id,
      by: seller.userId,
      account,
      day,
      wanted,
      shipped: [],
      delivered: null,
      returned: null,
      waited: false,
      isCancelled: false,
      isConfirmed: false,
    }
    notes.sold.push(note)
    const cancel = async () => {
      note.isCancelled = true
      await admin.do(salesApi.cancel, { ...at, body: { reason: 'Not wanted' } })
    }
    if (pick(12) === 0) return cancel()
    const isShort = made.orderLines.some(({ quantity, available }) => quantity > available)
    await admin.do(isShort ? salesApi.backOrder : salesApi.confirm, at)
    note.isConfirmed = true
    note.waited = isShort
    if (isShort) return pick(2) ? cancel() : undefined
    if (pick(9) === 0) return cancel()
    on(addDays(day, pick(3)))
    const sentOn = () => nowDay()
    const send = async () => {
      const ready = await admin.do(salesApi.ready, at)
      note.shipped.push({ day: sentOn(), sign: 1, parcel: parcelOf(ready) })
      return ready
    }
    let ready = await send()
    if (pick(6) === 0) {
      const [first] = note.shipped
      on(addDays(sentOn(), 1))
      await admin.do(salesApi.reverse, { ...at, body: { reason: 'Wrong box' } })
      note.shipped.push({ day: sentOn(), sign: -1, parcel: first?.parcel ?? [] })
      if (pick(2)) return
      ready = await send()
    }
    on(addDays(sentOn(), pick(5)))
    if (pick(4) === 0) return drive(ready, note)
    await admin.do(salesApi.assign, { ...at, body: { method: 'carrier', carrier: 'Blue Van' } })
    await admin.do(salesApi.handOver, at)
    await admin.do(salesApi.deliver, { ...at, body: { receivedBy: 'Ward 3', reason: 'Paper slip' } })
    note.delivered = sentOn()
    if (pick(4) > 0) return
    on(addDays(sentOn(), 3))
    const [line] = ready.orderLines
    const lineId = line?.id ?? ''
    const { lines: pieces } = await admin.do(returnsApi.listReturnable, { params: { id: made.id } })
    const back = pieces.filter(({ orderLineId }) => orderLineId === lineId)
    const returnLines = back.map(({ lot, returnable }) => ({
      orderLineId: lineId,
      lotId: lot.id,
      quantity: returnable,
      reason: 'not_needed' as const,
    }))
    const found = await admin.do(returnsApi.createReturn, { body: { orderId: made.id, lines: returnLines } })
    const params = { id: found.id }
    await admin.do(returnsApi.approveReturn, { params, body: {} })
    const received = found.lines.map(({ id, quantity }) => ({ lineId: id, received: quantity }))
    const locationId = places[0]?.warehouse.id ?? ''
    await admin.do(returnsApi.receiveReturn, { params, body: { locationId, lines: received } })
    const inspected = found.lines.map(({ id, quantity }) => ({
      lineId: id,
      dispositions: [{ disposition: 'scrap' as const, quantity }],
    }))
    await admin.do(returnsApi.inspectReturn, { params, body: { lines: inspected } })
    await admin.do(returnsApi.completeReturn, { params, body: {} })
    note.returned = { day: sentOn(), lineId }
  }
  const nowDay = () => server.database.clock().toISOString().slice(0, 10)
  /** Delivers the order with an own driver, who hands it over or finds no one there. */
  async function drive(order: Order, note: Sold) {
    const day = nowDay()
    const driver = await server.as('driver')
    const shipmentIds = order.shipments.map(({ id }) => id)
    const route = await admin.do(routesApi.createRoute, {
      body: { date: day, driverId: driver.userId, startId: places[0]?.warehouse.id ?? '', shipmentIds },
    })
    await admin.do(routesApi.startRoute, { params: { id: route.id }, body: {} })
    const { data } = await driver.do(driverApi.getDriverRoute, { params: { id: route.id } })
    const [stop] = data.driverStops
    if (!stop) throw new Error('The route has no stop')
    const phone = phoneOf(driver, () => server.database.clock())
    on(day, '10:00')
    await phone.send(phone.make('stop.arrive', route.id, stop.id))
    const minutes = 1 + pick(40)
    on(day, `10:${String(minutes).padStart(2, '0')}`)
    const failed = pick(2) === 0
    const [result] = await phone.send(
      failed
        ? phone.make('stop.fail', route.id, stop.id, { reason: 'CUSTOMER_ABSENT' })
        : deliveryOf(phone.make, route.id, stop),
    )
    if (result?.outcome !== 'applied') throw new Error(`The stop was ${JSON.stringify(result)}`)
    const { routeStops } = await admin.do(routesApi.getRoute, { params: { id: route.id } })
    const metres = routeStops[0]?.distance ?? 0
    notes.stops.push({ day, driver: driver.userId, route: route.id, minutes, metres, failed })
    if (!failed) note.delivered = day
  }
  async function addProspect(day: string) {
    const source = ['Fair', 'Web', null][pick(3)] ?? null
    const { id } = await admin.do(prospectsApi.createProspect, {
      body: { name: `Clinic ${seed}-${day}-${pick(1e6)}`, source },
    })
    const status = pick(2) ? 'New' : 'Contacted'
    if (status === 'Contacted') await admin.do(prospectsApi.setStatus, { params: { id }, body: { status } })
    const isConverted = pick(3) === 0
    if (isConverted) await admin.do(prospectsApi.convertProspect, { params: { id }, body: {} })
    notes.prospects.push({ day, status: isConverted ? 'Converted' : status, source, isConverted })
  }
  await buy(start, true)
  for (let day = start; day < '2026-06-10'; day = addDays(day, 3 + pick(5))) {
    on(day)
    await [buy, buy, sell, sell, sell, sell, addProspect][pick(7)]?.(day)
    if (pick(4) === 0) {
      on(day)
      await closeShort(day)
    }
    if (pick(6) === 0) {
      on(day)
      const { id } = items[pick(4)] ?? { id: '' }
      lots += 1
      const body = {
        quantity: 20,
        reason: 'purchase_order',
        lotNumber: `F-${seed}-${lots}`,
        expiryDate: '2028-06-01',
      } as const
      await admin.do(inventoryApi.addStock, { params: { id }, body })
    }
  }
  on('2026-06-14')
  await closeShort('2026-06-14', true)
  return notes
}
