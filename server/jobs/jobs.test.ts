import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deliveryApi } from '#shared/delivery/api.ts'
import { exportJobsApi } from '#shared/delivery/export-jobs-api.ts'
import { type Job, jobsApi } from '#shared/jobs/api.ts'
import { notificationsApi } from '#shared/notifications/api.ts'
import type { JobName } from '#shared/jobs/job-names.ts'
import { queueMail } from '#server/kernel/mail.ts'
import { queueJob } from '#server/kernel/queue-job.ts'
import { JobFailed, type JobHandlers } from '#server/kernel/job-contract.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'
import { mailServer } from '#test/smtp.ts'
import { jobWorkers } from './job-workers.ts'

const listed = async (admin: Client, query: { state?: Job['state']; queue?: JobName } = {}) =>
  (await admin.do(jobsApi.listJobs, { query })).data
const of = ({ queue, id }: Job) => ({ params: { queue, id } })
/** Makes the next attempt due now. */
const comeTime = ({ database }: TestServer) =>
  sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(database.db)

const mailTo = (server: TestServer, to: string) =>
  server.database.transaction((tx) => queueMail(tx, { to, subject: 'One', lines: ['Once.'] }))

/** Workers with the test's own handlers. */
const workersOf = (server: TestServer, handlers: JobHandlers) =>
  jobWorkers({ database: server.database, handlers, onFailure: () => {}, onError: () => {} })

test('a job is queued with its transaction, and not if that is rolled back', async () => {
  const server = await startServer()
  const undone = server.database.transaction(async (tx) => {
    await queueJob(tx, 'send-reminders', {})
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  const admin = await server.as('admin')
  expect(await listed(admin)).toEqual([])
  await server.database.transaction((tx) => queueJob(tx, 'send-reminders', {}))
  expect(await listed(admin)).toMatchObject([
    { queue: 'send-reminders', state: 'waiting', attempts: 0, maxAttempts: 5 },
  ])
  await server.app.runJobs()
  expect(await listed(admin)).toMatchObject([{ state: 'done', attempts: 1, error: null, endedAt: expect.any(String) }])
})

test('a job that fails five times is listed as failed, notifies administrators and can be run again', async () => {
  const server = await startServer()
  const admin = await server.as('admin')
  const state = { isBroken: true, runs: 0 }
  const workers = workersOf(server, {
    'send-reminders': {
      async run() {
        state.runs += 1
        if (state.isBroken) throw new Error('The printer is on fire')
      },
    },
  })
  await queueJob(server.database.db, 'send-reminders', {})
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await workers.runJobs()
    const [job] = await listed(admin, { queue: 'send-reminders' })
    expect(job).toMatchObject({
      state: attempt < 5 ? 'retrying' : 'failed',
      attempts: attempt,
      maxAttempts: 5,
      error: 'The printer is on fire',
    })
    expect(job?.nextAt === null).toBe(attempt === 5)
    await comeTime(server)
  }
  await workers.runJobs()
  expect(state.runs).toBe(5)
  await server.app.runJobs()
  const mails = (await admin.do(deliveryApi.listMails, {})).data.map(({ subject }) => subject)
  expect(mails).toEqual(['A background job has failed: Send payment reminders'])
  const { rows } = await sql`select act, details from audit_log where act like 'job.%'`.execute(server.database.db)
  expect(rows).toEqual([{ act: 'job.failed', details: { job: 'send-reminders', error: 'The printer is on fire' } }])
  // Their notification bell is updated immediately.
  const { userId } = admin
  expect(server.announced).toContainEqual({ name: 'account_updated', payload: { accountId: userId }, to: { userId } })
  const { data: news } = await admin.do(notificationsApi.listNotifications, { query: {} })
  expect(news).toMatchObject([{ kind: 'job-failed', subject: 'send-reminders', detail: 'The printer is on fire' }])
  expect(await admin.do(jobsApi.countJobs, {})).toMatchObject({ failed: 1, retrying: 0, running: 0 })

  const [failed] = await listed(admin, { state: 'failed' })
  // If it fails again after it was run again, the queue's next clean-up must not delete it.
  expect(await admin.do(jobsApi.runJobAgain, of(failed as Job))).toMatchObject({ state: 'retrying' })
  const retained =
    await sql`select 1 from pgboss.job where id = ${failed?.id} and keep_until > now() + interval '1 day'`.execute(
      server.database.db,
    )
  expect(retained.rows).toHaveLength(1)
  state.isBroken = false
  expect(await admin.do(jobsApi.runJobAgain, of(failed as Job))).toMatchObject({ state: 'retrying', attempts: 5 })
  await workers.runJobs()
  expect(await listed(admin, { queue: 'send-reminders' })).toMatchObject([{ state: 'done', attempts: 6 }])
  // A second failure within an hour is only in the list and the audit log, without another mail.
  state.isBroken = true
  await queueJob(server.database.db, 'send-reminders', {})
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await workers.runJobs()
    await comeTime(server)
  }
  await server.app.runJobs()
  expect((await admin.do(deliveryApi.listMails, {})).data).toHaveLength(1)
})

