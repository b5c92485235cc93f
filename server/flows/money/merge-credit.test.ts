import { sql } from 'kysely'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { crmApi } from '#shared/crm/partners/api.ts'
import { mergeApi } from '#shared/crm/partners/merge-api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { balancesApi } from '#shared/invoicing/balances-api.ts'
import { paymentsApi } from '#shared/invoicing/payments-api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { type Client, patient, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
let productId: string
beforeAll(async () => {
  server = await startServer()
  admin = patient(await server.as('admin'))
  productId = (await addProduct(admin, await addPlace(admin), { quantity: 100_000, price: '10.00' })).id
})

/** An invoice for `tens` pieces at 10 each. */
async function invoiceOf(accountId: string, tens: number) {
  const order = await addOrder(admin, accountId, [[productId, tens]])
  const { invoice } = await admin.do(salesApi.confirm, { params: { id: order.id }, body: {} })
  return invoice?.id ?? ''
}
const base = { method: 'bank_transfer', receivedDate: '2026-01-31', reference: null } as const
/** Takes a payment; whatever is not assigned to invoices is kept as credit. */
const overpay = (accountId: string, amount: string, parts: { invoiceId: string; amount: string }[] = []) =>
  admin.call(paymentsApi.takePayment, { body: { ...base, accountId, amount, parts, keepRest: true } })
const apply = (invoiceId: string, amount: string) =>
  admin.call(paymentsApi.applyCredit, { params: { id: invoiceId }, body: { amount } })
const refund = (accountId: string, amount: string) =>
  admin.call(paymentsApi.refundCredit, {
    params: { id: accountId },
    body: { amount, method: 'cash', reference: null, reason: 'Asked for it' },
  })
const merge = async (primary: string, other: string) => {
  const [stays, goes] = await Promise.all([primary, other].map((id) => admin.do(crmApi.getAccount, { params: { id } })))
  return admin.call(
    mergeApi.mergeAccounts,
    { params: { id: primary }, body: { otherId: other, otherVersion: goes?.version ?? 0, take: [] } },
    { version: stays?.version ?? 0 },
  )
}
const creditOf = (id: string) => admin.do(paymentsApi.listCredit, { query: {}, params: { id } })
const statementOf = (id: string) =>
  admin.do(balancesApi.getStatement, { params: { id }, query: { from: '2020-01-01', until: '2099-12-31' } })
const balanceOf = async (id: string) => {
  const [balance, statement] = await Promise.all([
    admin.do(balancesApi.getBalance, { params: { id } }),
    statementOf(id),
  ])
  expect(statement.closing).toBe(balance.balance)
  return balance
}
const whole = async () => expect(await brokenInvariants(server.database.db)).toEqual({})

