import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { crmApi } from '#shared/crm/partners/api.ts'
import { contactsApi } from '#shared/crm/contacts/api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { paymentsApi } from '#shared/invoicing/payments-api.ts'
import { balancesApi } from '#shared/invoicing/balances-api.ts'
import { mergeApi } from '#shared/crm/partners/merge-api.ts'
import { accountPartsApi } from '#shared/crm/partners/partners-api.ts'
import { timelineApi } from '#shared/crm/partners/timeline-api.ts'
import { deletedApi } from '#shared/reports/deleted-api.ts'
import { estimatesApi } from '#shared/sales/estimates/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { recallsApi } from '#shared/inventory/recalls/api.ts'
import { portalOrdersApi } from '#shared/portal/orders-api.ts'
import { portalRecallsApi } from '#shared/portal/recalls-api.ts'
import { addAccount, addOrder, addPlace, addProduct, deliveredOrder } from '#test/builders.ts'
import { addLots } from '#test/lots.ts'
import { portalUser } from '#test/portal.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { type Client, patient, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
let product: { id: string }
beforeAll(async () => {
  server = await startServer()
  admin = patient(await server.as('admin'))
  product = await addProduct(admin, await addPlace(admin), { quantity: 1000 })
})

type Read = { id: string; version: number }
const merge = (primary: Read, other: Read, take: string[] = []) =>
  admin.call(
    mergeApi.mergeAccounts,
    { params: { id: primary.id }, body: { otherId: other.id, otherVersion: other.version, take: take as never } },
    { version: primary.version },
  )
const account = (id: string) => admin.do(crmApi.getAccount, { params: { id } })
const timeline = async (client: Client, id: string) =>
  (await client.do(timelineApi.listAccountTimeline, { params: { id }, query: { limit: 200 } })).data