test('a permanent error fails a job without retries, and an administrator can run a later retry now', async () => {
  const server = await startServer()
  const admin = await server.as('admin')
  const workers = workersOf(server, {
    'send-reminders': {
      run: async () => {
        throw new JobFailed('There is no such thing')
      },
    },
    'seal-audit-log': {
      run: async () => {
        throw new Error('Not yet')
      },
    },
  })
  await queueJob(server.database.db, 'send-reminders', {})
  await queueJob(server.database.db, 'seal-audit-log', {})
  await workers.runJobs()
  expect(await listed(admin, { state: 'failed' })).toMatchObject([
    { queue: 'send-reminders', attempts: 1, error: 'There is no such thing' },
  ])
  const [waiting] = await listed(admin, { state: 'retrying' })
  await admin.do(jobsApi.runJobAgain, of(waiting as Job))
  await server.app.runJobs()
  expect(await listed(admin, { queue: 'seal-audit-log' })).toMatchObject([{ state: 'done', attempts: 2 }])
})

test('cancelling a job also fails its mail or cancels its export; the mail job can be run again', async () => {
  const smtp = await mailServer()
  const server = await startServer({ mail: { smtpUrl: smtp.url } })
  const admin = await server.as('admin')
  await mailTo(server, 'late@example.com')
  const [mail] = await listed(admin, { queue: 'send-mail' })
  expect(mail).toMatchObject({ about: 'late@example.com', maxAttempts: 12 })
  expect(await admin.do(jobsApi.cancelJob, of(mail as Job))).toMatchObject({ state: 'cancelled' })
  await server.app.runJobs()
  const outbox = async () => (await admin.do(deliveryApi.listMails, {})).data[0]
  expect(await outbox()).toMatchObject({ state: 'failed', problem: 'Cancelled by an administrator.' })
  expect((await admin.call(jobsApi.cancelJob, of(mail as Job))).status).toBe(409)
  await admin.do(jobsApi.runJobAgain, of(mail as Job))
  await server.app.runJobs()
  expect([smtp.received.length, (await outbox())?.state]).toEqual([1, 'sent'])
  expect((await admin.call(jobsApi.runJobAgain, of(mail as Job))).status).toBe(409)

  const { id } = await admin.do(exportJobsApi.startExport, { body: { list: 'products', query: { format: 'csv' } } })
  await admin.do(jobsApi.cancelJob, { params: { queue: 'export-list', id } })
  expect((await admin.do(exportJobsApi.getExportJob, { params: { id } })).state).toBe('cancelled')
})

test('a failed mail is sent again by running its job again; its failure sends no mail to administrators', async () => {
  const smtp = await mailServer()
  const server = await startServer({ mail: { smtpUrl: smtp.url } })
  const admin = await server.as('admin')
  smtp.state.isRefusing = true
  await mailTo(server, 'again@example.com')
  await sql`update pgboss.job set retry_count = 11`.execute(server.database.db)
  await server.app.runJobs()
  expect((await admin.do(deliveryApi.listMails, {})).data).toMatchObject([{ state: 'failed' }])
  smtp.state.isRefusing = false
  const [failed] = await listed(admin, { state: 'failed' })
  await admin.do(jobsApi.runJobAgain, of(failed as Job))
  await server.app.runJobs()
  expect(smtp.received.map(({ to }) => to)).toEqual([['again@example.com']])
})

test('a scheduled job exists only once, whether waiting or running', async () => {
  const server = await startServer()
  const admin = await server.as('admin')
  const { db } = server.database
  expect(await queueJob(db, 'expire-estimates', {})).not.toBeNull()
  expect(await queueJob(db, 'expire-estimates', {})).toBeNull()
  const [job] = await listed(admin)
  await admin.do(jobsApi.cancelJob, of(job as Job))
  await queueJob(db, 'expire-estimates', {})
  const refused = await admin.call(jobsApi.runJobAgain, of(job as Job))
  expect([refused.status, refused.body.error]).toEqual([409, '“Expire estimates” is waiting or running already.'])
})

test('only administrators list and change jobs (401, 403); unknown jobs and queries are refused (404, 422)', async () => {
  const server = await startServer()
  const admin = await server.as('admin')
  await queueJob(server.database.db, 'expire-estimates', {})
  const [job] = await listed(admin)
  const params = of(job as Job)
  for (const [client, status] of [
    [server.nobody, 401],
    [await server.as('staff'), 403],
    [await server.as('customer'), 403],
  ] as const) {
    expect((await client.call(jobsApi.listJobs, {})).status).toBe(status)
    expect((await client.call(jobsApi.countJobs, {})).status).toBe(status)
    expect((await client.call(jobsApi.runJobAgain, params)).status).toBe(status)
    expect((await client.call(jobsApi.cancelJob, params)).status).toBe(status)
  }
  const id = crypto.randomUUID()
  expect((await admin.call(jobsApi.cancelJob, { params: { queue: 'send-mail', id } })).status).toBe(404)
  expect((await admin.call(jobsApi.runJobAgain, { params: { queue: 'send-mail', id } })).status).toBe(404)
  expect((await admin.send('GET', '/api/jobs?state=lost')).status).toBe(422)
  expect((await admin.send('GET', '/api/jobs?colour=red')).status).toBe(422)
  expect((await admin.send('POST', `/api/jobs/other/${id}/retry`, undefined, { 'idempotency-key': id })).status).toBe(
    404,
  )
})
