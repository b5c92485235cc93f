import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { type OrderPreview, orderPreviewApi, type PreviewedAction } from '#shared/sales/orders/order-preview-api.ts'
import type { OrderAction } from '#shared/sales/orders/order-transitions.ts'
import { queueMail } from '#server/kernel/mail.ts'
import { mailsOfThis } from '#server/kernel/mail.ts'
import { addAccount, addOrder, addPlace, addProduct, placePurchase, type TestPlace } from '#test/builders.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { type Client, patient, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
let place: TestPlace
let accountId: string
/** On hand in two lots: 6 that expire first, and 20. */
let lotted: string
let plain: string

beforeAll(async () => {
  server = await startServer()
  admin = patient(await server.as('admin'))
  place = await addPlace(admin)
  accountId = (await addAccount(admin)).id
  lotted = (await addProduct(admin, place, { lotControlled: true, name: 'Saline', price: '3.10' })).id
  plain = (await addProduct(admin, place, { quantity: 500, name: 'Tape', price: '1.05' })).id
  const purchase = await placePurchase(admin, place, [[lotted, 26, '1']])
  const lineId = purchase.orderLines[0]?.id ?? ''
  const lots = [
    { lineId, quantity: 6, lotNumber: 'A-1', expiryDate: '2035-01-31' },
    { lineId, quantity: 20, lotNumber: 'B-2', expiryDate: '2036-01-31' },
  ]
  await admin.do(purchasingApi.receive, { params: { id: purchase.id }, body: { lines: lots } })
})

const bodies: Partial<Record<PreviewedAction | OrderAction, object>> = {
  unconfirm: { reason: 'Preview' },
  reverse: { reason: 'Preview' },
  cancel: { reason: 'Preview' },
  assign: { method: 'own_driver' },
}
const take = (id: string, act: PreviewedAction | OrderAction) =>
  act === 'delete'
    ? admin.send('DELETE', `/api/sales-orders/${id}`)
    : admin.send('POST', salesApi[act].path.replace(':id', id), bodies[act] ?? {}, {
        'idempotency-key': crypto.randomUUID(),
      })
const requestPreview = (id: string, act: PreviewedAction, client = admin) =>
  client.call(orderPreviewApi.previewOrder, { params: { id }, body: { act } }, { key: null })

/** A hash of all rows of each table, except sessions, rate limits and known devices. */
async function everything(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`select quote_ident(tablename) as name from pg_tables
    where schemaname = 'public' order by 1`.execute(server.database.db)
  const parts: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ print: string }>`select ${name} || ' ' || count(*) || ' ' ||
      md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as print
      from ${sql.raw(name)} t`.execute(server.database.db)
    parts.push(rows[0]?.print ?? '')
  }
  return parts.filter((part) => !/^(sessions|rate_limits|known_devices) /.test(part)).join('\n')
}

interface Seen {
  status: string | null
  stock: Record<string, { onHand: number; committed: number }>
  papers: Record<string, string>
}

/** Stock by lot and the documents of an order, read from the tables. */
async function seen(id: string): Promise<Seen> {
  const { rows } = await sql<Seen>`select
    (select case when deleted_at is null then status end from sales_orders where id = ${id}) as status,
    (select json_object_agg(t.lot_number || ' ' || i.name, json_build_object('onHand', b.on_hand, 'committed', b.committed))
      from stock_balance b join lots t on t.id = b.lot_id join items i on i.id = b.item_id) as stock,
    (select coalesce(json_object_agg(number, total || ' ' || state), '{}') from (
      select number, total, case when deleted_at is not null then 'deleted' when voided_at is not null then 'voided' else 'stands' end as state
        from invoices where order_id = ${id}
      union all select number, (select sum(quantity) from shipment_lines where shipment_id = s.id),
        case when deleted_at is not null then 'deleted' else 'stands' end from shipments s where order_id = ${id}) p) as papers`.execute(
    server.database.db,
  )
  return rows[0] as Seen
}

const minor = (amount: string | null) => Math.round(Number(amount) * 100)

