import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { scanApi } from '#shared/inventory/lots/scan-api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { searchApi } from '#shared/search/api.ts'
import { settingsApi } from '#shared/settings/api.ts'
import { numberingApi } from '#shared/settings/numbering-api.ts'
import { defaultPrefixes, type NumberPrefixes, type NumberSeries } from '#shared/settings/numbering.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { type Client, startServer } from '#test/server.ts'
import { changeSettings, readSettings, settingsWith } from '#test/settings.ts'

const moment = new Date('2026-06-15T12:00:00Z')

async function company(clock = () => moment) {
  const server = await startServer({ clock })
  const admin = await server.as('admin')
  const product = await addProduct(admin, await addPlace(admin), { quantity: 100 })
  const account = await addAccount(admin)
  return { server, admin, order: () => addOrder(admin, account.id, [[product.id, 1]]) }
}

const nextOf = async (admin: Client, series: NumberSeries) => {
  const { data } = await admin.do(numberingApi.listNextNumbers, {})
  return data.find((one) => one.series === series)
}
const setFirst = (admin: Client, series: NumberSeries, next: number, { year = 2026, before = 1 } = {}) =>
  admin.call(numberingApi.setFirstNumber, { params: { series }, body: { year, before, next } })
const putPrefixes = async (admin: Client, numbering: Partial<NumberPrefixes>) => {
  const { body, version } = await settingsWith(admin, { numbering })
  return admin.call(settingsApi.putSettings, { body }, { version })
}

describe('prefixes of document numbers', () => {
  test('[SET-01] a new prefix applies to the next documents; earlier numbers stay unchanged and can be found', async () => {
    const { server, admin, order } = await company()
    expect((await readSettings(admin)).data.numbering).toEqual(defaultPrefixes)
    const before = await order()
    expect(before.number).toBe('SO-2026-000001')
    const saved = await changeSettings(admin, { numbering: { SO: ' a1b2c3d4 ', SH: '7', INV: 'RE' } })
    expect(saved.data.numbering).toMatchObject({ SO: 'A1B2C3D4', SH: '7', INV: 'RE', PO: 'PO' })
    await order()
    const after = await order()
    expect(after.number).toBe('A1B2C3D4-2026-000003')
    expect((await admin.do(salesApi.getOrder, { params: { id: before.id } })).number).toBe('SO-2026-000001')
    const { invoice } = await admin.do(salesApi.confirm, { params: { id: after.id }, body: {} })
    expect(invoice?.number).toBe('RE-2026-000001')
    await admin.do(salesApi.startPicking, { params: { id: after.id } })
    const { shipments } = await admin.do(salesApi.ready, { params: { id: after.id } })
    const [parcel = { id: '', number: '' }] = shipments
    expect(parcel.number).toBe('7-2026-000001')
    const packed = { params: { id: parcel.id }, body: { packages: [{ kind: 'carton' as const }] } }
    await admin.do(shipmentsApi.putPackages, packed, { version: 1 })
    const seen = async (code: string) =>
      (await admin.do(scanApi.scan, { query: { code } })).found.map(({ type, label }) => `${type} ${label}`)
    const found = async (q: string) =>
      (await admin.do(searchApi.search, { query: { q } })).data.map(({ kind, label }) => `${kind} ${label}`)[0]
    for (const number of [before.number, after.number]) {
      expect(await seen(number.toLowerCase())).toEqual([`salesOrder ${number}`])
      expect(await found(number)).toBe(`salesOrder ${number}`)
      expect(await found(number.toLowerCase().replace(/-2026-0*/, '-'))).toBe(`salesOrder ${number}`)
      expect(await found(number.replace(/-2026-0*/, ' '))).toBe(`salesOrder ${number}`)
    }
    expect(await seen('re-2026-000001')).toEqual(['invoice RE-2026-000001'])
    expect(await seen('7-2026-000001')).toEqual(['shipment 7-2026-000001'])
    expect(await seen('7-2026-000001-1')).toEqual(['shipment 7-2026-000001, package 1'])
    expect(await found('7-2026-000001-1')).toBe('shipment 7-2026-000001, package 1')
    expect(await found('re 1')).toBe('invoice RE-2026-000001')
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[SET-01] prefixes are 1 to 8 letters or digits and unique among the series', async () => {
    const { admin } = await company()
    for (const prefix of ['', ' ', 'TOOLONG99', 'A-B', 'A B', 'Ä', 'A_', '%', 'SO/']) {
      const { status, body } = await putPrefixes(admin, { SO: prefix })
      expect([prefix, status, Object.keys(body.fields ?? {})]).toEqual([prefix, 422, ['numbering.SO']])
    }
    const same = await putPrefixes(admin, { SO: 'x', INV: 'X' })
    expect([same.status, same.body.fields]).toEqual([422, { 'numbering.INV': 'is the prefix of sales orders, too' }])
    const taken = await putPrefixes(admin, { SO: 'po' })
    expect([taken.status, taken.body.fields]).toEqual([422, { 'numbering.PO': 'is the prefix of sales orders, too' }])
    expect((await readSettings(admin)).data.numbering).toEqual(defaultPrefixes)
  })

  test('[SET-01] a series cannot use a prefix that numbers of another series have', async () => {
    const { server, admin, order } = await company()
    await changeSettings(admin, { numbering: { PO: 'BUY' } })
    // No purchase order has used the prefix.
    await changeSettings(admin, { numbering: { RT: 'PO' } })
    await order()
    await changeSettings(admin, { numbering: { SO: 'ORD' } })
    const { status, body } = await putPrefixes(admin, { INV: 'SO', KIT: 'K' })
    expect([status, body.code, body.fields]).toEqual([
      422,
      'INVALID',
      { 'numbering.INV': 'has been the prefix of sales orders' },
    ])
    await changeSettings(admin, { numbering: { SO: 'SO' } })
    expect((await order()).number).toBe('SO-2026-000002')
    const { rows } = await sql<{ details: { numbering: NumberPrefixes } }>`select details from audit_log
      where act = 'settings.updated' order by id desc limit 1`.execute(server.database.db)
    expect(rows[0]?.details.numbering).toMatchObject({ SO: 'SO', PO: 'BUY', RT: 'PO' })
  })

  test('[SET-01] 20 concurrent orders during prefix changes get gapless numbers, the old prefix before the new one', async () => {
    const { server, admin, order } = await company()
    const prefixes = ['AA', 'BB', 'CC']
    const change = async () => {
      for (const SO of prefixes) await changeSettings(admin, { numbering: { SO } })
    }
    const [, ...orders] = await Promise.all([change(), ...Array.from({ length: 20 }, order)])
    const numbers = orders.map(({ number }) => number.split('-'))
    expect(numbers.map(([, , value]) => Number(value)).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, at) => at + 1),
    )
    const inOrder = numbers
      .toSorted((a, b) => Number(a[2]) - Number(b[2]))
      .map(([prefix = '']) => ['SO', ...prefixes].indexOf(prefix))
    expect(inOrder).toEqual(inOrder.toSorted())
    expect((await order()).number).toBe('CC-2026-000021')
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[SET-01] a document waiting for the counter lock gets the prefix saved before it is numbered', async () => {
    const { server, admin, order } = await company()
    await order()
    const waiting = await server.database.db.transaction().execute(async (tx) => {
      await sql`update counters set value = value where name = 'SO'`.execute(tx)
      const created = order()
      await untilWaiting(server.database.db, 1)
      await sql`insert into settings (id, content) values (1, '{"numbering": {"SO": "NEW"}}')`.execute(tx)
      return { created }
    })
    expect((await waiting.created).number).toBe('NEW-2026-000002')
    expect((await nextOf(admin, 'SO'))?.next).toBe(3)
  })
})

