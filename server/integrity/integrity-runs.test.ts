import { execFile } from 'node:child_process'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { addDays, businessDate } from '#shared/dates.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { countsApi } from '#shared/inventory/counts/api.ts'
import { transfersApi } from '#shared/inventory/transfers/api.ts'
import { type IntegrityRun, integrityApi } from '#shared/reports/integrity-api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { runChecks } from './run-checks.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
beforeEach(async () => {
  server = await startServer()
  admin = await server.as('admin')
})

/** The failed checks, with their first bad row. */
async function redChecks() {
  const checks = await runChecks(server.database)
  return checks
    .filter(({ broken }) => broken > 0)
    .flatMap(({ name, broken, first }) => (first ? [{ check: name, broken, ...first }] : []))
}

/** Bypasses the ledger, as only somebody with the database's password could: its triggers are off. */
async function meddle(...statements: string[]) {
  await server.database.db.transaction().execute(async (tx) => {
    await sql.raw('set local session_replication_role = replica').execute(tx)
    for (const statement of statements) await sql.raw(statement).execute(tx)
  })
}

async function busyCompany() {
  const [place, other] = [await addPlace(admin), await addPlace(admin)]
  const product = await addProduct(admin, place, { name: 'Gauze', quantity: 100 })
  const order = await addOrder(admin, (await addAccount(admin)).id, [[product.id, 7]])
  await admin.do(salesApi.confirm, { params: { id: order.id }, body: {} })
  const transfer = await admin.do(transfersApi.createTransfer, {
    body: {
      sourceId: place.warehouse.id,
      destinationId: other.warehouse.id,
      lines: [{ itemId: product.id, quantity: 5 }],
    },
  })
  const count = await admin.do(countsApi.planCount, { body: { locationId: other.warehouse.id } })
  return { place, product, order: await admin.do(salesApi.getOrder, { params: { id: order.id } }), transfer, count }
}

describe('integrity checks', () => {
  test('(V1, V2, V3) pass for consistent data and name the balance that was overwritten directly in the database', async () => {
    const { place, product } = await busyCompany()
    expect(await redChecks()).toEqual([])
    await meddle(`update stock_balance set on_hand = on_hand + 1 where item_id = '${product.id}'`)
    const row = { broken: 1, kind: 'product', id: product.id }
    expect(await redChecks()).toEqual([
      {
        ...row,
        check: 'On hand is the sum of the ledger.',
        name: `Gauze in ${place.warehouse.name}`,
        says: 'on hand 101',
        explained: 'entries add up to 100',
      },
      {
        ...row,
        check: 'The totals of an item are the sum of its balances.',
        name: 'Gauze',
        says: 'on hand 100, committed 12',
        explained: 'balances add up to 101 and 12',
      },
    ])
    await meddle(
      `update stock_balance set on_hand = on_hand - 1, committed = committed - 2 where item_id = '${product.id}'`,
    )
    expect((await redChecks()).map(({ says, explained }) => [says, explained])).toEqual([
      ['committed 10', 'entries add up to 12'],
      ['committed 10', 'open commitments add up to 12'],
      ['on hand 100, committed 12', 'balances add up to 100 and 10'],
    ])
  })

  test('read one snapshot: entries posted while the checks run cause no failures', async () => {
    const { product } = await busyCompany()
    let booked = 0
    const checks = await runChecks(server.database, {
      onCheck: async () => {
        const body = { quantity: 1, reason: 'manual_adjustment' } as const
        await admin.do(inventoryApi.addStock, { params: { id: product.id }, body })
        booked += 1
      },
    })
    expect(checks.every(({ broken }) => broken === 0)).toBe(true)
    expect(booked).toBe(checks.length)
  })
})

/** Runs background jobs until the check is finished. */
async function overProof(id: string): Promise<IntegrityRun> {
  for (;;) {
    await server.app.runJobs()
    const proof = await admin.do(integrityApi.getProof, { params: { id } })
    if (proof.state !== 'running') return proof
    await new Promise((done) => setTimeout(done, 20))
  }
}

/** The runs that no user started, after running the scheduled job. */
async function nightlyProofs() {
  await server.app.runJobs('plan-integrity-check')
  const { rows } = await sql<{
    id: string
  }>`select id from proofs where started_by is null order by started_at`.execute(server.database.db)
  return rows
}

