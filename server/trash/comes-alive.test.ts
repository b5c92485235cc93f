import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { opportunitiesApi } from '#shared/crm/opportunities/api.ts'
import { crmApi } from '#shared/crm/partners/api.ts'
import { prospectsApi } from '#shared/crm/prospects/api.ts'
import { kitOrdersApi } from '#shared/inventory/kits/kit-orders-api.ts'
import { kitsApi } from '#shared/inventory/kits/api.ts'
import { productionApi } from '#shared/inventory/production/api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { whyDeleted } from '#shared/http/why-deleted.ts'
import { whyNotReset } from '#shared/invoicing/invoice-guards.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { paymentsApi } from '#shared/invoicing/payments-api.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { deletedApi } from '#shared/reports/deleted-api.ts'
import type { DeletedKind } from '#shared/reports/deleted-kinds.ts'
import { estimatesApi } from '#shared/sales/estimates/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { returnsApi } from '#shared/sales/returns/api.ts'
import {
  addAccount,
  addOrder,
  addPlace,
  addProduct,
  deliveredOrder,
  placePurchase,
  productBody,
  type TestPlace,
} from '#test/builders.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

/*
 * Closed documents may refer to deleted records; they can't be reopened, nor be returned or refunded, until those are
 * restored.
 */

let server: TestServer
let admin: Client
let place: TestPlace
beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
  place = await addPlace(admin)
})
afterEach(async () => expect(await brokenInvariants(server.database.db)).toEqual({}))

interface Named {
  id: string
  name: string
}
type Act = () => Promise<{ status: number; body: unknown }>
const paths: Partial<Record<DeletedKind, string>> = {
  customer: 'accounts',
  supplier: 'suppliers',
  prospect: 'prospects',
  product: 'products',
  rawMaterial: 'raw-materials',
  kit: 'kits',
}
const params = ({ id }: { id: string }) => ({ params: { id }, body: {} })
const because = ({ id }: { id: string }, reason = 'A mistake') => ({ params: { id }, body: { reason } })

/** Expects the call to be refused while the record is deleted, and to succeed once it is restored. */
async function needs(kind: DeletedKind, { id, name }: Named, act: Act, shownReason?: () => Promise<unknown>) {
  expect((await admin.send('DELETE', `/api/${paths[kind]}/${id}`)).status).toBeLessThan(300)
  const refused = await act()
  const why = `${name} is deleted. Restore it first.`
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'NOT_READY', error: why }])
  if (shownReason) expect(await shownReason()).toBe(why)
  expect(await brokenInvariants(server.database.db)).toEqual({})
  await admin.do(deletedApi.restore, { params: { kind, id }, body: {} })
  if (shownReason) expect(await shownReason()).toBeNull()
  const done = await act()
  expect([done.status < 300, done.body]).toEqual([true, done.body])
}

/** A delivered and paid order, so that its customer can be deleted. */
async function paidOrder(more: Parameters<typeof addProduct>[2] = {}) {
  const product = await addProduct(admin, place, { quantity: 10, ...more })
  const account = await addAccount(admin)
  const order = await deliveredOrder(admin, account.id, [[product.id, 10]])
  const paid = { amount: order.total, method: 'cash', receivedDate: '2026-01-31', reference: null } as const
  const { invoice } = await admin.do(salesApi.getOrder, { params: { id: order.id } })
  await admin.do(invoicingApi.recordPayment, { params: { id: invoice?.id ?? '' }, body: paid })
  const { data } = await admin.do(paymentsApi.listPayments, { query: { account: account.id } })
  return { product, account, order, invoiceId: invoice?.id ?? '', payment: data[0] ?? { id: '' } }
}

async function goBack(order: { id: string }) {
  const { lines } = await admin.do(returnsApi.listReturnable, { params: { id: order.id } })
  const line = { orderLineId: lines[0]?.orderLineId ?? '', quantity: 1, reason: 'not_needed' } as const
  return admin.call(returnsApi.createReturn, { body: { orderId: order.id, lines: [line] } })
}

