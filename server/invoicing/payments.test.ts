import { beforeAll, describe, expect, test } from 'vitest'
import { salesApi } from '#shared/sales/orders/api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { paymentsApi } from '#shared/invoicing/payments-api.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { type Client, patient, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
let productId: string
beforeAll(async () => {
  server = await startServer()
  admin = patient(await server.as('admin'))
  productId = (await addProduct(admin, await addPlace(admin), { quantity: 10_000, price: '10.00' })).id
})
const whole = async () => expect(await brokenInvariants(server.database.db)).toEqual({})

/** An invoice for `tens` pieces at 10 each. */
async function invoiceOf(accountId: string, tens: number) {
  const order = await addOrder(admin, accountId, [[productId, tens]])
  const { invoice } = await admin.do(salesApi.confirm, { params: { id: order.id }, body: {} })
  return invoice?.id ?? ''
}
const read = (id: string) => admin.do(invoicingApi.getInvoice, { params: { id } })
const credit = async (id: string) => (await admin.do(paymentsApi.listCredit, { query: {}, params: { id } })).credit
const base = { method: 'bank_transfer', receivedDate: '2026-01-31', reference: 'SEPA 1' } as const
const pay = (accountId: string, amount: string, parts: [string, string][], keepRest = false, key?: string) =>
  admin.call(
    paymentsApi.takePayment,
    {
      body: {
        ...base,
        accountId,
        amount,
        parts: parts.map(([invoiceId, part]) => ({ invoiceId, amount: part })),
        keepRest,
      },
    },
    key ? { key } : {},
  )

