import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { roleDefaults } from '#shared/access/roles.ts'
import { addDays } from '#shared/dates.ts'
import { Refusal } from '#shared/http/refusal.ts'
import { NewProduct } from '#shared/inventory/product.ts'
import { AccountInput, SupplierInput } from '#shared/crm/api.ts'
import { type Attribute, AttributeInput } from '#shared/inventory/attributes-api.ts'
import { AddStock, LocationInput } from '#shared/inventory/api.ts'
import { ServiceTypeInput } from '#shared/inventory/service-types-api.ts'
import { ZoneInput } from '#shared/inventory/places-api.ts'
import { OrderInput } from '#shared/sales/order-input.ts'
import { createAccount } from '#server/crm/accounts.ts'
import { createSupplier, deleteSupplier } from '#server/crm/suppliers.ts'
import { command } from '#server/db/command.ts'
import type { Database } from '#server/db/database.ts'
import type { Caller, Work } from '#server/db/work.ts'
import { cancelOrder } from '#server/flows/cancel-order.ts'
import { backOrder, confirmOrder } from '#server/flows/confirm-order.ts'
import { assignOrder, deliverOrder, failDelivery, handOverOrder } from '#server/flows/deliver-order.ts'
import type { StoredFiles } from '#server/files/stored-files.ts'
import { startPicking } from '#server/flows/pick-order.ts'
import { readyOrder } from '#server/flows/ready-order.ts'
import { takePayment } from '#server/flows/take-payment.ts'
import { addStock } from '#server/inventory/adjustments.ts'
import { createAttribute } from '#server/inventory/attributes.ts'
import { createCategory, deleteCategory } from '#server/inventory/categories.ts'
import { createLocation } from '#server/inventory/locations.ts'
import { createProduct } from '#server/inventory/products.ts'
import { createServiceType } from '#server/inventory/service-types.ts'
import { createZone, keepGoods } from '#server/inventory/zones.ts'
import { createOrder } from '#server/sales/order-draft.ts'
import { attributes, categories, customers, locations, products, services, suppliers, zones } from './world-data.ts'
import { countSome } from './world-counting.ts'
import { drawSome } from './world-images.ts'
import { makeSome } from './world-making.ts'
import { letOneExpire, troubleOrders } from './world-orders.ts'
import { customerTerms, meetPeople } from './world-partners.ts'
import { loadPipeline } from './world-pipeline.ts'
import { loadPurchases } from './world-purchases.ts'
import { takeSomeBack } from './world-returns.ts'
import { troubleLots } from './world-lots.ts'
import { moveSome, packSome } from './world-moving.ts'

const dayMs = 86_400_000
const orders = 110
const historyDays = 85

/**
 * The named demo company: goods with lots, customers, and three months of orders in every status that staff can reach. It is
 * made by the same commands that users call, each on its day, so every figure has its ledger rows. Takes about three seconds.
 * Refused where the company has products already. `adminId` is who did it; without `files` the goods have no
 * pictures.
 */
