import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { roleDefaults } from '#shared/access/roles.ts'
import { addDays } from '#shared/dates.ts'
import { Refusal } from '#shared/http/refusal.ts'
import { AccountInput, SupplierInput } from '#shared/crm/partners/api.ts'
import { OrderInput } from '#shared/sales/orders/order-input.ts'
import { createAccount } from '#server/crm/partners/accounts.ts'
import { createSupplier, deleteSupplier } from '#server/crm/partners/suppliers.ts'
import { command } from '#server/kernel/command.ts'
import type { Database } from '#server/db/database.ts'
import type { Caller, Work } from '#server/kernel/work.ts'
import type { StoredFiles } from '#server/files/stored-files.ts'
import { createCategory, deleteCategory } from '#server/inventory/catalogue/categories.ts'
import { forecastAll } from '#server/reports/forecast/keep-forecasts.ts'
import { createOrder } from '#server/sales/orders/order-draft.ts'
import { advance } from './advance-orders.ts'
import type { On } from './on-day.ts'
import { categories, customers, historyDays } from './demo-rows.ts'
import { countStock } from './stock-counts.ts'
import { deliverGoods } from './deliveries.ts'
import { drawImages } from './images.ts'
import { addLetterhead } from './letterhead.ts'
import { makeProducts } from './production.ts'
import { addExpiredEstimate, addProblemOrders } from './orders.ts'
import { customerTerms, addPeople } from './partners.ts'
import { loadPipeline } from './pipeline.ts'
import { products } from './products.ts'
import { loadPurchases } from './purchases.ts'
import { addSilentCustomers, messageSilentCustomers } from './retention.ts'
import { returnGoods } from './returns.ts'
import { fillWarehouse } from './warehouse.ts'
import { fillShelves } from './shelves.ts'
import { addProblemLots } from './lots.ts'
import { moveStock, packKits } from './transfers.ts'

const dayMs = 86_400_000
const orders = 110

/**
 * Loads the demo company: goods with lots, customers, and three months of orders in every status. It runs the same commands as
 * users do, each on its day, so every figure has its ledger rows. Takes about three seconds. Refused if the company has
 * products already. With the same `adminId` (the user) and `start` (the time in ms from which its days are counted back), it
 * continues after a crash (decision 100). Without `files` the goods have no pictures. `hasLetterhead`: it gets a name, a bank
 * account and a logo.
 */
export async function loadDemoCompany(
  database: Database,
  adminId: string,
  files?: StoredFiles,
  start = Date.now(),
  hasLetterhead = false,
): Promise<void> {
  const caller: Caller = {
    userId: adminId,
    name: 'Demo',
    role: 'admin',
    permissions: roleDefaults.admin,
    sessionId: randomUUID(),
  }
  let step = 0
  /**
   * Runs one command as of `daysAgo` days ago. It has an idempotency key, so that a command that was committed before a crash
   * is not run again.
   */
  async function on<T>(daysAgo: number, act: (work: Work) => Promise<T>): Promise<T> {
    step += 1
    const key = stepKey(adminId, start, step)
    const moment = new Date(start - daysAgo * dayMs)
    const deps = { database, clock: () => moment, timeZone: () => 'UTC', publish: () => {} }
    const actUnsent = async (work: Work) => {
      const result = await act(work)
      await keepMails(work)
      return result
    }
    const { body } = await command(deps, { caller, route: 'demo', key, status: 200 }, actUnsent, (result) =>
      JSON.stringify(result ?? null),
    )
    return JSON.parse(body) as T
  }
  await on(0, beginOnce)

  const today = new Date(start).toISOString().slice(0, 10)
  const { productIds, places, bought } = await fillWarehouse(on, today)
  await makeProducts(on, today, places[2] ?? '', categories[0][0], bought[1] ?? '')
  if (files) await drawImages(on, files)
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
  await moveStock(on, productIds, places)
  await packKits(on, productIds, places)
  const silentIds = await addSilentCustomers(on, productIds)
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
    const { id: orderId } = await on(daysAgo, (work) => createOrder(work, input))
    await advance(on, orderId, daysAgo, index, chance)
  }
  await addProblemLots(on, today)
  await loadPurchases(on, today)
  await countStock(on, places)
  await fillShelves(on, accounts, productIds, places)
  await loadPipeline(
    on,
    today,
    accounts.map(({ id }) => id),
    productIds,
  )
  await addPeople(
    on,
    accounts.map(({ id }) => id),
    bought,
  )
  await returnGoods(on, places[0] ?? '')
  await addProblemOrders(on, today, places[0] ?? '')
  await deliverGoods(on, today, { productIds, place: places[0] ?? '', historyDays, now: start })
  await messageSilentCustomers(on, silentIds, productIds)
  await addExpiredEstimate(on, today, accounts[3]?.id ?? '', productIds[0] ?? '')
  await forecastAll(database, today)
  if (hasLetterhead) await addLetterhead(on)
}

/** The mails of a step are stored as if no mail server were set up: nobody gets mails about invented events. */
const keepMails = ({ tx }: Work) =>
  sql`update mail_outbox set state = 'kept' where state = 'queued' and xmin = pg_current_xact_id()::xid`.execute(tx)

/** The same key for the same step of the same load. */
function stepKey(adminId: string, start: number, step: number): string {
  const hash = createHash('sha256').update(`${adminId} ${start} ${step}`).digest('hex')
  return [hash.slice(0, 8), hash.slice(8, 12), hash.slice(12, 16), hash.slice(16, 20), hash.slice(20, 32)].join('-')
}

/** Throws ALREADY_EXISTS if the company has products, unless this load has created them. */
async function beginOnce(work: Work): Promise<void> {
  const { rows } = await sql`select 1 from items limit 1`.execute(work.tx)
  if (rows.length > 0) throw new Refusal('ALREADY_EXISTS', 'The company has products already.')
  work.audit('demo.began', 'settings', null)
}

/** Deletes some records, so that the deleted items have something to restore. */
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

const streets = ['Market Street', 'Station Road', 'Chapel Hill', 'Lagoon Avenue'] as const

/** The contact data of a demo customer. */
const contactOf = (code: string) => ({
  email: `stores@${code.toLowerCase()}.example`,
  phone: `+225 27 ${code.charCodeAt(0)} ${code.charCodeAt(1)} ${code.charCodeAt(2)} 10`,
  address: `${code.charCodeAt(1)} ${streets[code.charCodeAt(0) % streets.length]}`,
  country: 'Ghana',
  taxNumber: `C00${code.charCodeAt(0)}${code.charCodeAt(1)}${code.charCodeAt(2)}0`,
})

/** A seeded random generator, the same on every machine. */
function chanceFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
