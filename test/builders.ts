import { randomInt } from 'node:crypto'
import { checkDigit } from '#shared/codes/gtin.ts'
import type { Call } from '#shared/http/route.ts'
import { crmApi } from '#shared/crm/partners/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { type Return, returnsApi } from '#shared/sales/returns/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import type { Client } from './server.ts'

/** Numbers of the same length, so that names sort in the order of creation. */
let count = 10_000
const next = () => {
  count += 1
  return count
}

type ProductBody = Call<(typeof inventoryApi.createProduct)['spec']>['body']

/** The records that a product needs (category, supplier, warehouse), created through the API. */
export async function addPlace(client: Client) {
  const number = next()
  const category = await client.do(inventoryApi.createCategory, { body: { name: `Category ${number}` } })
  const supplier = await client.do(crmApi.createSupplier, { body: { name: `Supplier ${number}` } })
  const warehouse = await client.do(inventoryApi.createLocation, {
    body: { name: `Warehouse ${number}`, type: 'Warehouse' },
  })
  return { category, supplier, warehouse }
}
export type TestPlace = Awaited<ReturnType<typeof addPlace>>

export function productBody(place: TestPlace, more: Partial<ProductBody> = {}): ProductBody {
  const number = next()
  return {
    name: `Product ${number}`,
    description: 'For tests',
    category: place.category.name,
    supplier: place.supplier.id,
    price: '10.00',
    cost: '6.00',
    pcsPerCase: 10,
    warehouse: place.warehouse.id,
    billOfMaterials: [],
    quantity: 0,
    ...more,
  }
}

export const addProduct = (client: Client, place: TestPlace, more: Partial<ProductBody> = {}) =>
  client.do(inventoryApi.createProduct, { body: productBody(place, more) })

export const addAccount = (client: Client, more: Partial<Call<(typeof crmApi.createAccount)['spec']>['body']> = {}) =>
  client.do(crmApi.createAccount, { body: { name: `Hospital ${next()}`, ...more } })

/** A PENDING order of `[productId, quantity]` lines. */
export const addOrder = (client: Client, accountId: string, lines: readonly (readonly [string, number])[]) =>
  client.do(salesApi.createOrder, {
    body: { accountId, lines: lines.map(([productId, quantity]) => ({ productId, quantity })) },
  })

/** An order of these lines, confirmed, shipped and delivered. */
export async function deliveredOrder(...given: Parameters<typeof addOrder>) {
  const [client] = given
  const { id } = await addOrder(...given)
  const at = { params: { id }, body: {} }
  await client.do(salesApi.confirm, at)
  await client.do(salesApi.ready, at)
  await client.do(salesApi.assign, { ...at, body: { method: 'carrier', carrier: 'Blue Van' } })
  await client.do(salesApi.handOver, at)
  return client.do(salesApi.deliver, { ...at, body: { receivedBy: 'Ward 3', reason: 'Paper slip' } })
}

/** Completes a requested return: everything is received, and every line gets the same dispositions. */
export async function completeReturn(
  client: Client,
  found: Return,
  dispositions: Return['lines'][number]['dispositions'],
  locationId?: string,
) {
  const params = { id: found.id }
  await client.do(returnsApi.approveReturn, { params, body: {} })
  const places = await client.do(inventoryApi.listLocations, { query: { own: 'true' } })
  await client.do(returnsApi.receiveReturn, {
    params,
    body: {
      locationId: locationId ?? places.data[0]?.id ?? '',
      lines: found.lines.map(({ id, quantity }) => ({ lineId: id, received: quantity })),
    },
  })
  await client.do(returnsApi.inspectReturn, {
    params,
    body: { lines: found.lines.map(({ id }) => ({ lineId: id, dispositions })) },
  })
  return client.do(returnsApi.completeReturn, { params, body: {} })
}

type PurchaseBody = Call<(typeof purchasingApi.createPurchaseOrder)['spec']>['body']

/** A draft purchase order of `[itemId, quantity, unitCost]` lines. */
export const addPurchase = (
  client: Client,
  place: Pick<TestPlace, 'supplier' | 'warehouse'>,
  lines: readonly (readonly [string, number, string])[],
  more: Partial<PurchaseBody> = {},
) =>
  client.do(purchasingApi.createPurchaseOrder, {
    body: {
      supplierId: place.supplier.id,
      locationId: place.warehouse.id,
      lines: lines.map(([itemId, quantity, unitCost]) => ({ itemId, quantity, unitCost })),
      ...more,
    },
  })

/** A placed purchase order of these lines. */
export async function placePurchase(...given: Parameters<typeof addPurchase>) {
  const { id } = await addPurchase(...given)
  return given[0].do(purchasingApi.submit, { params: { id }, body: {} })
}

/** A random EAN-13, so that no other product of the test run has it. */
export function newBarcode(): string {
  const body = `40${String(randomInt(1e10)).padStart(10, '0')}`
  return `${body}${checkDigit(body)}`
}
