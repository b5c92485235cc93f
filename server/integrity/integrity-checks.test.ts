import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { periodsApi } from '#shared/accounting/periods-api.ts'
import { addDays } from '#shared/dates.ts'
import { opportunitiesApi } from '#shared/crm/opportunities/api.ts'
import { prospectsApi } from '#shared/crm/prospects/api.ts'
import { auditsApi } from '#shared/inventory/stock/audits-api.ts'
import { countsApi } from '#shared/inventory/counts/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { paymentsApi } from '#shared/invoicing/payments-api.ts'
import { productionApi } from '#shared/inventory/production/api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { returnsApi } from '#shared/sales/returns/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { sealAudit } from '#server/kernel/audit-seals.ts'
import type { Tx } from '#server/db/database.ts'
import {
  addAccount,
  addOrder,
  addPlace,
  addProduct,
  placePurchase,
  completeReturn,
  deliveredOrder,
} from '#test/builders.ts'
import { corruptions } from '#test/corruptions/corruptions.ts'
import { deliveryScene, routeOf } from '#test/deliveries.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'
import { forecastAll } from '#server/reports/forecast/keep-forecasts.ts'
import { integrityChecks } from './integrity-checks.ts'
import { runCheck } from './run-checks.ts'

let server: TestServer
let admin: Client

/**
 * The demo company, plus a count, production, a return, an audit, a reset payment, an uploaded image, a mail, a
 * prospect.
 */
beforeAll(async () => {
  server = await startServer({ demo: true })
  admin = await server.as('admin')
  await server.as('staff')
  const place = await addPlace(admin)
  const product = await addProduct(admin, place, { name: 'Gauze', quantity: 400 })
  await countAndAudit(place.warehouse.id, product.id)
  await produce()
  const order = await placePurchase(admin, place, [[product.id, 20, '2.00']])
  await admin.do(purchasingApi.receive, {
    params: { id: order.id },
    body: { lines: order.orderLines.map((line) => ({ lineId: line.id, quantity: 20 })) },
  })
  const { receipts } = await admin.do(purchasingApi.getPurchaseOrder, { params: { id: order.id } })
  const receiptLineId = receipts[0]?.lines[0]?.id ?? ''
  await admin.do(purchasingApi.return, {
    params: { id: order.id },
    body: { reason: 'Torn', lines: [{ receiptLineId, quantity: 5 }] },
  })
  await routeOf(await deliveryScene(server), 2, { isStarted: true })
  const sold = await addOrder(admin, (await addAccount(admin)).id, [[product.id, 2]])
  const { invoice } = await admin.do(salesApi.confirm, { params: { id: sold.id }, body: {} })
  const params = { id: invoice?.id ?? '' }
  await admin.do(invoicingApi.recordPayment, {
    params,
    body: { amount: '3.00', method: 'cash', receivedDate: '2026-02-01' },
  })
  const { version } = await admin.do(invoicingApi.getInvoice, { params })
  await admin.do(invoicingApi.resetPayments, { params, body: { reason: 'Wrong order' } }, { version })
  const prospect = await admin.do(prospectsApi.createProspect, { body: { name: 'Hill clinic' } })
  await admin.do(opportunitiesApi.createOpportunity, {
    body: { title: 'Gloves for a year', prospectId: prospect.id, value: '900.00' },
  })
  const parts = [{ invoiceId: params.id, amount: '1.00' }]
  const tooMuch = { amount: '5.00', method: 'cash', receivedDate: '2026-02-02', parts, keepRest: true } as const
  await admin.do(paymentsApi.takePayment, { body: { ...tooMuch, accountId: sold.account.id } })
  await admin.do(paymentsApi.applyCredit, { params, body: { amount: '2.00' } })
  await returnSome(product.id)
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
  const sent = await admin.send(
    'PUT',
    `/api/products/${product.id}/images?fileName=gauze.jpg`,
    new Uint8Array(picture),
    {
      'content-type': 'image/jpeg',
    },
  )
  expect(sent.status).toBe(201)
  const { version: lock } = await admin.do(periodsApi.getPeriodLock, {})
  const until = addDays(new Date().toISOString().slice(0, 10), -30)
  await admin.do(periodsApi.closePeriod, { body: { until } }, { version: lock })
  await server.app.runJobs()
  await forecastAll(server.database, new Date().toISOString().slice(0, 10))
  await sql`insert into mail_outbox (id, to_address, subject, content)
    values (gen_random_uuid(), 'ward@example.com', 'Welcome', '{"lines": []}')`.execute(server.database.db)
  await meddle(async (tx) => {
    await sql`update audit_log set at = at - interval '2 hours'`.execute(tx)
    await sql`update idempotency set created_at = created_at - interval '2 hours'`.execute(tx)
    await sql`update stock_entry set written_at = written_at - interval '2 hours'`.execute(tx)
  })
  const seals: string[] = []
  await sealAudit(server.database, ({ hash }) => void seals.push(hash))
  expect(seals).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
})

