import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { JournalAccount } from '#shared/accounting/accounts.ts'
import { journalApi } from '#shared/accounting/journal-api.ts'
import { periodsApi } from '#shared/accounting/periods-api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { balancesApi } from '#shared/invoicing/balances-api.ts'
import { paymentsApi } from '#shared/invoicing/payments-api.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { inventoryReportsApi } from '#shared/reports/inventory-api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { returnsApi } from '#shared/sales/returns/api.ts'
import { settingsApi } from '#shared/settings/api.ts'
import { closingBalancesJob } from './closing-balances.ts'
import { reportChecks } from '#server/integrity/report-checks.ts'
import { runCheck } from '#server/integrity/run-checks.ts'
import { addAccount, addPlace, addProduct, deliveredOrder, placePurchase } from '#test/builders.ts'
import { csvOf, delivery, importFile } from '#test/delivery-history.ts'
import { type Client, patient, startServer, type TestServer } from '#test/server.ts'

let now = new Date('2026-03-10T10:00:00Z')
let server: TestServer
let admin: Client
let place: Awaited<ReturnType<typeof addPlace>>
let account: { id: string }
let product: { id: string }
let invoice: { id: string; due: string }
let order: Awaited<ReturnType<typeof deliveredOrder>>

const lock = () => admin.do(periodsApi.getPeriodLock, {})
const close = async (until: string, client = admin) =>
  client.call(periodsApi.closePeriod, { body: { until } }, { version: (await lock()).version })
const reopen = async (until: string | null, client = admin) =>
  client.call(periodsApi.reopenPeriod, { body: { until, reason: 'Late invoice' } }, { version: (await lock()).version })
const pay = (receivedDate: string, amount = '1.00') =>
  admin.call(paymentsApi.takePayment, {
    body: { accountId: account.id, amount, method: 'cash', receivedDate, parts: [{ invoiceId: invoice.id, amount }] },
  })

beforeAll(async () => {
  server = await startServer({ clock: () => now })
  admin = patient(await server.as('admin'))
  place = await addPlace(admin)
  account = await addAccount(admin)
  product = await addProduct(admin, place, { quantity: 500 })
  order = await deliveredOrder(admin, account.id, [[product.id, 40]])
  const { data } = await admin.do(invoicingApi.listInvoices, { query: { account: account.id } })
  if (!data[0]) throw new Error('no invoice')
  invoice = data[0]
  const other = await addAccount(admin)
  await deliveredOrder(admin, other.id, [[product.id, 1]])
  const [owed] = (await admin.do(invoicingApi.listInvoices, { query: { account: other.id } })).data
  const paid = await admin.do(paymentsApi.takePayment, {
    body: {
      accountId: other.id,
      amount: '1.00',
      method: 'cash',
      receivedDate: '2026-03-10',
      parts: [{ invoiceId: owed?.id ?? '', amount: '1.00' }],
    },
  })
  await admin.do(paymentsApi.voidPayment, { params: { id: paid.id }, body: { reason: 'Bounced' } })
  now = new Date('2026-04-05T10:00:00Z')
  expect((await close('2026-03-31')).status).toBe(200)
})

/**
 * Date fields in request bodies that post neither money nor stock: planned and promised dates, dates printed on goods.
 */
const planned = new Set([
  'requestedDate',
  'expectedDate',
  'lines.expectedDate',
  'validUntil',
  'followUpDate',
  'expectedClose',
  'expiryDate',
  'lines.expiryDate',
  'lots.expiryDate',
  'manufacturedOn',
  'receivedFrom',
  'receivedTo',
  'initialLot.expiryDate',
  // The period of a saved report.
  'query.start',
  'query.end',
])
const plannedCalls = new Set([
  'POST /api/prospects/:id/follow-up',
  'POST /api/routes',
  'PATCH /api/routes/:id',
  'POST /api/tracking/day',
  // Sends a statement of this period by email.
  'POST /api/accounts/:id/statement-mails',
  'POST /api/route-plans',
  'POST /api/period-lock/close',
  'POST /api/period-lock/reopen',
])

