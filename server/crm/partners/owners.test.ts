import { beforeAll, describe, expect, test } from 'vitest'
import { callsApi } from '#shared/crm/partners/calls-api.ts'
import { crmApi } from '#shared/crm/partners/api.ts'
import { crmNeighboursApi } from '#shared/crm/partners/neighbours-api.ts'
import { mergeApi } from '#shared/crm/partners/merge-api.ts'
import { timelineApi } from '#shared/crm/partners/timeline-api.ts'
import { opportunitiesApi } from '#shared/crm/opportunities/api.ts'
import { prospectsApi } from '#shared/crm/prospects/api.ts'
import { usersApi } from '#shared/identity/users/users-api.ts'
import { workQueueApi } from '#shared/reports/work-queue-api.ts'
import { addAccount } from '#test/builders.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
})
const nameOf = async ({ userId }: Client) => (await admin.do(usersApi.get, { params: { id: userId } })).name
const remove = async ({ userId: id }: Client) => {
  const { version } = await admin.do(usersApi.get, { params: { id } })
  await admin.do(usersApi.remove, { params: { id } }, { version })
}
const setProspectOwner = (client: Client, id: string, ownerId: string | null) =>
  client.call(prospectsApi.setOwner, { params: { id }, body: { ownerId } })

describe('owners of prospects and opportunities', () => {
  test('[CRM-04, CRM-05] the owner is the user who created the record; changing it adds a timeline entry', async () => {
    const rep = await server.as('sales_rep')
    const [repName, otherName] = [await nameOf(rep), await nameOf(admin)]
    const prospect = await rep.do(prospectsApi.createProspect, { body: { name: 'Owned Clinic' } })
    const deal = await rep.do(opportunitiesApi.createOpportunity, {
      body: { title: 'Owned gloves', prospectId: prospect.id, value: '10' },
    })
    const own = { id: rep.userId, name: repName }
    expect([prospect.owner, deal.owner]).toEqual([own, own])
    const given = await setProspectOwner(admin, prospect.id, admin.userId)
    const owner = { id: admin.userId, name: otherName }
    // Changing the owner does not raise the version: the owner isn't a field of the form.
    expect(given.body).toMatchObject({ owner, version: 1 })
    const changes = [{ field: 'owner', from: repName, to: otherName }]
    const { timeline } = await admin.do(prospectsApi.getProspect, { params: { id: prospect.id } })
    expect(timeline[0]).toMatchObject({ from: null, to: null, changes })
    const params = { id: deal.id }
    const taken = await admin.do(opportunitiesApi.setOwner, { params, body: { ownerId: null } })
    expect(taken).toMatchObject({ owner: null, version: 1 })
    const after = await admin.do(opportunitiesApi.getOpportunity, { params })
    expect(after.timeline[0]?.changes).toEqual([{ field: 'owner', from: repName, to: null }])
  })

  test('[CRM-04, CRM-05, CRM-06] lists, sums and exports can be filtered by owner', async () => {
    const rep = await server.as('sales_rep')
    const label = 'owner filter'
    const mine = await rep.do(prospectsApi.createProspect, { body: { name: 'Filter mine', labels: [label] } })
    const nobodys = await admin.do(prospectsApi.createProspect, { body: { name: 'Filter nobody', labels: [label] } })
    await setProspectOwner(admin, nobodys.id, null)
    const prospects = async (client: Client, owner: string) =>
      (await client.do(prospectsApi.listProspects, { query: { label, owner } })).data.map(({ id }) => id)
    expect(await prospects(rep, 'mine')).toEqual([mine.id])
    expect(await prospects(admin, 'mine')).toEqual([])
    expect(await prospects(admin, rep.userId)).toEqual([mine.id])
    expect(await prospects(admin, 'none')).toEqual([nobodys.id])
    expect(await prospects(admin, crypto.randomUUID())).toEqual([])
    const account = await addAccount(admin)
    const add = (client: Client, value: string) =>
      client.do(opportunitiesApi.createOpportunity, { body: { title: 'Filter', accountId: account.id, value } })
    const deal = await add(rep, '30')
    await add(admin, '5')
    const query = { account: account.id, owner: 'mine' as const }
    expect((await rep.do(opportunitiesApi.listOpportunities, { query })).data.map(({ id }) => id)).toEqual([deal.id])
    expect((await rep.do(opportunitiesApi.sumOpportunities, { query })).open).toMatchObject({
      count: 1,
      value: '30.00',
    })
    const beside = { params: { id: deal.id }, query }
    expect(await rep.do(crmNeighboursApi.getOpportunityNeighbours, beside)).toEqual({ previous: null, next: null })
    for (const path of ['prospects', 'opportunities', 'opportunities/sums']) {
      const { status, body } = await admin.send('GET', `/api/${path}?owner=everybody`)
      expect([path, status, Object.keys(body.fields ?? {})]).toEqual([path, 422, ['owner']])
    }
    const file = await rep.send('GET', '/api/exports/prospects?owner=mine&columns=name,owner')
    expect(String(file.body)).toContain(`Name,Owner\r\nFilter mine,${await nameOf(rep)}\r\n`)
    const deals = await rep.send('GET', '/api/exports/opportunities?owner=mine&columns=title,owner')
    expect(String(deals.body)).toContain(`Filter,${await nameOf(rep)}`)
    const { data: labels } = await admin.do(prospectsApi.listLabels, {})
    expect(labels).toContainEqual({ label, count: 2 })
  })

  test('[DASH-01, CRM-04, CRM-05] the work queue counts one’s own records and those without an owner', async () => {
    const rep = await server.as('sales_rep')
    const tasks = 'followUps,lateOpportunities'
    const waiting = async (client: Client) =>
      (await client.do(workQueueApi.workQueue, { query: { tasks } })).data.map(({ count }) => count)
    const [followUps = 0, late = 0] = await waiting(rep)
    const account = await addAccount(admin)
    const add = async (client: Client, ownerId?: null) => {
      const body = { name: 'Due Clinic', followUpDate: '2026-01-05' }
      const { id } = await client.do(prospectsApi.createProspect, { body })
      const deal = { title: 'Late gloves', accountId: account.id, value: '1', expectedClose: '2026-01-05' }
      const made = await client.do(opportunitiesApi.createOpportunity, { body: deal })
      if (ownerId === undefined) return
      await setProspectOwner(client, id, ownerId)
      await client.do(opportunitiesApi.setOwner, { params: { id: made.id }, body: { ownerId } })
    }
    await add(admin)
    expect(await waiting(rep)).toEqual([followUps, late])
    await add(rep)
    await add(admin, null)
    expect(await waiting(rep)).toEqual([followUps + 2, late + 2])
  })

  test('[CRM-04] conversion makes a prospect’s owner the customer’s owner, unless the customer has a current one', async () => {
    const [rep, other] = [await server.as('sales_rep'), await server.as('sales_rep')]
    const convert = async (name: string, accountId?: string) => {
      const { id } = await rep.do(prospectsApi.createProspect, { body: { name } })
      const { account } = await admin.do(prospectsApi.convertProspect, { params: { id }, body: { accountId } })
      return (await admin.do(crmApi.getAccount, { params: { id: account?.id ?? '' } })).owner?.id ?? null
    }
    expect(await convert('Handed over')).toBe(rep.userId)
    const account = await addAccount(admin)
    const own = (ownerId: string) => admin.do(callsApi.setOwner, { params: { id: account.id }, body: { ownerId } })
    await own(other.userId)
    expect(await convert('Stays theirs', account.id)).toBe(other.userId)
    await remove(other)
    expect(await convert('Of who has left', account.id)).toBe(rep.userId)
  })

  test('[CRM-04, CRM-05, PERM-02] a driver can’t be an owner (422); setting one needs edit permission (403); a removed user owns nothing', async () => {
    const [rep, driver] = [await server.as('sales_rep'), await server.as('driver')]
    const viewer = await server.as('staff', { crm: { view: true } })
    const { id } = await rep.do(prospectsApi.createProspect, { body: { name: 'Left behind' } })
    const refused = await setProspectOwner(admin, id, driver.userId)
    expect([refused.status, refused.body.fields]).toEqual([422, { ownerId: 'is not a user of the company' }])
    expect((await setProspectOwner(viewer, id, null)).status).toBe(403)
    expect((await setProspectOwner(admin, crypto.randomUUID(), null)).status).toBe(404)
    const deal = await rep.do(opportunitiesApi.createOpportunity, {
      body: { title: 'Left behind', prospectId: id, value: '1' },
    })
    const setDealOwner = (client: Client, ownerId: string | null, dealId = deal.id) =>
      client.call(opportunitiesApi.setOwner, { params: { id: dealId }, body: { ownerId } })
    expect((await setDealOwner(admin, driver.userId)).body.fields).toEqual({ ownerId: 'is not a user of the company' })
    expect((await setDealOwner(viewer, null)).status).toBe(403)
    expect((await setDealOwner(admin, null, crypto.randomUUID())).status).toBe(404)
    expect((await setDealOwner(admin, null, id)).status).toBe(404)
    await remove(rep)
    expect((await admin.do(prospectsApi.getProspect, { params: { id } })).owner).toBeNull()
    const { data } = await admin.do(prospectsApi.listProspects, { query: { q: 'Left behind', owner: 'none' } })
    expect(data.map((one) => one.id)).toEqual([id])
  })
})