/** A preview in the same form, for comparison. */
const summaryOf = (preview: OrderPreview) => ({
  to: preview.to,
  stock: Object.fromEntries(
    preview.stock.map(({ lotNumber, item, onHand, committed }) => [
      `${lotNumber} ${item.name}`,
      [onHand.before, onHand.after, committed.before, committed.after],
    ]),
  ),
  papers: [
    ...preview.invoices.map((one) => `${minor(one.total)} ${one.effect === 'issued' ? 'stands' : one.effect}`),
    ...preview.shipments.map((one) => `${one.pieces} ${one.effect === 'made' ? 'stands' : one.effect}`),
  ].toSorted(),
})

const happened = (before: Seen, after: Seen) => ({
  to: after.status,
  stock: Object.fromEntries(
    Object.entries(after.stock).flatMap(([name, is]) => {
      const was = before.stock[name] ?? { onHand: 0, committed: 0 }
      const same = was.onHand === is.onHand && was.committed === is.committed
      return same ? [] : [[name, [was.onHand, is.onHand, was.committed, is.committed]]]
    }),
  ),
  papers: Object.entries(after.papers)
    .flatMap(([number, is]) => (before.papers[number] === is ? [] : [is]))
    .toSorted(),
})

const cases: [PreviewedAction, OrderAction[]][] = [
  ['confirm', []],
  ['cancel', []],
  ['delete', []],
  ['startPicking', ['confirm']],
  ['ready', ['confirm']],
  ['unconfirm', ['confirm']],
  ['cancel', ['confirm']],
  ['delete', ['confirm']],
  ['ready', ['confirm', 'startPicking']],
  ['unconfirm', ['confirm', 'startPicking']],
  ['reverse', ['confirm', 'ready']],
  ['cancel', ['confirm', 'ready']],
  ['delete', ['confirm', 'ready']],
  ['delete', ['cancel']],
]

describe('the preview of an action equals its actual effects and writes nothing', () => {
  test.each(cases)('[SO-01, SO-02, SO-03, SO-04] %s after %j', async (act, way) => {
    const { id } = await addOrder(admin, accountId, [
      [lotted, 9],
      [plain, 3],
      [plain, 4],
    ])
    for (const step of way) expect((await take(id, step)).status).toBe(200)
    const [before, all] = [await seen(id), await everything()]
    const preview = await requestPreview(id, act)
    expect(preview.status).toBe(200)
    expect(await everything()).toBe(all)
    expect((await take(id, act)).status).toBeLessThan(300)
    expect(summaryOf(preview.body)).toEqual(happened(before, await seen(id)))
    expect(preview.body.from).toBe(before.status)
    expect(preview.body.mails).toEqual([])
    // Reset for the next case.
    const { status } = await seen(id)
    if (status !== null && status !== 'CANCELLED') expect((await take(id, 'cancel')).status).toBe(200)
  })

  test('[SO-01] preview of handing over changes no stock; it requires shipping permission, not sales permission', async () => {
    const { id } = await addOrder(admin, accountId, [[plain, 2]])
    for (const step of ['confirm', 'ready', 'assign'] as const) expect((await take(id, step)).status).toBe(200)
    const before = await seen(id)
    const ships = await server.as('staff', { shipping: { view: true, edit: true, delete: false } })
    const { status, body } = await requestPreview(id, 'handOver', ships)
    expect([status, body.to, body.stock]).toEqual([200, 'SHIPPED', []])
    expect((await requestPreview(id, 'cancel', ships)).status).toBe(403)
    const sells = await server.as('staff', { salesOrders: { view: true, edit: true, delete: false } })
    expect((await requestPreview(id, 'handOver', sells)).status).toBe(403)
    await admin.do(salesApi.handOver, { params: { id }, body: {} })
    expect(summaryOf(body)).toEqual(happened(before, await seen(id)))
  })

  test('[SO-01] preview of a back-order commits available stock and lists the missing pieces', async () => {
    const { id } = await addOrder(admin, accountId, [[lotted, 30]])
    const before = await seen(id)
    const { body } = await requestPreview(id, 'backOrder')
    expect(body).toMatchObject({ to: 'AWAITING_STOCK', missing: [{ item: 'Saline', pieces: 4 }], invoices: [] })
    await admin.do(salesApi.backOrder, { params: { id }, body: {} })
    expect(summaryOf(body)).toEqual(happened(before, await seen(id)))
    await admin.do(salesApi.cancel, { params: { id }, body: { reason: 'Enough' } })
  })

  test('[IVC-02] preview of deleting an invoice equals its effects; a second preview gets 404', async () => {
    const { id } = await addOrder(admin, accountId, [[lotted, 7]])
    const { invoice } = await admin.do(salesApi.confirm, { params: { id }, body: {} })
    const params = { id: invoice?.id ?? '' }
    const [before, all] = [await seen(id), await everything()]
    const { body } = await admin.call(orderPreviewApi.previewInvoiceDeletion, { params, body: {} }, { key: null })
    expect(body.invoices).toEqual([{ effect: 'deleted', number: invoice?.number, total: '21.70', dueDate: null }])
    expect(await everything()).toBe(all)
    await admin.do(invoicingApi.deleteInvoice, { params })
    expect(summaryOf(body)).toEqual(happened(before, await seen(id)))
    const gone = await admin.call(orderPreviewApi.previewInvoiceDeletion, { params, body: {} }, { key: null })
    expect(gone.status).toBe(404)
  })
})