/** The requests that post with a date, each with a body that is valid except for its date. */
const posting: Record<string, (date: string) => Promise<{ status: number; body: { code: string } }>> = {
  'POST /api/payments receivedDate': (date) => pay(date),
  'POST /api/invoices/:id/payments receivedDate': (date) =>
    admin.call(invoicingApi.recordPayment, {
      params: { id: invoice.id },
      body: { amount: '1.00', method: 'cash', receivedDate: date },
    } as never),
  'POST /api/purchase-orders/:id/receipts receivedDate': async (date) => {
    const bought = await placePurchase(admin, place, [[product.id, 5, '2.00']])
    return admin.call(purchasingApi.receive, {
      params: { id: bought.id },
      body: {
        receivedDate: date,
        lines: bought.orderLines.map((line) => ({ lineId: line.id, quantity: line.quantity })),
      },
    })
  },
  'POST /api/returns/:id/receipt receivedDate': async (date) => {
    const { lines } = await admin.do(returnsApi.listReturnable, { params: { id: order.id } })
    const [lot] = lines
    if (!lot) throw new Error('nothing to return')
    const created = await admin.do(returnsApi.createReturn, {
      body: {
        orderId: order.id,
        lines: [{ orderLineId: lot.orderLineId, lotId: lot.lot.id, quantity: 1, reason: 'damaged' }],
      },
    })
    await admin.do(returnsApi.approveReturn, { params: { id: created.id }, body: {} })
    return admin.call(returnsApi.receiveReturn, {
      params: { id: created.id },
      body: {
        locationId: place.warehouse.id,
        receivedDate: date,
        lines: created.lines.map(({ id }) => ({ lineId: id, received: 1 })),
      },
    })
  },
}

/** Paths of the date fields in a schema, such as "lines.expiryDate". */
function datesIn(schema: unknown, path: string[] = []): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { format, properties, items, anyOf, allOf } = schema as Record<string, unknown>
  const own = format === 'date' ? [path.join('.')] : []
  const inside = Object.entries((properties as object) ?? {}).flatMap(([name, part]) => datesIn(part, [...path, name]))
  const parts = [...((anyOf as unknown[]) ?? []), ...((allOf as unknown[]) ?? [])]
  return [...own, ...inside, ...datesIn(items, path), ...parts.flatMap((part) => datesIn(part, path))]
}

