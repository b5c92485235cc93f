import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { recallsApi } from '#shared/inventory/recalls/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { returnsApi } from '#shared/sales/returns/api.ts'
import { addAccount, addPlace, addProduct, completeReturn, deliveredOrder, type TestPlace } from '#test/builders.ts'
import { bookInside } from '#test/inside-actions.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { addLots, advance, confirmed, lotOf, lotsHeld, receive } from '#test/lots.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
let place: TestPlace
beforeAll(async () => {
  server = await startServer({ max: 16 })
  admin = await server.as('admin')
  place = await addPlace(admin)
})

const start = (lotIds: string[]) =>
  admin.call(recallsApi.startRecall, { body: { lotIds, reason: 'Particles found', instruction: 'Keep it apart.' } })

describe('lot trace', () => {
  test('[LOT-05] traces forward through kits and transfers to customers, backward to receipts; disassembly adds no links', async () => {
    const { product, lot } = await addLots(admin, place, [['PART', 100, 50]])
    const { product: glue, lot: glueLot } = await addLots(admin, place, [['GLUE', 100, 50]])
    const { product: kit, lot: kitLot } = await addLots(admin, place, [['KIT-A', 90, 1]])
    const { product: set, lot: setLot } = await addLots(admin, place, [['SET-A', 80, 1]])
    const other = await addPlace(admin)
    const home = place.warehouse.id
    const [part, made, boxed] = [lot('PART'), kitLot('KIT-A'), setLot('SET-A')]
    const making = await bookInside(server.database, [
      [product.id, home, part, -10],
      [glue.id, home, glueLot('GLUE'), -5],
      [kit.id, home, made, 5],
    ])
    await bookInside(server.database, [
      [kit.id, home, made, -2],
      [set.id, home, boxed, 1],
    ])
    await bookInside(server.database, [
      [product.id, home, part, -8],
      [product.id, other.warehouse.id, part, 8],
    ])
    // One kit is taken apart again: its parts were not made from it.
    await bookInside(
      server.database,
      [
        [kit.id, home, made, -1],
        [product.id, home, part, 2],
        [glue.id, home, glueLot('GLUE'), 1],
      ],
      making,
      2,
    )
    const account = await addAccount(admin)
    const order = await confirmed(admin, account.id, [[set.id, 2]])
    await advance(admin, order.id, 'DELIVERED')

    const trace = await admin.do(lotsApi.traceLot, { params: { id: part } })
    const nameOf = (id: string) => trace.lots.find((one) => one.id === id)?.lotNumber
    expect(trace.links.map((one) => [nameOf(one.from), nameOf(one.to), one.used, one.made])).toEqual([
      ['PART', 'KIT-A', 10, 5],
      ['KIT-A', 'SET-A', 2, 1],
    ])
    const steps = trace.steps.map((one) => [
      nameOf(one.lotId),
      one.kind,
      one.quantity,
      one.order?.customer?.name ?? null,
    ])
    expect(steps).toEqual(
      expect.arrayContaining([
        ['SET-A', 'shipment', 2, account.name],
        ['PART', 'transfer', 8, null],
        ['PART', 'receipt', 50, null],
        ['SET-A', 'made', 1, null],
      ]),
    )
    const back = await admin.do(lotsApi.traceLot, { params: { id: boxed } })
    expect(back.lots.map((one) => one.lotNumber)).toEqual(expect.arrayContaining(['PART', 'GLUE', 'KIT-A', 'SET-A']))
    expect(back.lots.find((one) => one.lotNumber === 'GLUE')?.supplier?.name).toBe(place.supplier.name)

    const { recall } = (await start([part])).body
    expect(recall.lots.map((one) => [one.lotNumber, one.isDerived, one.status])).toEqual(
      expect.arrayContaining([
        ['PART', false, 'RECALLED'],
        ['KIT-A', true, 'RECALLED'],
        ['SET-A', true, 'RECALLED'],
      ]),
    )
    expect(recall.lots).toHaveLength(3)
    expect(recall.customers.map((one) => [one.name, one.goods[0]?.lotNumber])).toEqual([[account.name, 'SET-A']])
  })

  test('[LOT-05, RTN-01] shows customer returns with the customer; returned goods in quarantine get a lot of their own', async () => {
    const { product, lot } = await addLots(admin, place, [['ROUND', 100, 20]])
    const account = await addAccount(admin)
    const order = await deliveredOrder(admin, account.id, [[product.id, 9]])
    const [line] = (await admin.do(returnsApi.listReturnable, { params: { id: order.id } })).lines
    const send = async (quantity: number, disposition: 'restock' | 'quarantine') => {
      const lines = [{ orderLineId: line?.orderLineId ?? '', quantity, reason: 'not_needed' as const }]
      const found = await admin.do(returnsApi.createReturn, { body: { orderId: order.id, lines } })
      await completeReturn(admin, found, [{ disposition, quantity }], place.warehouse.id)
      return found.number
    }
    const [restocked, apart] = [await send(4, 'restock'), await send(3, 'quarantine')]
    const trace = await admin.do(lotsApi.traceLot, { params: { id: lot('ROUND') } })
    const own = trace.steps.filter((one) => one.lotId === lot('ROUND'))
    expect(own.map((one) => [one.kind, one.quantity, one.document.number, one.sentBackBy?.name ?? null])).toEqual([
      // Into the quarantine lot.
      ['used', 3, apart, null],
      ['back', 3, apart, account.name],
      ['back', 4, restocked, account.name],
      ['shipment', 9, order.number, null],
      ['receipt', 20, expect.any(String), null],
    ])
    expect(trace.lots.map((one) => one.lotNumber).toSorted()).toEqual(['ROUND', `ROUND / ${apart}`])
    expect(trace.links.map((one) => [one.used, one.made])).toEqual([[3, 3]])
    // Users without access to customers don't see who sent it back.
    const keeper = await server.as('staff', { inventory: { view: true, edit: false, delete: false } })
    const seen = await keeper.do(lotsApi.traceLot, { params: { id: lot('ROUND') } })
    expect(seen.steps.map((one) => one.sentBackBy ?? one.order?.customer ?? null)).toEqual(seen.steps.map(() => null))
  })

  test('[LOT-05] (T12) random histories: a recall finds 100 % of the pieces, no more and no less', async () => {
    const accounts = [await addAccount(admin), await addAccount(admin)]
    const step = fc.oneof(
      fc.record({ do: fc.constant('receive' as const), lot: fc.nat(2), quantity: fc.integer({ min: 1, max: 20 }) }),
      fc.record({
        do: fc.constant('order' as const),
        account: fc.nat(1),
        quantity: fc.integer({ min: 1, max: 12 }),
        to: fc.nat(4),
      }),
      fc.record({ do: fc.constant('reduce' as const), lot: fc.nat(2), quantity: fc.integer({ min: 1, max: 5 }) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const product = await addProduct(admin, place, { lotControlled: true })
        const names = ['A', 'B', 'C']
        for (const [at, name] of names.entries()) await receive(admin, product.id, name, 30 + at, 10)
        const lots = names.map((name, at) => ({ name, at, received: 10, gone: 0 }))
        const shown = await admin.do(inventoryApi.getProduct, { params: { id: product.id } })
        const ids = names.map((name) => lotOf(shown, name))
        // From the server's responses about each order: which lot was shipped to whom.
        const orders: { id: string; place: string; account: string; parts: (readonly [string, number])[] }[] = []
        for (const one of steps) {
          if (one.do === 'receive') {
            const lot = lots[one.lot]
            if (!lot) continue
            await receive(admin, product.id, lot.name, 30 + lot.at, one.quantity)
            lot.received += one.quantity
          } else if (one.do === 'reduce') {
            const body = { quantity: one.quantity, reason: 'lost_stock' as const, lotId: ids[one.lot] ?? '' }
            const answer = await admin.call(inventoryApi.reduceStock, { params: { id: product.id }, body })
            const lot = lots[one.lot]
            if (answer.status === 200 && lot) lot.gone += one.quantity
          } else {
            const account = accounts[one.account]?.id ?? ''
            const draft = await admin.do(salesApi.createOrder, {
              body: { accountId: account, lines: [{ productId: product.id, quantity: one.quantity }] },
            })
            const answer = await admin.call(salesApi.confirm, { params: { id: draft.id }, body: {} })
            if (answer.status !== 200) continue
            const to = ([null, 'READY_FOR_SHIPPING', 'SHIPPED', 'DELIVERED', 'cancelled'] as const)[one.to]
            const parts = await lotsHeld(admin, draft.id)
            if (to === 'cancelled') {
              await advance(admin, draft.id, 'READY_FOR_SHIPPING')
              await admin.do(salesApi.cancel, { params: { id: draft.id }, body: { reason: 'Ordered twice' } })
              continue
            }
            if (to) await advance(admin, draft.id, to)
            const placeOf = { READY_FOR_SHIPPING: 'parcel', SHIPPED: 'underway', DELIVERED: 'customer' }
            orders.push({ id: draft.id, place: to ? placeOf[to] : 'order', account, parts })
          }
        }
        const { recall, effect } = (await start(ids)).body
        const left = orders.filter((one) => one.place !== 'order')
        const model = left.flatMap(({ id, place: where, parts }) =>
          parts.map(([name, quantity]) => `${id} ${name} ${where} ${quantity}`),
        )
        const nameOf = (id: string) => names[ids.indexOf(id)]
        expect(
          recall.orders.map((one) => `${one.id} ${nameOf(one.lotId)} ${one.place} ${one.quantity}`).toSorted(),
        ).toEqual(model.toSorted())
        // No other lots are available: orders that had pieces committed are backordered.
        const reserved = orders.filter((one) => one.place === 'order').map((one) => one.id)
        expect(effect.waiting.map((one) => one.id).toSorted()).toEqual(reserved.toSorted())
        for (const { name, received, gone } of lots) {
          const out = left.flatMap((one) => one.parts)
          const shipped = out.filter(([lot]) => lot === name).reduce((sum, [, quantity]) => sum + quantity, 0)
          const found = recall.lots.find((lot) => lot.lotNumber === name)
          expect([name, found?.received, found?.found.stock, found?.elsewhere]).toEqual([
            name,
            received,
            received - gone - shipped,
            gone,
          ])
        }
        const affected = new Set(
          orders.filter((one) => ['underway', 'customer'].includes(one.place)).map((one) => one.account),
        )
        expect(new Set(recall.customers.map((one) => one.id))).toEqual(affected)
      }),
      { numRuns: 12 },
    )
    // bookInside writes documents of a type that the integrity check doesn't know and reports; nothing else may be
    // wrong.
    const broken = Object.keys(await brokenInvariants(server.database.db)).map((name) => name.split(':')[0])
    expect(broken).toEqual(['V5 effects', 'V5 documents'])
  }, 120_000)
})
