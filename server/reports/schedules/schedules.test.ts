import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { savedReportsApi } from '#shared/reports/saved-api.ts'
import { reportSchedulesApi } from '#shared/reports/schedules-api.ts'
import { usersApi } from '#shared/identity/users/users-api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { primaryOnly } from '#server/db/replica.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { changeSettings } from '#test/settings.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'
import { mailServer } from '#test/smtp.ts'
import type { JobRun } from '#server/kernel/job-contract.ts'
import { planReportMails, sendReportJob } from './send-reports.ts'

let now = new Date('2026-03-26T12:00:00Z')
const at = (moment: string) => {
  now = new Date(moment)
}
let server: TestServer
let other: TestServer
let smtp: Awaited<ReturnType<typeof mailServer>>
let admin: Client
const daily = { frequency: 'daily', time: '07:30', format: 'csv' } as const
const salesRights = { invoices: { view: true }, reports: { view: true } }
const { createSchedule, listRuns, listSchedules } = reportSchedulesApi

const save = (client: Client, name: string, more = {}) =>
  client.do(savedReportsApi.createSaved, {
    body: { name, report: 'sales', query: { range: '30', by: 'customer' }, ...more },
  })
const scheduleOf = async (client: Client, id: string) =>
  (await client.do(listSchedules, {})).data.find((one) => one.id === id)
/** Both processes look for due schedules at the same moment. */
const runBoth = () =>
  Promise.all([server.app.runJobs('plan-report-mails'), other.app.runJobs('plan-report-mails')]).then(() =>
    server.app.runJobs(),
  )
const mailsTo = (address: string) => smtp.received.filter(({ to }) => to.includes(address))

beforeAll(async () => {
  smtp = await mailServer()
  const mail = { smtpUrl: smtp.url, from: 'desk@harbour.example' }
  server = await startServer({ clock: () => now, mail })
  other = await startServer({ clock: () => now, mail, over: server.connection })
  admin = await server.as('admin')
  await changeSettings(admin, { timeZone: 'Europe/Berlin' })
  const account = await addAccount(admin, { name: 'Harbour clinic' })
  const product = await addProduct(admin, await addPlace(admin), { price: '12.50', quantity: 90 })
  const { id } = await addOrder(admin, account.id, [[product.id, 4]])
  await admin.do(salesApi.confirm, { params: { id }, body: {} })
})
beforeEach(() => at('2026-03-26T12:00:00Z'))

