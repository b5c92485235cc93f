import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { kitsApi } from '#shared/inventory/kits/api.ts'
import { type LotTransition, lotTransitions as lotTable } from '#shared/inventory/stock/lot-status.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { addAccount, addPlace, addProduct } from '#test/builders.ts'
import { reportFigure } from '#test/figures.ts'
import { expectStockSums } from '#test/companies/same-stock.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { addLots } from '#test/lots.ts'
import {
  agree,
  at,
  isBlocked,
  items,
  loseLot,
  type Model,
  type ModelOrder,
  perKit,
  perMade,
  type Real,
} from '#test/stock-model.ts'
import {
  audit,
  count,
  endKits,
  endTransfer,
  moveLot,
  packKits,
  produce,
  receive,
  sendBack,
  takeBack,
  transfer,
} from '#test/stock-model-commands.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

/*
 * Sends random sequences of commands to the server and to a pure model of it that knows nothing of lots, locks or SQL,
 * only on hand, committed, and what each order has. Every response and every figure must agree after every command.
 * Environment: MODEL_RUNS for more sequences than a build has time for, MODEL_SEED to repeat a run.
 */
const runs = Number(process.env['MODEL_RUNS'] ?? 40)
const seed = process.env['MODEL_SEED']

let server: TestServer
let admin: Client
let accountId: string
beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
  accountId = (await addAccount(admin)).id
})

const lotTransitions = Object.keys(lotTable) as LotTransition[]

const demandOf = (model: Model, order: ModelOrder) =>
  model.products.map((_one, index) =>
    order.lines.filter((line) => line.product === index).reduce((sum, line) => sum + line.quantity, 0),
  )

type Step =
  | 'confirm'
  | 'backOrder'
  | 'unconfirm'
  | 'startPicking'
  | 'stopPicking'
  | 'ready'
  | 'reverse'
  | 'cancel'
  | 'reopen'

const from: Record<Step, string[]> = {
  confirm: ['PENDING', 'AWAITING_STOCK'],
  backOrder: ['PENDING'],
  unconfirm: ['CONFIRMED', 'AWAITING_STOCK', 'PROCESSING'],
  startPicking: ['CONFIRMED'],
  stopPicking: ['PROCESSING'],
  ready: ['CONFIRMED', 'PROCESSING'],
  reverse: ['READY_FOR_SHIPPING'],
  cancel: ['PENDING', 'AWAITING_STOCK', 'CONFIRMED', 'PROCESSING', 'READY_FOR_SHIPPING'],
  reopen: ['CANCELLED'],
}
const steps = Object.keys(from) as Step[]
const needsReason = new Set<Step>(['unconfirm', 'reverse', 'cancel'])

/** Whether the model expects the command to succeed; changes the model if so. */
function expectStep(model: Model, order: ModelOrder, step: Step): boolean {
  if (!from[step].includes(order.status)) return false
  const missing = demandOf(model, order).map((wanted, index) => wanted - (order.held[index] ?? 0))
  const free = model.products.map((one, index) => (isBlocked(model, index) ? 0 : one.onHand - one.committed))
  const short = missing.some((wanted, index) => wanted > (free[index] ?? 0))
  const hold = (index: number, quantity: number) => {
    const product = model.products[index]
    if (product) product.committed += quantity
    order.held[index] = (order.held[index] ?? 0) + quantity
  }
  const letGo = () => {
    for (const [index, held] of order.held.entries()) hold(index, -held)
  }
  switch (step) {
    case 'confirm':
      if (short) return false
      for (const [index, wanted] of missing.entries()) hold(index, wanted)
      order.status = 'CONFIRMED'
      return true
    case 'backOrder':
      if (!short) return false
      for (const [index, wanted] of missing.entries()) hold(index, Math.min(wanted, free[index] ?? 0))
      order.status = 'AWAITING_STOCK'
      return true
    case 'unconfirm':
      letGo()
      order.status = 'PENDING'
      return true
    case 'startPicking':
      order.status = 'PROCESSING'
      return true
    case 'stopPicking':
      order.status = 'CONFIRMED'
      return true
    case 'ready':
    case 'reverse': {
      const sign = step === 'ready' ? 1 : -1
      for (const [index, quantity] of demandOf(model, order).entries()) {
        const product = model.products[index]
        if (product) product.onHand -= sign * quantity
        hold(index, -sign * quantity)
        order.shipped[index] = (order.shipped[index] ?? 0) + sign * quantity
      }
      order.status = step === 'ready' ? 'READY_FOR_SHIPPING' : 'PROCESSING'
      if (isBlocked(model, items.lot)) loseLot(model)
      return true
    }
    case 'cancel':
      letGo()
      for (const [index, shipped] of order.shipped.entries()) {
        const product = model.products[index]
        if (product) product.onHand += shipped
      }
      order.shipped = []
      order.status = 'CANCELLED'
      return true
    case 'reopen':
      order.status = 'PENDING'
      return true
  }
}