describe('merging two customers', () => {
  test.each([true, false])(
    '[CRM-02] keeps the remaining customer’s tax exemption unless the other’s is chosen: %s',
    async (isTaken) => {
      const [primary, other] = [await addAccount(admin), await addAccount(admin)]
      const billing = { params: { id: other.id }, body: { taxExempt: true, reminders: false } }
      await admin.do(balancesApi.putBilling, billing, { version: 1 })
      const take = isTaken ? (['taxExempt'] as const) : []
      const done = await merge(await account(primary.id), await account(other.id), [...take])
      expect(done.body).toMatchObject({ account: { id: primary.id, taxExempt: isTaken } })
      const { reminders } = await admin.do(balancesApi.getBalance, { params: { id: primary.id } })
      expect(reminders).toBe(true)
      const order = await addOrder(admin, primary.id, [[product.id, 1]])
      expect(order.account.taxExempt).toBe(isTaken)
    },
  )
  test('[CRM-02] takes the chosen fields, moves all records and redirects the old id to the remaining customer', async () => {
    const primary = await addAccount(admin, { name: 'Lakeside Clinic', labels: ['a'], phone: '111 222', code: 'LC-1' })
    const other = await addAccount(admin, {
      name: 'Lake Side Clinic Ltd',
      labels: ['a', 'b'],
      code: 'LC-2',
      address: '1 Lake Road',
      latitude: 1,
      longitude: 2,
      creditLimit: '500',
    })
    const order = await addOrder(admin, other.id, [[product.id, 2]])
    await admin.do(salesApi.confirm, { params: { id: order.id } })
    await addOrder(admin, primary.id, [[product.id, 1]])
    const contact = await admin.do(contactsApi.createContact, { body: { name: 'Afi Lake', accountId: other.id } })
    const params = { id: other.id }
    await admin.do(accountPartsApi.addNote, { params, body: { text: 'Likes mornings' } })
    await admin.do(accountPartsApi.addAddress, { params, body: { kind: 'shipping', address: 'Jetty' } })
    const preview = await admin.do(mergeApi.previewMerge, { params: { id: primary.id }, query: { other: other.id } })
    const moves = {
      orders: 1,
      estimates: 0,
      invoices: 1,
      contacts: 1,
      addresses: 1,
      notes: 1,
      logins: 0,
      prospects: 0,
      opportunities: 0,
      recalls: 0,
    }
    expect(preview.moves).toEqual(moves)

    const done = await merge(await account(primary.id), await account(other.id), [
      'name',
      'code',
      'address',
      'creditLimit',
    ])
    expect(done.body).toMatchObject({
      moved: moves,
      account: {
        id: primary.id,
        name: 'Lake Side Clinic Ltd',
        code: 'LC-2',
        address: '1 Lake Road',
        latitude: 1,
        phone: '111 222',
        labels: ['a', 'b'],
        creditLimit: '500.00',
        orders: 2,
      },
    })
    expect(await account(other.id)).toMatchObject({ id: primary.id })
    expect((await admin.do(salesApi.getOrder, { params: { id: order.id } })).account.id).toBe(primary.id)
    expect((await admin.do(contactsApi.getContact, { params: { id: contact.id } })).account?.id).toBe(primary.id)
    const acts = (await timeline(admin, primary.id)).map(({ act }) => act)
    for (const act of ['account.merged', 'account.mergedInto', 'account.created', 'create', 'confirm', 'issued'])
      expect(acts).toContain(act)
    const { data } = await admin.do(deletedApi.listDeleted, { query: { kind: 'customer' } })
    expect(data.filter(({ id }) => id === other.id)).toEqual([])
    expect(
      (await admin.call(deletedApi.restore, { params: { kind: 'customer', id: other.id }, body: {} })).status,
    ).toBe(404)
    // Merged once more: the first id leads to the last customer.
    const last = await addAccount(admin, { name: 'Last one standing' })
    expect((await merge(last, await account(primary.id))).status).toBe(200)
    expect(await account(other.id)).toMatchObject({ id: last.id, name: 'Last one standing' })
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[CRM-02] is refused if a customer is deleted (404), was changed since (412), or both are the same (422)', async () => {
    const primary = await addAccount(admin)
    const other = await addAccount(admin)
    expect((await merge(primary, primary)).status).toBe(422)
    expect((await merge({ ...primary, version: 9 }, other)).status).toBe(412)
    expect((await merge(primary, { ...other, version: 9 })).status).toBe(412)
    expect((await merge(primary, other, ['password'])).status).toBe(422)
    const path = `/api/accounts/${primary.id}/merge`
    const body = { otherId: other.id, otherVersion: 1 }
    expect((await admin.send('POST', path, body)).status).toBe(400)
    await admin.do(crmApi.deleteAccount, { params: { id: other.id } })
    expect((await merge(primary, other)).status).toBe(404)
    const previewInput = { params: { id: primary.id }, query: { other: other.id } }
    expect((await admin.call(mergeApi.previewMerge, previewInput)).status).toBe(404)
  })

  test('[CRM-02] preview counts the records to move, including estimates but not deleted records', async () => {
    const primary = await addAccount(admin)
    const other = await addAccount(admin)
    const accountId = other.id
    const lines = [{ productId: product.id, quantity: 1 }]
    await admin.do(estimatesApi.createEstimate, { body: { accountId, validUntil: '2099-01-01', lines } })
    await addOrder(admin, accountId, [[product.id, 1]])
    const order = await addOrder(admin, accountId, [[product.id, 1]])
    await admin.do(salesApi.deleteOrder, { params: { id: order.id } })
    const contact = await admin.do(contactsApi.createContact, { body: { name: 'Afi Gone', accountId } })
    await admin.call(contactsApi.deleteContact, { params: { id: contact.id } })
    const { moves } = await admin.do(mergeApi.previewMerge, { params: { id: primary.id }, query: { other: other.id } })
    expect(moves).toMatchObject({ orders: 1, estimates: 1, contacts: 0 })
    expect((await merge(primary, other)).body.moved).toEqual(moves)
  })

  test('[CRM-02] loses no order that is written during the merge (B10)', async () => {
    for (let round = 0; round < 4; round += 1) {
      const primary = await addAccount(admin)
      const other = await addAccount(admin)
      const before = await addOrder(admin, other.id, [[product.id, 1]])
      const write = () =>
        admin.call(salesApi.createOrder, {
          body: { accountId: other.id, lines: [{ productId: product.id, quantity: 1 }] },
        })
      const answers = await Promise.all([
        write(),
        write(),
        merge(primary, other),
        write(),
        admin.call(salesApi.confirm, { params: { id: before.id } }),
        admin.call(contactsApi.createContact, { body: { name: 'In between', accountId: other.id } }),
        admin.call(accountPartsApi.addNote, { params: { id: other.id }, body: { text: 'In between' } }),
        write(),
      ])
      const statuses = answers.map(({ status }) => status)
      expect([statuses[2], statuses[4]]).toEqual([200, 200])
      expect(statuses.every((status) => [200, 201, 404, 422].includes(status))).toBe(true)
      const written = statuses.filter((status, at) => [0, 1, 3, 7].includes(at) && status === 201).length
      expect((await account(primary.id)).orders).toBe(1 + written)
      const { rows } = await sql<{
        left: number
      }>`select count(*) as left from sales_orders where account_id = ${other.id}`.execute(server.database.db)
      expect(rows[0]?.left).toBe(0)
    }
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('race: of two merges in opposite directions, one succeeds and the other gets 404', async () => {
    const one = await addAccount(admin)
    const two = await addAccount(admin)
    const answers = await Promise.all([merge(one, two), merge(two, one)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
  })

  test('[CUS-01] moves portal users, orders awaiting approval and recall acknowledgements', async () => {
    const primary = await addAccount(admin)
    const other = await addAccount(admin)
    const { product: recalled, lot } = await addLots(admin, await addPlace(admin), [['M1', 900, 100]])
    for (const { id } of [primary, other]) await deliveredOrder(admin, id, [[recalled.id, 3]])
    const { recall } = await admin.do(recallsApi.startRecall, {
      body: { lotIds: [lot('M1')], reason: 'Fault', instruction: 'Send back' },
    })
    for (const { id } of [primary, other]) {
      const owner = await portalUser(server, admin, id)
      await owner.do(portalRecallsApi.acknowledge, { params: { id: recall.id }, body: { name: 'A. Ward', held: 2 } })
    }
    const orderer = await portalUser(server, admin, other.id, 'orderer', '0')
    const { requisition } = await orderer.do(portalOrdersApi.placeOrder, {
      body: { lines: [{ productId: product.id, quantity: 1 }] },
    })
    expect((await merge(primary, await account(other.id))).status).toBe(200)
    const owner = await portalUser(server, admin, primary.id)
    const { data } = await owner.do(portalOrdersApi.listRequisitions, {})
    expect(data.map(({ id }) => id)).toEqual([requisition?.id])
    const { data: recalls } = await owner.do(portalRecallsApi.listRecalls, {})
    expect(recalls.find(({ id }) => id === recall.id)?.acknowledgement?.held).toBe(4)
  })

  test('every table that references customers is handled by a merge', async () => {
    const { rows } = await sql<{ name: string }>`select conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'accounts'::regclass order by 1`.execute(server.database.db)
    // To add a table: move its rows in merge-accounts.ts, and list it here and in test/invariants.ts.
    expect(rows.map(({ name }) => name)).toEqual([
      'account_billing',
      'accounts',
      'addresses',
      'call_tasks',
      'consignment_counts',
      'contacts',
      // Append-only: the remaining credit is transferred by an entry for each customer.
      'credit_entry',
      // Written once: its current customer is read from its invoice.
      'credit_notes',
      'customer_credit',
      'estimates',
      'invoices',
      'locations',
      'money_mails',
      'opportunities',
      'partner_notes',
      'payments',
      'portal_views',
      'prospects',
      'recall_acknowledgements',
      'recall_customers',
      'recall_returns',
      'requisitions',
      'retention_customers',
      'retention_messages',
      'retention_steps',
      'sales_orders',
      'sales_returns',
      'shelf_counts',
      'shelves',
      // Updated by a trigger with their orders.
      'shipments',
      'taken_invitations',
      'users',
    ])
  })
})

test('[CRM-01] merging two contacts takes the chosen fields and redirects the old id to the remaining contact', async () => {
  const at = await addAccount(admin)
  const primary = await admin.do(contactsApi.createContact, { body: { name: 'E. Twin', email: 'e@example.com' } })
  const other = await admin.do(contactsApi.createContact, {
    body: { name: 'Edem Twin', phone: '99', accountId: at.id },
  })
  const call = (version: number) =>
    admin.call(
      mergeApi.mergeContacts,
      { params: { id: primary.id }, body: { otherId: other.id, otherVersion: 1, take: ['name', 'affiliation'] } },
      { version },
    )
  expect((await call(2)).status).toBe(412)
  expect((await call(1)).body).toMatchObject({
    id: primary.id,
    name: 'Edem Twin',
    email: 'e@example.com',
    phone: null,
    account: { id: at.id },
  })
  expect(await admin.do(contactsApi.getContact, { params: { id: other.id } })).toMatchObject({ id: primary.id })
  expect((await call(2)).status).toBe(404)
})

test('[CRM-01] merging contacts is refused if one is deleted (404), was changed (412), is the same (422), or without permission', async () => {
  const add = (name: string) => admin.do(contactsApi.createContact, { body: { name } })
  const primary = await add('Ama Refused')
  const other = await add('Ama Refusd')
  const call = (to: Read, from: Read, take: string[] = []) =>
    admin.call(
      mergeApi.mergeContacts,
      { params: { id: to.id }, body: { otherId: from.id, otherVersion: from.version, take: take as never } },
      { version: to.version },
    )
  expect(await call(primary, primary)).toMatchObject({ status: 422, body: { fields: { otherId: expect.any(String) } } })
  expect((await call(primary, other, ['accountId'])).status).toBe(422)
  expect((await call(primary, { ...other, version: 7 })).status).toBe(412)
  const path = `/api/contacts/${primary.id}/merge`
  const body = { otherId: other.id, otherVersion: other.version }
  expect((await admin.send('POST', path, body)).status).toBe(400)
  const keyed = { 'idempotency-key': crypto.randomUUID() }
  expect((await admin.send('POST', path, body, keyed)).status).toBe(428)
  const editor = await server.as('staff', { crm: { view: true, edit: true } })
  const mergeInput = { params: { id: primary.id }, body: { ...body, take: [] } }
  expect((await editor.call(mergeApi.mergeContacts, mergeInput, { version: primary.version })).status).toBe(403)
  // Of two concurrent merges in opposite directions, one succeeds.
  const both = await Promise.all([call(primary, other), call(other, primary)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404])
  expect([404, 412]).toContain((await call(primary, other)).status)
  const duplicates = await admin.do(mergeApi.listContactTwins, { query: { name: 'Ama Refused' } })
  expect(duplicates.data.length).toBe(1)
})

test('[CRM-02] duplicate search finds customers by similar name, email, phone and tax number; names with other digits don’t match', async () => {
  const known = await addAccount(admin, {
    name: 'Cape Coast General Hospital',
    email: 'Stores@CapeCoast.example',
    phone: '+233 33 213 4455',
    taxNumber: 'C-0042 17',
  })
  await addAccount(admin, { name: 'Ward Supplies 17' })
  const duplicatesOf = async (query: object) =>
    (await admin.do(mergeApi.listAccountTwins, { query })).data.map(({ id, by }) => [id, by.toSorted()])
  expect(await duplicatesOf({ name: 'Cape Coast Generel Hosptal' })).toEqual([[known.id, ['name']]])
  expect(await duplicatesOf({ name: 'Else', email: 'stores@capecoast.example' })).toEqual([[known.id, ['email']]])
  expect(await duplicatesOf({ phone: '033 213-4455' })).toEqual([[known.id, ['phone']]])
  expect(await duplicatesOf({ taxNumber: 'c004217', name: 'Cape Coast General Hospital' })).toEqual([
    [known.id, ['name', 'taxNumber']],
  ])
  expect(await duplicatesOf({ name: 'Ward Supplies 18' })).toEqual([])
  expect(await duplicatesOf({ name: 'Quite another company' })).toEqual([])
  expect(await duplicatesOf({})).toEqual([])
})

test('[CRM-02] a timeline shows only entries that the user may view, with changes per field, and pages by cursor', async () => {
  const made = await addAccount(admin, { name: 'Told Clinic' })
  const order = await addOrder(admin, made.id, [[product.id, 1]])
  await admin.do(salesApi.confirm, { params: { id: order.id } })
  await admin.do(
    crmApi.updateAccount,
    { params: { id: made.id }, body: { name: 'Told Clinic', country: 'Ghana' } },
    { version: 1 },
  )
  await sql`insert into mail_outbox (id, to_address, subject, expires_at) values
    (gen_random_uuid(), 'told@example.com', 'Set your password', moment()), (gen_random_uuid(), 'TOLD@example.com', 'Your invoice', null)`.execute(
    server.database.db,
  )
  await admin.do(contactsApi.createContact, { body: { name: 'Told', email: 'told@example.com', accountId: made.id } })
  const all = await timeline(admin, made.id)
  expect(all.find(({ act }) => act === 'account.updated')?.changes).toEqual([
    { field: 'country', from: null, to: 'Ghana' },
  ])
  expect(all.filter(({ source }) => source === 'mail').map(({ text }) => text)).toEqual(['Your invoice'])
  expect(all.find(({ source }) => source === 'order')?.document).toEqual({ id: order.id, number: order.number })
  const moments = all.map(({ at }) => Date.parse(at))
  expect(moments).toEqual(moments.toSorted((a, b) => b - a))
  // Paging gives the same result.
  const paged: string[] = []
  let cursor: string | undefined
  do {
    const page = await admin.do(timelineApi.listAccountTimeline, {
      params: { id: made.id },
      query: { limit: 2, cursor },
    })
    paged.push(...page.data.map(({ id }) => id))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  expect(paged).toEqual(all.map(({ id }) => id))
  const reader = await server.as('staff', { crm: { view: true } })
  expect(new Set((await timeline(reader, made.id)).map(({ source }) => source))).toEqual(new Set(['change', 'mail']))
  const { supplier } = await addPlace(admin)
  const history = await admin.do(timelineApi.listSupplierTimeline, { params: { id: supplier.id } })
  expect(history.data.map(({ act }) => act)).toEqual(['supplier.created'])
  expect((await admin.call(timelineApi.listSupplierTimeline, { params: { id: made.id } })).status).toBe(404)
})

test('[CRM-02] a timeline shows status changes of orders with reasons, and payments settled with credit', async () => {
  const { id } = await addAccount(admin, { name: 'Settled Clinic' })
  const order = await addOrder(admin, id, [[product.id, 1]])
  const params = { id: order.id }
  const { invoice } = await admin.do(salesApi.confirm, { params, body: {} })
  const base = { accountId: id, method: 'cash', receivedDate: '2026-01-31', reference: null, keepRest: true } as const
  await admin.do(paymentsApi.takePayment, { body: { ...base, amount: '1', parts: [] } })
  const paid = await admin.do(paymentsApi.applyCredit, { params: { id: invoice?.id ?? '' }, body: { amount: '1' } })
  const unpaid = { params: { id: paid.id }, body: { reason: 'Wrong order' } }
  await admin.do(invoicingApi.resetPayments, unpaid, { version: paid.version })
  await admin.do(salesApi.cancel, { params, body: { reason: 'Ordered twice' } })
  const all = await timeline(admin, id)
  expect(all.filter(({ source }) => source === 'payment').map(({ act }) => act)).toEqual([
    'CREDIT_REVERSAL',
    'CREDIT',
    'OVERPAYMENT',
  ])
  expect(all.filter(({ source }) => source === 'order')).toMatchObject([
    { act: 'cancel', status: 'CANCELLED', text: 'Ordered twice' },
    { act: 'confirm', status: 'CONFIRMED', text: null },
    { act: 'create', status: 'PENDING', text: null },
  ])
})