async function countAndAudit(locationId: string, productId: string) {
  const { id } = await admin.do(countsApi.planCount, { body: { locationId, recountPercent: 100 } })
  await admin.do(countsApi.startCount, { params: { id }, body: {} })
  const { data } = await admin.do(countsApi.listCountLines, { params: { id }, query: { limit: 10 } })
  const [line] = data
  await admin.do(
    countsApi.countLine,
    { params: { id, lineId: line?.id ?? '' }, body: { counted: 390 } },
    { version: line?.version ?? 0 },
  )
  await admin.do(countsApi.finishCount, { params: { id }, body: {} })
  const { version } = await admin.do(countsApi.getCount, { params: { id } })
  await admin.do(countsApi.approveCount, { params: { id }, body: {} }, { version })
  const { position } = await admin.do(inventoryApi.getProduct, { params: { id: productId } })
  await admin.do(auditsApi.auditStock, {
    params: { id: productId },
    body: { totalQuantity: 380, committedQuantity: 0, reason: 'physical_audit', position },
  })
}

async function returnSome(productId: string) {
  const params = { id: (await deliveredOrder(admin, (await addAccount(admin)).id, [[productId, 8]])).id }
  const { lines } = await admin.do(returnsApi.listReturnable, { params })
  const orderLineId = lines[0]?.orderLineId ?? ''
  const returnLines = [{ orderLineId, quantity: 5, reason: 'damaged' as const }]
  const found = await admin.do(returnsApi.createReturn, { body: { orderId: params.id, lines: returnLines } })
  const dispositions = [
    { disposition: 'restock' as const, quantity: 2 },
    { disposition: 'scrap' as const, quantity: 1 },
    { disposition: 'quarantine' as const, quantity: 2 },
  ]
  await completeReturn(admin, found, dispositions)
}

async function produce() {
  const { id: locationId } = await admin.do(inventoryApi.createLocation, { body: { name: 'Works', type: 'Factory' } })
  const material = await admin.do(rawMaterialsApi.createRawMaterial, {
    body: { name: 'Film', materialType: 'Film', location: locationId, cost: '1.00', quantity: 100 },
  })
  const made = await addProduct(admin, await addPlace(admin), {
    billOfMaterials: [{ rawMaterialId: material.id, quantity: 2 }],
  })
  await admin.do(productionApi.produce, { params: { id: made.id }, body: { locationId, quantity: 5 } })
}

/** Bypasses all rules, as only somebody with the database's password could: triggers and foreign keys are off. */
const meddle = (act: (tx: Tx) => Promise<unknown>) =>
  server.database.db.transaction().execute(async (tx) => {
    await sql.raw('set local session_replication_role = replica').execute(tx)
    await act(tx)
  })

class Undone extends Error {}

describe('integrity checks', () => {
  test('all pass in a company with every kind of record', async () => {
    const red = []
    for (const check of integrityChecks) {
      const { id, first } = await runCheck(server.database.db, check)
      if (first) red.push([id, first])
    }
    expect(red).toEqual([])
  })

  test('each has a unique id and title, and a corruption to test it with', () => {
    const ids = integrityChecks.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(Object.keys(corruptions).toSorted()).toEqual(ids.toSorted())
    expect(new Set(integrityChecks.map(({ title }) => title)).size).toBe(ids.length)
  })

  test.each(integrityChecks.map((check) => ({ ...check, check })))('($id) $title', async ({ id, check }) => {
    const corrupt = corruptions[id]
    if (!corrupt) throw new Error(`Nothing is planted for ${id}`)
    const files = await filesNow()
    const seen = meddle(async (tx) => {
      await sql`select set_config('wardstock.files', ${files}, true)`.execute(tx)
      expect(await runCheck(tx, check)).toMatchObject({ broken: 0, first: null })
      const find = async (query: string) => (await sql<{ id: string }>`${sql.raw(query)}`.execute(tx)).rows[0]?.id
      const victim = await find(corrupt.victim)
      if (!victim) throw new Error(`The company has nothing to plant ${id} in`)
      const fill = (text: string) => text.replaceAll('{v}', victim)
      for (const statement of corrupt.sql) await sql.raw(fill(statement)).execute(tx)
      const { broken, first } = await runCheck(tx, check)
      expect(broken).toBeGreaterThan(0)
      expect(first?.name).not.toBe('')
      expect(first?.id).toBe(
        corrupt.id === undefined ? victim : corrupt.id === null ? null : await find(fill(corrupt.id)),
      )
      expect(`${first?.says}; ${first?.explained}`).toMatch(corrupt.says)
      throw new Undone()
    })
    await expect(seen).rejects.toBeInstanceOf(Undone)
  })
})

/** The stored files that the checks compare: those of all images, written long ago. */
async function filesNow(): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from product_images`.execute(server.database.db)
  const ids = rows.map((row) => row.id)
  return JSON.stringify({ all: ids, old: ids })
}