describe('closed period', () => {
  test('every date field in a request body of the API is listed here as posting or not posting', () => {
    const found = new Set<string>()
    for (const { method, path, spec } of server.app.routes) {
      if (method === 'GET' || !spec.body) continue
      // With a registry of its own, the schemas are inlined: references to the API document's named schemas would hide
      // their fields.
      const schema = z.toJSONSchema(spec.body, { io: 'input', unrepresentable: 'any', metadata: z.registry() })
      for (const date of datesIn(schema)) {
        if (planned.has(date) || plannedCalls.has(`${method} ${path}`)) continue
        found.add(`${method} ${path} ${date}`)
      }
    }
    expect([...found].toSorted()).toEqual(Object.keys(posting).toSorted())
  })

  test.each(Object.keys(posting))(
    '%s: refuses a date in the closed period (409), accepts the day after it',
    async (name) => {
      const refused = await posting[name]?.('2026-03-31')
      expect([refused?.status, refused?.body.code]).toEqual([409, 'PERIOD_CLOSED'])
      expect(refused?.body).toMatchObject({ fields: { receivedDate: expect.stringContaining('closed') } })
      const taken = await posting[name]?.('2026-04-01')
      expect(taken?.status).toBeLessThan(300)
    },
  )

  test('refuses an import of deliveries with one date in the closed period and imports none of its lines; accepts the day after', async () => {
    const ordersNow = async () => (await admin.do(salesApi.listOrders, { query: {} })).total
    const before = await ordersNow()
    const file = (day: string) =>
      csvOf([day, '4/2/26'].map((deliveredDate) => delivery({ scheduledDate: '6-Apr-26', deliveredDate })))
    const refused = await importFile(admin, file('3/31/26'))
    expect([refused.state, refused.failure]).toEqual(['failed', expect.stringContaining('closed up to 31 Mar 2026')])
    expect(await ordersNow()).toBe(before)
    const taken = await importFile(admin, file('4/1/26'))
    expect(taken.state).toBe('done')
    expect(await ordersNow()).toBe((before ?? 0) + 2)
  })

  test('journal, trial balance, statement and stock value of the closed period do not change when later dates are posted', async () => {
    const march = { from: '2026-03-01', until: '2026-03-31' }
    const read = async () => ({
      journal: await admin.do(journalApi.listJournal, { query: { ...march, limit: 200 } }),
      balance: await admin.do(journalApi.trialBalance, { query: march }),
      // `dueToday` is as of today, whatever the period.
      statement: {
        ...(await admin.do(balancesApi.getStatement, { params: { id: account.id }, query: march })),
        dueToday: null,
      },
      stock: await admin.do(inventoryReportsApi.stock, { query: { start: march.from, end: march.until } }),
    })
    const before = await read()
    expect(before.journal.total).toBeGreaterThan(0)
    await deliveredOrder(admin, account.id, [[product.id, 3]])
    await pay('2026-04-02', '5.00')
    await posting['POST /api/purchase-orders/:id/receipts receivedDate']?.('2026-04-03')
    const { data } = await admin.do(paymentsApi.listPayments, { query: { account: account.id } })
    const [payment] = data
    if (payment) await admin.do(paymentsApi.voidPayment, { params: { id: payment.id }, body: { reason: 'Bounced' } })
    expect(await read()).toEqual(before)
  })

  test('refuses a new time zone, which would move postings to other days', async () => {
    const { data, version } = await admin.do(settingsApi.getSettings, {})
    const answer = await admin.call(settingsApi.putSettings, { body: { ...data, timeZone: 'Asia/Tokyo' } } as never, {
      version,
    })
    expect([answer.status, answer.body.code]).toEqual([409, 'PERIOD_CLOSED'])
  })

  test('number and name of accounts with postings in the closed period can’t be changed; those of other accounts can', async () => {
    const march = { from: '2026-03-01', until: '2026-03-31' }
    const balance = () => admin.do(journalApi.trialBalance, { query: march })
    const before = await balance()
    const { chart, version } = await admin.do(journalApi.getChart, {})
    const put = (changed: Partial<JournalAccount> & Pick<JournalAccount, 'role'>, of = version) => {
      const key = changed.key ?? ''
      const own = chart.find((one) => one.role === changed.role && one.key === '')
      const accounts = [
        ...chart.filter((one) => one.role !== changed.role || one.key !== key),
        { number: own?.number ?? '', name: own?.name ?? '', key, ...changed },
      ]
      return admin.call(journalApi.putChart, { body: { accounts } }, { version: of })
    }
    // A payment and its reversal in the period add up to zero, but the account still has postings.
    for (const changed of [
      { role: 'inventory', number: '1800' },
      { role: 'inventory', name: 'Goods' },
      { role: 'bank', number: '1800' },
      { role: 'bank', key: 'cash', number: '1010', name: 'Cash box' },
    ] as const) {
      const answer = await put(changed)
      expect([changed, answer.status, answer.body.code]).toEqual([changed, 409, 'PERIOD_CLOSED'])
    }
    expect((await put({ role: 'inventory', number: '1800' })).body.error).toMatch(
      /closed up to 31 Mar 2026, and 1400 Inv/,
    )
    expect((await put({ role: 'inventory', number: '1800' }, version + 1)).body.code).toBe('VERSION_CONFLICT')
    expect(await balance()).toEqual(before)
    expect((await put({ role: 'production', number: '5310' })).status).toBe(200)
    expect((await put({ role: 'bank', key: 'card', number: '1020', name: 'Card' }, version + 1)).status).toBe(200)
    expect(await balance()).toEqual(before)
  })

  test('only administrators close and reopen a period; reopening requires a reason; both are recorded as events', async () => {
    const rep = await server.as('sales_rep')
    expect((await close('2026-04-01', rep)).status).toBe(403)
    expect((await server.nobody.call(periodsApi.getPeriodLock, {})).status).toBe(401)
    expect((await close('2026-03-31')).status).toBe(422)
    expect((await close('2026-04-05')).status).toBe(422)
    const stale = await admin.call(periodsApi.closePeriod, { body: { until: '2026-04-01' } }, { version: 1 })
    expect(stale.status).toBe(412)
    now = new Date('2026-04-05T00:05:00Z')
    expect((await close('2026-04-04')).body.code).toBe('TOO_EARLY')
    now = new Date('2026-04-05T10:00:00Z')
    const { version } = await lock()
    const wordless = await admin.call(periodsApi.reopenPeriod, { body: { until: null, reason: '' } }, { version })
    expect(wordless.status).toBe(422)
    expect((await reopen('2026-04-02')).status).toBe(422)
    expect((await reopen('2026-03-15')).status).toBe(200)
    expect((await pay('2026-03-15')).body.code).toBe('PERIOD_CLOSED')
    expect((await pay('2026-03-16')).status).toBe(201)
    expect((await reopen(null)).status).toBe(200)
    expect((await reopen(null)).body.code).toBe('NOT_READY')
    expect((await close('2026-03-31')).status).toBe(200)
    const { data } = await admin.do(periodsApi.listPeriodEvents, {})
    expect(data.map(({ kind, closedUntil, reason }) => [kind, closedUntil, reason])).toEqual([
      ['close', '2026-03-31', null],
      ['reopen', null, 'Late invoice'],
      ['reopen', '2026-03-15', 'Late invoice'],
      ['close', '2026-03-31', null],
    ])
  })

  test('closing stores the closing balance per account, which the trial balance starts from; reopening deletes it', async () => {
    const stored = async () => {
      const { rows } = await sql<{ day: string; rows: number }>`select closed_until as day, count(*)::int as rows
        from closing_balances group by 1 order by 1`.execute(server.database.db)
      return rows.map(({ day }) => day)
    }
    const spans = ['03-09', '03-10', '03-11', '03-31', '04-01', '04-02', '04-05'].map((day) => `2026-${day}`)
    const read = () =>
      Promise.all(spans.map((from) => admin.do(journalApi.trialBalance, { query: { from, until: '2026-04-05' } })))
    const check = reportChecks.filter(({ id }) => id === 'R9 closing balances')
    const wrong = async () => (await Promise.all(check.map((one) => runCheck(server.database.db, one))))[0]
    await reopen(null)
    expect(await stored()).toEqual([])
    const before = await read()
    expect(before.map(({ rows }) => rows.some(({ opening }) => opening !== '0.00'))).toEqual([
      false,
      false,
      true,
      true,
      true,
      true,
      true,
    ])
    // Each closing builds on the balances of the one before, which stay stored.
    for (const until of ['2026-03-10', '2026-03-31', '2026-04-01']) {
      expect((await close(until)).status).toBe(200)
      await Promise.all([server.app.runJobs(), server.app.runJobs()])
      expect(await read()).toEqual(before)
    }
    expect(await stored()).toEqual(['2026-03-10', '2026-03-31', '2026-04-01'])
    expect(await wrong()).toMatchObject({ broken: 0 })
    expect((await reopen('2026-03-31')).status).toBe(200)
    expect(await stored()).toEqual(['2026-03-10', '2026-03-31'])
    expect((await pay('2026-04-01', '1.00')).status).toBe(201)
    // The trial balance reads the stored balances and the check recomputes them: both show the amount added here.
    await sql`update closing_balances set amount = amount + 1 where closed_until = '2026-03-31' and role = 'receivables'`.execute(
      server.database.db,
    )
    const [off] = (await read()).slice(-1)
    const receivables = (balance: typeof off) =>
      Number(balance?.rows.find(({ name }) => /receivable/i.test(name))?.opening)
    expect(receivables(off)).toBeCloseTo(receivables(before.at(-1)) - 1 + 0.01)
    expect(await wrong()).toMatchObject({ broken: 1, first: { name: 'receivables on 2026-03-31' } })
    await reopen('2026-03-15')
    expect(await wrong()).toMatchObject({ broken: 0 })
    // A server that starts with a closed period but no stored balances computes them.
    expect((await close('2026-03-31')).status).toBe(200)
    await server.app.runJobs()
    const { missing } = closingBalancesJob(server)
    expect(await missing?.()).toEqual([])
    await sql`delete from closing_balances where closed_until = '2026-03-31'`.execute(server.database.db)
    expect(await missing?.()).toEqual([{ data: {} }])
    await sql`delete from closing_balances`.execute(server.database.db)
  })

  test('race: payments posted while the period is being closed are either in its balance or refused (409)', async () => {
    await reopen(null)
    const balance = () => admin.do(journalApi.trialBalance, { query: { from: '2026-03-01', until: '2026-03-31' } })
    for (let round = 0; round < 3; round += 1) {
      const [closed, ...paid] = await Promise.all([
        close('2026-03-31'),
        ...Array.from({ length: 6 }, () => pay('2026-03-30', '0.10')),
      ])
      expect(closed.status).toBe(200)
      const after = await balance()
      for (const { status } of paid) expect([201, 409]).toContain(status)
      expect((await pay('2026-03-30', '0.10')).status).toBe(409)
      expect(await balance()).toEqual(after)
      await reopen(null)
    }
  })
})
