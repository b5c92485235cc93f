import { beforeAll, describe, expect, test } from 'vitest'
import { auditsApi } from '#shared/inventory/stock/audits-api.ts'
import { countsApi } from '#shared/inventory/counts/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { kitOrdersApi } from '#shared/inventory/kits/kit-orders-api.ts'
import { kitsApi } from '#shared/inventory/kits/api.ts'
import { productionApi } from '#shared/inventory/production/api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { transfersApi } from '#shared/inventory/transfers/api.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct, placePurchase, type TestPlace } from '#test/builders.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { type Client, patient, startServer, type TestServer } from '#test/server.ts'

/* All ways in which five pieces become available: the oldest backordered order gets them (T17). */

let server: TestServer
let admin: Client
let place: TestPlace
let other: string
let factory: string
let accountId: string

beforeAll(async () => {
  server = await startServer({ max: 20 })
  admin = patient(await server.as('admin'))
  place = await addPlace(admin)
  other = (await addPlace(admin)).warehouse.id
  factory = (await admin.do(inventoryApi.createLocation, { body: { name: 'Works', type: 'Factory' } })).id
  accountId = (await addAccount(admin)).id
})

/** An item with `there` available pieces, and the action that makes five more available. */
interface Way {
  id: string
  there: number
  arrive: () => Promise<unknown>
}
const at = (id: string) => ({ params: { id }, body: {} })
const product = (quantity?: number) => addProduct(admin, place, quantity === undefined ? {} : { quantity })

async function transferOf(quantity: number) {
  const { id } = await product(quantity)
  const transfer = await admin.do(transfersApi.createTransfer, {
    body: { sourceId: place.warehouse.id, destinationId: other, lines: [{ itemId: id, quantity }] },
  })
  return { id, transfer }
}

/** An open order of five kits with one component each, which commits five pieces of the component. */
async function kitOf() {
  const part = await product(5)
  const { kit } = await admin.do(kitsApi.createKit, {
    body: {
      name: `Kit of ${part.sku}`,
      price: '5.00',
      warehouse: place.warehouse.id,
      components: [{ itemId: part.id, quantity: 1 }],
    },
  })
  const order = await admin.do(kitOrdersApi.createKitOrder, {
    body: { kitId: kit.id, locationId: place.warehouse.id, quantity: 5 },
  })
  return { part, kit, order }
}