describe('[CRM-02] credit after merging two customers', () => {
  test('equals the sum of both to the cent and keeps its history', async () => {
    const [{ id: primary }, { id: other }] = [await addAccount(admin), await addAccount(admin)]
    const invoice = await invoiceOf(other, 3)
    const paid = await overpay(other, '50.00', [{ invoiceId: invoice, amount: '10.00' }])
    await apply(invoice, '5.00')
    await refund(other, '7.50')
    await overpay(primary, '1.25')
    expect([(await balanceOf(other)).balance, (await balanceOf(primary)).balance]).toEqual(['-12.50', '-1.25'])
    const previewInput = { params: { id: primary }, query: { other } }
    expect((await admin.do(mergeApi.previewMerge, previewInput)).credit).toBe('27.50')
    expect((await merge(primary, other)).status).toBe(200)

    const { credit, data } = await creditOf(primary)
    expect(credit).toBe('28.75')
    // The list shows where credit came from, not its transfer between the two customers.
    expect(data.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['OVERPAYMENT', '1.25'],
      ['REFUND', '-7.50'],
      ['APPLIED', '-5.00'],
      ['OVERPAYMENT', '40.00'],
    ])
    expect((await balanceOf(primary)).balance).toBe('-13.75')
    expect((await statementOf(primary)).lines.map(({ kind }) => kind).toSorted()).toEqual([
      'invoice',
      'payment',
      'payment',
      'refund',
    ])
    await whole()

    // The credit pays the other's former invoice; a payment can't be voided once its credit was used.
    expect((await apply(invoice, '15.00')).status).toBe(201)
    const take = (id: string) => admin.call(paymentsApi.voidPayment, { params: { id }, body: { reason: 'Bounced' } })
    expect(await take(paid.body.id)).toMatchObject({ status: 409, body: { code: 'CREDIT_USED' } })
    const params = { id: invoice }
    const { version } = await admin.do(invoicingApi.getInvoice, { params })
    const back = { params, body: { reason: 'Wrong customer' } }
    await overpay(primary, '11.25')
    expect((await admin.call(invoicingApi.resetPayments, back, { version })).status).toBe(200)
    expect((await creditOf(primary)).credit).toBe('5.00')
    expect((await balanceOf(primary)).balance).toBe('25.00')
    await whole()
    // The merged customer accepts no payments.
    expect((await overpay(other, '1.00')).status).toBe(422)
    expect((await refund(other, '1.00')).status).toBe(404)
    // Merged once more: the credit moves on, with its history.
    const { id: last } = await addAccount(admin)
    expect((await merge(last, primary)).status).toBe(200)
    expect((await creditOf(last)).credit).toBe('5.00')
    expect((await creditOf(last)).data.filter(({ kind }) => kind === 'REFUND')).toHaveLength(1)
    expect((await balanceOf(last)).balance).toBe('25.00')
    await whole()
  })

  test('is the sum of both for random payments and refunds before the merge', async () => {
    const cents = fc.integer({ min: 1, max: 99_999 })
    const acts = fc.array(fc.record({ side: fc.constantFrom(0, 1), kind: fc.constantFrom('pay', 'refund'), cents }), {
      maxLength: 5,
    })
    await fc.assert(
      fc.asyncProperty(acts, async (given) => {
        const ids = [(await addAccount(admin)).id, (await addAccount(admin)).id] as const
        const sums = [0, 0]
        for (const { side, kind, cents: sum } of given) {
          const id = ids[side === 0 ? 0 : 1]
          const amount = (sum / 100).toFixed(2)
          const { status } = kind === 'pay' ? await overpay(id, amount) : await refund(id, amount)
          if (status === 201) sums[side] = (sums[side] ?? 0) + (kind === 'pay' ? sum : -sum)
        }
        expect((await merge(ids[0], ids[1])).status).toBe(200)
        const { credit } = await creditOf(ids[0])
        expect(Math.round(Number(credit) * 100)).toBe((sums[0] ?? 0) + (sums[1] ?? 0))
        expect((await balanceOf(ids[0])).credit).toBe(credit)
      }),
      { numRuns: 20 },
    )
    await whole()
  }, 240_000)

  test('is exact when payments, refunds and credit uses run concurrently with the merge (B10)', async () => {
    for (let round = 0; round < 6; round += 1) {
      const [{ id: primary }, { id: other }] = [await addAccount(admin), await addAccount(admin)]
      const [mine, theirs] = [await invoiceOf(primary, 2), await invoiceOf(other, 2)]
      await overpay(other, '30.00')
      await overpay(primary, '9.00')
      const answers = await Promise.all([
        overpay(other, '4.00'),
        apply(theirs, '6.00'),
        merge(primary, other),
        refund(other, '5.00'),
        apply(mine, '3.00'),
        overpay(primary, '2.00', [{ invoiceId: mine, amount: '1.00' }]),
        overpay(other, '8.00', [{ invoiceId: theirs, amount: '8.00' }]),
        admin.call(invoicingApi.recordPayment, {
          params: { id: theirs },
          body: { amount: '1.00', method: 'cash', receivedDate: '2026-02-01' },
        }),
      ])
      const did = answers.map(({ status }) => status)
      expect(did[2]).toBe(200)
      // Requests that came too late are refused; none fails with an internal error.
      expect(did.filter((status) => ![200, 201, 404, 409, 422].includes(status))).toEqual([])
      // Requests by invoice id succeed, whichever customer has the invoice.
      expect([did[1], did[4], did[5], did[7]]).toEqual([201, 201, 201, 201])
      const moved = [4, -6, 0, -5, -3, 1, 0, 0].map((change, at) => (did[at] === 201 ? change : 0))
      const credit = 39 + moved.reduce((sum, change) => sum + change, 0)
      expect((await creditOf(primary)).credit).toBe(`${credit}.00`)
      await balanceOf(primary)
      const { rows } = await sql<{ left: number }>`select
        (select coalesce(sum(credit), 0) from customer_credit where account_id = ${other})::int +
        (select count(*) from payments where account_id = ${other})::int as left`.execute(server.database.db)
      expect(rows[0]?.left).toBe(0)
    }
    await whole()
  })
})