class Change implements fc.AsyncCommand<Model, Real> {
  readonly product: number
  readonly quantity: number
  readonly adds: boolean
  constructor(product: number, quantity: number, adds: boolean) {
    this.product = product
    this.quantity = quantity
    this.adds = adds
  }
  check = () => true
  async run(model: Model, real: Real) {
    const product = model.products[this.product]
    const params = { id: real.productIds[this.product] ?? '' }
    if (!product) return
    // Stock is reduced at the product's default location: pieces that a transfer has moved elsewhere stay there.
    const { free } = await at(real, this.product, real.home)
    const answer = this.adds
      ? await admin.call(inventoryApi.addStock, { params, body: { quantity: this.quantity, reason: 'return' } })
      : await admin.call(inventoryApi.reduceStock, { params, body: { quantity: this.quantity, reason: 'lost_stock' } })
    const fits = this.adds || this.quantity <= free
    expect(answer.status).toBe(fits ? 200 : 409)
    if (fits) product.onHand += this.adds ? this.quantity : -this.quantity
    await agree(model, real)
  }
  toString = () => `${this.adds ? 'add' : 'reduce'}(${this.product}, ${this.quantity})`
}

class Take implements fc.AsyncCommand<Model, Real> {
  readonly lines: ModelOrder['lines']
  constructor(lines: ModelOrder['lines']) {
    this.lines = lines
  }
  check = () => true
  async run(model: Model, real: Real) {
    const lines = this.lines.map(({ product, quantity }) => ({ productId: real.productIds[product] ?? '', quantity }))
    const order = await admin.do(salesApi.createOrder, { body: { accountId, lines } })
    real.orderIds.push(order.id)
    model.orders.push({ lines: this.lines, status: 'PENDING', held: [], shipped: [] })
  }
  toString = () => `take(${JSON.stringify(this.lines)})`
}

class Move implements fc.AsyncCommand<Model, Real> {
  readonly which: number
  /** A command's name, or a number that chooses among those that the order's status allows. */
  readonly choice: Step | number
  constructor(which: number, choice: Step | number) {
    this.which = which
    this.choice = choice
  }
  check = (model: Readonly<Model>) => model.orders.length > 0
  async run(model: Model, real: Real) {
    const index = this.which % model.orders.length
    const order = model.orders[index]
    if (!order) return
    const legal = steps.filter((one) => from[one].includes(order.status))
    const step = typeof this.choice === 'string' ? this.choice : legal[this.choice % legal.length]
    if (!step) return
    const body = needsReason.has(step) ? { reason: 'By chance' } : {}
    const answer = await admin.call(salesApi[step] as typeof salesApi.cancel, {
      params: { id: real.orderIds[index] ?? '' },
      body: body as { reason: string },
    })
    const opens = expectStep(model, order, step)
    expect([step, answer.status]).toEqual([step, opens ? 200 : 409])
    const shown = await admin.do(salesApi.getOrder, { params: { id: real.orderIds[index] ?? '' } })
    expect(shown.status).toBe(order.status)
    await agree(model, real)
  }
  toString = () => `move(${this.which}, ${this.choice})`
}

const quantity = fc.integer({ min: 1, max: 12 })
const few = fc.integer({ min: 1, max: 3 })
const which = fc.nat({ max: 5 })
const plain = fc.constantFrom(items.first, items.second)
const sold = fc.constantFrom(items.first, items.second, items.lot)

