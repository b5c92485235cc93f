import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { journalApi, type JournalEntry, journalFormatNames } from '#shared/accounting/journal-api.ts'
import { crmApi } from '#shared/crm/partners/api.ts'
import { addDays } from '#shared/dates.ts'
import { auditsApi } from '#shared/inventory/stock/audits-api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { balancesApi } from '#shared/invoicing/balances-api.ts'
import { paymentsApi } from '#shared/invoicing/payments-api.ts'
import { formatAmount, parseDecimal } from '#shared/money.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { reportsApi } from '#shared/reports/api.ts'
import { inventoryReportsApi } from '#shared/reports/inventory-api.ts'
import { returnsApi } from '#shared/sales/returns/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import {
  addAccount,
  addOrder,
  addPlace,
  addProduct,
  completeReturn,
  deliveredOrder,
  placePurchase,
  productBody,
} from '#test/builders.ts'
import { listJournal } from './journal.ts'
import { importCustomers } from '#test/companies/customer-list.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

const units = (amount: string | null) => parseDecimal(amount ?? '0', 2) ?? 0n
let now = new Date('2026-03-02T10:00:00Z')
let server: TestServer
let admin: Client
let day = '2026-03-02'
const first = '2026-03-01'
const last = '2026-12-31'

const acts = ['sell', 'buy', 'audit', 'pay', 'overpay', 'void', 'return', 'cancel', 'cost', 'takeBack'] as const

/** Runs random transactions of a company through the API, each at least one day after the one before. */
async function live(plan: readonly { act: (typeof acts)[number]; size: number }[]) {
  const place = await addPlace(admin)
  const account = await addAccount(admin)
  const [a, b] = [
    await addProduct(admin, place, { cost: '3.3333', price: '9.99', quantity: 500 }),
    await addProduct(admin, place, { cost: '0.07', price: '1.01', quantity: 901 }),
  ]
  const orders: Awaited<ReturnType<typeof deliveredOrder>>[] = []
  const payments: string[] = []
  const openInvoice = async () =>
    (await admin.do(invoicingApi.listInvoices, { query: { account: account.id, limit: 200 } })).data.find(
      ({ due }) => units(due) > 0n,
    )
  for (const { act, size } of plan) {
    day = addDays(day, 1)
    now = new Date(`${day}T10:00:00Z`)
    if (act === 'sell')
      orders.push(
        await deliveredOrder(admin, account.id, [
          [a.id, 1 + (size % 5)],
          [b.id, 1 + size],
        ]),
      )
    if (act === 'buy') {
      const order = await placePurchase(admin, place, [
        [a.id, 7 + size, `3.${10 + size}7`],
        [b.id, 13, '0.0813'],
      ])
      await admin.do(purchasingApi.receive, {
        params: { id: order.id },
        body: { lines: order.orderLines.map((line) => ({ lineId: line.id, quantity: line.quantity })) },
      })
      if (size % 3 === 0) {
        const { receipts } = await admin.do(purchasingApi.getPurchaseOrder, { params: { id: order.id } })
        const [receipt] = receipts
        if (receipt)
          await admin.do(purchasingApi.reverseReceipt, {
            params: { id: order.id, receiptId: receipt.id },
            body: { reason: 'Wrong order' },
          })
      }
    }
    if (act === 'audit') {
      const { position, onHand, committed } = await admin.do(inventoryApi.getProduct, { params: { id: b.id } })
      await admin.do(auditsApi.auditStock, {
        params: { id: b.id },
        body: {
          totalQuantity: onHand - 1 - (size % 7),
          committedQuantity: committed,
          reason: 'physical_audit',
          position,
        },
      })
    }
    if (act === 'pay' || act === 'overpay') {
      const invoice = await openInvoice()
      if (!invoice) continue
      const due = units(invoice.due)
      const amount = act === 'overpay' ? due + 123n : size % 2 ? due : (due + 1n) / 2n
      const part = amount < due ? amount : due
      const { id } = await admin.do(paymentsApi.takePayment, {
        body: {
          accountId: account.id,
          amount: formatAmount(amount),
          method: size % 2 ? 'cash' : 'bank_transfer',
          receivedDate: addDays(day, -(size % 3)),
          parts: [{ invoiceId: invoice.id, amount: formatAmount(part) }],
          keepRest: true,
        },
      })
      payments.push(id)
    }
    if (act === 'void') {
      const id = payments.pop()
      if (id) await admin.call(paymentsApi.voidPayment, { params: { id }, body: { reason: 'Bounced' } })
    }
    if (act === 'takeBack') {
      const { credit } = await admin.do(balancesApi.getBalance, { params: { id: account.id } })
      if (units(credit) > 0n)
        await admin.do(paymentsApi.refundCredit, {
          params: { id: account.id },
          body: { amount: credit, method: 'cash', reason: 'Asked for it' },
        })
    }
    if (act === 'return') {
      const order = orders.pop()
      const line = order?.orderLines[0]
      if (!order || !line) continue
      const { lines } = await admin.do(returnsApi.listReturnable, { params: { id: order.id } })
      const lot = lines[0]
      if (!lot) continue
      const found = await admin.do(returnsApi.createReturn, {
        body: {
          orderId: order.id,
          lines: [{ orderLineId: lot.orderLineId, lotId: lot.lot.id, quantity: 1, reason: 'damaged' }],
        },
      } as never)
      await completeReturn(
        admin,
        found,
        [{ disposition: size % 2 ? 'restock' : 'scrap', quantity: 1 }],
        place.warehouse.id,
      )
    }
    if (act === 'cancel') {
      const { id } = await addOrder(admin, account.id, [[a.id, 2]])
      await admin.do(salesApi.confirm, { params: { id }, body: {} })
      now = new Date(now.getTime() + 86_400_000)
      day = addDays(day, 1)
      await admin.do(salesApi.cancel, { params: { id }, body: { reason: 'Not needed' } })
    }
    if (act === 'cost') {
      const product = await admin.do(inventoryApi.getProduct, { params: { id: a.id } })
      await admin.do(
        inventoryApi.updateProduct,
        {
          params: { id: a.id },
          body: productBody(place, {
            name: product.name,
            quantity: product.onHand,
            cost: `${2 + (size % 3)}.${11 + size}`,
          }),
        },
        { version: product.version },
      )
    }
  }
  return account
}