const ways: Record<string, () => Promise<Way>> = {
  'a receipt of a purchase order': async () => {
    const { id } = await product()
    const purchase = await placePurchase(admin, place, [[id, 5, '1']])
    const lines = [{ lineId: purchase.orderLines[0]?.id ?? '', quantity: 5 }]
    return {
      id,
      there: 0,
      arrive: () => admin.do(purchasingApi.receive, { params: { id: purchase.id }, body: { lines } }),
    }
  },
  'goods that a customer brings back': async () => {
    const { id } = await product()
    const body = { quantity: 5, reason: 'return' } as const
    return { id, there: 0, arrive: () => admin.do(inventoryApi.addStock, { params: { id }, body }) }
  },
  'a transfer that arrives': async () => {
    const { id, transfer } = await transferOf(5)
    const call = { params: { id: transfer.id }, body: { differences: [] } }
    return { id, there: 0, arrive: () => admin.do(transfersApi.completeTransfer, call) }
  },
  'a transfer that is cancelled': async () => {
    const { id, transfer } = await transferOf(5)
    const call = { params: { id: transfer.id }, body: { reason: 'Not needed' } }
    return { id, there: 0, arrive: () => admin.do(transfersApi.cancelTransfer, call) }
  },
  'a production run': async () => {
    const film = await admin.do(rawMaterialsApi.createRawMaterial, {
      body: {
        name: `Film ${crypto.randomUUID()}`,
        materialType: 'Film',
        location: factory,
        cost: '0.10',
        quantity: 50,
      },
    })
    const { id } = await addProduct(admin, place, { billOfMaterials: [{ rawMaterialId: film.id, quantity: 2 }] })
    const call = { params: { id }, body: { locationId: factory, quantity: 5 } }
    return { id, there: 0, arrive: () => admin.do(productionApi.produce, call) }
  },
  'kits that are packed': async () => {
    const { kit, order } = await kitOf()
    return { id: kit.id, there: 0, arrive: () => admin.do(kitOrdersApi.completeKitOrder, at(order.id)) }
  },
  'an order to pack kits that is cancelled': async () => {
    const { part, order } = await kitOf()
    const call = { params: { id: order.id }, body: { reason: 'Not needed' } }
    return { id: part.id, there: 0, arrive: () => admin.do(kitOrdersApi.cancelKitOrder, call) }
  },
  'kits that are taken apart': async () => {
    const { part, order } = await kitOf()
    await admin.do(kitOrdersApi.completeKitOrder, at(order.id))
    const call = { params: { id: order.id }, body: { quantity: 5, reason: 'Nobody buys them' } }
    return { id: part.id, there: 0, arrive: () => admin.do(kitOrdersApi.takeApartKits, call) }
  },
  'a count that finds more': async () => {
    const here = await addPlace(admin)
    const { id } = await addProduct(admin, here, { quantity: 10 })
    const plan = await admin.do(countsApi.planCount, {
      body: { locationId: here.warehouse.id, recountPercent: 100 },
    })
    await admin.do(countsApi.startCount, at(plan.id))
    const arrive = async () => {
      const { data } = await admin.do(countsApi.listCountLines, { params: { id: plan.id }, query: {} })
      const [line] = data
      const call = { params: { id: plan.id, lineId: line?.id ?? '' }, body: { counted: 15 } }
      await admin.do(countsApi.countLine, call, { version: line?.version ?? 0 })
      await admin.do(countsApi.finishCount, { params: { id: plan.id }, body: { leaveOut: false } })
      const { version } = await admin.do(countsApi.getCount, { params: { id: plan.id } })
      await admin.do(countsApi.approveCount, at(plan.id), { version })
    }
    return { id, there: 10, arrive }
  },
  'an audit that finds more': async () => {
    const { id } = await product(1)
    const arrive = async () => {
      const { position, committed } = await admin.do(inventoryApi.getProduct, { params: { id } })
      const body = { totalQuantity: 6, committedQuantity: committed, position, reason: 'physical_audit' as const }
      await admin.do(auditsApi.auditStock, { params: { id }, body })
    }
    return { id, there: 1, arrive }
  },
  'another order that is cancelled': async () => {
    const { id } = await product(5)
    const holder = await addOrder(admin, accountId, [[id, 5]])
    await admin.do(salesApi.confirm, at(holder.id))
    const call = { params: { id: holder.id }, body: { reason: 'Ordered twice' } }
    return { id, there: 0, arrive: () => admin.do(salesApi.cancel, call) }
  },
  'another order that was packed and is deleted': async () => {
    const { id } = await product(5)
    const holder = await addOrder(admin, accountId, [[id, 5]])
    await admin.do(salesApi.confirm, at(holder.id))
    await admin.do(salesApi.ready, at(holder.id))
    return { id, there: 0, arrive: () => admin.do(salesApi.deleteOrder, { params: { id: holder.id } }) }
  },
}

async function waiting(id: string, quantity: number) {
  const order = await addOrder(admin, accountId, [[id, quantity]])
  await admin.do(salesApi.backOrder, at(order.id))
  return order.id
}
const statusOf = async (id: string) => (await admin.do(salesApi.getOrder, { params: { id } })).status

describe('stock that becomes available confirms the oldest back-order', () => {
  test.each(Object.entries(ways))('[SO-01] %s (T17)', async (_name, prepare) => {
    const { id, there, arrive } = await prepare()
    const first = await waiting(id, there + 5)
    const second = await waiting(id, 5)
    await server.app.runJobs()
    expect([await statusOf(first), await statusOf(second)]).toEqual(['AWAITING_STOCK', 'AWAITING_STOCK'])
    await arrive()
    await server.app.runJobs()
    expect([await statusOf(first), await statusOf(second)]).toEqual(['CONFIRMED', 'AWAITING_STOCK'])
  })

  test('[SO-01] concurrently for all of these, with several runs of the allocation job in between (T17, B1)', async () => {
    const made = await Promise.all(Object.values(ways).map((prepare) => prepare()))
    const orders: { first: string; second: string }[] = []
    for (const { id, there } of made) orders.push({ first: await waiting(id, there + 5), second: await waiting(id, 5) })
    await Promise.all([...made.map(({ arrive }) => arrive()), ...Array.from({ length: 4 }, () => server.app.runJobs())])
    await server.app.runJobs()
    for (const { first, second } of orders)
      expect([await statusOf(first), await statusOf(second)]).toEqual(['CONFIRMED', 'AWAITING_STOCK'])
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })
})
