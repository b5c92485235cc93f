import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { crmApi } from '#shared/crm/partners/api.ts'
import { crmNeighboursApi } from '#shared/crm/partners/neighbours-api.ts'
import { timelineApi } from '#shared/crm/partners/timeline-api.ts'
import { contactsApi } from '#shared/crm/contacts/api.ts'
import { contactExport } from '#server/crm/exports.ts'
import { deletedApi } from '#shared/reports/deleted-api.ts'
import { addAccount, addPlace } from '#test/builders.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
})

const full = {
  email: 'ama@example.com',
  phone: '+233 20 555 0101',
  position: 'Head of purchasing',
  status: 'inactive' as const,
  notes: 'Speaks French',
}
const names = async (query: object) =>
  (await admin.do(contactsApi.listContacts, { query })).data.map(({ name }) => name)

describe('contacts', () => {
  test('[CRM-01] stores every field; search finds a contact by each field and by customer or affiliation', async () => {
    const account = await addAccount(admin, { name: 'Volta Regional Hospital' })
    const made = await admin.do(contactsApi.createContact, {
      body: { name: 'Ama Mensah', accountId: account.id, ...full },
    })
    expect(await admin.do(contactsApi.getContact, { params: { id: made.id } })).toMatchObject({
      name: 'Ama Mensah',
      account: { id: account.id, name: 'Volta Regional Hospital' },
      supplier: null,
      affiliation: null,
      version: 1,
      ...full,
    })
    await admin.do(contactsApi.createContact, { body: { name: 'Kofi Free', affiliation: 'Ministry of Health' } })
    for (const q of ['mensah', 'ama@example', '555 0101', 'head of purch', 'speaks fr', 'volta regional'])
      expect([q, await names({ q })]).toEqual([q, ['Ama Mensah']])
    expect(await names({ q: 'ministry' })).toEqual(['Kofi Free'])
    expect(await names({ account: account.id })).toEqual(['Ama Mensah'])
    expect(await names({ at: 'customer', status: 'inactive' })).toEqual(['Ama Mensah'])
    expect(await names({ at: 'other', q: 'kofi' })).toEqual(['Kofi Free'])
    expect(await names({ at: 'nobody', q: 'kofi' })).toEqual([])
    expect(await names({ q: 'a', sort: '-createdAt' })).toEqual(['Kofi Free', 'Ama Mensah'])
  })

  test('[CRM-01] validation: at most one of customer, supplier and affiliation; both must exist; fields must be valid (422)', async () => {
    const { supplier } = await addPlace(admin)
    const account = await addAccount(admin)
    const both = await admin.send('POST', '/api/contacts', {
      name: 'Both',
      accountId: account.id,
      supplierId: supplier.id,
    })
    expect([both.status, Object.keys(both.body.fields ?? {})]).toEqual([422, ['affiliation']])
    const nobody = '01900000-0000-7000-8000-000000000000'
    for (const field of ['accountId', 'supplierId']) {
      const answer = await admin.send('POST', '/api/contacts', { name: 'Lost', [field]: nobody })
      expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([422, [field]])
    }
    for (const [field, value] of [
      ['name', ''],
      ['email', 'nobody'],
      ['status', 'asleep'],
      ['role', 'admin'],
    ]) {
      const answer = await admin.send('POST', '/api/contacts', { name: 'Someone', [`${field}`]: value })
      expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([422, [field]])
    }
  })

  test('[CRM-01] update needs the current version; can be unlinked, set inactive, deleted and restored', async () => {
    const { supplier } = await addPlace(admin)
    const { id } = await admin.do(contactsApi.createContact, { body: { name: 'Yaw Boateng', supplierId: supplier.id } })
    const put = (version: number) =>
      admin.call(
        contactsApi.updateContact,
        { params: { id }, body: { name: 'Yaw B.', supplierId: supplier.id } },
        { version },
      )
    expect((await put(1)).body).toMatchObject({ name: 'Yaw B.', version: 2, supplier: { id: supplier.id } })
    expect((await put(1)).status).toBe(412)
    expect((await admin.send('PUT', `/api/contacts/${id}`, { name: 'Y' })).status).toBe(428)
    const patch = (body: object) => admin.send('PATCH', `/api/contacts/${id}`, body)
    expect((await patch({ status: 'inactive' })).body).toMatchObject({
      status: 'inactive',
      supplier: { id: supplier.id },
    })
    expect((await patch({ unlink: true })).body).toMatchObject({ status: 'inactive', supplier: null, version: 4 })
    expect((await patch({})).status).toBe(422)

    const gone = () => admin.call(contactsApi.deleteContact, { params: { id } })
    expect((await gone()).status).toBe(204)
    expect([(await gone()).status, (await patch({ unlink: true })).status, (await put(5)).status]).toEqual([
      404, 404, 404,
    ])
    expect((await admin.call(contactsApi.getContact, { params: { id } })).status).toBe(404)
    const { data } = await admin.do(deletedApi.listDeleted, { query: { kind: 'contact' } })
    expect(data.map(({ id: one, name }) => [one, name])).toContainEqual([id, 'Yaw B.'])
    await admin.do(deletedApi.restore, { params: { kind: 'contact', id }, body: {} })
    expect(await names({ q: 'yaw b.' })).toEqual(['Yaw B.'])
  })

  test('[CRM-01, CRM-02] the customer’s timeline shows that a contact was added and, after deletion, removed', async () => {
    const { id: accountId } = await addAccount(admin)
    const { id } = await admin.do(contactsApi.createContact, { body: { name: 'Esi Leaves', accountId } })
    await admin.call(contactsApi.deleteContact, { params: { id } })
    const { data } = await admin.do(timelineApi.listAccountTimeline, { params: { id: accountId }, query: {} })
    expect(data.map(({ act, text }) => [act, text]).slice(0, 2)).toEqual([
      ['account.contact.removed', 'Esi Leaves'],
      ['account.contact.added', 'Esi Leaves'],
    ])
  })

  test('[CRM-01] can be edited after its customer or supplier is deleted; new contacts can’t be linked to a deleted one', async () => {
    const account = await addAccount(admin)
    const { supplier } = await addPlace(admin)
    for (const affiliation of [{ accountId: account.id }, { supplierId: supplier.id }]) {
      const { id } = await admin.do(contactsApi.createContact, { body: { name: 'Esi Stays', ...affiliation } })
      const isCustomer = 'accountId' in affiliation
      const deleted = isCustomer
        ? await admin.call(crmApi.deleteAccount, { params: { id: account.id } })
        : await admin.call(crmApi.deleteSupplier, { params: { id: supplier.id } })
      expect(deleted.status).toBe(204)
      const change = { name: 'Esi Stays', phone: '123', ...affiliation }
      const saved = await admin.call(contactsApi.updateContact, { params: { id }, body: change }, { version: 1 })
      expect(saved.body).toMatchObject({
        phone: '123',
        [isCustomer ? 'account' : 'supplier']: { name: expect.any(String) },
      })
      expect((await admin.call(contactsApi.createContact, { body: change })).status).toBe(422)
    }
  })

  test('[CRM-01] previous and next contact follow the sort and filter of the list (D3)', async () => {
    const { id: accountId } = await addAccount(admin, { name: 'Beside Clinic' })
    const made = []
    for (const [name, status] of [
      ['Beside C', 'active'],
      ['Beside A', 'active'],
      ['Beside B', 'inactive'],
    ] as const)
      made.push(await admin.do(contactsApi.createContact, { body: { name, accountId, status } }))
    const [c, a, b] = made.map(({ id }) => id)
    const beside = (id = '', query: object = {}) =>
      admin.do(crmNeighboursApi.getContactNeighbours, { params: { id }, query: { account: accountId, ...query } })
    expect(await beside(b)).toEqual({ previous: a, next: c })
    expect(await beside(a, { status: 'active' })).toEqual({ previous: null, next: c })
    expect(await beside(b, { sort: '-createdAt' })).toEqual({ previous: null, next: a })
    expect(await beside(b, { q: 'Beside Clinic', sort: '-name' })).toEqual({ previous: c, next: a })
    await admin.call(contactsApi.deleteContact, { params: { id: a ?? '' } })
    expect(await beside(b)).toEqual({ previous: null, next: c })
    expect(await beside(crypto.randomUUID())).toEqual({ previous: null, next: null })
    expect((await admin.send('GET', `/api/contacts/${b}/neighbours?stage=Lead`)).status).toBe(422)
    expect((await admin.send('GET', `/api/contacts/${b}/neighbours?sort=email`)).status).toBe(422)
    expect((await admin.send('GET', '/api/contacts/one/neighbours')).status).toBe(404)
  })

  test('[CRM-01] the export has every column and escapes formulas (L16, W5)', async () => {
    await admin.do(contactsApi.createContact, { body: { name: '=1+1', affiliation: 'Export House', notes: '@SUM' } })
    const answer = await fetch(`${server.url}/api/exports/contacts?q=Export+House`, {
      headers: { cookie: admin.cookie },
    })
    const [header, row] = parse(Buffer.from(await answer.arrayBuffer()), { bom: true })
    expect(header).toEqual(Object.values(contactExport.columns).map(([title]) => title))
    expect(row?.slice(0, 8)).toEqual(["'=1+1", '', '', '', 'Export House', '', 'Active', "'@SUM"])
    expect((await admin.send('GET', '/api/exports/contacts?columns=name,password')).status).toBe(422)
  })
})