async function entries(from = first, until = last): Promise<JournalEntry[]> {
  const found: JournalEntry[] = []
  let cursor: string | undefined
  do {
    const page = await admin.do(journalApi.listJournal, {
      query: { from, until, limit: 37, ...(cursor && { cursor }) },
    })
    found.push(...page.data)
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return found
}

const sumOf = (all: readonly JournalEntry[], account: string) =>
  all
    .flatMap(({ lines }) => lines)
    .filter((line) => line.account === account)
    .reduce((sum, { debit, credit }) => sum + units(debit) - units(credit), 0n)

beforeAll(async () => {
  server = await startServer({ clock: () => now })
  admin = await server.as('admin')
  await importCustomers(admin, [
    'Code,Name,Opening balance,Opening date',
    `OPEN-1,Old debtor,100.37,${first}`,
    `OPEN-2,Old creditor,-20.11,${first}`,
  ])
})

describe('journal', () => {
  test('balances for random transactions and equals receivables, credit and stock at cost as the API reports them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ act: fc.constantFrom(...acts), size: fc.nat(30) }), { minLength: 8, maxLength: 14 }),
        async (plan) => {
          await live([{ act: 'sell', size: 3 }, { act: 'sell', size: 11 }, ...plan])
          const all = await entries()
          for (const entry of all) {
            const debit = entry.lines.reduce((sum, line) => sum + units(line.debit), 0n)
            const credit = entry.lines.reduce((sum, line) => sum + units(line.credit), 0n)
            expect([entry.id, debit]).toEqual([entry.id, credit])
            expect(debit).toBe(units(entry.total))
            if (entry.kind !== 'rounding') expect(entry.document).not.toBeNull()
          }
          const { receivables } = await admin.do(reportsApi.dashboard, { query: {} })
          expect(sumOf(all, '1200')).toBe(units(receivables?.due ?? null))
          const credits = await Promise.all(
            (await admin.do(crmApi.listAccounts, { query: { limit: 200 } })).data.map(({ id }) =>
              admin.do(balancesApi.getBalance, { params: { id } }),
            ),
          )
          expect(-sumOf(all, '2100')).toBe(credits.reduce((sum, { credit }) => sum + units(credit), 0n))
          const stock = await admin.do(inventoryReportsApi.stock, { query: { start: first, end: day } })
          expect(formatAmount(sumOf(all, '1400'))).toBe(stock.value.end)
          expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
        },
      ),
      { numRuns: 4, seed: 7, endOnFailure: true },
    )
  })

  test('trial balance: the closing balance of one period is the opening balance of the next', async () => {
    const middle = addDays(first, 20)
    const [all, early, late] = await Promise.all([
      admin.do(journalApi.trialBalance, { query: { from: first, until: last } }),
      admin.do(journalApi.trialBalance, { query: { from: first, until: middle } }),
      admin.do(journalApi.trialBalance, { query: { from: addDays(middle, 1), until: last } }),
    ])
    expect(all.totals.debit).toBe(all.totals.credit)
    expect(late.totals.debit).toBe(late.totals.credit)
    for (const row of late.rows) {
      expect(row.opening).toBe(early.rows.find(({ account }) => account === row.account)?.closing ?? '0.00')
      expect(row.closing).toBe(all.rows.find(({ account }) => account === row.account)?.closing)
    }
    const found = await entries()
    for (const row of all.rows)
      expect([row.account, units(row.closing)]).toEqual([row.account, sumOf(found, row.account)])
  })

  test('filters by kind, account and search text; refuses periods that are too long or reversed (422)', async () => {
    const { data } = await admin.do(journalApi.listJournal, { query: { from: first, until: last, kind: 'payment' } })
    expect(data.length).toBeGreaterThan(0)
    expect(data.every(({ kind }) => kind === 'payment')).toBe(true)
    const number = data[0]?.document?.number ?? ''
    const named = await admin.do(journalApi.listJournal, { query: { from: first, until: last, q: number } })
    expect(named.data.every(({ document }) => document?.number === number)).toBe(true)
    const { data: taken } = await admin.do(journalApi.listJournal, {
      query: { from: first, until: last, account: '1200', limit: 200 },
    })
    expect(taken.every(({ lines }) => lines.some(({ account }) => account === '1200'))).toBe(true)
    const long = await admin.call(journalApi.listJournal, { query: { from: '2020-01-01', until: last } })
    expect(long.status).toBe(422)
    expect((await admin.call(journalApi.listJournal, { query: { from: last, until: first } })).status).toBe(422)
  })

  test.each([
    ['day', 9],
    ['-day', 1],
    ['day', 10_000],
  ] as const)(
    'sorted by %s and counted up to %i, gives the same entries page by page and says if there are more',
    async (sort, most) => {
      const days = { from: first, until: last }
      const all = (await entries()).toReversed()
      const found: JournalEntry[] = []
      let cursor: string | undefined
      do {
        const page = await listJournal(server.database.db, { ...days, sort, limit: 12, cursor }, most)
        expect(page).toMatchObject({ total: Math.min(all.length, most), totalIsMore: all.length > most })
        found.push(...page.data)
        cursor = page.nextCursor ?? undefined
      } while (cursor)
      expect(found).toEqual(sort === 'day' ? all : all.toReversed())
    },
  )

  test('a custom account name applies to every role that posts to the same account number', async () => {
    const { version, chosen } = await admin.do(journalApi.getChart, {})
    const put = (accounts: typeof chosen, of: number) =>
      admin.do(journalApi.putChart, { body: { accounts } }, { version: of })
    const saved = await put([{ role: 'inventory', key: '', number: '1000', name: 'All we have' }], version)
    expect(saved.chart.find(({ role }) => role === 'bank')).toMatchObject({ number: '1000', name: 'All we have' })
    const days = { from: addDays(first, 20), until: last }
    const { rows, totals } = await admin.do(journalApi.trialBalance, { query: days })
    expect(totals.debit).toBe(totals.credit)
    const both = rows.filter(({ account }) => account === '1000')
    const found = await entries()
    expect(both).toMatchObject([{ name: 'All we have', closing: formatAmount(sumOf(found, '1000')) }])
    expect(rows.reduce((sum, { closing }) => sum + units(closing), 0n)).toBe(0n)
    await put(chosen, saved.version)
  })

  test('posts to the accounts in the saved chart; refuses an old version (412), duplicate roles and users without permission', async () => {
    const { version, chart } = await admin.do(journalApi.getChart, {})
    expect(chart.find(({ role }) => role === 'inventory')?.number).toBe('1400')
    const accounts = [{ role: 'bank' as const, key: 'cash', number: '1010', name: 'Cash box' }]
    const saved = await admin.call(journalApi.putChart, { body: { accounts } }, { version })
    expect(saved.status).toBe(200)
    const { rows } = await admin.do(journalApi.trialBalance, { query: { from: first, until: last } })
    expect(rows.some(({ account, name }) => account === '1010' && name === 'Cash box')).toBe(true)
    expect((await admin.call(journalApi.putChart, { body: { accounts } }, { version })).status).toBe(412)
    const twice = await admin.call(
      journalApi.putChart,
      { body: { accounts: [...accounts, ...accounts] } },
      { version: 2 },
    )
    expect(twice.status).toBe(422)
    const rep = await server.as('staff')
    expect((await rep.call(journalApi.getChart, {})).status).toBe(403)
    expect((await server.nobody.call(journalApi.getChart, {})).status).toBe(401)
  })

  test('the DATEV header contains the saved consultant, client and fiscal year; a file across two fiscal years is refused', async () => {
    const { version, chosen } = await admin.do(journalApi.getChart, {})
    const accounts = chosen
    const datev = { consultant: 29_098, client: 55_003, fiscalMonth: 7 }
    const put = (wanted: typeof datev, of = version) =>
      admin.call(journalApi.putChart, { body: { accounts, datev: wanted } }, { version: of })
    for (const wrong of [
      { consultant: 1000, client: 1, fiscalMonth: 1 },
      { consultant: 1001, client: 100_000, fiscalMonth: 1 },
      { consultant: 1001, client: 1, fiscalMonth: 13 },
    ])
      expect((await put(wrong)).status).toBe(422)
    const saved = await admin.do(journalApi.putChart, { body: { accounts, datev } }, { version })
    expect(saved.datev).toEqual(datev)
    const file = (days: string) => admin.send('GET', `/api/journal/file?${days}&format=datev`)
    const [head = ''] = String((await file('from=2026-02-01&until=2026-06-30')).body).split('\r\n')
    expect(head.split(';').slice(10, 13)).toEqual(['29098', '55003', '20250701'])
    expect((await file('from=2025-12-01&until=2026-01-31')).status).toBe(200)
    expect((await file('from=2026-06-01&until=2026-07-31')).status).toBe(422)
    // Saving the accounts without a DATEV setting does not change the DATEV setting.
    const resaved = await admin.do(journalApi.putChart, { body: { accounts } }, { version: saved.version })
    expect(resaved.datev).toEqual(datev)
    expect((await put(datev, saved.version)).status).toBe(412)
    const january = { ...datev, fiscalMonth: 1 }
    await admin.do(journalApi.putChart, { body: { accounts, datev: january } }, { version: resaved.version })
  })

  test.each(journalFormatNames.filter((format) => format !== 'xlsx'))(
    'the amounts in the %s file add up to the closing balances of the trial balance',
    async (format) => {
      await addAccount(admin, { name: '=cmd|calc;"evil"' })
      const balance = await admin.do(journalApi.trialBalance, { query: { from: first, until: last } })
      const answer = await fetch(`${server.url}/api/journal/file?from=${first}&until=${last}&format=${format}`, {
        headers: { cookie: admin.cookie, 'x-requested-with': 'XMLHttpRequest' },
      })
      expect(answer.status).toBe(200)
      const bytes = Buffer.from(await answer.arrayBuffer())
      const sums = new Map<string, bigint>()
      const add = (account: string, amount: bigint) => sums.set(account, (sums.get(account) ?? 0n) + amount)
      if (format === 'datev') {
        const rows: string[][] = parse(bytes.toString('latin1'), { delimiter: ';', relax_column_count: true })
        expect(rows[0]?.slice(0, 5)).toEqual(['EXTF', '700', '21', 'Buchungsstapel', '13'])
        expect(rows[0]).toHaveLength(31)
        for (const row of rows.slice(2)) {
          expect(row).toHaveLength(125)
          expect(row[0]).toMatch(/^\d{1,10},\d{2}$/)
          expect(row[9]).toMatch(/^\d{4}$/)
          const amount = units((row[0] ?? '').replace(',', '.'))
          add(row[6] ?? '', amount)
          add(row[7] ?? '', -amount)
        }
      } else {
        const rows: Record<string, string>[] = parse(bytes, { bom: true, columns: true })
        const names = new Map(balance.rows.map(({ account, name }) => [name, account]))
        for (const row of rows) {
          const account = row['Account'] ?? row['*AccountCode'] ?? names.get(row['AccountName'] ?? '') ?? ''
          const debit = units(row['Debit'] || row['Debits'] || '0')
          const credit = units(row['Credit'] || row['Credits'] || '0')
          add(account, row['*Amount'] ? units(row['*Amount']) : debit - credit)
        }
      }
      for (const { account, closing } of balance.rows)
        expect([account, sums.get(account) ?? 0n]).toEqual([account, units(closing)])
    },
  )
})