describe('[IVC-01] payments', () => {
  test('pays several invoices, partially too, and keeps the rest as credit for a later invoice or refund', async () => {
    const { id } = await addAccount(admin)
    const [a, b] = [await invoiceOf(id, 10), await invoiceOf(id, 5)]
    const paid = await pay(
      id,
      '170.00',
      [
        [a, '100'],
        [b, '20'],
      ],
      true,
    )
    expect([paid.status, paid.body]).toMatchObject([
      201,
      { amount: '170.00', kept: '50.00', voided: null, method: 'bank_transfer', reference: 'SEPA 1' },
    ])
    expect(paid.body.invoices.map((one) => one.amount)).toEqual(['100.00', '20.00'])
    expect([await read(a), await read(b)]).toMatchObject([
      { paymentStatus: 'Paid in Full', due: '0.00' },
      { paymentStatus: 'Partially Paid', due: '30.00', credit: '50.00' },
    ])
    expect(await admin.do(salesApi.getOrder, { params: { id: String((await read(b)).order?.id) } })).toMatchObject({
      paymentStatus: 'Partially Paid',
    })
    const used = await admin.do(paymentsApi.applyCredit, { params: { id: b }, body: { amount: '30' } })
    expect(used).toMatchObject({ paymentStatus: 'Paid in Full', credit: '20.00' })
    expect(used.payments.map((one) => [one.kind, one.amount, one.payment?.number ?? null])).toEqual([
      ['PAYMENT', '20.00', paid.body.number],
      ['CREDIT', '30.00', null],
    ])
    const refund = { method: 'cash', reason: 'They asked' } as const
    const tooMuch = await admin.call(paymentsApi.refundCredit, { params: { id }, body: { ...refund, amount: '20.01' } })
    expect([tooMuch.status, tooMuch.body.fields]).toEqual([409, { amount: 'can’t exceed 20.00' }])
    const given = await admin.do(paymentsApi.refundCredit, { params: { id }, body: { ...refund, amount: '20' } })
    expect(given.credit).toBe('0.00')
    const { data } = await admin.do(paymentsApi.listCredit, { query: {}, params: { id } })
    expect(data.map((one) => [one.kind, one.amount])).toEqual([
      ['REFUND', '-20.00'],
      ['APPLIED', '-30.00'],
      ['OVERPAYMENT', '50.00'],
    ])
    const part = await admin.do(paymentsApi.listCredit, { params: { id }, query: { limit: 2 } })
    expect([part.data, part.nextCursor]).toEqual([data.slice(0, 2), data[1]?.id])
    const rest = await admin.do(paymentsApi.listCredit, { params: { id }, query: { cursor: part.nextCursor ?? '' } })
    expect(rest).toEqual({ credit: '0.00', data: data.slice(2), nextCursor: null })
    const wrong = await admin.call(paymentsApi.listCredit, { params: { id }, query: { cursor: 'first' } })
    expect(wrong.status).toBe(422)
    await whole()
  })

  test('(B13) refuses too much, nothing, less than its parts, and another customer’s, duplicate or voided invoices', async () => {
    const { id } = await addAccount(admin)
    const other = await addAccount(admin)
    const [a, theirs] = [await invoiceOf(id, 1), await invoiceOf(other.id, 1)]
    const refusedFields = async (...given: Parameters<typeof pay>) => {
      const answer = await pay(...given)
      return [answer.status, answer.body.fields]
    }
    expect(await refusedFields(id, '10.01', [[a, '10.00']])).toEqual([409, { amount: 'can’t exceed 10.00' }])
    expect(await refusedFields(id, '20.00', [[a, '10.01']], true)).toEqual([
      409,
      { 'parts.0.amount': 'can’t exceed 10.00' },
    ])
    expect(await refusedFields(id, '5', [[a, '6']])).toEqual([
      422,
      { amount: 'is less than the 6.00 for the invoices' },
    ])
    expect(await refusedFields(id, '0', [])).toEqual([422, { amount: 'must be more than 0' }])
    expect(await refusedFields(id, '-5', [[a, '5']])).toEqual([422, { amount: 'must be more than 0' }])
    expect(await refusedFields(id, '5', [[theirs, '5']])).toEqual([
      422,
      { 'parts.0.invoiceId': 'is not an open invoice of the customer' },
    ])
    expect(
      await refusedFields(id, '5', [
        [a, '2'],
        [a, '3'],
      ]),
    ).toEqual([422, { 'parts.1.invoiceId': 'is listed twice' }])
    expect((await pay(a, '5', [])).body.fields).toEqual({ accountId: 'is not a customer' })
    await admin.do(salesApi.unconfirm, { params: { id: String((await read(a)).order?.id) }, body: { reason: 'x' } })
    expect((await refusedFields(id, '5', [[a, '5']]))[0]).toBe(422)
    const params = { id: a }
    const one = { ...base, amount: '5' }
    const isVoid = { code: 'INVALID_TRANSITION', error: 'The invoice is void.' }
    expect((await admin.call(invoicingApi.recordPayment, { params, body: one })).body).toMatchObject(isVoid)
    expect((await admin.call(paymentsApi.applyCredit, { params, body: { amount: '1' } })).body).toMatchObject(isVoid)
    expect(
      (await admin.call(paymentsApi.takePayment, { body: { ...one, accountId: id, parts: [] } }, { key: null })).status,
    ).toBe(400)
    await whole()
  })

  test('of one invoice: an amount above the balance due is refused unless the rest is kept as credit', async () => {
    const { id } = await addAccount(admin)
    const params = { id: await invoiceOf(id, 1) }
    const call = (amount: string, keepRest?: boolean) =>
      admin.call(invoicingApi.recordPayment, { params, body: { ...base, amount, ...(keepRest && { keepRest }) } })
    expect((await call('12')).body).toMatchObject({ code: 'OVERPAID', fields: { amount: 'can’t exceed 10.00' } })
    expect((await call('12', true)).body).toMatchObject({ paymentStatus: 'Paid in Full', credit: '2.00' })
    expect((await call('1', true)).body.error).toBe('The invoice is paid in full.')
    await whole()
  })

  test('voiding a payment reopens all its invoices and removes its credit; refused if that credit was used', async () => {
    const { id } = await addAccount(admin)
    const [a, b, later] = [await invoiceOf(id, 1), await invoiceOf(id, 2), await invoiceOf(id, 3)]
    const { body: paid } = await pay(
      id,
      '35',
      [
        [a, '10'],
        [b, '20'],
      ],
      true,
    )
    const undo = (reason = 'Bounced') =>
      admin.call(paymentsApi.voidPayment, { params: { id: paid.id }, body: { reason } })
    await admin.do(paymentsApi.applyCredit, { params: { id: later }, body: { amount: '1' } })
    expect((await undo()).body).toMatchObject({
      code: 'CREDIT_USED',
      error: '5.00 of it was kept as credit that has already been used.',
    })
    const used = await read(later)
    await admin.do(
      invoicingApi.resetPayments,
      { params: { id: later }, body: { reason: 'Not this one' } },
      { version: used.version },
    )
    expect(await credit(id)).toBe('5.00')
    expect((await undo()).body).toMatchObject({ voided: { reason: 'Bounced' } })
    expect([await read(a), await read(b), await credit(id)]).toMatchObject([
      { paymentStatus: 'Unpaid' },
      { paymentStatus: 'Unpaid' },
      '0.00',
    ])
    expect((await undo()).body.error).toBe('The payment is already void.')
    expect((await admin.call(paymentsApi.voidPayment, { params: { id: a }, body: { reason: 'x' } })).status).toBe(404)
    await whole()
  })

  test('(B14) a reset voids whole payments, which also reopens their other invoices; an old version is refused (412)', async () => {
    const { id } = await addAccount(admin)
    const [a, b] = [await invoiceOf(id, 1), await invoiceOf(id, 2)]
    await pay(id, '15', [
      [a, '10'],
      [b, '5'],
    ])
    await pay(id, '5', [[b, '5']])
    const { data } = await admin.do(paymentsApi.listPayments, { query: { invoice: a } })
    expect(data.map(({ amount, invoices }) => [amount, invoices.map((one) => one.amount)])).toEqual([
      ['15.00', ['10.00', '5.00']],
    ])
    const seen = await read(a)
    const reset = (version: number) =>
      admin.call(invoicingApi.resetPayments, { params: { id: a }, body: { reason: 'Mistake' } }, { version })
    expect((await reset(seen.version - 1)).status).toBe(412)
    expect((await reset(seen.version)).body).toMatchObject({ paymentStatus: 'Unpaid', due: '10.00' })
    // The second payment was never allocated to it and stays valid.
    expect(await read(b)).toMatchObject({ paymentStatus: 'Partially Paid', paid: '5.00' })
    await whole()
  })

  test('are listed per customer, newest first, with cursor paging', async () => {
    const { id, name } = await addAccount(admin)
    const a = await invoiceOf(id, 3)
    const numbers = []
    for (const amount of ['1', '2', '3']) numbers.push((await pay(id, amount, [[a, amount]])).body.number)
    const list = await admin.do(paymentsApi.listPayments, { query: { account: id, limit: 2 } })
    expect(list.data.map((one) => [one.number, one.account.name])).toEqual([
      [numbers[2], name],
      [numbers[1], name],
    ])
    const query = { account: id, limit: 2, cursor: list.nextCursor ?? '' }
    const rest = await admin.do(paymentsApi.listPayments, { query })
    expect([rest.data.map((one) => one.number), rest.nextCursor]).toEqual([[numbers[0]], null])
    const [found] = (await admin.do(paymentsApi.listPayments, { query: { q: numbers[0] } })).data
    expect(found?.number).toBe(numbers[0])
  })
})