test('[CRM-02] merging two customers keeps the remaining customer’s owner unless the other’s is chosen', async () => {
  const rep = await server.as('sales_rep')
  const owned = async (ownerId: string | null) => {
    const { id } = await addAccount(admin)
    await admin.do(callsApi.setOwner, { params: { id }, body: { ownerId } })
    return admin.do(crmApi.getAccount, { params: { id } })
  }
  const merged = async (ownerId: string | null, take: 'owner'[]) => {
    const [{ id, version }, goes] = [await owned(ownerId), await owned(rep.userId)]
    const body = { otherId: goes.id, otherVersion: goes.version, take }
    return (await admin.do(mergeApi.mergeAccounts, { params: { id }, body }, { version })).account
  }
  expect((await merged(admin.userId, [])).owner?.id).toBe(admin.userId)
  expect((await merged(null, [])).owner).toBeNull()
  const { id, owner } = await merged(admin.userId, ['owner'])
  expect(owner?.id).toBe(rep.userId)
  const { data } = await admin.do(timelineApi.listAccountTimeline, { params: { id }, query: {} })
  const changes = data.find(({ act }) => act === 'account.merged')?.changes
  expect(changes).toContainEqual({ field: 'owner', from: await nameOf(admin), to: await nameOf(rep) })
})

test('[CRM-05] a won opportunity shows the date it was won in the list and the export', async () => {
  const account = await addAccount(admin)
  const { id } = await admin.do(opportunitiesApi.createOpportunity, {
    body: { title: 'Won gloves', accountId: account.id, value: '1', expectedClose: '2031-05-06' },
  })
  const listed = async () =>
    (await admin.do(opportunitiesApi.listOpportunities, { query: { account: account.id } })).data[0]?.closedAt ?? null
  expect(await listed()).toBeNull()
  await admin.do(opportunitiesApi.moveOpportunity, { params: { id }, body: { stage: 'Won' } }, { version: 1 })
  const day = new Date().toISOString().slice(0, 10)
  expect((await listed())?.slice(0, 10)).toBe(day)
  const file = await admin.send('GET', `/api/exports/opportunities?account=${account.id}&columns=title,closedAt`)
  expect(String(file.body)).toContain(`Won gloves,${day}`)
})
