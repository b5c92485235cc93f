import { expect, test } from 'vitest'
import { candidatesApi } from '#shared/retention/candidates-api.ts'
import { optOutsApi } from '#shared/retention/opt-outs-api.ts'
import { retentionSettingsApi } from '#shared/retention/settings-api.ts'
import { templatesApi } from '#shared/retention/templates-api.ts'
import { startServer } from '#test/server.ts'
import { retentionCompany } from '#test/retention-company.ts'

/* Settings, templates, and permissions. */

const nobody = '00000000-0000-4000-8000-000000000000'
const company = retentionCompany()
const { log } = company

test('[RET-01] settings have defaults, updating needs the current version, invalid values are refused', async () => {
  const fresh = await startServer()
  const client = await fresh.as('admin')
  const { data, version } = await client.do(retentionSettingsApi.getRetentionSettings, {})
  expect([data.inactivityDays, data.logRetentionDays, data.automatic, version]).toEqual([60, 365, false, 1])
  const body = { ...data, inactivityDays: 45, logRetentionDays: 90 }
  const put = (content: object, options: object) =>
    client.call(retentionSettingsApi.putRetentionSettings, { body: content as typeof body }, options)
  expect((await put(body, {})).status).toBe(428)
  expect(await client.do(retentionSettingsApi.putRetentionSettings, { body }, { version })).toMatchObject({
    data: { inactivityDays: 45, logRetentionDays: 90 },
    version: 2,
  })
  expect((await put(body, { version })).status).toBe(412)
  const wrong = await put(
    { ...body, inactivityDays: 0, logRetentionDays: 1, quietFrom: '25:00', holdOutPercent: 80, colour: 'red' },
    { version: 2 },
  )
  expect([wrong.status, Object.keys(wrong.body.fields ?? {}).toSorted()]).toEqual([
    422,
    ['colour', 'holdOutPercent', 'inactivityDays', 'logRetentionDays', 'quietFrom'],
  ])
})

test('templates need the current version to update, refuse unknown fields, and can be sent as a test', async () => {
  const { data } = await company.admin.do(templatesApi.listTemplates, {})
  expect(data.map(({ channel, step }) => `${channel} ${step}`)).toEqual([
    'Email 1',
    'Email 2',
    'Email 3',
    'SMS 1',
    'SMS 2',
    'SMS 3',
  ])
  const third = data[2] ?? data[0]
  const params = { id: third?.id ?? '' }
  const body = { subject: 'Hello {customer}', body: 'Since {lastOrder}' }
  const put = (content: object, version: number) =>
    company.admin.call(templatesApi.updateTemplate, { params, body: content as typeof body }, { version })
  expect((await put(body, 1)).body).toMatchObject({ ...body, version: 2 })
  expect((await put(body, 1)).status).toBe(412)
  expect((await put({ ...body, body: 'Dear {nobody}' }, 2)).body.fields).toEqual({
    body: 'names {nobody}, which is not a field',
  })
  expect((await put({ ...body, subject: '' }, 2)).status).toBe(422)
  const missing = await company.admin.call(
    templatesApi.updateTemplate,
    { params: { id: nobody }, body },
    { version: 1 },
  )
  expect(missing.status).toBe(404)

  const trial = (to: string) => company.admin.call(templatesApi.sendTest, { params, body: { ...body, to } })
  expect((await trial('me@harbour.example')).body).toEqual({ status: 'Sent', problem: null })
  expect(company.smtp.received[0]?.text).toContain('Hello St. Mary Hospital')
  expect((await trial('not an address')).status).toBe(422)
  expect(await log()).toEqual([])
})

test('users without permission are refused; users with view permission can change nothing', async () => {
  const viewer = await company.server.as('staff', { retention: { view: true } })
  const other = await company.server.as('staff', { crm: { view: true, edit: true } })
  expect((await company.server.nobody.call(candidatesApi.listCandidates, { query: {} })).status).toBe(401)
  expect((await other.call(candidatesApi.listCandidates, { query: {} })).status).toBe(403)
  expect((await viewer.call(candidatesApi.listCandidates, { query: {} })).status).toBe(200)
  expect((await viewer.call(candidatesApi.run, { body: {} })).status).toBe(403)
  expect((await viewer.call(candidatesApi.stop, {})).status).toBe(403)
  const missing = await company.admin.call(optOutsApi.setOptOut, { body: { accountId: nobody, optedOut: true } })
  expect([missing.status, missing.body.fields]).toEqual([422, { accountId: 'is not a customer' }])
})
