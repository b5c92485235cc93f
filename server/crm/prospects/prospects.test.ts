import { beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#shared/http/route.ts'
import { addDays } from '#shared/dates.ts'
import { contactsApi } from '#shared/crm/contacts/api.ts'
import { crmApi } from '#shared/crm/partners/api.ts'
import { mergeApi } from '#shared/crm/partners/merge-api.ts'
import { accountPartsApi } from '#shared/crm/partners/partners-api.ts'
import { timelineApi } from '#shared/crm/partners/timeline-api.ts'
import { opportunitiesApi } from '#shared/crm/opportunities/api.ts'
import { crmNeighboursApi } from '#shared/crm/partners/neighbours-api.ts'
import { prospectsApi } from '#shared/crm/prospects/api.ts'
import { deletedApi } from '#shared/reports/deleted-api.ts'
import { addAccount } from '#test/builders.ts'
import { type Client, startServer } from '#test/server.ts'

let admin: Client
const today = new Date().toISOString().slice(0, 10)
beforeAll(async () => {
  admin = await (await startServer()).as('admin')
})

let count = 0
const add = (more: Partial<Parameters<typeof body>[0]> = {}) =>
  admin.do(prospectsApi.createProspect, { body: body(more) })
function body(more: { name?: string; status?: 'New' | 'Contacted' | 'Follow-up'; [field: string]: unknown }) {
  count += 1
  return { name: `Clinic ${count}`, ...more }
}
const list = async (query: NonNullable<Call<(typeof prospectsApi.listProspects)['spec']>['query']>) =>
  (await admin.do(prospectsApi.listProspects, { query })).data

describe('prospects', () => {
  test('[CRM-04] are created, updated with a version, searched by notes, filtered by label, deleted and restored', async () => {
    const made = await add({
      name: 'Lagoon Clinic',
      notes: 'Met at the Abidjan fair',
      labels: ['fair'],
      phone: '+225 01 02',
    })
    expect(made).toMatchObject({ status: 'New', followUpDate: null, due: false, account: null, version: 1 })
    expect(made.timeline).toMatchObject([{ from: null, to: 'New' }])
    const params = { id: made.id }
    const change = { name: 'Lagoon Clinic Ltd', followUpDate: today, notes: 'Met at the Abidjan fair' }
    expect((await admin.call(prospectsApi.updateProspect, { params, body: change })).status).toBe(428)
    expect((await admin.call(prospectsApi.updateProspect, { params, body: change }, { version: 9 })).status).toBe(412)
    const saved = await admin.do(prospectsApi.updateProspect, { params, body: change }, { version: 1 })
    expect(saved).toMatchObject({ name: 'Lagoon Clinic Ltd', due: true, overdue: false, phone: null, version: 2 })
    await admin.do(prospectsApi.setFollowUp, { params, body: { date: null } })
    await admin.do(prospectsApi.setFollowUp, { params, body: { date: addDays(today, 1) } })
    const followed = await admin.do(prospectsApi.getProspect, { params })
    expect(followed.timeline.map(({ changes }) => changes?.map(({ field, to }) => [field, to]) ?? null)).toEqual([
      [['followUpDate', addDays(today, 1)]],
      [['followUpDate', null]],
      [
        ['followUpDate', today],
        ['labels', '[]'],
        ['name', 'Lagoon Clinic Ltd'],
        ['phone', null],
      ],
      null,
    ])
    expect((await list({ q: 'abidjan' })).map(({ id }) => id)).toEqual([made.id])
    expect(await list({ label: 'fair' })).toEqual([])
    expect((await admin.call(prospectsApi.deleteProspect, { params })).status).toBe(204)
    expect((await admin.call(prospectsApi.getProspect, { params })).status).toBe(404)
    expect((await admin.call(prospectsApi.deleteProspect, { params })).status).toBe(404)
    await admin.do(deletedApi.restore, { params: { kind: 'prospect', id: made.id }, body: {} })
    expect(await admin.do(prospectsApi.getProspect, { params })).toMatchObject({ name: 'Lagoon Clinic Ltd' })
  })

  test('[CRM-04, CRM-06] search finds name, contact, email, phone, label and notes', async () => {
    const { id } = await add({
      name: 'Keta Lagoon Post',
      contact: 'Esi Owusu',
      email: 'esi@keta.example',
      phone: '+233 24 700 900',
      labels: ['coastal tender', 'Coastal Tender'],
      notes: 'Wants syringes',
    })
    for (const q of ['keta lag', 'owusu', 'esi@keta', '24 700 900', 'coastal ten', 'syringes'])
      expect([q, (await list({ q })).map((one) => [one.id, one.labels])]).toEqual([q, [[id, ['coastal tender']]]])
  })

  test('[CRM-04] invalid input is refused with an error per field (422)', async () => {
    const call = (given: object) => admin.call(prospectsApi.createProspect, { body: given as never })
    const refused = await call({ name: ' ', email: 'x', followUpDate: '2026-02-30', status: 'Converted', extra: 1 })
    expect([refused.status, Object.keys(refused.body.fields ?? {}).toSorted()]).toEqual([
      422,
      ['email', 'extra', 'followUpDate', 'name', 'status'],
    ])
  })

  test('[CRM-04] filters and sorts by follow-up date: due, overdue, none; a disqualified prospect is never due; pages by cursor', async () => {
    const label = 'due test'
    const late = await add({ followUpDate: addDays(today, -3), labels: [label] })
    const now = await add({ followUpDate: today, labels: [label] })
    const later = await add({ followUpDate: addDays(today, 3), labels: [label] })
    const undated = await add({ labels: [label] })
    const done = await add({ followUpDate: addDays(today, -9), labels: [label] })
    const params = { id: done.id }
    await admin.do(prospectsApi.setStatus, { params, body: { status: 'Disqualified', reason: 'Closed down' } })
    const ids = async (query: object) => (await list({ label, ...query })).map(({ id }) => id)
    expect(await ids({})).toEqual([done.id, late.id, now.id, later.id, undated.id])
    expect(await ids({ due: 'due' })).toEqual([late.id, now.id])
    expect(await ids({ due: 'overdue' })).toEqual([late.id])
    expect(await ids({ due: 'none' })).toEqual([undated.id])
    expect(await ids({ sort: '-followUpDate', status: 'New' })).toEqual([undated.id, later.id, now.id, late.id])
    const seen: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await admin.do(prospectsApi.listProspects, { query: { label, limit: 2, cursor } })
      seen.push(...page.data.map(({ id }) => id))
      if (!page.nextCursor) break
      cursor = page.nextCursor
    }
    expect(seen).toEqual(await ids({}))
  })

  test('[CRM-04] previous and next prospect follow the sort and filter of the list (D3)', async () => {
    const label = 'beside-prospects'
    const [late, soon, undated] = await Promise.all(
      [addDays(today, 9), addDays(today, 2), null].map((followUpDate, at) =>
        admin.do(prospectsApi.createProspect, { body: { name: `Beside ${at}`, labels: [label], followUpDate } }),
      ),
    ).then((made) => made.map(({ id }) => id))
    const beside = (id = '', query: object = {}) =>
      admin.do(crmNeighboursApi.getProspectNeighbours, { params: { id }, query: { label, ...query } })
    expect(await beside(late)).toEqual({ previous: soon, next: undated })
    expect(await beside(undated)).toEqual({ previous: late, next: null })
    expect(await beside(late, { sort: '-name' })).toEqual({ previous: soon, next: null })
    expect(await beside(late, { due: 'none' })).toEqual({ previous: null, next: undated })
    expect(await beside(crypto.randomUUID())).toEqual({ previous: null, next: null })
    expect((await admin.send('GET', `/api/prospects/${late}/neighbours?stage=New`)).status).toBe(422)
    expect((await admin.send('GET', `/api/prospects/${late}/neighbours?limit=5`)).status).toBe(422)
  })

  test('[CRM-04] allows only valid status transitions; the follow-up date is set by a separate request', async () => {
    const { id } = await add()
    const params = { id }
    const set = (status: 'New' | 'Contacted' | 'Follow-up' | 'Disqualified', reason?: string, version?: number) =>
      admin.call(prospectsApi.setStatus, { params, body: { status, reason } }, version ? { version } : {})
    expect((await set('Contacted')).body).toMatchObject({ status: 'Contacted', version: 2 })
    expect((await set('Contacted')).status).toBe(409)
    expect((await set('Follow-up', undefined, 1)).status).toBe(412)
    expect((await set('Disqualified', 'No budget', 2)).body).toMatchObject({ disqualifyReason: 'No budget' })
    const again = await set('Follow-up')
    expect(again.body).toMatchObject({ status: 'Follow-up', disqualifyReason: null })
    expect(again.body.timeline.map(({ to, reason }) => [to, reason])).toEqual([
      ['Follow-up', null],
      ['Disqualified', 'No budget'],
      ['Contacted', null],
      ['New', null],
    ])
    const call = (date: string | null) => admin.call(prospectsApi.setFollowUp, { params, body: { date } })
    expect((await call('2026-13-01')).status).toBe(422)
    expect((await call('2027-01-04')).body).toMatchObject({ followUpDate: '2027-01-04' })
    expect((await call(null)).body).toMatchObject({ followUpDate: null })
  })

  test('[CRM-04] the export applies the list’s filter and escapes formulas', async () => {
    await add({ name: '=1+1', labels: ['export test'] })
    await add({ name: 'Not in the file' })
    const { status, body: file } = await admin.send('GET', '/api/exports/prospects?label=export%20test')
    expect([status, String(file)]).toEqual([200, expect.stringContaining("'=1+1")])
    expect(String(file)).not.toContain('Not in the file')
  })
})