describe('the first number of a year', () => {
  test('[SET-01] can be set and corrected until the first number is used', async () => {
    const { server, admin, order } = await company()
    expect(await nextOf(admin, 'SO')).toEqual({ series: 'SO', next: 1, whyFixed: null })
    for (const next of [0, -5, 2.5, 1_000_000_000]) {
      const { status, body } = await setFirst(admin, 'SO', next)
      expect([next, status, Object.keys(body.fields ?? {})]).toEqual([next, 422, ['next']])
    }
    expect(
      (await admin.send('POST', '/api/settings/numbering/XX/first-number', { year: 2026, before: 1, next: 5 })).status,
    ).toBe(404)
    for (const [before, next] of [
      [1, 50_000],
      [50_000, 5000],
      [5000, 1],
      [1, 500],
    ] as const) {
      expect((await setFirst(admin, 'SO', next, { before })).body).toEqual({ series: 'SO', next, whyFixed: null })
      expect(await nextOf(admin, 'SO')).toEqual({ series: 'SO', next, whyFixed: null })
      expect(await brokenInvariants(server.database.db)).toEqual({})
    }
    const stale = await setFirst(admin, 'SO', 600)
    expect([stale.status, stale.body.code, stale.body.fields]).toEqual([
      412,
      'VERSION_CONFLICT',
      { next: 'has been set to 500 by someone else' },
    ])
    expect((await order()).number).toBe('SO-2026-000500')
    expect((await order()).number).toBe('SO-2026-000501')
    const late = await setFirst(admin, 'SO', 600, { before: 502 })
    expect([late.status, late.body.code, late.body.fields]).toEqual([
      409,
      'TOO_LATE',
      { next: 'can’t be changed: numbers of 2026 up to 501 have been used' },
    ])
    // The product's initial stock has used the first number of adjustments.
    expect((await setFirst(admin, 'ADJ', 9)).body.fields).toEqual({
      next: 'can’t be changed: numbers of 2026 up to 1 have been used',
    })
    expect(await brokenInvariants(server.database.db)).toEqual({})
    const { rows } = await sql`select details from audit_log where act = 'settings.firstNumberSet' order by id`.execute(
      server.database.db,
    )
    expect(rows.slice(0, 2)).toEqual([
      { details: { series: 'SO', year: 2026, before: 1, next: 50_000 } },
      { details: { series: 'SO', year: 2026, before: 50_000, next: 5000 } },
    ])
  })

  test('[SET-01] also applies to series numbered in batches; the next year begins at 1', async () => {
    let now = moment
    const { server, admin, order } = await company(() => now)
    expect((await setFirst(admin, 'INV', 1_234_567)).status).toBe(200)
    const { id } = await order()
    const { invoice } = await admin.do(salesApi.confirm, { params: { id }, body: {} })
    expect(invoice?.number).toBe('INV-2026-1234567')
    now = new Date('2027-01-01T00:00:01Z')
    const old = await setFirst(admin, 'RT', 30)
    expect([old.status, old.body.code, old.body.fields]).toEqual([
      409,
      'TOO_LATE',
      { next: 'belongs to 2026: it is 2027 now' },
    ])
    expect(await nextOf(admin, 'INV')).toEqual({ series: 'INV', next: 1, whyFixed: null })
    const later = await order()
    const confirmed = await admin.do(salesApi.confirm, { params: { id: later.id }, body: {} })
    expect(confirmed.invoice?.number).toBe('INV-2027-000001')
    await setFirst(admin, 'ADJ', 40, { year: 2027 })
    await addProduct(admin, await addPlace(admin), { quantity: 5 })
    expect((await nextOf(admin, 'ADJ'))?.next).toBe(41)
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[SET-01] of two administrators who read the same number only one can change it', async () => {
    const { admin } = await company()
    const both = await Promise.all([setFirst(admin, 'SO', 70), setFirst(admin, 'SO', 80)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
    const next = both.find(({ status }) => status === 200)?.body.next
    expect((await nextOf(admin, 'SO'))?.next).toBe(next)
  })

  test('[SET-01] is refused if a document is numbered concurrently, unless that document fails', async () => {
    const { server, admin, order } = await company()
    const { db } = server.database
    /** Sets the first number while a transaction that has drawn a number of `series` is still open. */
    const setWhileDrawn = async (series: NumberSeries, isWritten: boolean) => {
      let answer: ReturnType<typeof setFirst> | undefined
      const drawn = db.transaction().execute(async (tx) => {
        await sql`insert into counters (name, year, value) values (${series}, 2026, 1)`.execute(tx)
        answer = setFirst(admin, series, 500)
        await untilWaiting(db, 1)
        if (!isWritten) throw new Error('the document was not written')
      })
      await drawn.catch(() => {})
      return answer
    }
    const refused = await setWhileDrawn('RT', true)
    expect([refused?.status, refused?.body.code]).toEqual([409, 'TOO_LATE'])
    const set = await setWhileDrawn('SO', false)
    expect([set?.status, set?.body.next]).toEqual([200, 500])
    expect((await order()).number).toBe('SO-2026-000500')
    const mixed = await Promise.all([setFirst(admin, 'INV', 900), ...(await drawInvoices(admin, order))])
    const [start, ...invoices] = mixed
    const from = start.status === 200 ? 900 : 1
    expect(invoices.map((one) => Number(String(one.body.invoice?.number).split('-')[2])).toSorted()).toEqual(
      invoices.map((_, at) => from + at),
    )
    await sql`delete from counters where name = 'RT'`.execute(db)
    expect(await brokenInvariants(db)).toEqual({})
  })
})

/** Concurrent confirmations of five orders. */
async function drawInvoices(admin: Client, order: () => ReturnType<typeof addOrder>) {
  const orders = await Promise.all(Array.from({ length: 5 }, order))
  return orders.map(({ id }) => admin.call(salesApi.confirm, { params: { id }, body: {} }))
}

/** Waits until this many statements wait for a lock in this database. */
async function untilWaiting(db: Awaited<ReturnType<typeof company>>['server']['database']['db'], count: number) {
  for (;;) {
    const { rows } = await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'
      and datname = current_database()`.execute(db)
    if (rows.length >= count) return
  }
}

test('[SCAN-05] finds a SKU that looks like a document’s number', async () => {
  const { admin } = await company()
  const product = await addProduct(admin, await addPlace(admin), { sku: 'KX-2024-000123' })
  const { found } = await admin.do(scanApi.scan, { query: { code: 'kx-2024-000123' } })
  expect(found.map(({ type, id }) => [type, id])).toEqual([['product', product.id]])
  expect((await admin.do(inventoryApi.getProduct, { params: { id: product.id } })).sku).toBe('KX-2024-000123')
})