describe('races', () => {
  test('(B12) one idempotency key pays once; concurrent payments never exceed the amount due', async () => {
    const { id } = await addAccount(admin)
    const a = await invoiceOf(id, 10)
    const key = crypto.randomUUID()
    const same = await Promise.all(Array.from({ length: 6 }, () => pay(id, '10', [[a, '10']], false, key)))
    expect(new Set(same.filter((one) => one.status === 201).map((one) => one.body.id)).size).toBe(1)
    expect((await read(a)).paid).toBe('10.00')
    const many = await Promise.all(Array.from({ length: 20 }, () => pay(id, '20', [[a, '20']])))
    expect(many.filter((one) => one.status === 201)).toHaveLength(4)
    expect(many.filter((one) => one.status === 409)).toHaveLength(16)
    expect(await read(a)).toMatchObject({ paid: '90.00', due: '10.00' })
    await whole()
  })

  test('(B14) concurrent payments, resets, voids and credit uses of the same invoices keep all sums consistent', async () => {
    const { id } = await addAccount(admin)
    const ids = [await invoiceOf(id, 10), await invoiceOf(id, 10), await invoiceOf(id, 10)]
    const first = await pay(id, '60', [[ids[0] ?? '', '10']], true)
    const acts = Array.from({ length: 30 }, (_, at) => async () => {
      const [a = '', b = ''] = [ids[at % 3], ids[(at + 1 + (at % 2)) % 3]]
      if (at % 5 === 0)
        return (await admin.call(paymentsApi.applyCredit, { params: { id: a }, body: { amount: '7' } })).status
      if (at % 7 === 0) {
        const { version } = await read(a)
        return (await admin.call(invoicingApi.resetPayments, { params: { id: a }, body: { reason: 'x' } }, { version }))
          .status
      }
      if (at === 11)
        return (await admin.call(paymentsApi.voidPayment, { params: { id: first.body.id }, body: { reason: 'x' } }))
          .status
      return (
        await pay(
          id,
          '12',
          [
            [a, '5'],
            [b, '4'],
          ],
          true,
        )
      ).status
    })
    const statuses = await Promise.all(acts.map((act) => act()))
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThan(5)
    await whole()
  })

  test('(B25) fifty concurrent confirmations, every third without stock, leave no gap in invoice numbers', async () => {
    const { id } = await addAccount(admin)
    const scarce = await addProduct(admin, await addPlace(admin), { quantity: 1 })
    const before = (await admin.do(invoicingApi.listInvoices, { query: { limit: 1 } })).data[0]?.number ?? ''
    const orders = await Promise.all(
      Array.from({ length: 50 }, (_, at) => addOrder(admin, id, [at % 3 === 0 ? [scarce.id, 2] : [productId, 1]])),
    )
    const answers = await Promise.all(
      orders.map((order) => admin.call(salesApi.confirm, { params: { id: order.id }, body: {} })),
    )
    const good = answers.filter((one) => one.status === 200)
    expect([good.length, answers.filter((one) => one.status === 409).length]).toEqual([33, 17])
    const numbers = good.map((one) => Number(one.body.invoice?.number.split('-')[2])).toSorted((a, b) => a - b)
    const first = Number(before.split('-')[2]) + 1
    expect(numbers).toEqual(Array.from({ length: 33 }, (_, at) => first + at))
    await whole()
  })
})