describe('conversion of a prospect', () => {
  const convert = (id: string, given: object = {}, key?: string) =>
    admin.call(prospectsApi.convertProspect, { params: { id }, body: given }, key ? { key } : {})

  test('[CRM-04] creates a customer with the prospect’s data and links prospect and opportunities to it', async () => {
    const { id } = await add({
      email: 'a@unique-one.example',
      phone: '+225 27 11',
      labels: ['north'],
      notes: 'Big one',
    })
    const opportunity = await admin.do(opportunitiesApi.createOpportunity, {
      body: { title: 'First order', prospectId: id, value: '100' },
    })
    expect((await convert(id, {}, undefined)).status).toBe(200)
    const prospect = await admin.do(prospectsApi.getProspect, { params: { id } })
    expect(prospect).toMatchObject({ status: 'Converted', opportunities: [{ id: opportunity.id, stage: 'New' }] })
    const accountId = prospect.account?.id ?? ''
    expect(await admin.do(crmApi.getAccount, { params: { id: accountId } })).toMatchObject({
      name: prospect.name,
      email: 'a@unique-one.example',
      labels: ['north'],
      notes: 'Big one',
    })
    const moved = await admin.do(opportunitiesApi.getOpportunity, { params: { id: opportunity.id } })
    expect(moved).toMatchObject({ account: { id: accountId }, prospect: { id } })
    // A converted prospect can't be converted again.
    expect((await convert(id)).body.code).toBe('INVALID_TRANSITION')
    const back = await admin.call(prospectsApi.setStatus, { params: { id }, body: { status: 'New' } })
    expect(back.status).toBe(409)
  })

  test('[CRM-04, CRM-01] adds the prospect’s contact person to the customer’s contacts once', async () => {
    const person = { contact: 'Esi Owusu', email: 'esi@ketu.example', phone: '+233 24 55' }
    const contactsOf = async (account = '') =>
      (await admin.do(contactsApi.listContacts, { query: { account } })).data.map(({ name, email, phone }) => ({
        contact: name,
        email,
        phone,
      }))
    const first = await add({ name: 'Ketu Post', ...person })
    const { account } = (await convert(first.id)).body
    expect(await contactsOf(account?.id)).toEqual([person])
    const second = await add({ name: 'Ketu Health Post', ...person, contact: 'ESI OWUSU' })
    await convert(second.id, { accountId: account?.id })
    expect(await contactsOf(account?.id)).toEqual([person])
  })

  test('[CRM-04] into an existing customer fills empty fields and adds different values as contacts and addresses', async () => {
    const known = { email: 'desk@anloga.example', phone: '+233 24 77', address: '3 Lagoon Road', country: 'Ghana' }
    const join = async (accountId: string, name: string, more: object) => {
      const { id } = await add({ name, ...more })
      expect((await convert(id, { accountId })).status).toBe(200)
      const params = { id: accountId }
      const { email, phone, address, country, labels } = await admin.do(crmApi.getAccount, { params })
      const { data } = await admin.do(contactsApi.listContacts, { query: { account: accountId } })
      const addresses = await admin.do(accountPartsApi.listAddresses, { params })
      return {
        own: { email, phone, address, country, labels },
        contacts: data.map((one) => [one.name, one.email, one.phone]),
        addresses: addresses.data.map((one) => [one.kind, one.name, one.address, one.country]),
      }
    }
    // Empty fields of the customer are filled.
    const empty = await addAccount(admin, { name: 'Anloga Clinic', labels: ['clinic'] })
    const own = { ...known, labels: ['clinic', 'fair'] }
    expect(await join(empty.id, 'Anloga Desk', { ...known, labels: ['Clinic', 'fair'] })).toEqual({
      own,
      contacts: [],
      addresses: [],
    })
    const { data } = await admin.do(timelineApi.listAccountTimeline, { params: { id: empty.id }, query: {} })
    expect(data.find(({ act }) => act === 'account.updated')?.changes?.map(({ field }) => field)).toEqual([
      'address',
      'country',
      'email',
      'labels',
      'phone',
    ])
    // Values that differ from the customer's are added as a contact and an address; equal ones are not.
    const other = { email: 'ward@anloga.example', phone: '+233 24 78', address: '9 Hill Street', country: 'Togo' }
    const beside = {
      own,
      contacts: [['Anloga Ward', 'ward@anloga.example', '+233 24 78']],
      addresses: [['other', 'Anloga Ward', '9 Hill Street', 'Togo']],
    }
    expect(await join(empty.id, 'Anloga Ward', other)).toEqual(beside)
    expect(await join(empty.id, 'Anloga Again', { ...known, email: 'DESK@anloga.example' })).toEqual(beside)
    // If the prospect has a contact person, its email and phone belong to that contact; missing values of an existing
    // contact are filled.
    const known2 = await addAccount(admin, { name: 'Keta Clinic' })
    const person = { name: 'Esi Owusu', phone: '+233 24 55', accountId: known2.id, position: 'Buyer' }
    await admin.do(contactsApi.createContact, { body: person })
    const joined = await join(known2.id, 'Keta Post', { contact: 'esi owusu', email: 'esi@keta.example' })
    expect(joined.own).toMatchObject({ email: null, phone: null })
    expect(joined.contacts).toEqual([['Esi Owusu', 'esi@keta.example', '+233 24 55']])
    const another = await join(known2.id, 'Keta Depot', { contact: 'Esi Owusu', email: 'depot@keta.example' })
    expect(another.contacts.map(([, email]) => email).toSorted()).toEqual(['depot@keta.example', 'esi@keta.example'])
  })

  test('[CRM-04] (B1) concurrent requests create only one customer', async () => {
    const { id, name } = await add({ name: 'Converted once' })
    const key = crypto.randomUUID()
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => convert(id, {}, key)),
      ...Array.from({ length: 4 }, () => convert(id)),
    ])
    expect(answers.map(({ status }) => status).every((status) => status === 200 || status === 409)).toBe(true)
    const { data } = await admin.do(crmApi.listAccounts, { query: { q: name } })
    expect(data).toHaveLength(1)
  })

  test('[CRM-04] lists likely duplicate customers; refuses to create another (409) unless the request confirms it', async () => {
    const duplicate = await addAccount(admin, { name: 'Saint-Anne  Hospital', email: 'stores@anne.example' })
    const phone = await addAccount(admin, { name: 'Other name', phone: '0033 (1) 555-123-456' })
    const { id } = await add({ name: 'SAINT ANNE HOSPITAL', phone: '+33 1 555 123 456', notes: 'Wants gloves by May.' })
    const likely = await admin.do(prospectsApi.listLikelyAccounts, { params: { id } })
    expect(likely.data.map((one) => [one.id, one.by]).toSorted()).toEqual(
      [
        [duplicate.id, ['name']],
        [phone.id, ['phone']],
      ].toSorted(),
    )
    const refused = await convert(id)
    expect([refused.status, refused.body.code]).toEqual([409, 'ALREADY_EXISTS'])
    expect(refused.body.details).toMatchObject({ accounts: [{ id: duplicate.id }] })
    expect((await convert(id, { accountId: crypto.randomUUID() })).body.fields).toEqual({
      accountId: 'is not a customer',
    })
    expect((await convert(id, { accountId: duplicate.id })).body).toMatchObject({ account: { id: duplicate.id } })
    const notes = await admin.do(accountPartsApi.listNotes, { params: { id: duplicate.id }, query: {} })
    expect(notes.data.map(({ text }) => text)).toEqual(['Wants gloves by May.'])
    const second = await add({ name: 'Saint Anne Hospital' })
    const made = await convert(second.id, { despiteTwins: true, priceTier: 'wholesale' })
    expect(made.body.account?.id).not.toBe(duplicate.id)
  })

  test('[CRM-04] duplicate search finds an existing prospect by similar name, email or phone', async () => {
    const { id } = await add({ name: 'Winneba Eye Clinic', email: 'eye@winneba.example', phone: '+233 24 911 4477' })
    const alike = async (query: object) =>
      (await admin.do(mergeApi.listProspectTwins, { query })).data.map((one) => [one.id, one.about, one.by])
    expect(await alike({ name: 'Winneba Eye Clinik' })).toEqual([[id, 'New', ['name']]])
    expect(await alike({ email: 'EYE@winneba.example' })).toEqual([[id, 'New', ['email']]])
    expect(await alike({ name: 'Other', phone: '024-911-4477' })).toEqual([[id, 'New', ['phone']]])
    expect(await alike({ name: 'Winneba Port' })).toEqual([])
  })

  test('[CRM-04] deleting a prospect with an open opportunity is refused (409); conversion requires an idempotency key (400)', async () => {
    const { id } = await add()
    await admin.do(opportunitiesApi.createOpportunity, { body: { title: 'Gloves', prospectId: id, value: '1' } })
    const refused = await admin.call(prospectsApi.deleteProspect, { params: { id } })
    expect([refused.status, refused.body.code]).toEqual([409, 'IN_USE'])
    const keyless = await admin.call(prospectsApi.convertProspect, { params: { id }, body: {} }, { key: null })
    expect([keyless.status, keyless.body.code]).toEqual([400, 'IDEMPOTENCY_KEY_MISSING'])
  })
})
