import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { opportunitiesApi } from '#shared/crm/opportunities/api.ts'
import { type OpportunityStage, opportunityStages, whyNotStage } from '#shared/crm/opportunities/opportunity-stages.ts'
import { prospectsApi } from '#shared/crm/prospects/api.ts'
import {
  prospectStatuses,
  settableProspectStatuses,
  whyNotProspectStatus,
} from '#shared/crm/prospects/prospect-transitions.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { purchaseStatuses } from '#shared/purchasing/orders/purchase-transitions.ts'
import { estimatesApi } from '#shared/sales/estimates/api.ts'
import { estimateStatuses } from '#shared/sales/estimates/estimate-transitions.ts'
import { returnsApi } from '#shared/sales/returns/api.ts'
import { returnStatuses } from '#shared/sales/returns/return-transitions.ts'
import { addAccount, addPlace, addProduct, addPurchase, deliveredOrder, type TestPlace } from '#test/builders.ts'
import { type ClosedCall, expectRefused, putStatus } from '#test/server/refused-calls.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

/*
 * The reason that disables a button is the reason of the refusal: every action of a document in every status. Sales
 * orders are tested in server/sales/orders/order-transitions.test.ts.
 */

let server: TestServer
let admin: Client
let place: TestPlace
const today = new Date().toISOString().slice(0, 10)
beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
  place = await addPlace(admin)
})

interface OfferedTransition {
  action: string
  reason: string | null
}

/** Sends every request whose action has a reason against it. Returns the number of requests sent. */
const expectRefusals = (
  path: string,
  transitions: readonly OfferedTransition[],
  calls: Readonly<Record<string, readonly [string, object]>>,
): Promise<number> =>
  expectRefused(
    admin,
    transitions.flatMap(({ action, reason }): ClosedCall[] => {
      const [name, body] = calls[action] ?? []
      return name ? [[reason, 'POST', `${path}/${name}`, body]] : []
    }),
  )

const why = { reason: 'A test' }

describe('the reason on the button is the reason of the refusal (409)', () => {
  test('[EST-01] estimates in every status', async () => {
    const product = await addProduct(admin, place)
    const account = await addAccount(admin)
    const lines = [{ productId: product.id, quantity: 1 }]
    const calls = {
      send: ['sending', { to: 'buyer@example.com' }],
      convert: ['conversion', {}],
      accept: ['acceptance', { name: 'Dr. Kone', reason: 'By phone' }],
      decline: ['refusal', { name: 'Dr. Kone', reason: 'By phone' }],
      revise: ['revision', {}],
      revoke: ['link-revocation', {}],
      cancel: ['cancellation', why],
    } as const
    let refused = 0
    for (const status of estimateStatuses) {
      const body = { accountId: account.id, validUntil: addDays(today, 9), lines }
      const { id } = await admin.do(estimatesApi.createEstimate, { body })
      await putStatus(server, 'estimates', id, status === 'Converted' ? 'Accepted' : status)
      if (status === 'Converted') await admin.do(estimatesApi.convertEstimate, { params: { id }, body: {} })
      const { transitions } = await admin.do(estimatesApi.getEstimate, { params: { id } })
      refused += await expectRefusals(`/api/estimates/${id}`, transitions, calls)
    }
    expect(refused).toBeGreaterThan(25)
  })

  test('[RTN-01] returns in every status', async () => {
    const product = await addProduct(admin, place, { quantity: 20 })
    const account = await addAccount(admin)
    const order = await deliveredOrder(admin, account.id, [[product.id, 10]])
    const calls = {
      approve: ['approval', {}],
      reject: ['rejection', why],
      cancel: ['cancellation', why],
      complete: ['completion', {}],
    } as const
    const lines = [{ orderLineId: order.orderLines[0]?.id ?? '', quantity: 1, reason: 'quality' as const }]
    let refused = 0
    for (const status of returnStatuses) {
      const { id } = await admin.do(returnsApi.createReturn, { body: { orderId: order.id, lines } })
      await putStatus(server, 'sales_returns', id, status)
      const { transitions } = await admin.do(returnsApi.getReturn, { params: { id } })
      refused += await expectRefusals(`/api/returns/${id}`, transitions, calls)
    }
    expect(refused).toBeGreaterThan(12)
  })

  test('[PO-01] purchase orders in every status', async () => {
    const product = await addProduct(admin, place)
    const receipt = { lines: [{ lineId: randomUUID(), quantity: 1 }] }
    const calls = {
      submit: ['submission', {}],
      approve: ['approval', {}],
      send: ['sending', { to: 'supplier@example.com' }],
      close: ['closing', why],
      reopen: ['reopening', {}],
      redraft: ['redrafting', why],
      cancel: ['cancellation', why],
      receive: ['receipts', receipt],
      return: ['returns', { lines: [{ receiptLineId: randomUUID(), quantity: 1 }], ...why }],
    } as const
    let refused = 0
    for (const status of purchaseStatuses) {
      const { id } = await addPurchase(admin, place, [[product.id, 5, '1']])
      await putStatus(server, 'purchase_orders', id, status)
      const { transitions } = await admin.do(purchasingApi.getPurchaseOrder, { params: { id } })
      refused += await expectRefusals(`/api/purchase-orders/${id}`, transitions, calls)
    }
    expect(refused).toBeGreaterThan(25)
  })

  test('[CRM-04, CRM-05] prospects in every status and opportunities in every stage', async () => {
    const account = await addAccount(admin)
    for (const from of prospectStatuses) {
      const { id } = await admin.do(prospectsApi.createProspect, { body: { name: `Prospect ${from}` } })
      const converted = sql`update prospects set status = 'Converted', account_id = ${account.id}, converted_at = moment() where id = ${id}`
      if (from === 'Converted') await converted.execute(server.database.db)
      else await putStatus(server, 'prospects', id, from)
      for (const to of settableProspectStatuses) {
        const reason = whyNotProspectStatus(from, to)
        if (reason === null) continue
        const body = { status: to, reason: to === 'Disqualified' ? 'No need' : null }
        const answer = await admin.call(prospectsApi.setStatus, { params: { id }, body }, { version: 1 })
        expect([from, to, answer.status, answer.body.error]).toEqual([from, to, 409, reason])
      }
    }
    for (const from of opportunityStages) {
      const body = { title: `Tender ${from}`, accountId: account.id, value: '10', expectedClose: addDays(today, 9) }
      const { id } = await admin.do(opportunitiesApi.createOpportunity, { body })
      const moved = { stage: from, ...(from === 'Lost' && { lostReason: 'Price' as const }) }
      if (from !== 'New')
        await admin.do(opportunitiesApi.moveOpportunity, { params: { id }, body: moved }, { version: 1 })
      const { version } = await admin.do(opportunitiesApi.getOpportunity, { params: { id } })
      for (const to of opportunityStages) {
        const reason = whyNotStage(from, to)
        if (reason === null) continue
        const lost = to === ('Lost' satisfies OpportunityStage) ? { lostReason: 'Price' as const } : {}
        const answer = await admin.call(
          opportunitiesApi.moveOpportunity,
          { params: { id }, body: { stage: to, ...lost } },
          { version },
        )
        expect([from, to, answer.status, answer.body.error]).toEqual([from, to, 409, reason])
      }
    }
  })
})
