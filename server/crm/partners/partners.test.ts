import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { callsApi } from '#shared/crm/partners/calls-api.ts'
import { addDays } from '#shared/dates.ts'
import { crmApi } from '#shared/crm/partners/api.ts'
import { mergeApi } from '#shared/crm/partners/merge-api.ts'
import { formatWindow } from '#shared/crm/partners/delivery-windows.ts'
import { customerExport, supplierExport } from '#server/crm/exports.ts'
import { crmNeighboursApi } from '#shared/crm/partners/neighbours-api.ts'
import { usersApi } from '#shared/identity/users/users-api.ts'
import { accountPartsApi, partnersApi, supplierPartsApi } from '#shared/crm/partners/partners-api.ts'
import { timelineApi } from '#shared/crm/partners/timeline-api.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'
import { changeSettings } from '#test/settings.ts'

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
})

const accounts = async (query: object) => (await admin.do(crmApi.listAccounts, { query })).data.map(({ name }) => name)

describe('customers and suppliers', () => {
  test('[CRM-02] store coordinates, tax number, credit limit and delivery windows; invalid values are refused per field (422)', async () => {
    const terms = {
      latitude: 5.6,
      longitude: -0.19,
      taxNumber: 'GH-77 31',
      creditLimit: '12500.50',
      deliveryWindows: [{ days: [1, 2, 3, 5], from: '08:00', to: '11:30' }],
      deliveryNote: 'Ring at the back gate',
    }
    const { id } = await addAccount(admin, { name: 'Terms Clinic', ...terms })
    expect(await admin.do(crmApi.getAccount, { params: { id } })).toMatchObject(terms)
    const { creditLimit: _, ...rest } = terms
    const edited = await admin.do(
      crmApi.updateAccount,
      { params: { id }, body: { name: 'Terms Clinic', ...rest, creditLimit: null, country: 'Ghana' } },
      { version: 1 },
    )
    expect(edited).toMatchObject({ creditLimit: null, country: 'Ghana' })
    for (const [wrong, field] of [
      [{ latitude: 5 }, 'longitude'],
      [{ creditLimit: '-1' }, 'creditLimit'],
      [{ deliveryWindows: [{ days: [], from: '08:00', to: '09:00' }] }, 'deliveryWindows.0.days'],
      [{ deliveryWindows: [{ days: [1], from: '10:00', to: '09:00' }] }, 'deliveryWindows.0.to'],
      [{ deliveryWindows: [{ days: [1], from: '08h', to: '09:00' }] }, 'deliveryWindows.0.from'],
    ] as const) {
      const answer = await admin.send('POST', '/api/accounts', { name: 'Wrong', ...wrong })
      expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([422, [field]])
    }
    expect(formatWindow({ days: [3, 1, 2, 5], from: '08:00', to: '11:30' })).toBe('Mon–Wed, Fri 08:00–11:30')
  })

  test('[CRM-06] search and filter by label and note text, including notes added by users', async () => {
    const one = await addAccount(admin, { name: 'Labelled One', labels: ['tender-2027'], notes: 'Pays by cheque only' })
    const two = await addAccount(admin, { name: 'Labelled Two', labels: ['tender-2027', 'rural'] })
    await admin.do(accountPartsApi.addNote, {
      params: { id: two.id },
      body: { text: 'Moved to the Riverside building' },
    })
    expect(await accounts({ label: 'tender-2027' })).toEqual(['Labelled One', 'Labelled Two'])
    expect(await accounts({ q: 'tender-2027' })).toEqual(['Labelled One', 'Labelled Two'])
    expect(await accounts({ q: 'cheque only' })).toEqual(['Labelled One'])
    expect(await accounts({ q: 'riverside build' })).toEqual(['Labelled Two'])
    const { data } = await admin.do(accountPartsApi.listLabels, {})
    expect(data.filter(({ label }) => /tender|rural/.test(label))).toEqual([
      { label: 'rural', count: 1 },
      { label: 'tender-2027', count: 2 },
    ])
    expect(await accounts({ label: 'rural', q: 'one' })).toEqual([])
    expect(one.version).toBe(1)
  })

  test('[CRM-02] filter by country, price tier and time since the last order; sort by last order date', async () => {
    const place = await addPlace(admin)
    const product = await addProduct(admin, place, { quantity: 5 })
    const in3 = { country: 'Freedonia' }
    const buyer = await addAccount(admin, { name: 'Buyer', ...in3, priceTier: 'wholesale' })
    await addAccount(admin, { name: 'Looker', ...in3 })
    await addOrder(admin, buyer.id, [[product.id, 1]])
    expect(await accounts({ country: 'freedonia', ordered: 'recent' })).toEqual(['Buyer'])
    expect(await accounts({ country: 'freedonia', ordered: 'never' })).toEqual(['Looker'])
    expect(await accounts({ country: 'freedonia', ordered: 'silent' })).toEqual([])
    expect(await accounts({ country: 'freedonia', priceTier: 'wholesale' })).toEqual(['Buyer'])
    expect(await accounts({ country: 'freedonia', sort: '-lastOrderDate' })).toEqual(['Buyer', 'Looker'])
  })

  test('[CRM-02] filter ordered=silent starts 90 days after the last order in the company’s time zone, not in UTC', async () => {
    const own = await startServer({ clock: () => new Date('2030-03-10T23:30:00Z') })
    const boss = await own.as('admin')
    await changeSettings(boss, { timeZone: 'Pacific/Auckland' })
    const product = await addProduct(boss, await addPlace(boss), { quantity: 10 })
    const account = await addAccount(boss)
    const { id } = await addOrder(boss, account.id, [[product.id, 1]])
    const ordered = async (days: number) => {
      const day = addDays('2030-03-11', -days)
      await sql`update sales_orders set order_date = ${day}::date where id = ${id}`.execute(own.database.db)
      const { data } = await boss.do(crmApi.listAccounts, { query: { ordered: 'silent' } })
      return data.length
    }
    expect([await ordered(89), await ordered(90)]).toEqual([0, 1])
  })

  test('[CRM-02] previous and next record follow the sort and filter of the list (D3)', async () => {
    const label = 'beside-each-other'
    const made = []
    for (const name of ['Beside C', 'Beside A', 'Beside B'])
      made.push(await addAccount(admin, { name, labels: [label] }))
    const [c, a, b] = made.map(({ id }) => id)
    const beside = (id = '', query: object = {}) =>
      admin.do(crmNeighboursApi.getAccountNeighbours, { params: { id }, query: { label, ...query } })
    expect(await beside(b)).toEqual({ previous: a, next: c })
    expect(await beside(a)).toEqual({ previous: null, next: b })
    expect(await beside(b, { sort: '-createdAt' })).toEqual({ previous: null, next: a })
    // A partner that the filter excludes still has its position in the order.
    expect(await beside(b, { q: 'Beside C' })).toEqual({ previous: null, next: c })
    const suppliers = []
    for (const name of ['Beside Y', 'Beside X'])
      suppliers.push(await admin.do(crmApi.createSupplier, { body: { name, labels: [label] } }))
    const [y, x] = suppliers.map(({ id }) => id)
    const { getSupplierNeighbours } = crmNeighboursApi
    const found = await admin.do(getSupplierNeighbours, { params: { id: x ?? '' }, query: { label } })
    expect(found).toEqual({ previous: null, next: y })
    const unknown = { params: { id: crypto.randomUUID() }, query: {} }
    expect(await admin.do(getSupplierNeighbours, unknown)).toEqual({ previous: null, next: null })
    const wrong = await admin.send('GET', `/api/accounts/${a}/neighbours?stage=Lead`)
    expect(wrong.status).toBe(422)
  })

  test('[CRM-02] the map shows them at their own coordinates or at those of an address and counts those without coordinates', async () => {
    const there = { country: 'Mapland' }
    const own = await addAccount(admin, { name: 'Own place', ...there, latitude: 1, longitude: 2 })
    const other = await addAccount(admin, { name: 'By address', ...there })
    await addAccount(admin, { name: 'Nowhere', ...there })
    await admin.do(accountPartsApi.addAddress, {
      params: { id: other.id },
      body: { kind: 'shipping', address: 'Gate 4', latitude: 3, longitude: 4 },
    })
    const map = await admin.do(partnersApi.mapAccounts, { query: there })
    expect(map).toMatchObject({ unplaced: 1, isCut: false })
    expect(map.places.map(({ id, latitude, longitude }) => [id, latitude, longitude])).toEqual([
      [other.id, 3, 4],
      [own.id, 1, 2],
    ])
    expect((await admin.do(partnersApi.mapAccounts, { query: { ...there, q: 'own' } })).places).toHaveLength(1)
    expect((await admin.do(partnersApi.mapSuppliers, { query: there })).places).toEqual([])
  })

  test('[CRM-02] addresses are added, updated with a version and deleted', async () => {
    const { supplier } = await addPlace(admin)
    const params = { id: supplier.id }
    const made = await admin.do(supplierPartsApi.addAddress, {
      params,
      body: { kind: 'billing', address: '1 Quay', name: 'HQ' },
    })
    const put = (version: number) =>
      admin.call(
        partnersApi.updateAddress,
        { params: { id: made.id }, body: { kind: 'billing', address: '2 Quay' } },
        { version },
      )
    expect((await put(1)).body).toMatchObject({ address: '2 Quay', name: null, version: 2 })
    expect((await put(1)).status).toBe(412)
    expect((await admin.send('PUT', `/api/addresses/${made.id}`, { kind: 'other', address: 'x' })).status).toBe(428)
    expect((await admin.send('POST', `/api/suppliers/${supplier.id}/addresses`, { kind: 'other' })).status).toBe(422)
    const account = await addAccount(admin)
    expect((await admin.send('GET', `/api/suppliers/${account.id}/addresses`)).status).toBe(404)
    expect((await admin.do(supplierPartsApi.listAddresses, { params })).data).toHaveLength(1)
    await admin.do(partnersApi.deleteAddress, { params: { id: made.id } })
    expect((await admin.call(partnersApi.deleteAddress, { params: { id: made.id } })).status).toBe(404)
    expect((await put(2)).status).toBe(404)
    expect((await admin.do(supplierPartsApi.listAddresses, { params })).data).toEqual([])
  })

  test('[CRM-02] a merged customer has the addresses of both, even above the limit for adding addresses (409)', async () => {
    const [one, other] = [await addAccount(admin), await addAccount(admin)]
    await sql`insert into addresses (id, account_id, kind, address) select gen_random_uuid(), a.id, 'shipping', 'Ward ' || n
      from accounts a, generate_series(1, 30) n where a.id in (${one.id}, ${other.id})`.execute(server.database.db)
    const body = { otherId: other.id, otherVersion: other.version, take: [] }
    await admin.do(mergeApi.mergeAccounts, { params: { id: one.id }, body }, { version: one.version })
    const params = { id: one.id }
    expect((await admin.do(accountPartsApi.listAddresses, { params })).data).toHaveLength(60)
    const more = await admin.call(accountPartsApi.addAddress, { params, body: { kind: 'other', address: 'One more' } })
    expect(more.status).toBe(409)
  })

  test('[CRM-06] only the author can edit or delete a note (403)', async () => {
    const rep = await server.as('sales_rep')
    const account = await addAccount(admin)
    const params = { id: account.id }
    const note = await rep.do(accountPartsApi.addNote, { params, body: { text: 'Call after noon' } })
    expect(note).toMatchObject({ text: 'Call after noon', author: { id: rep.userId }, editedAt: null, version: 1 })
    await admin.do(accountPartsApi.addNote, { params, body: { text: 'Second' } })
    const { data } = await admin.do(accountPartsApi.listNotes, { params })
    expect(data.map(({ text }) => text)).toEqual(['Second', 'Call after noon'])
    const edit = (client: Client, version: number) =>
      client.call(partnersApi.updateNote, { params: { id: note.id }, body: { text: 'Call at noon' } }, { version })
    expect((await edit(admin, 1)).status).toBe(403)
    const edited = await edit(rep, 1)
    expect(edited.body).toMatchObject({ text: 'Call at noon', version: 2 })
    expect((edited.body as unknown as { editedAt: string | null }).editedAt).not.toBeNull()
    expect((await edit(rep, 1)).status).toBe(412)
    expect((await admin.call(partnersApi.deleteNote, { params: { id: note.id } })).status).toBe(403)
    await rep.do(partnersApi.deleteNote, { params: { id: note.id } })
    expect((await rep.call(partnersApi.deleteNote, { params: { id: note.id } })).status).toBe(404)
    expect((await rep.send('POST', `/api/accounts/${account.id}/notes`, { text: ' ' })).status).toBe(422)
  })

  test('[CRM-02, RET-01] a deleted user owns no customers: their customers’ calls are shown to every user', async () => {
    const owner = await server.as('staff')
    const { id, name } = await addAccount(admin)
    const setOwner = () => admin.call(callsApi.setOwner, { params: { id }, body: { ownerId: owner.userId } })
    expect((await setOwner()).body).toMatchObject({ id, owner: { id: owner.userId }, version: 1 })
    const { data: events } = await admin.do(timelineApi.listAccountTimeline, { params: { id }, query: {} })
    const user = await admin.do(usersApi.get, { params: { id: owner.userId } })
    expect(events[0]?.changes).toEqual([{ field: 'owner', from: null, to: user.name }])
    const owned = async (client: Client, query: { owner: string }) =>
      (await client.do(crmApi.listAccounts, { query: { ...query, q: name } })).data.map((one) => one.id)
    expect(await owned(owner, { owner: 'mine' })).toEqual([id])
    expect(await owned(admin, { owner: 'mine' })).toEqual([])
    expect(await owned(admin, { owner: owner.userId })).toEqual([id])
    expect((await admin.do(callsApi.listOwners, {})).data).toContainEqual({ id: owner.userId, name: user.name })
    expect(await owned(admin, { owner: 'none' })).toEqual([])
    const listedOwner = async (client: Client) =>
      (await client.do(crmApi.listAccounts, { query: { q: name } })).data[0]?.owner
    expect(await listedOwner(admin)).toEqual({ id: owner.userId, name: user.name })
    const file = await admin.send('GET', `/api/exports/customers?q=${encodeURIComponent(name)}&columns=name,owner`)
    expect(String(file.body)).toContain(`Name,Account owner\r\n${name},${user.name}`)
    const outsider = await server.as('staff', { salesOrders: { view: true } })
    expect((await outsider.call(crmApi.listAccounts, { query: { owner: 'none' } })).status).toBe(403)
    expect(await listedOwner(outsider)).toBeNull()
    // An unknown user owns nothing; an invalid id is refused.
    expect(await owned(admin, { owner: crypto.randomUUID() })).toEqual([])
    const nonsense = await admin.send('GET', '/api/accounts?owner=everybody')
    expect([nonsense.status, Object.keys(nonsense.body.fields ?? {})]).toEqual([422, ['owner']])
    await sql`insert into call_tasks (id, account_id, due_date, created_by, created_at)
      values (gen_random_uuid(), ${id}, current_date, ${admin.userId}, now())`.execute(server.database.db)
    expect(await accounts({ calls: 'mine' })).not.toContain(name)
    const { version } = await admin.do(usersApi.get, { params: { id: owner.userId } })
    await admin.do(usersApi.remove, { params: { id: owner.userId } }, { version })
    expect(await accounts({ calls: 'mine' })).toContain(name)
    expect(await owned(admin, { owner: 'none' })).toEqual([id])
    expect(await listedOwner(admin)).toBeNull()
    const { data: people } = await admin.do(callsApi.listOwners, {})
    expect(people.map((person) => person.id)).not.toContain(owner.userId)
    expect((await setOwner()).status).toBe(422)
  })

  test('[CRM-01, CRM-02, CRM-04] duplicate search refuses unknown or overlong parameters (422) and accepts wildcards and quotes', async () => {
    for (const kind of ['account', 'supplier', 'contact', 'prospect']) {
      const fieldsOf = async (query: string) => {
        const { status, body } = await admin.send('GET', `/api/${kind}-twins?${query}`)
        return [status, Object.keys(body.fields ?? {})]
      }
      expect([kind, await fieldsOf('nickname=Harbour')]).toEqual([kind, [422, ['nickname']]])
      expect(await fieldsOf(`name=${'x'.repeat(201)}`)).toEqual([422, ['name']])
      expect(await fieldsOf(`email=${'x'.repeat(255)}&phone=${'1'.repeat(41)}`)).toEqual([422, ['email', 'phone']])
      const hasTaxNumber = kind === 'account' || kind === 'supplier'
      expect([kind, (await fieldsOf('taxNumber=GH-1'))[0]]).toEqual([kind, hasTaxNumber ? 200 : 422])
      // Texts with wildcards and quotes, and an empty one.
      for (const query of ['', 'name=%25%25%25', "name='; drop", 'name=%5C%5C%5C&phone=%2B%2B%2B'])
        expect(await admin.send('GET', `/api/${kind}-twins?${query}`)).toMatchObject({
          status: 200,
          body: { data: [] },
        })
    }
  })

  test('[CRM-02] bulk edit changes status, price tier and labels regardless of the version (L7)', async () => {
    const { id } = await addAccount(admin, { labels: ['a'] })
    const patch = (body: object) => admin.send('PATCH', `/api/accounts/${id}`, body)
    expect((await patch({ addLabel: 'b', priceTier: 'distributor' })).body).toMatchObject({
      labels: ['a', 'b'],
      priceTier: 'distributor',
      version: 2,
    })
    expect((await patch({ removeLabel: 'a', status: 'inactive' })).body).toMatchObject({
      labels: ['b'],
      status: 'inactive',
    })
    expect((await patch({})).status).toBe(422)
    const { supplier } = await addPlace(admin)
    expect((await admin.send('PATCH', `/api/suppliers/${supplier.id}`, { addLabel: 'x' })).body).toMatchObject({
      labels: ['x'],
    })
    const twice = await addAccount(admin, { labels: ['Hot', 'eye', 'hot', 'eye'] })
    expect(twice.labels).toEqual(['Hot', 'eye'])
    expect((await admin.send('PATCH', `/api/accounts/${twice.id}`, { addLabel: 'HOT' })).body).toMatchObject({
      labels: ['eye', 'HOT'],
    })
    expect((await admin.send('PATCH', `/api/suppliers/${supplier.id}`, { priceTier: 'retail' })).status).toBe(422)
    expect((await admin.send('PATCH', `/api/suppliers/${id}`, { addLabel: 'x' })).status).toBe(404)
    const many = Array.from({ length: 20 }, (_, at) => `label ${at}`)
    const labelled = await addAccount(admin, { labels: many })
    expect((await admin.send('PATCH', `/api/accounts/${labelled.id}`, { addLabel: 'more' })).status).toBe(409)
  })

  test('[CRM-02] exports have every column or the requested ones (L16)', async () => {
    await addAccount(admin, { name: '=Evil', country: 'Exportia', creditLimit: '10', labels: ['p', 'q'] })
    const csv = async (path: string) => {
      const answer = await fetch(`${server.url}${path}`, { headers: { cookie: admin.cookie } })
      return parse(Buffer.from(await answer.arrayBuffer()), { bom: true })
    }
    const [header, row] = await csv('/api/exports/customers?country=Exportia')
    expect(header).toEqual(Object.values(customerExport.columns).map(([title]) => title))
    const cells = Object.fromEntries((header ?? []).map((title, at) => [title, row?.[at]]))
    expect(cells).toMatchObject({
      Name: "'=Evil",
      'Credit limit': '10.00',
      Labels: 'p, q',
      Orders: '0',
      Status: 'Active',
    })
    expect((await csv('/api/exports/suppliers'))[0]).toEqual(
      Object.values(supplierExport.columns).map(([title]) => title),
    )
    expect(await csv('/api/exports/customers?country=Exportia&columns=code,name')).toEqual([
      ['Code', 'Name'],
      ['', "'=Evil"],
    ])
  })
})
