import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { countsApi } from '#shared/inventory/counts/api.ts'
import { countStatuses, whyNotCount } from '#shared/inventory/counts/count-transitions.ts'
import { kitsApi } from '#shared/inventory/kits/api.ts'
import { kitOrdersApi } from '#shared/inventory/kits/kit-orders-api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { whyNotKitOrder, whyNotTransfer } from '#shared/inventory/stock/document-guards.ts'
import { lotStatuses, whyNotLot } from '#shared/inventory/stock/lot-status.ts'
import { whyNotReduced } from '#shared/inventory/stock/reduction-guard.ts'
import { documentStatuses } from '#shared/inventory/stock/stock-document.ts'
import { transfersApi } from '#shared/inventory/transfers/api.ts'
import { addPlace, addProduct, type TestPlace } from '#test/builders.ts'
import { addLots } from '#test/lots.ts'
import { type ClosedCall, expectRefused as expectRefusedCalls, putStatus } from '#test/server/refused-calls.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

/*
 * Like refused-transitions.test.ts, for pages that call the shared guard themselves: transfers, kit orders, counts and
 * lots in every status.
 */

let server: TestServer
let admin: Client
let place: TestPlace
let product: { id: string }
beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
  place = await addPlace(admin)
  product = await addProduct(admin, place, { quantity: 1000 })
})

type Calls<A extends string> = Readonly<Record<A, readonly [method: string, path: string, body?: object]>>

/** Sends every request that its guard refuses. Returns the number of requests sent. */
const expectRefused = <A extends string>(
  base: string,
  calls: Calls<A>,
  whyNot: (action: A) => string | null,
  version = 1,
): Promise<number> => {
  const entries = Object.entries(calls) as [A, Calls<A>[A]][]
  const closed = entries.map(
    ([action, [method, path, body]]): ClosedCall => [whyNot(action), method, `${base}${path}`, body],
  )
  return expectRefusedCalls(admin, closed, { version, code: 'INVALID_TRANSITION' })
}

const put = (table: string, id: string, status: string) => putStatus(server, table, id, status)
const why = { reason: 'A test' }

describe('the reason in the menu is the reason of the refusal (409)', () => {
  test('[TRF-01] (T3) transfers in every status, dispatched or not', async () => {
    const other = await admin.do(inventoryApi.createLocation, { body: { name: 'Annex', type: 'Warehouse' } })
    const input = {
      sourceId: place.warehouse.id,
      destinationId: other.id,
      note: null,
      lines: [{ itemId: product.id, quantity: 1 }],
    }
    const calls = {
      edit: ['PUT', '', input],
      dispatch: ['POST', '/dispatch', {}],
      undispatch: ['POST', '/dispatch-reversal', {}],
      complete: ['POST', '/completion', {}],
      cancel: ['POST', '/cancellation', why],
      delete: ['DELETE', ''],
    } as const
    let refused = 0
    for (const status of documentStatuses)
      for (const dispatched of [false, true]) {
        const { id, number } = await admin.do(transfersApi.createTransfer, { body: input })
        if (dispatched)
          await sql`update stock_transfers set dispatched_at = moment() where id = ${id}`.execute(server.database.db)
        await put('stock_transfers', id, status)
        const facts = { number, status, dispatched }
        refused += await expectRefused(`/api/stock-transfers/${id}`, calls, (action) => whyNotTransfer(action, facts))
      }
    expect(refused).toBeGreaterThan(20)
  })

  test('[KIT-01] (T3) kit orders in every status, with and without disassembled kits', async () => {
    const warehouse = place.warehouse.id
    const components = [{ itemId: product.id, quantity: 1 }]
    const { kit } = await admin.do(kitsApi.createKit, { body: { name: 'Kit', price: '25.00', warehouse, components } })
    const input = { locationId: warehouse, quantity: 1, note: null }
    let refused = 0
    for (const status of documentStatuses)
      for (const takenApart of [0, 1]) {
        const { id, number, lines } = await admin.do(kitOrdersApi.createKitOrder, {
          body: { kitId: kit.id, ...input },
        })
        if (status === 'completed') await admin.do(kitOrdersApi.completeKitOrder, { params: { id }, body: {} })
        else await put('kit_orders', id, status)
        if (status === 'completed' && takenApart > 0)
          await admin.do(kitOrdersApi.takeApartKits, { params: { id }, body: { quantity: 1, ...why } })
        const { version } = await admin.do(kitOrdersApi.getKitOrder, { params: { id } })
        const calls = {
          edit: ['PUT', '', input],
          chooseLots: [
            'POST',
            `/lines/${lines[0]?.id}/lots`,
            { allocations: [{ lotId: randomUUID(), locationId: warehouse, quantity: 1 }] },
          ],
          complete: ['POST', '/completion', {}],
          cancel: ['POST', '/cancellation', why],
          takeApart: ['POST', '/disassembly', { quantity: 1, ...why }],
          delete: ['DELETE', ''],
        } as const
        const facts = { number, status, quantity: 1, takenApart }
        refused += await expectRefused(
          `/api/kit-orders/${id}`,
          calls,
          (action) => whyNotKitOrder(action, facts),
          version,
        )
      }
    expect(refused).toBeGreaterThan(20)
  })

  test('[CNT-01] (T3) counts in every status', async () => {
    let refused = 0
    for (const status of countStatuses) {
      const { id, number } = await admin.do(countsApi.planCount, { body: { locationId: place.warehouse.id } })
      await put('stock_counts', id, status)
      const calls = {
        start: ['POST', '/start', {}],
        finish: ['POST', '/finish', {}],
        recount: ['POST', '/recount', { lines: [randomUUID()] }],
        approve: ['POST', '/approval', {}],
        cancel: ['POST', '/cancellation', why],
      } as const
      refused += await expectRefused(`/api/stock-counts/${id}`, calls, (move) => whyNotCount(move, { number, status }))
    }
    expect(refused).toBeGreaterThan(15)
  })

  test('[INV-06] (T3) reducing stock of products and raw materials with nothing on hand', async () => {
    const body = { name: 'Film', materialType: 'Plastic', location: place.warehouse.id }
    const material = await admin.do(rawMaterialsApi.createRawMaterial, { body })
    const taken = { quantity: 1, reason: 'lost_stock', locationId: place.warehouse.id }
    for (const [path, { id, onHand }] of [
      ['products', await addProduct(admin, place)],
      ['raw-materials', material],
    ] as const) {
      const reason = whyNotReduced({ onHand })
      const call: ClosedCall = [reason, 'POST', `/api/${path}/${id}/stock-reductions`, taken]
      expect(await expectRefusedCalls(admin, [call], { code: 'INSUFFICIENT_STOCK' })).toBe(1)
    }
  })

  test('[LOT-02] (T3) lots in every status', async () => {
    let refused = 0
    for (const status of lotStatuses) {
      const lotNumber = `L-${status}`
      const id = (await addLots(admin, place, [[lotNumber, 90, 5]])).lot(lotNumber)
      await put('lots', id, status)
      const calls = {
        hold: ['POST', '/hold', why],
        quarantine: ['POST', '/quarantine', why],
        release: ['POST', '/release', why],
      } as const
      refused += await expectRefused(`/api/lots/${id}`, calls, (move) => whyNotLot(move, { lotNumber, status }))
    }
    expect(refused).toBeGreaterThan(5)
  })
})
