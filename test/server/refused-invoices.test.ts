import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { invoicingApi } from '#shared/invoicing/api.ts'
import {
  isSettledInPart,
  whyCreditNotReversed,
  whyInvoiceNotDeletable,
  whyInvoiceNotOpen,
  whyNotPayable,
  whyNotReset,
  whyPaymentNotVoidable,
} from '#shared/invoicing/invoice-guards.ts'
import { paymentsApi } from '#shared/invoicing/payments-api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { whyNotUninvoiced } from '#shared/sales/orders/order-guards.ts'
import { orderStatuses } from '#shared/sales/orders/order-transitions.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { type ClosedCall, expectRefused, putStatus } from '#test/server/refused-calls.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

/* Like refused-transitions.test.ts: open, paid and void invoices, their payments and customer credit. */

let server: TestServer
let admin: Client
let productId: string
const today = new Date().toISOString().slice(0, 10)
const why = { reason: 'A test' }
const paid = { method: 'cash', receivedDate: today } as const
beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
  productId = (await addProduct(admin, await addPlace(admin), { quantity: 1000, price: '10.00' })).id
})

async function issued() {
  const account = await addAccount(admin)
  const order = await addOrder(admin, account.id, [[productId, 1]])
  const { invoice } = await admin.do(salesApi.confirm, { params: { id: order.id }, body: {} })
  return { accountId: account.id, orderId: order.id, id: invoice?.id ?? '' }
}
const read = (id: string) => admin.do(invoicingApi.getInvoice, { params: { id } })
const payAll = (id: string) =>
  admin.do(invoicingApi.recordPayment, { params: { id }, body: { amount: '10.00', ...paid } })

/** The menu items of an invoice with their requests. */
async function menuOf(id: string): Promise<ClosedCall[]> {
  const invoice = await read(id)
  const path = `/api/invoices/${id}`
  const closed = whyInvoiceNotOpen(invoice)
  const isPaid = invoice.paymentStatus === 'Paid in Full'
  const hasPayments = isSettledInPart(invoice)
  const unpaid = closed ?? whyNotPayable({ isPaid })
  const deleted = invoice.order
    ? (whyNotUninvoiced({ status: invoice.order.status, paid: hasPayments })?.reason ?? null)
    : whyInvoiceNotDeletable({ hasPayments })
  return [
    [unpaid, 'POST', `${path}/payments`, { amount: '1.00', ...paid }],
    [unpaid, 'POST', `${path}/credit`, { amount: '1.00' }],
    [unpaid, 'POST', `${path}/reminders`, {}],
    [closed ?? whyNotReset({ hasPayments }), 'POST', `${path}/payment-reset`, why],
    [closed, 'POST', `${path}/mails`, { to: 'buyer@example.com' }],
    [closed ?? deleted, 'DELETE', path],
  ]
}
const expectMenu = async (id: string) => expectRefused(admin, await menuOf(id), { version: (await read(id)).version })

describe('the reason on the button is the reason of the refusal (409)', () => {
  test('[INV-01] open, paid and void invoices', async () => {
    const open = await issued()
    expect(await expectMenu(open.id)).toBe(1)
    await payAll(open.id)
    expect(await expectMenu(open.id)).toBe(4)
    const gone = await issued()
    await admin.do(salesApi.cancel, { params: { id: gone.orderId }, body: why })
    expect(await expectMenu(gone.id)).toBe(6)
  })

  test('[INV-01] deleting an invoice, for each status of its order', async () => {
    let refused = 0
    for (const status of orderStatuses) {
      const { id, orderId } = await issued()
      await putStatus(server, 'sales_orders', orderId, status)
      const [reason, ...call] = (await menuOf(id)).at(-1) ?? [null, '', '']
      refused += await expectRefused(admin, [[reason, ...call]])
    }
    expect(refused).toBeGreaterThan(5)
  })

  test('[INV-02] voiding a void payment', async () => {
    const { id } = await issued()
    const paymentId = (await payAll(id)).payments[0]?.payment?.id ?? ''
    await admin.do(paymentsApi.voidPayment, { params: { id: paymentId }, body: why })
    const reason = whyPaymentNotVoidable({ isVoid: true })
    expect(await expectRefused(admin, [[reason, 'POST', `/api/payments/${paymentId}/void`, why]])).toBe(1)
  })

  test('[INV-02] reversing a reversed opening credit', async () => {
    const { id } = await addAccount(admin)
    const entryId = randomUUID()
    await sql`insert into customer_credit (account_id, credit) values (${id}, 500)
      on conflict (account_id) do update set credit = 500`.execute(server.database.db)
    await sql`insert into credit_entry (id, account_id, kind, amount, reference, day, actor_id, at)
      values (${entryId}, ${id}, 'OPENING', 500, 'OLD-1', company_today(), ${admin.userId}, moment())`.execute(
      server.database.db,
    )
    const params = { id, entryId }
    await admin.do(paymentsApi.reverseOpeningCredit, { params, body: why })
    const { data } = await admin.do(paymentsApi.listCredit, { query: {}, params: { id } })
    const [entry] = data.filter(({ kind }) => kind === 'OPENING')
    const path = `/api/accounts/${id}/opening-credits/${entryId}/reversal`
    const reason = whyCreditNotReversed({ reversed: entry?.reversed === true })
    expect(await expectRefused(admin, [[reason, 'POST', path, why]])).toBe(1)
  })
})