describe('previews of impossible actions are refused with the action’s own error', () => {
  test('[SO-01] insufficient stock and invalid status transitions (409), unknown order (404)', async () => {
    const { id } = await addOrder(admin, accountId, [[lotted, 27]])
    const short = await requestPreview(id, 'confirm')
    expect([short.status, short.body.code]).toEqual([409, 'INSUFFICIENT_STOCK'])
    expect(short.body.error).toBe((await take(id, 'confirm')).body.error)
    const early = await requestPreview(id, 'ready')
    expect([early.status, early.body.error]).toEqual([409, (await take(id, 'ready')).body.error])
    expect((await requestPreview('00000000-0000-4000-8000-000000000000', 'confirm')).status).toBe(404)
  })

  test('[PERM-02] previews require the action’s permission; without invoice permission, number and total are null', async () => {
    const { id } = await addOrder(admin, accountId, [[plain, 2]])
    await admin.do(salesApi.confirm, { params: { id }, body: {} })
    const sells = await server.as('staff', { salesOrders: { view: true, edit: true, delete: false } })
    expect((await requestPreview(id, 'delete', sells)).status).toBe(403)
    const { body } = await requestPreview(id, 'cancel', sells)
    expect(body.invoices).toEqual([{ effect: 'voided', number: null, total: null, dueDate: null }])
    const deletes = await server.as('staff', { salesOrders: { view: true, edit: false, delete: true } })
    expect((await requestPreview(id, 'cancel', deletes)).status).toBe(403)
    expect((await requestPreview(id, 'delete', deletes)).status).toBe(200)
  })
})

test('[SO-02] concurrent previews and confirmations cause no server errors and leave no transaction open', async () => {
  const orders = await Promise.all(Array.from({ length: 12 }, () => addOrder(admin, accountId, [[plain, 1]])))
  const answers = await Promise.all(
    orders.flatMap(({ id }) => [
      requestPreview(id, 'confirm'),
      requestPreview(id, 'cancel'),
      admin.call(salesApi.confirm, { params: { id }, body: {} }),
    ]),
  )
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  expect(answers.filter((_one, at) => at % 3 === 2).map(({ status }) => status)).toEqual(orders.map(() => 200))
  const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_stat_activity
    where state like 'idle in transaction%' and datname = current_database()`.execute(server.database.db)
  expect(rows).toEqual([{ waiting: 0 }])
  expect(await brokenInvariants(server.database.db)).toEqual({})
})

test('[SO-01] the preview lists mails queued by its own transaction only', async () => {
  const { database } = server
  await database.transaction((tx) => queueMail(tx, { to: 'old@example.com', subject: 'Before', lines: [] }))
  const mails = await database.transaction(async (tx) => {
    await queueMail(tx, { to: 'ward@example.com', subject: 'Confirmed', lines: [] })
    return mailsOfThis(tx)
  })
  expect(mails).toEqual([{ to: 'ward@example.com', subject: 'Confirmed' }])
})