describe('[REP-04] deleted records must be restored', () => {
  test.each(['customer', 'product'] as const)(
    '[SO-02] before a cancelled order of a deleted %s can be reopened',
    async (kind) => {
      const product = await addProduct(admin, place)
      const account = await addAccount(admin)
      const order = await addOrder(admin, account.id, [[product.id, 10]])
      await admin.do(salesApi.cancel, because(order))
      const named = kind === 'customer' ? account : product
      const shown = async () =>
        (await admin.do(salesApi.getOrder, { params: { id: order.id } })).transitions.find(
          ({ move }) => move === 'reopen',
        )?.reason
      await needs(kind, named, () => admin.call(salesApi.reopen, params(order)), shown)
    },
  )

  async function purchase() {
    const supplier = await admin.do(crmApi.createSupplier, { body: { name: `Mill ${crypto.randomUUID()}` } })
    const product = await addProduct(admin, place)
    const order = await placePurchase(admin, { ...place, supplier }, [[product.id, 10, '2.00']])
    const lineId = order.orderLines[0]?.id ?? ''
    const receive = (quantity: number) =>
      admin.do(purchasingApi.receive, { params: { id: order.id }, body: { lines: [{ lineId, quantity }] } })
    return { supplier, product, order, receive }
  }

  test.each(['supplier', 'product'] as const)(
    '[PO-01] before a closed purchase of a deleted %s can be reopened',
    async (kind) => {
      const { supplier, product, order, receive } = await purchase()
      await receive(4)
      await admin.do(purchasingApi.close, because(order))
      await admin.do(inventoryApi.reduceStock, {
        params: { id: product.id },
        body: { quantity: 4, reason: 'damaged_quantity' },
      })
      const named = kind === 'supplier' ? supplier : product
      const shown = async () =>
        (await admin.do(purchasingApi.getPurchaseOrder, { params: { id: order.id } })).transitions.find(
          ({ action }) => action === 'reopen',
        )?.reason
      await needs(kind, named, () => admin.call(purchasingApi.reopen, params(order)), shown)
    },
  )

  test('[PO-01] before a receipt of a deleted supplier can be reversed', async () => {
    const { supplier, order, receive } = await purchase()
    const { receipts } = await receive(10)
    const receiptId = receipts[0]?.id ?? ''
    await needs('supplier', supplier, () =>
      admin.call(purchasingApi.reverseReceipt, { params: { id: order.id, receiptId }, body: { reason: 'Twice' } }),
    )
  })

  test.each(['customer', 'product'] as const)('[RTN-01] before goods of a deleted %s can be returned', async (kind) => {
    const { account, product, order } = await paidOrder()
    const named = kind === 'customer' ? account : product
    const shown = async () => (await admin.do(salesApi.getOrder, { params: { id: order.id } })).whyNotReturned
    await needs(kind, named, () => goBack(order), shown)
  })

  test('[RTN-01] before a deleted product among several of an order can be returned; its order line is marked', async () => {
    const [gone, stays] = [
      await addProduct(admin, place, { quantity: 5 }),
      await addProduct(admin, place, { quantity: 5 }),
    ]
    const order = await deliveredOrder(admin, (await addAccount(admin)).id, [
      [gone.id, 5],
      [stays.id, 5],
    ])
    const deleted = async () => {
      const { lines } = await admin.do(returnsApi.listReturnable, { params: { id: order.id } })
      return lines.map(({ product, isProductDeleted }) => [product.id, isProductDeleted])
    }
    const shown = async () => {
      expect((await admin.do(salesApi.getOrder, { params: { id: order.id } })).whyNotReturned).toBeNull()
      const [[, isGone], stayed] = (await deleted()) as [[string, boolean], [string, boolean]]
      expect(stayed).toEqual([stays.id, false])
      return isGone ? whyDeleted([gone.name]) : null
    }
    await needs('product', gone, () => goBack(order), shown)
  })

  test('[RTN-01] before deleted kits can be returned', async () => {
    const part = await addProduct(admin, place, { quantity: 2 })
    const components = [{ itemId: part.id, quantity: 1 }]
    const body = { name: `Set ${crypto.randomUUID()}`, price: '25.00', warehouse: place.warehouse.id, components }
    const { kit } = await admin.do(kitsApi.createKit, { body })
    const packing = { kitId: kit.id, locationId: place.warehouse.id, quantity: 2 }
    await admin.do(
      kitOrdersApi.completeKitOrder,
      params(await admin.do(kitOrdersApi.createKitOrder, { body: packing })),
    )
    const order = await deliveredOrder(admin, (await addAccount(admin)).id, [[kit.id, 2]])
    await needs('kit', kit, () => goBack(order))
  })

  test('[IVC-01] before a payment of a deleted customer can be voided, alone or with all payments of its invoice', async () => {
    const one = await paidOrder()
    await needs('customer', one.account, () => admin.call(paymentsApi.voidPayment, because(one.payment)))
    const other = await paidOrder()
    const invoice = () => admin.do(invoicingApi.getInvoice, { params: { id: other.invoiceId } })
    await needs(
      'customer',
      other.account,
      async () =>
        admin.call(invoicingApi.resetPayments, because({ id: other.invoiceId }), {
          version: (await invoice()).version,
        }),
      async () => whyNotReset({ hasPayments: true, deleted: (await invoice()).deleted }),
    )
  })

  test('[IVC-01] before a payment of a deleted customer can be recorded', async () => {
    const account = await addAccount(admin)
    const base = { method: 'cash', receivedDate: '2026-01-31', reference: null, keepRest: true } as const
    await needs('customer', account, () =>
      admin.call(paymentsApi.takePayment, { body: { ...base, accountId: account.id, amount: '10.00', parts: [] } }),
    )
  })

  async function cancelledEstimate() {
    const product = await addProduct(admin, place)
    const account = await addAccount(admin)
    const body = { accountId: account.id, validUntil: '2099-01-01', lines: [{ productId: product.id, quantity: 5 }] }
    const estimate = await admin.do(estimatesApi.createEstimate, { body })
    await admin.do(estimatesApi.cancelEstimate, because(estimate))
    return { product, account, estimate }
  }

  test.each(['customer', 'product'] as const)(
    '[EST-01] before an estimate of a deleted %s can be revised',
    async (kind) => {
      const { product, account, estimate } = await cancelledEstimate()
      const named = kind === 'customer' ? account : product
      const shown = async () =>
        (await admin.do(estimatesApi.getEstimate, { params: { id: estimate.id } })).transitions.find(
          ({ action }) => action === 'revise',
        )?.reason
      await needs(kind, named, () => admin.call(estimatesApi.reviseEstimate, params(estimate)), shown)
    },
  )

  test('[EST-01] before an estimate can be duplicated; the refusal names all deleted records', async () => {
    const { product, account, estimate } = await cancelledEstimate()
    const copied = () => admin.call(estimatesApi.duplicateEstimate, params(estimate))
    const shown = async () =>
      (await admin.do(estimatesApi.getEstimate, { params: { id: estimate.id } })).whyNotDuplicated
    await needs('product', product, copied, shown)
    const alone = await cancelledEstimate()
    await needs(
      'customer',
      alone.account,
      () => admin.call(estimatesApi.duplicateEstimate, params(alone.estimate)),
      async () => (await admin.do(estimatesApi.getEstimate, { params: { id: alone.estimate.id } })).whyNotDuplicated,
    )
    const { data } = await admin.do(estimatesApi.listEstimates, { query: { account: account.id, status: 'Draft' } })
    for (const copy of data) await admin.do(estimatesApi.cancelEstimate, because(copy))
    for (const path of [`products/${product.id}`, `accounts/${account.id}`]) await admin.send('DELETE', `/api/${path}`)
    expect((await admin.call(estimatesApi.reviseEstimate, params(estimate))).body).toMatchObject({
      error: `${account.name} and ${product.name} are deleted. Restore them first.`,
    })
  })

  test.each(['customer', 'prospect'] as const)(
    '[CRM-05] before a lost opportunity of a deleted %s can be reopened',
    async (kind) => {
      const account = await addAccount(admin)
      const prospect = await admin.do(prospectsApi.createProspect, { body: { name: `Clinic ${crypto.randomUUID()}` } })
      const whose = kind === 'customer' ? { accountId: account.id } : { prospectId: prospect.id }
      const body = { title: 'Tender', value: '10.00', ...whose }
      const { id, version } = await admin.do(opportunitiesApi.createOpportunity, { body })
      const lost = { stage: 'Lost', lostReason: 'Price' } as const
      await admin.do(opportunitiesApi.moveOpportunity, { params: { id }, body: lost }, { version })
      await needs(kind, kind === 'customer' ? account : prospect, async () => {
        const now = await admin.do(opportunitiesApi.getOpportunity, { params: { id } })
        const notes = `Notes of version ${now.version}`
        const changed = await admin.do(
          opportunitiesApi.updateOpportunity,
          { params: { id }, body: { ...body, notes } },
          { version: now.version },
        )
        return admin.call(
          opportunitiesApi.moveOpportunity,
          { params: { id }, body: { stage: 'New' } },
          { version: changed.version },
        )
      })
    },
  )

  test('[RAW-01] before a production run with a deleted material can be reversed', async () => {
    const factory = (await admin.do(inventoryApi.createLocation, { body: { name: 'Works', type: 'Factory' } })).id
    const film = await admin.do(rawMaterialsApi.createRawMaterial, {
      body: { name: 'Film', materialType: 'Film', location: factory, cost: '1.00', quantity: 10 },
    })
    const { quantity: _none, ...body } = productBody(place)
    const product = await admin.do(inventoryApi.createProduct, {
      body: { ...body, quantity: 0, billOfMaterials: [{ rawMaterialId: film.id, quantity: 1 }] },
    })
    const run = await admin.do(productionApi.produce, {
      params: { id: product.id },
      body: { locationId: factory, quantity: 10 },
    })
    const { version } = await admin.do(inventoryApi.getProduct, { params: { id: product.id } })
    await admin.do(inventoryApi.updateProduct, { params: { id: product.id }, body }, { version })
    await needs('rawMaterial', film, () => admin.call(productionApi.reverseProduction, because(run)))
  })

  test('[KIT-01] before kits with a deleted component can be taken apart', async () => {
    const [part, other] = [await addProduct(admin, place, { quantity: 2 }), await addProduct(admin, place)]
    const body = { name: `Set ${crypto.randomUUID()}`, price: '25.00', warehouse: place.warehouse.id }
    const { kit } = await admin.do(kitsApi.createKit, {
      body: { ...body, components: [{ itemId: part.id, quantity: 1 }] },
    })
    const packing = { kitId: kit.id, locationId: place.warehouse.id, quantity: 2 }
    const order = await admin.do(kitOrdersApi.createKitOrder, { body: packing })
    await admin.do(kitOrdersApi.completeKitOrder, params(order))
    const { version } = await admin.do(kitsApi.getKit, { params: { id: kit.id } })
    const without = { ...body, components: [{ itemId: other.id, quantity: 1 }] }
    await admin.do(kitsApi.updateKit, { params: { id: kit.id }, body: without }, { version })
    await needs('product', part, () =>
      admin.call(kitOrdersApi.takeApartKits, { params: { id: order.id }, body: { quantity: 1, reason: 'Back' } }),
    )
  })
})