describe('scheduled reports', () => {
  test('a daily report is sent once a day by two processes, also across clock changes, and only once for missed days', async () => {
    const { id } = await save(admin, 'Sales of the month')
    const body = { ...daily, time: '02:30', emails: ['board@example.com'] }
    const schedule = await admin.do(createSchedule, { params: { id }, body })
    expect(schedule).toMatchObject({ state: 'active', nextRunAt: '2026-03-27T01:30:00Z', time: '02:30', lastRun: null })
    const due = async () => (await scheduleOf(admin, schedule.id))?.nextRunAt
    at('2026-03-27T01:29:00Z')
    await runBoth()
    expect(mailsTo('board@example.com')).toHaveLength(0)
    at('2026-03-27T01:31:00Z')
    await runBoth()
    await runBoth()
    expect(mailsTo('board@example.com')).toHaveLength(1)
    expect(await due()).toBe('2026-03-28T01:30:00Z')
    // On the 29th, 02:30 doesn't exist: it is sent an hour later. The job didn't run on the 28th: one mail, not two.
    at('2026-03-29T01:35:00Z')
    await runBoth()
    await runBoth()
    expect(mailsTo('board@example.com')).toHaveLength(2)
    expect(await due()).toBe('2026-03-30T00:30:00Z')
    // In October, 02:30 occurs twice.
    at('2026-10-24T12:00:00Z')
    await runBoth()
    expect(mailsTo('board@example.com')).toHaveLength(3)
    expect(await due()).toBe('2026-10-25T01:30:00Z')
    at('2026-10-25T00:40:00Z')
    await runBoth()
    expect(mailsTo('board@example.com')).toHaveLength(3)
    at('2026-10-25T01:40:00Z')
    await runBoth()
    await runBoth()
    expect(mailsTo('board@example.com')).toHaveLength(4)
    expect(await due()).toBe('2026-10-26T01:30:00Z')
    // The clock goes back: no report is sent twice.
    at('2026-10-25T00:00:00Z')
    await runBoth()
    expect(mailsTo('board@example.com')).toHaveLength(4)
    await admin.do(reportSchedulesApi.deleteSchedule, { params: { id: schedule.id } })
  })

  test("next run of weekly and monthly schedules, also at the end of a month and after a change of the company's time zone", async () => {
    const { id } = await save(admin, 'Times')
    const on = async (body: object) =>
      (await admin.do(createSchedule, { params: { id }, body: { ...daily, emails: ['x@example.com'], ...body } }))
        .nextRunAt
    expect(await on({ frequency: 'weekly', weekday: 4 })).toBe('2026-04-02T05:30:00Z')
    expect(await on({ frequency: 'weekly', weekday: 5 })).toBe('2026-03-27T06:30:00Z')
    expect(await on({ frequency: 'monthly', monthDay: 31 })).toBe('2026-03-31T05:30:00Z')
    at('2026-04-01T12:00:00Z')
    expect(await on({ frequency: 'monthly', monthDay: 31 })).toBe('2026-04-30T05:30:00Z')
    at('2026-03-26T12:00:00Z')
    await changeSettings(admin, { timeZone: 'Asia/Tokyo' })
    await server.app.runJobs('plan-report-mails')
    const times = (await admin.do(listSchedules, { query: { saved: id } })).data.map(({ nextRunAt }) => nextRunAt)
    expect(times).toContain('2026-03-26T22:30:00Z')
    await changeSettings(admin, { timeZone: 'Europe/Berlin' })
    await admin.do(savedReportsApi.deleteSaved, { params: { id } })
    expect((await admin.do(listSchedules, { query: { saved: id } })).data).toEqual([])
  })

  test('the mail has the figures, a link and the file; recipients can unsubscribe on the page and by one click', async () => {
    const { id } = await save(admin, 'For the clinic')
    const { user } = await admin.do(usersApi.create, {
      body: { name: 'Ines', email: 'ines@example.com', role: 'staff' },
    })
    const body = { ...daily, userIds: [user.id], emails: ['tax@example.com', 'TAX@example.com'] }
    const schedule = await admin.do(createSchedule, { params: { id }, body })
    expect(schedule.recipients.map(({ name }) => name).toSorted()).toEqual(['Ines', 'tax@example.com'])
    // Sends her invitation.
    await server.app.runJobs()
    const send = async () => {
      smtp.received.splice(0)
      await admin.do(reportSchedulesApi.sendNow, { params: { id: schedule.id }, body: {} })
      await server.app.runJobs()
      return smtp.received.flatMap(({ to }) => to).toSorted()
    }
    expect(await send()).toEqual(['ines@example.com', 'tax@example.com'])
    const text = mailsTo('tax@example.com')[0]?.text.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? ''
    expect(text).toContain('Sales: USD 50.00 (USD 0.00 in the period before)')
    expect(text).toContain('http://localhost/reports/sales?range=30&by=customer')
    expect(text).toMatch(/filename="?sales-customer-2026-02-25-2026-03-26\.csv/)
    expect(text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    const key = /unsubscribe\/reports\/([0-9a-f-]{36})/.exec(text)?.[1] ?? ''
    const { unsubscribe } = reportSchedulesApi
    expect(await server.nobody.do(unsubscribe, { body: { key, unsubscribed: true } })).toEqual({
      report: 'For the clinic',
      unsubscribed: true,
    })
    expect(await send()).toEqual(['ines@example.com'])
    const inesKey = /unsubscribe\/reports\/([0-9a-f-]{36})/.exec(mailsTo('ines@example.com')[0]?.text ?? '')?.[1]
    const click = await fetch(`${server.url}/unsubscribe/reports/${inesKey}`, {
      method: 'POST',
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(click.status).toBe(200)
    expect(await send()).toEqual([])
    const stopped = await scheduleOf(admin, schedule.id)
    expect(stopped).toMatchObject({
      state: 'stopped',
      stoppedReason: 'All recipients have unsubscribed or left.',
      nextRunAt: null,
      lastRun: { state: 'failed', isManual: true },
      failures: 1,
    })
    expect(stopped?.recipients.every(({ unsubscribedAt }) => unsubscribedAt !== null)).toBe(true)
    await server.nobody.do(unsubscribe, { body: { key, unsubscribed: false } })
    const resumed = await admin.do(reportSchedulesApi.resumeSchedule, { params: { id: schedule.id }, body: {} })
    expect(resumed).toMatchObject({ state: 'active', stoppedReason: null })
    expect(await send()).toEqual(['tax@example.com'])
    const runs = await admin.do(listRuns, { params: { id: schedule.id } })
    expect(runs.data.map(({ state }) => state)).toEqual(['sent', 'failed', 'sent', 'sent'])
    expect(runs.data[0]?.mails).toEqual([{ to: 'tax@example.com', state: 'sent', problem: null }])
  })

  test('a schedule with a deleted user as recipient can be changed, but no other deleted user can be added', async () => {
    const { id } = await save(admin, 'For those who leave')
    const [gone, stranger] = await Promise.all(
      ['Gone', 'Never here'].map(
        async (name) =>
          (
            await admin.do(usersApi.create, {
              body: { name, email: `${crypto.randomUUID()}@example.com`, role: 'staff' },
            })
          ).user,
      ),
    )
    const body = { ...daily, userIds: [gone?.id ?? ''], emails: ['board@example.com'] }
    const schedule = await admin.do(createSchedule, { params: { id }, body })
    for (const user of [gone, stranger])
      await admin.do(usersApi.remove, { params: { id: user?.id ?? '' } }, { version: user?.version ?? 0 })
    const change = (more: object) =>
      admin.call(
        reportSchedulesApi.updateSchedule,
        { params: { id: schedule.id }, body: { ...body, ...more } },
        { version: schedule.version },
      )
    const refused = await change({ userIds: [stranger?.id ?? ''] })
    expect([refused.status, refused.body.fields]).toEqual([422, { userIds: 'names a user who does not exist' }])
    const changed = await change({ time: '09:00' })
    expect([changed.status, changed.body]).toMatchObject([200, { time: '09:00' }])
    await admin.do(reportSchedulesApi.deleteSchedule, { params: { id: schedule.id } })
  })

  test('without a mail server, runs and mails show that nothing was sent', async () => {
    const bare = await startServer({ clock: () => now })
    const client = await bare.as('admin')
    const { id } = await save(client, 'Waits')
    const body = { ...daily, emails: ['board@example.com'] }
    const schedule = await client.do(createSchedule, { params: { id }, body })
    await client.do(reportSchedulesApi.sendNow, { params: { id: schedule.id }, body: {} })
    await bare.app.runJobs()
    expect((await scheduleOf(client, schedule.id))?.lastRun?.state).toBe('kept')
    const { data } = await client.do(listRuns, { params: { id: schedule.id } })
    expect(data).toMatchObject([{ state: 'kept', mails: [{ to: 'board@example.com', state: 'kept' }] }])
  })

  test.each(['xlsx', 'pdf', 'link'] as const)('as %s', async (format) => {
    const { id } = await save(admin, `As ${format}`, { query: {} })
    const body = { ...daily, format, emails: [`${format}@example.com`] }
    const { id: scheduleId } = await admin.do(createSchedule, { params: { id }, body })
    await admin.do(reportSchedulesApi.sendNow, { params: { id: scheduleId }, body: {} })
    await server.app.runJobs()
    const text = mailsTo(`${format}@example.com`)[0]?.text ?? ''
    expect(text.includes('attachment')).toBe(format !== 'link')
    if (format !== 'link') expect(text).toContain(`.${format}`)
  })

  test.each([
    [
      'lost the right',
      /no longer has access to Sales/,
      (id: string) => sql`update users set permissions = '{}' where id = ${id}`,
    ],
    ['was suspended', /is suspended/, (id: string) => sql`update users set suspended_at = moment() where id = ${id}`],
    [
      'was deleted',
      /is no longer a user/,
      (id: string) => sql`update users set deleted_at = moment() where id = ${id}`,
    ],
  ])('an owner who %s: nothing is sent, and the schedule shows the reason', async (_what, reason, end) => {
    const rep = await server.as('staff', salesRights)
    const { id } = await save(rep, 'Of a colleague')
    const schedule = await rep.do(createSchedule, {
      params: { id },
      body: { ...daily, emails: ['rights@example.com'] },
    })
    await end(rep.userId).execute(server.database.db)
    at('2026-03-27T07:00:00Z')
    await runBoth()
    expect(mailsTo('rights@example.com')).toHaveLength(0)
    const seen = await scheduleOf(admin, schedule.id)
    expect(seen).toMatchObject({ state: 'stopped', isOwn: false, nextRunAt: null, lastRun: { state: 'failed' } })
    expect(seen?.stoppedReason).toMatch(reason)
  })

  test('a saved report that is no longer shared stops the schedules of other users', async () => {
    const rep = await server.as('staff', salesRights)
    const saved = await save(admin, 'Shared', { isShared: true })
    const schedule = await rep.do(createSchedule, {
      params: { id: saved.id },
      body: { ...daily, emails: ['shared@example.com'] },
    })
    const body = { name: 'Shared', query: {}, isShared: false }
    await admin.do(savedReportsApi.updateSaved, { params: { id: saved.id }, body }, { version: saved.version })
    at('2026-03-27T07:00:00Z')
    await runBoth()
    expect(mailsTo('shared@example.com')).toHaveLength(0)
    expect((await scheduleOf(rep, schedule.id))?.stoppedReason).toBe('The saved report is no longer shared.')
  })

  test('a failed run is shown with its problem, sends no mail and leaves the schedule active', async () => {
    const { id } = await save(admin, 'Breaks')
    const schedule = await admin.do(createSchedule, {
      params: { id },
      body: { ...daily, emails: ['broken@example.com'] },
    })
    await sql`alter table sales_days rename to sales_days_away`.execute(server.database.db)
    await admin.do(reportSchedulesApi.sendNow, { params: { id: schedule.id }, body: {} })
    await sql`update pgboss.job set retry_limit = 0 where name = 'send-report'`.execute(server.database.db)
    await server.app.runJobs()
    await sql`alter table sales_days_away rename to sales_days`.execute(server.database.db)
    expect(await scheduleOf(admin, schedule.id)).toMatchObject({
      state: 'active',
      failures: 1,
      lastRun: { state: 'failed' },
    })
    expect((await scheduleOf(admin, schedule.id))?.lastRun?.problem).toMatch(/server failed/)
    expect(mailsTo('broken@example.com')).toHaveLength(0)
  })

  test('a schedule can be changed while its report is read; the mail is sent to the new recipients', async () => {
    const { id } = await save(admin, 'Changes')
    const schedule = await admin.do(createSchedule, {
      params: { id },
      body: { ...daily, emails: ['before@example.com'] },
    })
    await admin.do(reportSchedulesApi.sendNow, { params: { id: schedule.id }, body: {} })
    const { rows } = await sql<{ id: string }>`select id from report_runs where schedule_id = ${schedule.id}`.execute(
      server.database.db,
    )
    const primary = primaryOnly(server.database)
    let changes = 0
    const job = sendReportJob({
      database: server.database,
      clock: () => now,
      timeZone: () => 'Europe/Berlin',
      publish: () => {},
      replica: {
        ...primary,
        async read(work, options) {
          changes += 1
          const body = { ...daily, emails: ['after@example.com'] }
          await admin.do(reportSchedulesApi.updateSchedule, { params: { id: schedule.id }, body }, schedule)
          return primary.read(work, options)
        },
      },
    })
    await job.run?.({ data: { runId: rows[0]?.id ?? '' } } as JobRun<'send-report'>)
    await server.app.runJobs()
    expect([changes, mailsTo('before@example.com').length, mailsTo('after@example.com').length]).toEqual([1, 0, 1])
  })

  test('a paused schedule sends nothing', async () => {
    const { id } = await save(admin, 'Pauses')
    const { id: scheduleId } = await admin.do(createSchedule, {
      params: { id },
      body: { ...daily, emails: ['p@example.com'] },
    })
    const call = { params: { id: scheduleId }, body: {} }
    expect(await admin.do(reportSchedulesApi.pauseSchedule, call)).toMatchObject({ state: 'paused', nextRunAt: null })
    expect((await admin.call(reportSchedulesApi.pauseSchedule, call)).status).toBe(409)
    at('2026-03-28T12:00:00Z')
    await runBoth()
    expect(mailsTo('p@example.com')).toHaveLength(0)
    expect(await admin.do(reportSchedulesApi.resumeSchedule, call)).toMatchObject({ nextRunAt: '2026-03-29T05:30:00Z' })
    expect((await admin.call(reportSchedulesApi.resumeSchedule, call)).status).toBe(409)
  })

  test('pausing a schedule cancels its queued run; a manual send still works', async () => {
    const { id } = await save(admin, 'Pauses late')
    const body = { ...daily, emails: ['late@example.com'] }
    const { id: scheduleId } = await admin.do(createSchedule, { params: { id }, body })
    at('2026-03-27T08:00:00Z')
    await planReportMails(server)
    const call = { params: { id: scheduleId }, body: {} }
    await admin.do(reportSchedulesApi.pauseSchedule, call)
    await server.app.runJobs()
    expect(mailsTo('late@example.com')).toHaveLength(0)
    expect((await scheduleOf(admin, scheduleId))?.lastRun).toMatchObject({
      state: 'failed',
      problem: 'The schedule was paused.',
    })
    await admin.do(reportSchedulesApi.sendNow, call)
    await server.app.runJobs()
    expect(mailsTo('late@example.com')).toHaveLength(1)
  })

  test('an address listed twice unsubscribes as one; a user who became a customer gets no mail', async () => {
    const { id } = await save(admin, 'Named twice')
    const { user } = await admin.do(usersApi.create, {
      body: { name: 'Ada', email: 'ada@example.com', role: 'staff' },
    })
    const left = await admin.do(usersApi.create, { body: { name: 'Leo', email: 'leo@example.com', role: 'staff' } })
    await server.app.runJobs()
    const body = { ...daily, userIds: [user.id, left.user.id], emails: ['Ada@example.com', 'more@example.com'] }
    const { id: scheduleId } = await admin.do(createSchedule, { params: { id }, body })
    const send = async () => {
      smtp.received.splice(0)
      await admin.do(reportSchedulesApi.sendNow, { params: { id: scheduleId }, body: {} })
      await server.app.runJobs()
      return smtp.received.flatMap(({ to }) => to).toSorted()
    }
    const account = await addAccount(admin)
    const { name, email, version } = left.user
    await admin.do(
      usersApi.update,
      { params: { id: left.user.id }, body: { name, email, phone: null, role: 'customer', accountId: account.id } },
      { version },
    )
    expect(await send()).toEqual(['ada@example.com', 'more@example.com'])
    const key = /unsubscribe\/reports\/([0-9a-f-]{36})/.exec(mailsTo('ada@example.com')[0]?.text ?? '')?.[1] ?? ''
    const { unsubscribe } = reportSchedulesApi
    await server.nobody.do(unsubscribe, { body: { key, unsubscribed: true } })
    expect(await send()).toEqual(['more@example.com'])
    await server.nobody.do(unsubscribe, { body: { key, unsubscribed: false } })
    expect(await send()).toEqual(['ada@example.com', 'more@example.com'])
  })
})

describe('saved reports', () => {
  test('private ones are visible only to their owner, shared ones to all users who may see the report', async () => {
    const rep = await server.as('staff', salesRights)
    const blind = await server.as('staff', {})
    const own = await save(rep, 'Mine')
    const shared = await save(rep, 'Ours', { isShared: true })
    const names = async (client: Client) =>
      (await client.do(savedReportsApi.listSaved, { query: { q: 'ou' } })).data.map(({ name }) => name)
    expect((await rep.do(savedReportsApi.listSaved, {})).data.map(({ name }) => name)).toEqual(['Mine', 'Ours'])
    expect(await names(admin)).toEqual(['Ours'])
    expect(await names(blind)).toEqual([])
    expect(shared.path).toBe('/reports/sales?range=30&by=customer')
    const body = { name: 'Theirs', query: {}, isShared: false }
    const put = (client: Client, id: string, version: number) =>
      client.call(savedReportsApi.updateSaved, { params: { id }, body }, { version })
    expect((await put(admin, own.id, 1)).status).toBe(404)
    expect((await put(admin, shared.id, 1)).status).toBe(403)
    expect((await put(rep, own.id, 9)).status).toBe(412)
    expect((await put(rep, own.id, 1)).status).toBe(200)
    expect((await put(rep, shared.id, 1)).body.fields).toEqual({ name: 'is the name of another saved report' })
    expect((await admin.call(savedReportsApi.deleteSaved, { params: { id: shared.id } })).status).toBe(403)
    const create = (client: Client, more: object) =>
      client.send('POST', '/api/saved-reports', { name: 'X', report: 'sales', query: {}, ...more })
    expect((await create(blind, {})).status).toBe(403)
    expect((await create(server.nobody, {})).status).toBe(401)
    expect((await create(rep, { name: 'ours' })).status).toBe(409)
    for (const wrong of [{ query: { by: 'colour' } }, { report: 'weather' }, { query: { range: '8' } }, { more: 1 }])
      expect((await create(rep, wrong)).status).toBe(422)
  })

  test('[PERM-03] users who may see a report can save and share it, but mailing it needs permission for reports', async () => {
    const reader = await server.as('staff', { invoices: { view: true } })
    const saved = await save(reader, 'Only to look at', { isShared: true })
    const body = { ...daily, emails: ['outside@example.com'] }
    expect((await reader.send('POST', `/api/saved-reports/${saved.id}/schedules`, body)).status).toBe(403)
    expect((await reader.send('GET', '/api/report-schedules')).status).toBe(403)
    const sender = await server.as('staff', salesRights)
    await sender.do(createSchedule, { params: { id: saved.id }, body })
  })

  test('[PERM-03] edit permission of reports shows and pauses schedules of others, delete deletes them, if one may see the report', async () => {
    const owner = await server.as('staff', salesRights)
    const saved = await save(owner, 'Of others')
    const body = { ...daily, emails: ['right@example.com'] }
    const add = async () => (await owner.do(createSchedule, { params: { id: saved.id }, body })).id
    const outcomes = async (reports: object, areas: object = { invoices: { view: true } }) => {
      const client = await server.as('staff', { ...areas, reports: { view: true, ...reports } })
      const id = await add()
      const path = `/api/report-schedules/${id}`
      const status = async (method: string, to: string) =>
        (await client.send(method, to, method === 'POST' ? {} : undefined)).status
      const listed = (await client.do(listSchedules, { query: { saved: saved.id } })).data
      return {
        isListed: listed.some((one) => one.id === id),
        runs: await status('GET', `${path}/runs`),
        send: await status('POST', `${path}/send`),
        pause: await status('POST', `${path}/pause`),
        resume: await status('POST', `${path}/resume`),
        delete: await status('DELETE', path),
      }
    }
    const hidden = { isListed: false, runs: 404, send: 404, pause: 404, resume: 404, delete: 404 }
    const seen = { isListed: true, runs: 200, send: 403, pause: 403, resume: 403, delete: 403 }
    expect(await outcomes({})).toEqual(hidden)
    expect(await outcomes({ edit: true })).toEqual({ ...seen, pause: 200 })
    expect(await outcomes({ delete: true })).toEqual({ ...seen, delete: 204 })
    expect(await outcomes({ edit: true, delete: true }, { crm: { view: true } })).toEqual(hidden)
  })

  test('schedules belong to their owner; invalid ones are refused', async () => {
    const rep = await server.as('staff', salesRights)
    const saved = await save(rep, 'Weekly')
    const body = { ...daily, emails: ['a@example.com'] }
    const schedule = await rep.do(createSchedule, { params: { id: saved.id }, body })
    const colleague = await server.as('staff', salesRights)
    const path = `/api/report-schedules/${schedule.id}`
    expect((await colleague.send('GET', `${path}/runs`)).status).toBe(404)
    expect((await colleague.send('POST', `${path}/send`, {})).status).toBe(404)
    expect((await admin.send('POST', `${path}/send`, {})).status).toBe(403)
    expect((await admin.send('POST', `${path}/pause`, {})).status).toBe(200)
    expect((await admin.send('POST', `${path}/resume`, {})).status).toBe(403)
    const change = (client: Client, version: number) =>
      client.call(
        reportSchedulesApi.updateSchedule,
        { params: { id: schedule.id }, body: { ...body, time: '09:05' } },
        { version },
      )
    expect((await change(admin, 2)).status).toBe(403)
    expect((await change(rep, 1)).status).toBe(412)
    expect((await change(rep, 2)).body).toMatchObject({ time: '09:05', state: 'paused', nextRunAt: null })
    const create = (more: object) => rep.send('POST', `/api/saved-reports/${saved.id}/schedules`, { ...body, ...more })
    for (const wrong of [
      { time: '7:30' },
      { time: '07:31' },
      { frequency: 'weekly' },
      { frequency: 'monthly', monthDay: 32 },
      { emails: [] },
      { emails: ['nobody'] },
      { userIds: ['0b0f7c1e-8f4e-4f0e-9d53-2d1c5e0a7a11'] },
    ])
      expect([wrong, (await create(wrong)).status]).toEqual([wrong, 422])
    expect(
      (await server.nobody.send('POST', '/api/report-subscriptions/unsubscribe', { key: saved.id, unsubscribed: true }))
        .status,
    ).toBe(400)
    expect((await rep.send('DELETE', path)).status).toBe(204)
  })
})