describe('runs of the integrity checks', () => {
  test('a run starts on demand, is stored with its first bad row, and only one can run at a time', async () => {
    const { product } = await busyCompany()
    const [nightly] = await nightlyProofs()
    await overProof(nightly?.id ?? '')
    const begun = await admin.do(integrityApi.startProof, { body: {} })
    expect(begun).toMatchObject({ state: 'running', checks: [], startedBy: expect.any(String), endedAt: null })
    expect((await admin.call(integrityApi.startProof, { body: {} })).status).toBe(409)
    const green = await overProof(begun.id)
    expect(green).toMatchObject({ state: 'green', failure: null })
    expect(green.checks).toHaveLength(green.total)
    await meddle(`update stock_balance set on_hand = on_hand + 3 where item_id = '${product.id}'`)
    const red = await overProof((await admin.do(integrityApi.startProof, { body: {} })).id)
    expect(red.state).toBe('red')
    expect(red.checks[0]).toMatchObject({ broken: 1, first: { kind: 'product', id: product.id, says: 'on hand 103' } })
    const { data } = await admin.do(integrityApi.listProofs, { query: { limit: 1 } })
    expect(data).toEqual([red])
    const { status } = await admin.call(integrityApi.getProof, { params: { id: product.id } })
    expect(status).toBe(404)
  })

  test('the nightly run starts once per day in the company’s time zone', async () => {
    const [first] = await nightlyProofs()
    expect((await overProof(first?.id ?? '')).state).toBe('green')
    expect(await nightlyProofs()).toHaveLength(1)
    await sql`update proofs set started_at = started_at - interval '1 day'`.execute(server.database.db)
    expect(await nightlyProofs()).toHaveLength(2)
  })

  test('a run interrupted by the end of its process starts again from the beginning', async () => {
    const { id, total } = await admin.do(integrityApi.startProof, { body: {} })
    const done = JSON.stringify([{ id: 'x', name: 'Half done.', broken: 1, first: null, ms: 1 }])
    await sql`update proofs set run_id = id, checks = ${done} where id = ${id}`.execute(server.database.db)
    const proof = await overProof(id)
    expect([proof.state, proof.checks.length, proof.checks[0]?.name]).toEqual([
      'green',
      total,
      'On hand is the sum of the ledger.',
    ])
  })

  test('a run whose server crashed repeatedly is marked as failed and does not block the next one', async () => {
    const { id } = await admin.do(integrityApi.startProof, { body: {} })
    await sql`update pgboss.job set state = 'failed' where id = ${id}`.execute(server.database.db)
    await sql`insert into pgboss.job (name, data, source_name, source_id)
      values ('report-failed-job', ${JSON.stringify({ proofId: id })}::jsonb, 'check-integrity', ${id})`.execute(
      server.database.db,
    )
    await server.app.runJobs()
    expect(await admin.do(integrityApi.getProof, { params: { id } })).toMatchObject({
      state: 'failed',
      failure: 'The check could not be finished. See the server log.',
    })
    const next = await admin.do(integrityApi.startProof, { body: {} })
    expect((await overProof(next.id)).state).toBe('green')
  })
})

describe('npm run verify', () => {
  const run = (...args: string[]) =>
    new Promise<{ code: number; out: string; err: string }>((done) => {
      const { host = '', port, user, database } = server.connection
      const url = `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
      execFile(
        process.execPath,
        ['server/verify.ts', ...args],
        { env: { ...process.env, DATABASE_URL: url } },
        (error, out, err) => done({ code: error ? Number(error.code) : 0, out, err }),
      )
    })

  test('prints GREEN and exits with 0, or RED with the first bad row and exits with 1', {
    timeout: 60_000,
  }, async () => {
    const { place, product } = await busyCompany()
    const green = await run()
    expect([green.code, green.out]).toEqual([0, expect.stringMatching(/GREEN: all \d+ checks hold/)])
    await meddle(`update stock_balance set on_hand = on_hand + 1 where item_id = '${product.id}'`)
    const red = await run()
    expect(red.code).toBe(1)
    expect(red.out).toContain(
      `BAD On hand is the sum of the ledger.\n      Gauze in ${place.warehouse.name}: on hand 101; entries add up to 100`,
    )
    expect(red.out).toMatch(/RED: 2 of \d+ checks do not hold/)
  })

  test('--as-of prints the stock at the end of the given day', { timeout: 60_000 }, async () => {
    const place = await addPlace(admin)
    const product = await addProduct(admin, place, { name: 'Swab', sku: 'SW-1', quantity: 40 })
    await admin.do(inventoryApi.reduceStock, {
      params: { id: product.id },
      body: { quantity: 15, reason: 'lost_stock' },
    })
    // The forty pieces arrived three days ago.
    await meddle(`update stock_entry set at = at - interval '3 days' where d_on_hand = 40`)
    const today = businessDate(new Date(), 'UTC')
    const line = (pieces: number) => `SW-1\tSwab\t${place.warehouse.name}\t\t${pieces}\n`
    const head = 'SKU\tItem\tLocation\tLot\tOn hand\n'
    expect((await run('--as-of', today)).out).toBe(head + line(25))
    const before = await run('--as-of', addDays(today, -1))
    expect([before.code, before.out]).toEqual([0, head + line(40)])
    expect(before.err).toContain('40 pieces in 1 rows')
    expect((await run('--as-of', addDays(today, -4))).out).toBe(head)
    const wrong = await run('--as-of', '2026-02-30')
    expect([wrong.code, wrong.err]).toEqual([1, '2026-02-30 is not a date (YYYY-MM-DD).\n'])
    expect((await run('--when')).err).toContain('npm run verify -- --as-of')
  })
})