export async function loadWorld(database: Database, adminId: string, files?: StoredFiles): Promise<void> {
  const { rows } = await sql`select 1 from items limit 1`.execute(database.db)
  if (rows.length > 0) throw new Refusal('ALREADY_EXISTS', 'The company has products already.')
  const caller: Caller = {
    userId: adminId,
    name: 'Demo',
    role: 'admin',
    permissions: roleDefaults.admin,
    sessionId: randomUUID(),
  }
  const start = Date.now()

  /** One command, so many days ago. */
  async function on<T>(daysAgo: number, act: (work: Work) => Promise<T>): Promise<T> {
    let result: T | undefined
    const moment = new Date(start - daysAgo * dayMs)
    const deps = { database, clock: () => moment, timeZone: () => 'UTC', tell: () => {} }
    await command(
      deps,
      { caller, route: 'demo', status: 200 },
      async (work) => {
        result = await act(work)
      },
      () => '',
    )
    return result as T
  }

  const today = new Date(start).toISOString().slice(0, 10)
  const { productIds, places, bought } = await fillWarehouse(on, today)
  await makeSome(on, today, places[2] ?? '', categories[0][0], bought[1] ?? '')
  if (files) await drawSome(on, files)
  const accounts = await Promise.all(
    customers.map(([name, code, priceTier, paymentTermsDays, latitude, longitude]) =>
      on(historyDays, (work) =>
        createAccount(
          work,
          AccountInput.parse({
            name,
            code,
            priceTier,
            paymentTermsDays,
            latitude,
            longitude,
            labels: ['demo'],
            ...contactOf(code),
            ...customerTerms(code),
          }),
        ),
      ),
    ),
  )
  await deleteSome(on)
  await moveSome(on, productIds, places)
  await packSome(on, productIds, places)
  const chance = chanceFrom(20_260)
  for (let index = 0; index < orders; index += 1) {
    const daysAgo = Math.round(historyDays - 1 - (index * (historyDays - 1)) / (orders - 1))
    const account = accounts[chance(accounts.length)]
    const lines = Array.from({ length: 1 + chance(4) }, () => {
      const which = chance(products.length)
      const pack = products[which]?.pcsPerCase ?? 1
      return { productId: productIds[which] ?? '', quantity: Math.ceil(pack / 5) * (1 + chance(3)) }
    })
    const once = [...new Map(lines.map((line) => [line.productId, line])).values()]
    const input = OrderInput.parse({ accountId: account?.id, requestedDate: addDays(today, 7 - daysAgo), lines: once })
    const orderId = await on(daysAgo, (work) => createOrder(work, input))
    await advance(on, orderId, daysAgo, index, chance)
  }
  await troubleLots(on, today)
  await loadPurchases(on, today)
  await countSome(on, places)
  await loadPipeline(
    on,
    today,
    accounts.map(({ id }) => id),
    productIds,
  )
  await meetPeople(
    on,
    accounts.map(({ id }) => id),
    bought,
  )
  await takeSomeBack(on, places[0] ?? '')
  await troubleOrders(on, today, places[0] ?? '')
  await letOneExpire(on, today, accounts[3]?.id ?? '', productIds[0] ?? '')
}

export type On = <T>(daysAgo: number, act: (work: Work) => Promise<T>) => Promise<T>

async function fillWarehouse(
  on: On,
  today: string,
): Promise<{ productIds: string[]; places: string[]; bought: string[] }> {
  for (const [name, description] of categories)
    await on(historyDays, (work) => createCategory(work, { name, description }))
  const bought: string[] = []
  for (const [name, country] of suppliers) {
    bought.push((await on(historyDays, (work) => createSupplier(work, SupplierInput.parse({ name, country })))).id)
  }
  for (const [name, unit, price, description] of services)
    await on(historyDays, (work) => createServiceType(work, ServiceTypeInput.parse({ name, unit, price, description })))
  const places: string[] = []
  for (const [name, type, address, latitude, longitude] of locations) {
    const input = LocationInput.parse({ name, type, address, latitude, longitude })
    places.push((await on(historyDays, (work) => createLocation(work, input))).id)
  }
  const described = await addAttributes(on)
  const ids: string[] = []
  for (const [index, product] of products.entries()) {
    const { category, supplier, stock, lots = [], ...rest } = product
    const input = NewProduct.parse({
      ...rest,
      description: `${product.name}, ${product.pcsPerCase} a case.`,
      category: categories[category]?.[0],
      supplier: bought[supplier],
      warehouse: places[index % 5 === 4 ? 1 : 0],
      billOfMaterials: [],
      attributes: described(product.name),
      lotControlled: lots.length > 0,
      priceTiers: tiersOf(product.price),
      quantity: stock,
    })
    const { id } = await on(historyDays, (work) => createProduct(work, input))
    ids.push(id)
    for (const [lotNumber, days, quantity] of lots) {
      const arrival = AddStock.parse({
        quantity,
        reason: 'purchase_order',
        lotNumber,
        expiryDate: addDays(today, days),
      })
      await on(historyDays - 1, (work) => addStock(work, id, arrival))
    }
  }
  await addZones(on, places[0] ?? '', ids)
  return { productIds: ids, places, bought }
}

/** Divides a warehouse; what fits nowhere is kept in no zone. */
async function addZones(on: On, warehouse: string, items: readonly string[]): Promise<void> {
  for (const [name, purpose, description, kept] of zones) {
    const input = ZoneInput.parse({ name, purpose, description })
    const { id } = await on(historyDays, (work) => createZone(work, warehouse, input))
    const goods = items.filter((_id, at) => kept.test(products[at]?.name ?? '')).map((itemId) => ({ itemId }))
    await on(historyDays - 1, (work) => keepGoods(work, warehouse, id, goods))
  }
}