/** A location of its own with goods, and the model of it. */
async function start(): Promise<{ model: Model; real: Real }> {
  const [place, away] = [await addPlace(admin), await addPlace(admin)]
  const works = await admin.do(inventoryApi.createLocation, {
    body: { name: `Works of ${place.warehouse.name}`, type: 'Factory' },
  })
  const first = await addProduct(admin, place, { quantity: 15 })
  const second = await addProduct(admin, place, { quantity: 5 })
  const lots = await addLots(admin, place, [['L1', 300, 9]])
  const { kit } = await admin.do(kitsApi.createKit, {
    body: {
      name: `Kit of ${place.warehouse.name}`,
      price: '5.00',
      warehouse: place.warehouse.id,
      components: perKit.map((each, part) => ({ itemId: [first, second][part]?.id ?? '', quantity: each })),
    },
  })
  const raw = await admin.do(rawMaterialsApi.createRawMaterial, {
    body: {
      name: `Film of ${place.warehouse.name}`,
      materialType: 'Film',
      location: works.id,
      cost: '1.00',
      quantity: 12,
    },
  })
  const made = await addProduct(admin, place, { billOfMaterials: [{ rawMaterialId: raw.id, quantity: perMade }] })
  const products = [15, 5, 9, 0, 12, 0].map((onHand) => ({ onHand, committed: 0 }))
  return {
    model: { products, orders: [], transfers: [], kits: [], runs: [], received: [], lotStatus: 'AVAILABLE' },
    real: {
      client: admin,
      database: server.database,
      productIds: [first, second, lots.product, kit, raw, made].map((one) => one.id),
      home: place.warehouse.id,
      away: away.warehouse.id,
      works: works.id,
      supplier: place.supplier.id,
      lotId: lots.lot('L1'),
      orderIds: [],
      transferIds: [],
      kitIds: [],
      runIds: [],
      purchases: [],
      recallId: '',
    },
  }
}

test('[SO-01, SO-02, SO-03, INV-05, INV-06, INV-07, LOT-02, LOT-06, TRF-01, KIT-01, RAW-01, CNT-01, PO-01] (T1, B3, B4, B5, B6, B16, B17, B20) random commands of every kind match a simple stock model, and no invariant breaks', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.commands(
        [
          fc.tuple(plain, quantity, fc.boolean()).map((args) => new Change(...args)),
          fc
            .array(fc.record({ product: sold, quantity }), { minLength: 1, maxLength: 3 })
            .map((lines) => new Take(lines)),
          fc.tuple(which, fc.constantFrom(...steps)).map((args) => new Move(...args)),
          fc.tuple(which, fc.nat()).map((args) => new Move(...args)),
          fc.tuple(which, fc.constantFrom<Step>('confirm', 'ready', 'startPicking')).map((args) => new Move(...args)),
          fc
            .tuple(plain, fc.boolean(), fc.constantFrom('none' as const, 'late' as const, 'promises' as const))
            .map((args) => audit(...args)),
          fc.tuple(plain, quantity).map((args) => receive(...args)),
          fc.tuple(which, few).map((args) => sendBack(...args)),
          fc.tuple(plain, quantity).map((args) => transfer(...args)),
          fc
            .tuple(which, fc.constantFrom('arrive' as const, 'lose' as const, 'cancel' as const))
            .map((args) => endTransfer(...args)),
          few.map(packKits),
          fc
            .tuple(which, fc.constantFrom('complete' as const, 'cancel' as const, 'takeApart' as const))
            .map((args) => endKits(...args)),
          few.map(produce),
          which.map(takeBack),
          fc.tuple(plain, fc.boolean()).map((args) => count(...args)),
          fc.constantFrom(...lotTransitions).map(moveLot),
        ],
        { maxCommands: 40 },
      ),
      async (commands) => {
        const begun = await start()
        await fc.asyncModelRun(() => begun, commands)
      },
    ),
    { numRuns: runs, endOnFailure: true, ...(seed && { seed: Number(seed) }) },
  )
  reportFigure('sequences of random commands', runs)
  await expectStockSums(admin, new Date().toISOString().slice(0, 10))
  expect(await brokenInvariants(server.database.db)).toEqual({})
}, 3_600_000)
