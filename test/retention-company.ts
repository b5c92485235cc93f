import { sql } from 'kysely'
import { beforeAll, beforeEach } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { candidatesApi } from '#shared/retention/candidates-api.ts'
import { messagesApi } from '#shared/retention/messages-api.ts'
import { defaultRetentionSettings } from '#shared/retention/settings-api.ts'
import { addPlace, addProduct } from './builders.ts'
import type { Client } from './client.ts'
import { addCustomer, changeRetention } from './retention.ts'
import { startServer, type TestServer } from './server.ts'
import { changeSettings } from './settings.ts'
import { mailServer } from './smtp.ts'

/** Noon of a working day; the last orders of inactive customers are long before it. */
const noon = new Date('2026-11-18T12:00:00Z')

/** A test company with its own mail server and clock; before each test there are no candidates and no sent messages. */
export function retentionCompany() {
  const company = { now: noon } as {
    now: Date
    server: TestServer
    admin: Client
    gloves: string
    smtp: Awaited<ReturnType<typeof mailServer>>
  }
  beforeAll(async () => {
    company.smtp = await mailServer()
    company.server = await startServer({ clock: () => company.now, mail: { smtpUrl: company.smtp.url } })
    company.admin = await company.server.as('admin')
    const { admin } = company
    await changeSettings(admin, { company: { name: 'Harbour Medical', phone: '+49 40 1234' } })
    company.gloves = (await addProduct(admin, await addPlace(admin), { name: 'Nitrile gloves M', quantity: 1000 })).id
  })
  beforeEach(async () => {
    company.now = noon
    const { server, admin, smtp } = company
    await sql`truncate retention_steps, retention_messages`.execute(server.database.db)
    await sql`update retention_customers set steps = 0, last_step_at = null where steps > 0`.execute(server.database.db)
    await sql`update accounts set status = 'inactive'`.execute(server.database.db)
    await changeRetention(admin, {
      ...defaultRetentionSettings,
      quietFrom: '00:00',
      quietTo: '00:00',
      holdOutPercent: 0,
    })
    smtp.received.length = 0
    smtp.state.isRefusing = false
  })
  const daysAgo = (days: number) => addDays(company.now.toISOString().slice(0, 10), -days)
  const run = (accountIds?: string[]) =>
    company.admin.call(candidatesApi.run, { body: accountIds ? { accountIds } : {} })
  return Object.assign(company, {
    daysAgo,
    run,
    candidates: async (query = {}) => (await company.admin.do(candidatesApi.listCandidates, { query })).data,
    log: async (query = {}) => (await company.admin.do(messagesApi.listMessages, { query })).data,
    /** Runs retention now and sends the messages. */
    runAndSend: async () => {
      const reply = await run()
      await company.server.app.runJobs()
      return reply
    },
    inactive: (days = 90, more: Parameters<typeof addCustomer>[4] = {}) =>
      addCustomer(company.server, company.admin, [daysAgo(days)], [[company.gloves, 40]], more),
  })
}