/** What nobody needs any more, so that the deleted items have something to restore. */
async function deleteSome(on: On): Promise<void> {
  const category = await on(historyDays, (work) =>
    createCategory(work, { name: 'Dental supplies', description: 'Given up: no customer asked for them' }),
  )
  const supplier = await on(historyDays, (work) =>
    createSupplier(work, SupplierInput.parse({ name: 'Northgate Dental', country: 'Denmark' })),
  )
  await on(12, (work) => deleteCategory(work, category.id))
  await on(12, (work) => deleteSupplier(work, supplier.id))
}

/** Adds the attributes; returns the values that a product of that name has. */
async function addAttributes(on: On): Promise<(name: string) => Record<string, string>> {
  const made: { attribute: Attribute; valueOf: (name: string) => string | null }[] = []
  for (const [name, kind, labels, valueOf] of attributes) {
    const input = AttributeInput.parse({ name, kind, choices: labels.map((label) => ({ label })) })
    made.push({ attribute: await on(historyDays, (work) => createAttribute(work, input)), valueOf })
  }
  return (name) =>
    Object.fromEntries(
      made.flatMap(({ attribute, valueOf }) => {
        const choice = attribute.choices.find(({ label }) => label === valueOf(name))
        return choice ? [[attribute.id, choice.id]] : []
      }),
    )
}

/** Wholesale, distributor and high-volume prices, each a step below the list price. */
function tiersOf(price: string) {
  const step = (part: number) => (Number(price) * part).toFixed(4)
  return { retail: price, wholesale: step(0.94), distributor: step(0.89), highVolume: step(0.84) }
}

/** Takes an order as far as its age suggests: old ones are delivered and mostly paid, new ones wait. */
async function advance(
  on: On,
  id: string,
  daysAgo: number,
  index: number,
  chance: (below: number) => number,
): Promise<void> {
  if (daysAgo <= 1) return
  if (index % 17 === 5) return void (await on(daysAgo - 1, (work) => cancelOrder(work, id, 'Ordered twice')))
  try {
    await on(daysAgo - 0.5, (work) => confirmOrder(work, id))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return void (await on(daysAgo - 0.5, (work) => backOrder(work, id)))
  }
  if (daysAgo <= 4)
    return daysAgo % 2 === 0 ? void (await on(daysAgo - 1, (work) => startPicking(work, id))) : undefined
  await on(daysAgo - 2, (work) => readyOrder(work, id))
  if (daysAgo <= 6) return
  await on(daysAgo - 3, (work) =>
    assignOrder(work, id, { method: 'carrier', carrier: 'Blue Van Couriers', trackingNumber: null }),
  )
  if (daysAgo <= 8) return
  await on(daysAgo - 3.2, (work) => handOverOrder(work, id))
  if (daysAgo <= 11) return
  if (index % 19 === 7) {
    return void (await on(daysAgo - 4, (work) =>
      failDelivery(work, id, { failureReason: 'CLOSED', note: 'Stores closed at noon' }),
    ))
  }
  await on(daysAgo - 4, (work) =>
    deliverOrder(work, id, { receivedBy: 'Receiving desk', reason: 'Carrier’s delivery note' }),
  )
  if (daysAgo > 20 && chance(10) < 8) await pay(on, id, daysAgo - 14, chance(10) < 8)
}

async function pay(on: On, orderId: string, daysAgo: number, whole: boolean): Promise<void> {
  await on(daysAgo, async (work) => {
    const { rows } = await sql<{ id: string; total: number }>`select id, total from invoices
      where order_id = ${orderId} and voided_at is null`.execute(work.tx)
    const invoice = rows[0]
    if (!invoice) return
    const amount = BigInt(whole ? invoice.total : Math.ceil(invoice.total / 2))
    const booked = { method: 'bank_transfer', reference: null, receivedDate: work.today, keepRest: false } as const
    await takePayment(work, invoice.id, { amount, ...booked })
  })
}

/** How to reach a customer of the demo company. */
const contactOf = (code: string) => ({
  email: `stores@${code.toLowerCase()}.example`,
  phone: `+225 27 ${code.charCodeAt(0)} ${code.charCodeAt(1)} ${code.charCodeAt(2)} 10`,
})

/** The same "chances" on every machine. */
function chanceFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
